/**
 * The features of a word: hashes of the word, of the word without accents, and of its character n-grams.
 *
 * A character of a script without spaces has itself, and its pairs and triple with the characters beside it. Numbers have
 * themselves and their length. Two grams with the same hash share a vector; with 2^32 hashes and 10^5 vectors that is rare.
 */
import type { EncoderWord } from './words.ts';

/** What the hashes of a word are at most. */
export const MAX_GRAMS = 32;

const LENGTHS = [3, 5];
/** A syllable of Hangul is as long as a few letters. */
const HANGUL_LENGTHS = [1, 2, 3];
const HANGUL = /^\p{Script=Hangul}/u;
const NUMBER = /^\p{N}+$/u;
const ACCENTED_SCRIPT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const ACCENTS = /\p{Mn}/gu;

/** The hashes of each word of a text. */
export function hashGrams(words: readonly EncoderWord[]): number[][] {
  return words.map((_, i) => hashGramsOf(words, i));
}

/** The hashes of one of the words; that of the word itself comes first. */
export function hashGramsOf(words: readonly EncoderWord[], i: number): number[] {
  const word = words[i]!;
  return (word.single ? gramsOfCharacter(words, i) : gramsOfWord(word.norm)).map(hash);
}

function gramsOfWord(norm: string): string[] {
  const edged = `<${norm}>`;
  const grams = [edged];
  if (NUMBER.test(norm)) return [...grams, `#${Math.min(norm.length, 5)}`];
  if (ACCENTED_SCRIPT.test(norm)) {
    const plain = norm.normalize('NFD').replace(ACCENTS, '');
    if (plain !== norm) grams.push(`<${plain}>`);
  }
  const characters = [...edged];
  for (const length of HANGUL.test(norm) ? HANGUL_LENGTHS : LENGTHS)
    for (let start = 0; start + length <= characters.length && length < characters.length; start++) {
      if (grams.length === MAX_GRAMS) return grams;
      grams.push(characters.slice(start, start + length).join(''));
    }
  return grams;
}

function gramsOfCharacter(words: readonly EncoderWord[], i: number): string[] {
  const [before, word, after] = [words[i - 1], words[i]!, words[i + 1]];
  const left = before?.single && before.end === word.start ? before.norm : '';
  const right = after?.single && after.start === word.end ? after.norm : '';
  const grams = [`<${word.norm}>`];
  if (left) grams.push(left + word.norm);
  if (right) grams.push(word.norm + right);
  if (left && right) grams.push(left + word.norm + right);
  return grams;
}

/** FNV-1a over UTF-16 units, with the bits mixed at the end. */
function hash(gram: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < gram.length; i++) value = Math.imul(value ^ gram.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
