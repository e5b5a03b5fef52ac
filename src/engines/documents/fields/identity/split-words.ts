/** Splits words in which a number, a caption and a value are glued: `9aEND:`, `CLASS:D`, `4a.01.01.2013`, `4dDLN12-345-6789`. */
import type { PlacedWord } from '../captions/page-text.ts';
import { normalizeWord } from '../captions/word-similarity.ts';
import { dateOf } from '../values/dates.ts';
import { ID_LEXICON } from './lexicon.ts';

const foldShapes = (text: string): string =>
  normalizeWord(text)
    .replace(/[il1|]/gu, 'l')
    .replace(/0/gu, 'o')
    .replace(/5/gu, 's');

const LABELS: ReadonlySet<string> = new Set(
  ID_LEXICON.captions
    .flatMap(({ phrases, weak = [] }) => [...phrases, ...weak])
    .filter((phrase) => !/\s/u.test(phrase))
    .map(foldShapes)
    .filter((label) => label.length >= 2),
);
const MAX_LABEL = 16;
/** What a misread caption that ends with # stands for. */
const NUMBER_LABEL = 'LIC#';

export const splitWords = (words: readonly PlacedWord[]): PlacedWord[] => words.flatMap((word) => splitWord(word));

function splitWord(word: PlacedWord, depth = 0): PlacedWord[] {
  const hash = /^([^\s#]{1,7}#):?(?=[A-Z\d-]{5})/u.exec(word.text);
  if (hash !== null && !isLabel(hash[1]!))
    return [{ ...cut(word, 0, hash[0].length), text: NUMBER_LABEL }, cut(word, hash[0].length, word.text.length)];
  const at = depth > 3 || word.text.length < 3 || word.text.length > 60 ? 0 : splitPoint(word.text);
  if (at <= 0 || at >= word.text.length) return [word];
  return [cut(word, 0, at), ...splitWord(cut(word, at, word.text.length), depth + 1)];
}

export function cut(word: PlacedWord, from: number, to: number): PlacedWord {
  const width = (word.box.right - word.box.left) / word.text.length;
  return {
    ...word,
    text: word.text.slice(from, to),
    box: { ...word.box, left: word.box.left + from * width, right: word.box.left + to * width },
  };
}

const isLabel = (text: string): boolean => LABELS.has(foldShapes(text));

/** Where the word must be cut, or 0. */
function splitPoint(text: string): number {
  const bracket = /^[\d./-]{8,}(?=\()/u.exec(text);
  if (bracket !== null) return bracket[0].length;
  for (const numbered of [/^\(?\d{1,2}[.:)]?(?=\p{L}{2})/u, /^\(?\d{1,2}[a-dA-D][.:)]?(?=\p{L}{2})/u]) {
    const length = numbered.exec(text)?.[0].length ?? 0;
    if (length > 0 && startsWithLabel(text.slice(length))) return length;
  }
  const labeled = /^(\p{L}[\p{L}.]{0,15})(?:[:#=]+\.?)(?=\S)/u.exec(text);
  if (labeled !== null && isLabel(labeled[1]!)) return labeled[0].length;
  const joined = /^(?=.*\d)DD(?=[A-Z0-9]{9,}$)/u.exec(text) ?? /^\p{L}{2,}(?=\/\p{L}{3,})/u.exec(text);
  if (joined !== null) return joined[0].length;
  for (let length = Math.min(MAX_LABEL, text.length - 1); length >= 3; length--)
    if (/\d/u.test(text[length]!) && /^\p{L}+$/u.test(text.slice(0, length)) && isLabel(text.slice(0, length))) return length;
  const point = /^(?:[1-9]|[1-9][a-d]|[Aa][ab]|4\p{L})[.,:](?=\S{2})/iu.exec(text);
  if (point !== null) {
    const rest = text.slice(point[0].length);
    if (/^\p{L}[\p{L}'’-]/u.test(rest) || /^(?=.*\p{L})[\p{L}\d-]{5,}/u.test(rest) || isDate(rest)) return point[0].length;
  }
  return 0;
}

const isDate = (text: string): boolean => /^\d\d[./-]?\d\d[./-]?\d{4}/u.test(text) && dateOf(text.slice(0, 10)) !== undefined;

function startsWithLabel(text: string): boolean {
  const letters = /^\p{L}+/u.exec(text)?.[0] ?? '';
  if (isLabel(letters)) return true;
  const digit = /^(\p{L}{2,})\d/u.exec(text)?.[1];
  return digit !== undefined && isLabel(digit);
}
