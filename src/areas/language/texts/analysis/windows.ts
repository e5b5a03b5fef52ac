/**
 * Documents cut into windows: sentences, lines and headings, as short as the tagger's rows should be.
 *
 * A cut lies after the end of a sentence (Intl.Segmenter knows those of every language) and after a line, unless
 * the line was wrapped: where the next goes on in lower case, or where its first word would not have fitted into a
 * line as long as the longest. After a period that follows a short word no cut is made, for it is more often an
 * abbreviation (Dr. Who) than an end.
 *
 * Invariants: windows lie in order, do not overlap and cover all but white space; none begins or ends within
 * what must stay whole; the same text gives the same windows. Cost: linear.
 */

export interface Window { readonly start: number; readonly end: number }

const SHORT_WORD = /(?:^|[\s(.'"])[\p{L}\p{N}]{1,3}\.\s*$/u;
const LINE_END = /\r?\n[^\S\n]*(?=(\S+))/g;
const LOWER = /^\p{Ll}/u;
/** What may be the width that lines were wrapped at. */
const [MIN_WIDTH, MAX_WIDTH] = [50, 120];
const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(culture: string): Intl.Segmenter {
  const language = culture.split(/[-_]/, 1)[0]!.toLowerCase();
  let segmenter = segmenters.get(language);
  if (!segmenter) segmenters.set(language, segmenter = new Intl.Segmenter(/^[a-z]{2,3}$/.test(language) ? language : undefined, { granularity: 'sentence' }));
  return segmenter;
}

/** The windows of a stretch of a text; `whole` are stretches that no cut may divide. */
export function splitWindows(text: string, culture: string, { start = 0, end = text.length, whole = [] }: { start?: number; end?: number; whole?: readonly Window[] } = {}): Window[] {
  const joined = joinWrappedLines(text.slice(start, end));
  const windows: Window[] = [];
  let open: number | undefined;
  for (const { segment, index } of segmenterOf(culture).segment(joined)) {
    open ??= start + index;
    const cut = start + index + segment.length;
    if (cut < end && (endsWithAbbreviation(segment) || whole.some((one) => one.start < cut && cut < one.end))) continue;
    const window = trimWindow(text, open, cut);
    if (window) windows.push(window);
    open = undefined;
  }
  return windows;
}

/** The text with spaces for the ends of wrapped lines, as many as there were characters: offsets stay. */
function joinWrappedLines(text: string): string {
  const width = text.split('\n').reduce((most, line) => Math.max(most, line.trimEnd().length), 0);
  const isWrapped = width >= MIN_WIDTH && width <= MAX_WIDTH;
  return text.replace(LINE_END, (wrap, next: string, at: number) => {
    const line = at - (text.lastIndexOf('\n', at - 1) + 1);
    return LOWER.test(next) || (isWrapped && line + 1 + next.length > width) ? ' '.repeat(wrap.length) : wrap;
  });
}

function endsWithAbbreviation(segment: string): boolean {
  return !segment.includes('\n', segment.trimEnd().length) && SHORT_WORD.test(segment.slice(-12));
}

function trimWindow(text: string, start: number, end: number): Window | undefined {
  const part = text.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  const to = start + part.trimEnd().length;
  return from < to ? { start: from, end: to } : undefined;
}
