/**
 * Finds captions in rows of words. The letters of adjacent words are joined and compared with those of every phrase, so that glued and
 * split words match too; longer phrases may contain wrong letters. A phrase that is also an ordinary word (`weak`) matches only at the
 * end of a piece of text, before a colon, or before digits. Captions of one field in several languages, side by side, are one match.
 */
import type { Box } from '../../reading/model/page.ts';
import { editDistance } from '../text/edit-distance.ts';
import type { PlacedWord } from './page-text.ts';
import { boundingBox } from './page-text.ts';
import { normalizeWord } from './word-similarity.ts';

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
  letters: string;
  mask: number;
  weak: boolean;
  /** A last word for number (here i is l), which must not be missing. */
  tail: string;
}

export type CaptionMatcher<K extends string> = (rows: readonly (readonly PlacedWord[])[]) => CaptionMatch<K>[];

const MAX_WORDS_OF_PHRASE = 7;
/** In text heights. */
const MAX_GAP = 1.6;
const MAX_BILINGUAL_GAP = 3;
const NUMBER_WORDS: ReadonlySet<string> = new Set(['n', 'no', 'nr', 'num', 'number', 'ld']);
const NUMBER = /^[([]?(\d{1,2}\p{L}?)[)\].:,]*$/u;

export function createCaptionMatcher<K extends string>(captions: readonly FieldCaption<K>[]): CaptionMatcher<K> {
  const byLength = new Map<number, Phrase<K>[]>();
  for (const caption of captions)
    for (const [list, weak] of [
      [caption.phrases, false],
      [caption.weak ?? [], true],
    ] as const)
      for (const phrase of list) {
        const letters = foldShapes(normalizeWord(phrase));
        if (letters.length < 2) continue;
        const last = foldShapes(normalizeWord(/\S+$/u.exec(phrase)![0]));
        const tail = NUMBER_WORDS.has(last) && last.length < letters.length ? last : '';
        const entry = { caption, letters, mask: maskOf(letters), weak: weak || phrase.endsWith('#'), tail };
        byLength.set(letters.length, [...(byLength.get(letters.length) ?? []), entry]);
      }
  return (rows) => rows.flatMap((row, index) => mergeBilingual(selectLongest(matchesInRow(row, index, byLength)), row));
}

/** Digits and letters that look alike become one letter; rn looks like m. */
const foldShapes = (letters: string): string =>
  letters
    .replace(/[01358|]/gu, (shape) => ({ 0: 'o', 1: 'l', 3: 'e', 5: 's', 8: 'b', '|': 'l' })[shape]!)
    .replace(/i/gu, 'l')
    .replace(/rn/gu, 'm');

/** A bit for each letter: words with few common letters need not be compared. */
export function maskOf(letters: string): number {
  let mask = 0;
  for (let i = 0; i < letters.length; i++) mask |= 1 << ((letters.charCodeAt(i) - 97) & 31);
  return mask;
}

export function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Wrong letters that are allowed. */
export const allowedEdits = (length: number): number => (length < 5 ? 0 : length < 8 ? 1 : length < 12 ? 2 : length < 16 ? 3 : 4);

function matchesInRow<K extends string>(
  row: readonly PlacedWord[],
  index: number,
  byLength: ReadonlyMap<number, readonly Phrase<K>[]>,
): (CaptionMatch<K> & { weight: number })[] {
  const found: (CaptionMatch<K> & { weight: number })[] = [];
  const parts = row.map(({ text }) => normalizeWord(text));
  for (let from = 0; from < row.length; from++) {
    if (parts[from] === '') continue;
    let joined = '';
    for (let to = from + 1; to <= Math.min(row.length, from + MAX_WORDS_OF_PHRASE); to++) {
      if (to > from + 1 && gapBefore(row, to - 1) > MAX_GAP) break;
      if (parts[to - 1] === '') continue;
      joined += parts[to - 1]!;
      if (joined.length > 40) break;
      const letters = foldShapes(joined);
      const best = bestPhrase(letters, joined, byLength);
      if (best === undefined) continue;
      const colon = /[:#=]\.?$/u.test(row[to - 1]!.text) || /^[:=]|^#$/u.test(row[to]?.text ?? '');
      const number = from > 0 && gapBefore(row, from) < 3 ? NUMBER.exec(row[from - 1]!.text)?.[1] : undefined;
      const numbered = number !== undefined && isNumberOf(number, best.phrase.caption);
      // A name in capitals may resemble a caption.
      if (best.edits > 0 && letters.length < 8 && !colon && !numbered && isCapitals(row.slice(from, to))) continue;
      if (best.phrase.weak && !colon && !numbered && !isFreestanding(row, from, to, best.phrase.caption.kind)) continue;
      const words = row.slice(numbered ? from - 1 : from, to);
      found.push({
        caption: best.phrase.caption,
        row: index,
        from: numbered ? from - 1 : from,
        to,
        words,
        box: boundingBox(words.map(({ box }) => box)),
        quality: 1 - best.edits / letters.length,
        numbered,
        colon,
        weight: letters.length - 1.5 * best.edits + (numbered ? 1 : 0),
      });
    }
  }
  return found;
}

function bestPhrase<K extends string>(
  letters: string,
  raw: string,
  byLength: ReadonlyMap<number, readonly Phrase<K>[]>,
): { phrase: Phrase<K>; edits: number } | undefined {
  // Digits alone are values.
  if (raw.replace(/\p{N}/gu, '').length < raw.length / 2) return undefined;
  const mask = maskOf(letters);
  const maxEdits = allowedEdits(letters.length);
  let best: { phrase: Phrase<K>; edits: number } | undefined;
  for (let length = letters.length - maxEdits; length <= letters.length + maxEdits; length++)
    for (const phrase of byLength.get(length) ?? []) {
      const allowed = Math.min(maxEdits, allowedEdits(length));
      if (bitsOf(phrase.mask ^ mask) > 2 * allowed) continue;
      // Letters that look alike may be on both sides of a blank: member number.
      if (!letters.endsWith(phrase.tail) && !raw.endsWith(phrase.tail)) continue;
      if (phrase.tail !== '' && letters.length <= phrase.letters.length - phrase.tail.length) continue;
      const edits = phrase.letters === letters ? 0 : allowed === 0 ? Infinity : editDistance(letters, phrase.letters, allowed);
      if (edits <= allowed && (best === undefined || edits < best.edits)) best = { phrase, edits };
    }
  return best;
}

const isCapitals = (words: readonly PlacedWord[]): boolean => words.every(({ text }) => text === text.toUpperCase());

/** Behind a slash, a caption repeats the one before it in another language. */
const isTranslation = (row: readonly PlacedWord[], at: number): boolean => row[at]!.text.startsWith('/') || row[at - 1]?.text === '/';

/** Starts a piece of text and ends it, or a value follows. */
function isFreestanding(row: readonly PlacedWord[], from: number, to: number, kind: string): boolean {
  const next = row[to]?.text ?? '';
  if (/\d/u.test(next) && !/^[([]/u.test(next) && kind !== 'name') return true;
  if (from > 0 && gapBefore(row, from) < 0.7 && !isTranslation(row, from)) return false;
  if (to >= row.length || gapBefore(row, to) > 1.2 || /^[/(]/u.test(next)) return true;
  // Name PAT LEE; LN PAT; END NONE.
  const isCapitalsNext = next.length > 1 && next === next.toUpperCase() && row[to - 1]!.text !== row[to - 1]!.text.toUpperCase();
  return kind === 'name' ? isCapitalsNext || /^[B-DF-HJ-NP-TV-Z]{2}$/u.test(row[from]!.text) : /^(?:NONE|[A-Z]{1,2})$/u.test(next);
}

/** The gap before a word of a row in text heights. */
export function gapBefore(row: readonly PlacedWord[], at: number): number {
  const [before, word] = [row[at - 1], row[at]];
  if (before === undefined || word === undefined) return Infinity;
  const height = Math.min(before.box.bottom - before.box.top, word.box.bottom - word.box.top);
  return (word.box.left - before.box.right) / Math.max(1e-6, height);
}

const isNumberOf = (number: string, { numbers = [] }: FieldCaption): boolean =>
  numbers.some((own) => own === number.toLowerCase() || (own.length === number.length && own[0] === number[0]));

/** Longest first; matches that share words with them are dropped. */
function selectLongest<K extends string>(found: (CaptionMatch<K> & { weight: number })[]): CaptionMatch<K>[] {
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
    out[out.length - 1] = {
      ...withWords(last, row, last.from, match.to),
      quality: Math.max(last.quality, match.quality),
      colon: match.colon,
    };
  }
  return out.map((match, i) => withTranslations(match, row, out[i - 1]?.to ?? 0, out[i + 1]?.from ?? row.length));
}

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
