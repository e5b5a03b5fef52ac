/** How the index is made and searched; the build of the site makes it with the same options. */
import type { Options, SearchOptions } from 'minisearch';

export const SEARCH_FIELDS = ['title', 'names', 'path', 'where', 'text'] as const;

/** Words, and the parts of names such as `analyzeDocument` and `persistedfaces/{persistedFaceId}`. */
function tokenize(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.flatMap((word) => {
    const parts = word.split(/(?<=[a-z0-9])(?=[A-Z])/);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

const searchOptions: SearchOptions = {
  boost: { title: 6, names: 8, path: 2, where: 1.5 },
  boostDocument: (_id, _term, stored) => (typeof stored?.boost === 'number' ? stored.boost : 1),
  prefix: (term) => term.length > 1,
  fuzzy: (term) => (term.length > 5 ? 0.15 : false),
  combineWith: 'AND',
};

export const SEARCH_OPTIONS: Pick<Options, 'storeFields' | 'tokenize' | 'searchOptions'> = {
  storeFields: ['url', 'title', 'where', 'method', 'boost'],
  tokenize,
  searchOptions,
};
