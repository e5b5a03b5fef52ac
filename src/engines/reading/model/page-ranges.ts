/** Which pages a caller asks for: `1-3,5,7-`. */

export class PageRangeProblem extends Error {
  /** `syntax` can be told before the file is opened, `outside` (no page of the file is named) only after. */
  readonly kind: 'syntax' | 'outside';

  constructor(kind: 'syntax' | 'outside', message: string) {
    super(message);
    this.name = 'PageRangeProblem';
    this.kind = kind;
  }
}

export interface PageRange { first: number; last: number }

const MOST_CHARACTERS = 10_000;
const RANGE = /^\s*(\d{1,9})\s*(?:(-)\s*(\d{1,9})?\s*)?$/;

/** The ranges in a list, checked; `last` is Infinity where a range is open. */
export function parsePageRanges(text: string): PageRange[] {
  if (text.length > MOST_CHARACTERS) throw new PageRangeProblem('syntax', 'the list of pages is too long');
  return text.split(',').map((piece) => {
    const [, from, dash, to] = RANGE.exec(piece) ?? [];
    if (from === undefined) throw new PageRangeProblem('syntax', `"${piece.trim().slice(0, 40)}" is neither a page number nor a range of pages`);
    const first = Number(from);
    const last = to !== undefined ? Number(to) : dash === undefined ? first : Infinity;
    if (first < 1) throw new PageRangeProblem('syntax', 'pages are counted from 1');
    if (last < first) throw new PageRangeProblem('syntax', `the range ${first}-${last} ends before it begins`);
    return { first, last };
  });
}

/** Numbers of the pages asked for, rising, each once. What lies behind the end of the file is left out; nothing left is a problem. */
export function selectPages(ranges: string | undefined, count: number): number[] {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (ranges === undefined) return all;
  const wanted = parsePageRanges(ranges);
  const chosen = all.filter((number) => wanted.some(({ first, last }) => number >= first && number <= last));
  if (chosen.length === 0) throw new PageRangeProblem('outside', `the file has ${count} ${count === 1 ? 'page' : 'pages'}, none of those asked for`);
  return chosen;
}
