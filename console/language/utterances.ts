/** The utterance filter in the URL: `find`, `intent`, `entity`, `problems`, `predicted`. */
import { setQuery, useRoute } from '../kit/router.tsx';
import { parseFilter } from './filter.ts';
import type { Filter } from './filter.ts';

export function useFilter(): Filter {
  return parseFilter(useRoute().query);
}

export function setFilter({ problems, ...rest }: Partial<Filter>): void {
  setQuery({ ...rest, ...problems !== undefined && { problems: problems ? '1' : undefined } });
}

export { filterUtterances as filtered, parseFilter as filterOf, isFiltering } from './filter.ts';
export type { Filter, Utterance } from './filter.ts';
