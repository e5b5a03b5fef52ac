/** The document filter in the URL. */
import { setQuery, useRoute } from '../../kit/router.tsx';
import { isLabelled, labelNames } from './assets.ts';
import type { TextDocument } from './assets.ts';

export interface Filter { find: string; category: string; /** Unlabelled documents only. */ unlabelled: boolean }

export function useFilter(): Filter {
  const { query } = useRoute();
  return { find: query.get('find') ?? '', category: query.get('category') ?? '', unlabelled: query.get('unlabelled') === '1' };
}

export function setFilter({ unlabelled, ...rest }: Partial<Filter>): void {
  setQuery({ ...rest, ...unlabelled !== undefined && { unlabelled: unlabelled ? '1' : undefined } });
}

export function filterDocuments(documents: readonly TextDocument[], { find, category, unlabelled }: Filter): TextDocument[] {
  const wanted = find.toLowerCase();
  return documents.filter((one) => (!unlabelled || !isLabelled(one)) && (category === '' || labelNames(one).includes(category)) && (wanted === '' || one.location.toLowerCase().includes(wanted) || (one.text ?? '').toLowerCase().includes(wanted)));
}
