/** Splits the letters of a strip into words at spaces; word edges are placed in the gaps between them. */
import { splitAt } from '../../../../shared/collections.ts';
import type { GrayImage } from '../../model/page.ts';
import { histogram, threshold } from '../../images/illumination.ts';
import type { Letter } from './ctc.ts';
import type { ReadLetter } from './readings.ts';

/** `figure` is the product of the letters' probabilities. */
export interface RawWord {
  letters: ReadLetter[];
  figure: number;
}

/** A gap this wide, as a share of the height, ends a word at the ends of a strip. */
const WORD_GAP = 0.35;

export function splitWords(strip: GrayImage, letters: readonly Letter[], pixelsPerStep: number): RawWord[] {
  const placed = letters.map((letter) => ({ ...letter, x: Math.min(strip.width, (letter.at + 0.5) * pixelsPerStep) }));
  const words = splitAt(placed, ({ text }) => text.trim() === '');
  if (words.length === 0) return [];
  const dark = darkColumns(strip);
  const lefts = [findInkEnd(dark, words[0]![0]!.x, -1, strip.height * WORD_GAP)];
  const rights: number[] = [];
  for (let i = 1; i < words.length; i++) {
    const gap = widestGap(dark, words[i - 1]!.at(-1)!.x, words[i]![0]!.x);
    rights.push(gap.from);
    lefts.push(gap.to);
  }
  rights.push(findInkEnd(dark, words.at(-1)!.at(-1)!.x, 1, strip.height * WORD_GAP));
  return words.map((word, i) => ({
    letters: letterBoxes(word, lefts[i]!, rights[i]!),
    figure: word.reduce((all, { probability }) => all * probability, 1),
  }));
}

function letterBoxes(word: readonly (Letter & { x: number })[], left: number, right: number): ReadLetter[] {
  return word.map(({ text, x }, i) => ({
    text,
    left: i === 0 ? left : (word[i - 1]!.x + x) / 2,
    right: i === word.length - 1 ? right : (x + word[i + 1]!.x) / 2,
  }));
}

export function darkColumns(strip: GrayImage): Uint8Array {
  const at = threshold(histogram(strip));
  const dark = new Uint8Array(strip.width);
  for (let y = 0, i = 0; y < strip.height; y++) {
    for (let x = 0; x < strip.width; x++, i++) if (strip.data[i]! <= at) dark[x] = 1;
  }
  return dark;
}

export function widestGap(dark: Uint8Array, from: number, to: number): { from: number; to: number } {
  let best = { from: (from + to) / 2, to: (from + to) / 2 };
  for (let x = Math.floor(from); x < to; x++) {
    if (dark[x] !== 0) continue;
    let end = x;
    while (end < to && dark[end] === 0) end++;
    if (end - x > best.to - best.from) best = { from: x, to: end };
    x = end;
  }
  return best;
}

/** The end of the ink that starts here: before a gap of this width, or at the strip's edge. */
function findInkEnd(dark: Uint8Array, start: number, step: 1 | -1, white: number): number {
  let edge = Math.floor(Math.min(dark.length - 1, start));
  for (let x = edge, seen = 0; x >= 0 && x < dark.length && seen < white; x += step) {
    if (dark[x] === 1) [edge, seen] = [x, 0];
    else seen++;
  }
  return step === 1 ? edge + 1 : edge;
}
