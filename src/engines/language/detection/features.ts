/**
 * What the detector sees of a text: hashed runs of one to four characters of each word with its edges, and whole words; in Han
 * characters, one and two of them. Case, digits and marks are ignored; after MAX_LETTERS nothing is read.
 */
import { finishHash } from '../../shared/hash.ts';
import type { ScriptGroup } from './scripts.ts';

const MAX_LETTERS = 200;
const MAX_WORD = 30;
const MAX_RUN = 4;
const NOT_LETTERS = /[^\p{L}\p{M}'’]+/gu;
const EDGE = 0x20;
const WORD_SEED = 0x2f0b4f2d;

/** The words of a text as features see them. */
export function languageWords(text: string): string[] {
  return text
    .slice(0, 2 * MAX_LETTERS)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .split(NOT_LETTERS)
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '');
}

/** Places in a table of 2^bits rows. */
export function languageFeatures(words: readonly string[], group: ScriptGroup, bits: number): number[] {
  const features: number[] = [];
  let letters = 0;
  for (const word of words) {
    if ((letters += word.length) > MAX_LETTERS && features.length > 0) break;
    if (group === 'han') addHan(word, bits, features);
    else addWord(word.slice(0, MAX_WORD), bits, features);
  }
  return features;
}

function addWord(word: string, bits: number, features: number[]): void {
  const last = word.length + 1;
  const at = (i: number): number => (i === 0 || i === last ? EDGE : word.charCodeAt(i - 1));
  for (let start = 0; start <= last; start++) {
    let hash = 0x811c9dc5;
    for (let end = start; end <= last && end < start + MAX_RUN; end++) {
      hash = Math.imul(hash ^ at(end), 0x01000193);
      if (end > start || at(start) !== EDGE) features.push(finishHash(hash) >>> (32 - bits));
    }
  }
  let hash = WORD_SEED;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  features.push(finishHash(hash) >>> (32 - bits));
}

function addHan(word: string, bits: number, features: number[]): void {
  for (let i = 0; i < word.length; i++) {
    const hash = Math.imul(0x811c9dc5 ^ word.charCodeAt(i), 0x01000193);
    features.push(finishHash(hash) >>> (32 - bits));
    if (i + 1 < word.length) features.push(finishHash(Math.imul(hash ^ word.charCodeAt(i + 1), 0x01000193)) >>> (32 - bits));
  }
}
