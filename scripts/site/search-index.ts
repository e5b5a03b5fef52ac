/** The index that the pages search in the browser: guides by section, operations one by one. */
import MiniSearch from 'minisearch';
import { SEARCH_FIELDS, SEARCH_OPTIONS } from './search-options.ts';

export interface SearchEntry {
  url: string;
  title: string;
  /** Where it is: the page of a section, the area of an operation. */
  where: string;
  /** Other names of it, such as the vendor's. */
  names: string;
  path: string;
  text: string;
  method?: string;
  /** How much more it counts than others. */
  boost: number;
}

export function buildIndex(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch<SearchEntry & { id: number }>({ fields: [...SEARCH_FIELDS], ...SEARCH_OPTIONS });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return JSON.stringify(index);
}
