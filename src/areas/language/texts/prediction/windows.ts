/**
 * Splits documents into windows: sentences, lines and headings, short enough to be rows of the tagger.
 *
 * A window ends after a sentence (Intl.Segmenter, for every language) and after a line, unless the line was wrapped: the
 * next line continues in lower case, or its first word would not have fitted into a line of maximum length. A period after
 * a short word does not end a window, because it is more often an abbreviation (Dr. Who) than the end of a sentence.
 *
 * Invariants: windows are in order, do not overlap and cover everything except white space; no window boundary is inside of
 * a span that must stay whole; the same text gives the same windows. Cost: linear.
 */

export interface Window {
  readonly start: number;
  readonly end: number;
}

/** In long documents, titles, parties and dates are at the start: what is found there is learned apart. */
const START_CHARACTERS = 2000;
const LONG_DOCUMENT = 2 * START_CHARACTERS;
const START = 'start of a document';

/** The part of a document that a window is in, where it matters. */
export function partOf({ start }: Window, text: string): string | undefined {
  return text.length >= LONG_DOCUMENT && start < START_CHARACTERS ? START : undefined;
}

const SHORT_WORD = /(?:^|[\s(.'"])[\p{L}\p{N}]{1,3}\.\s*$/u;
const LINE_END = /\r?\n[^\S\n]*(?=(\S+))/g;
const LOWER = /^\p{Ll}/u;
/** The possible widths of wrapped lines. */
const [MIN_WIDTH, MAX_WIDTH] = [50, 120];
const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(culture: string): Intl.Segmenter {
  const language = culture.split(/[-_]/, 1)[0]!.toLowerCase();
  let segmenter = segmenters.get(language);
  if (!segmenter) {
    segmenters.set(
      language,
      (segmenter = new Intl.Segmenter(/^[a-z]{2,3}$/.test(language) ? language : undefined, { granularity: 'sentence' })),
    );
  }
  return segmenter;
}

export interface WindowOptions {
  start?: number;
  end?: number;
  /** Spans that must not be split. */
  whole?: readonly Window[];
  /** Windows end with lines alone. */
  joinSentences?: boolean | undefined;
}

/** The windows of a span of a text. */
export function splitWindows(
  text: string,
  culture: string,
  { start = 0, end = text.length, whole = [], joinSentences = false }: WindowOptions = {},
): Window[] {
  const joined = joinWrappedLines(text.slice(start, end));
  const windows: Window[] = [];
  let open: number | undefined;
  for (const { segment, index } of segmenterOf(culture).segment(joined)) {
    open ??= start + index;
    const cut = start + index + segment.length;
    const continues = endsWithAbbreviation(segment) || (joinSentences && !endsLine(segment));
    if (cut < end && (continues || whole.some((one) => one.start < cut && cut < one.end))) continue;
    const window = trimWindow(text, open, cut);
    if (window) windows.push(window);
    open = undefined;
  }
  return windows;
}

/** Replaces the line breaks of wrapped lines with spaces; offsets do not change. */
function joinWrappedLines(text: string): string {
  const width = text.split('\n').reduce((max, line) => Math.max(max, line.trimEnd().length), 0);
  const isWrapped = width >= MIN_WIDTH && width <= MAX_WIDTH;
  return text.replace(LINE_END, (wrap, next: string, at: number) => {
    const line = at - (text.lastIndexOf('\n', at - 1) + 1);
    return LOWER.test(next) || (isWrapped && line + 1 + next.length > width) ? ' '.repeat(wrap.length) : wrap;
  });
}

function endsLine(segment: string): boolean {
  return segment.includes('\n', segment.trimEnd().length);
}

function endsWithAbbreviation(segment: string): boolean {
  return !endsLine(segment) && SHORT_WORD.test(segment.slice(-12));
}

function trimWindow(text: string, start: number, end: number): Window | undefined {
  const part = text.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  const to = start + part.trimEnd().length;
  return from < to ? { start: from, end: to } : undefined;
}
