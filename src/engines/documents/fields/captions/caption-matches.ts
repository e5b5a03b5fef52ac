/**
 * Finds captions in rows of words. A phrase that is also an ordinary word (`weak`) matches only at the end of a piece of text, before a
 * colon, or before digits. Captions of one field in several languages, side by side, are one match.
 */
import type { Box } from '../../reading/model/page.ts';
import type { PlacedWord } from './page-text.ts';
import { boundingBox, textOf } from './page-text.ts';
import type { PhraseRun, Rows } from './phrase-index.ts';
import { allowedEdits, foldShapes, gapBefore, PhraseIndex } from './phrase-index.ts';

export interface FieldCaption<K extends string = string> {
  field: string;
  kind: K;
  phrases: readonly string[];
  weak?: readonly string[];
  /** Printed before the phrase, such as 4d. */
  numbers?: readonly string[];
}

export interface CaptionMatch<K extends string = string> {
  caption: FieldCaption<K>;
  row: number;
  /** Indexes of the first word and after the last word in the row. */
  from: number;
  to: number;
  words: readonly PlacedWord[];
  box: Box;
  /** Share of letters that were read as expected. */
  quality: number;
  /** A number precedes it. */
  numbered: boolean;
  /** A colon follows. */
  colon: boolean;
}

interface Phrase<K extends string> {
  caption: FieldCaption<K>;
  weak: boolean;
  /** A last word for number (here i is l), which must not be missing. */
  tail: string;
  isWord: boolean;
}

export type CaptionMatcher<K extends string> = (rows: Rows) => CaptionMatch<K>[];

const MAX_WORDS_OF_PHRASE = 7;
/** In text heights. */
const MAX_GAP = 1.6;
const MAX_BILINGUAL_GAP = 3;
const NUMBER_WORDS: ReadonlySet<string> = new Set(['n', 'no', 'nr', 'num', 'number', 'ld']);
const NUMBER = /^[([]?(\d{1,2}\p{L}?)[)\].:,]*$/u;

export function createCaptionMatcher<K extends string>(captions: readonly FieldCaption<K>[]): CaptionMatcher<K> {
  const phraseOf = (caption: FieldCaption<K>, text: string, weak: boolean): { of: Phrase<K>; text: string } => {
    const last = foldShapes(/\S+$/u.exec(text)![0]);
    const tail = NUMBER_WORDS.has(last) && last.length < foldShapes(text).length ? last : '';
    return { of: { caption, weak: weak || text.endsWith('#'), tail, isWord: !/\s/u.test(text) }, text };
  };
  const index = new PhraseIndex(
    captions.flatMap((caption) => [
      ...caption.phrases.map((text) => phraseOf(caption, text, false)),
      ...(caption.weak ?? []).map((text) => phraseOf(caption, text, true)),
    ]),
  );
  return (rows) => rows.flatMap((row, i) => mergeBilingual(selectLongest(matchesInRow(row, i, index)), row));
}

/** A caption that covers words of a row. */
export function captionMatch<K extends string>(
  caption: FieldCaption<K>,
  row: readonly PlacedWord[],
  [index, from, to]: readonly [number, number, number],
  evidence: Pick<CaptionMatch, 'quality' | 'numbered' | 'colon'>,
): CaptionMatch<K> {
  const words = row.slice(from, to);
  return { caption, row: index, from, to, words, box: boundingBox(words.map(({ box }) => box)), ...evidence };
}

type Weighted<K extends string> = CaptionMatch<K> & { weight: number };

/** The best phrase of each run of words. */
function matchesInRow<K extends string>(row: readonly PlacedWord[], index: number, phrases: PhraseIndex<Phrase<K>>): Weighted<K>[] {
  const best = new Map<number, PhraseRun<Phrase<K>>>();
  for (const run of phrases.inRow(row, MAX_WORDS_OF_PHRASE, MAX_GAP)) {
    const key = run.from * 1e4 + run.to;
    if (run.edits < (best.get(key)?.edits ?? Infinity) && mayBePhrase(run) && !endsWithValue(run, row)) best.set(key, run);
  }
  return [...best.values()].flatMap((run) => matchOf(run, row, index) ?? []);
}

/** `CLASS E` is a caption and a value, though the letters are those of `Classe`. */
const endsWithValue = <K extends string>({ of, from, to }: PhraseRun<Phrase<K>>, row: readonly PlacedWord[]): boolean =>
  of.isWord && to - from === 2 && row[from]!.text.length > 2 && /^\p{Lu}$/u.test(row[to - 1]!.text);

function mayBePhrase<K extends string>({ of, expected, from, to, letters, raw, edits }: PhraseRun<Phrase<K>>): boolean {
  // Digits alone are values.
  if (raw.replace(/\p{N}/gu, '').length < raw.length / 2 || edits > allowedEdits(letters.length)) return false;
  // A short word is either broken or misread.
  if (edits > 0 && letters.length < 10 && to - from > 1 && of.isWord) return false;
  const { tail } = of;
  // Letters that look alike may be on both sides of a blank: member number.
  return (letters.endsWith(tail) || raw.endsWith(tail)) && (tail === '' || letters.length > expected.length - tail.length);
}

function matchOf<K extends string>(
  { of, from, to, letters, edits }: PhraseRun<Phrase<K>>,
  row: readonly PlacedWord[],
  index: number,
): Weighted<K> | undefined {
  const { caption, weak } = of;
  const colon = /[:#=]\.?$/u.test(row[to - 1]!.text) || /^[:=]|^#[:.]?$/u.test(row[to]?.text ?? '');
  const number = from > 0 && gapBefore(row, from) < 3 ? NUMBER.exec(row[from - 1]!.text)?.[1] : undefined;
  const numbered = number !== undefined && isNumberOf(number, caption);
  // A name in capitals may resemble a caption.
  if (edits > 0 && letters.length < 8 && !colon && !numbered && isCapitals(row.slice(from, to))) return undefined;
  if (weak && !colon && !numbered && (row[from]!.text.startsWith('(') || !isFreestanding(row, from, to, caption.kind))) return undefined;
  const evidence = { quality: 1 - edits / letters.length, numbered, colon };
  return {
    ...captionMatch(caption, row, [index, numbered ? from - 1 : from, to], evidence),
    weight: letters.length - 1.5 * edits + (numbered ? 1 : 0),
  };
}

const isCapitals = (words: readonly PlacedWord[]): boolean => words.every(({ text }) => text === text.toUpperCase());

/** Behind a slash, a caption repeats the one before it in another language. */
const isTranslation = (row: readonly PlacedWord[], at: number): boolean => row[at]!.text.startsWith('/') || row[at - 1]?.text === '/';

/** Starts a piece of text and ends it, or a value follows. */
function isFreestanding(row: readonly PlacedWord[], from: number, to: number, kind: string): boolean {
  const next = row[to]?.text ?? '';
  // NAME 01 PAT LEE: the number of the member.
  if (kind === 'name' ? /^0\d$/u.test(next) : /\d/u.test(next) && !/^[([]/u.test(next)) return true;
  if (from > 0 && gapBefore(row, from) < 0.7 && !isTranslation(row, from)) return false;
  if (to >= row.length || gapBefore(row, to) > 1.2 || /^[/(]/u.test(next)) return true;
  // Name PAT LEE; LN PAT; END NONE.
  const isCapitalsNext = next.length > 1 && next === next.toUpperCase() && row[to - 1]!.text !== row[to - 1]!.text.toUpperCase();
  return kind === 'name' ? isCapitalsNext || /^[B-DF-HJ-NP-TV-Z]{2}$/u.test(row[from]!.text) : /^(?:NONE|[A-Z]{1,2})$/u.test(next);
}

const isNumberOf = (number: string, { numbers = [] }: FieldCaption): boolean =>
  numbers.some((own) => own === number.toLowerCase() || (own.length === number.length && own[0] === number[0]));

/** Longest first; matches that share words with them are dropped. */
function selectLongest<K extends string>(found: Weighted<K>[]): CaptionMatch<K>[] {
  const kept: CaptionMatch<K>[] = [];
  for (const { weight: _, ...match } of found.sort((a, b) => b.weight - a.weight))
    if (kept.every(({ from, to }) => match.to <= from || match.from >= to)) kept.push(match);
  return kept.sort((a, b) => a.from - b.from);
}

function mergeBilingual<K extends string>(matches: readonly CaptionMatch<K>[], row: readonly PlacedWord[]): CaptionMatch<K>[] {
  const out: CaptionMatch<K>[] = [];
  for (const match of matches) {
    const last = out.at(-1);
    const between = last === undefined ? [] : row.slice(last.to, match.from);
    const isSame = last?.caption.field === match.caption.field && (between.length > 0 || gapBefore(row, match.from) <= MAX_BILINGUAL_GAP);
    const isNext = isTranslation(row, match.from) && gapBefore(row, match.from) < 1;
    if (last === undefined || between.some(({ text }) => /[\p{L}\p{N}]{2}/u.test(text)) || (!isSame && !isNext)) {
      out.push(match);
      continue;
    }
    // Of translations that differ, the longer one says more.
    const { caption } = lettersOf(match) > lettersOf(last) ? match : last;
    out[out.length - 1] = {
      ...withWords({ ...last, caption }, row, last.from, match.to),
      quality: Math.max(last.quality, match.quality),
      colon: match.colon,
    };
  }
  return out.map((match, i) => withTranslations(match, row, out[i - 1]?.to ?? 0, out[i + 1]?.from ?? row.length));
}

const lettersOf = ({ words, quality }: Pick<CaptionMatch, 'words' | 'quality'>): number => quality * textOf(words).length;

function withWords<K extends string>(match: CaptionMatch<K>, row: readonly PlacedWord[], from: number, to: number): CaptionMatch<K> {
  const words = row.slice(from, to);
  return { ...match, from, to, words, box: boundingBox(words.map(({ box }) => box)) };
}

/** Includes a translation that was not recognized, joined with a slash, and a number in parentheses. */
function withTranslations<K extends string>(match: CaptionMatch<K>, row: readonly PlacedWord[], min: number, max: number): CaptionMatch<K> {
  let { from, to } = match;
  if (isTranslation(row, from)) while (from > min && gapBefore(row, from) < 0.9 && !/\d/u.test(row[from - 1]!.text)) from--;
  const isPart = ({ text }: PlacedWord): boolean => !/\d/u.test(text) && (text.startsWith('/') || text === '/' || /^\p{Ll}/u.test(text));
  if (to < max && row[to]!.text.startsWith('/'))
    while (to < max && gapBefore(row, to) < 1.2 && (isPart(row[to]!) || row[to - 1]!.text === '/')) to++;
  if (to < max && /^\(\d{1,2}\)?[.:]?$/u.test(row[to]!.text) && gapBefore(row, to) < 1.5) to++;
  return from === match.from && to === match.to ? match : withWords(match, row, from, to);
}
