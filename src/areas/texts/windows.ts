/**
 * Documents cut into windows: sentences, lines and headings, as short as the tagger's rows should be.
 *
 * A cut lies after the end of a sentence (Intl.Segmenter knows those of every language), after an empty line, and
 * after a line whose next begins a new thing: with a capital, a digit, a mark, or a letter of a script without
 * capitals. A line that goes on in lower case is one that was wrapped. After a period that follows a short word
 * no cut is made, for it is more often an abbreviation (Dr. Who) than an end.
 *
 * Invariants: windows lie in order, do not overlap and cover all but white space; none begins or ends within
 * what must stay whole; the same text gives the same windows. Cost: linear.
 */

export interface Window { readonly start: number; readonly end: number }

const SHORT_WORD = /(?:^|[\s(.'"])[\p{L}\p{N}]{1,3}\.\s*$/u;
const WRAPPED = /[^\S\n]*\r?\n[^\S\n]*(?=\p{Ll})/gu;
const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(culture: string): Intl.Segmenter {
  const language = culture.split(/[-_]/, 1)[0]!.toLowerCase();
  let segmenter = segmenters.get(language);
  if (!segmenter) segmenters.set(language, segmenter = new Intl.Segmenter(/^[a-z]{2,3}$/.test(language) ? language : undefined, { granularity: 'sentence' }));
  return segmenter;
}

/** The windows of a stretch of a text; `whole` are stretches that no cut may divide. */
export function windowsOf(text: string, culture: string, { start = 0, end = text.length, whole = [] }: { start?: number; end?: number; whole?: readonly Window[] } = {}): Window[] {
  // As many spaces as there were characters: offsets stay.
  const joined = text.slice(start, end).replace(WRAPPED, (wrap) => ' '.repeat(wrap.length));
  const windows: Window[] = [];
  let open: number | undefined;
  for (const { segment, index } of segmenterOf(culture).segment(joined)) {
    open ??= start + index;
    const cut = start + index + segment.length;
    if (cut < end && (endsShort(segment) || whole.some((one) => one.start < cut && cut < one.end))) continue;
    const window = trimmed(text, open, cut);
    if (window) windows.push(window);
    open = undefined;
  }
  return windows;
}

function endsShort(segment: string): boolean {
  return !segment.includes('\n', segment.trimEnd().length) && SHORT_WORD.test(segment.slice(-12));
}

function trimmed(text: string, start: number, end: number): Window | undefined {
  const part = text.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  const to = start + part.trimEnd().length;
  return from < to ? { start: from, end: to } : undefined;
}
