/** Page selections such as `1-3,5,7-`. */

export class PageRangeError extends Error {
  /** `syntax` errors are known before the file is opened, `outside` (the file has none of the pages) only after. */
  readonly kind: 'syntax' | 'outside';

  constructor(kind: 'syntax' | 'outside', message: string) {
    super(message);
    this.name = 'PageRangeError';
    this.kind = kind;
  }
}

export interface PageRange {
  first: number;
  last: number;
}

const MAX_LENGTH = 10_000;
const RANGE = /^\s*(\d{1,9})\s*(?:(-)\s*(\d{1,9})?\s*)?$/;

/** Parses and checks a list of ranges; `last` is Infinity where a range is open. */
export function parsePageRanges(text: string): PageRange[] {
  if (text.length > MAX_LENGTH) throw new PageRangeError('syntax', 'the list of pages is too long');
  return text.split(',').map((piece) => {
    const [, from, dash, to] = RANGE.exec(piece) ?? [];
    if (from === undefined)
      throw new PageRangeError('syntax', `"${piece.trim().slice(0, 40)}" is neither a page number nor a range of pages`);
    const first = Number(from);
    const last = to !== undefined ? Number(to) : dash === undefined ? first : Infinity;
    if (first < 1) throw new PageRangeError('syntax', 'pages are counted from 1');
    if (last < first) throw new PageRangeError('syntax', `the range ${first}-${last} ends before it begins`);
    return { first, last };
  });
}

/** The selected page numbers, ascending and unique. Pages beyond the end of the file are ignored, but at least one must exist. */
export function selectPages(ranges: string | undefined, count: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (ranges === undefined) return all;
  const wanted = parsePageRanges(ranges);
  const chosen = all.filter((number) => wanted.some(({ first, last }) => number >= first && number <= last));
  if (chosen.length === 0)
    throw new PageRangeError('outside', `the file has ${count} ${count === 1 ? 'page' : 'pages'}, none of those asked for`);
  return chosen;
}
