/** The utterance filter in the URL: `find`, `intent`, `entity`, `problems`, `predicted`. */
import { setQuery, usePlace } from '../kit/router.tsx';
import { filterOf } from './filter.ts';
import type { Filter } from './filter.ts';

export function useFilter(): Filter {
  return filterOf(usePlace().query);
}

export function setFilter({ problems, ...rest }: Partial<Filter>): void {
  setQuery({ ...rest, ...problems !== undefined && { problems: problems ? '1' : undefined } });
}

export { filtered, filterOf, isFiltering } from './filter.ts';
export type { Filter, Utterance } from './filter.ts';
