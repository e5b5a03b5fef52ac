/**
 * Which words of one form of an utterance are which of another: a transcript has the same speech as "four one five" and as "415". Words
 * that are equal align (longest common subsequence); what lies between them aligns as a whole.
 */
import { firstEndingAfter } from './words.ts';
import type { Word } from './words.ts';

/** Longer utterances are compared word by word from both ends only: the table grows with the product of the lengths. */
const MAX_CELLS = 4_000_000;

/** A range of words, `to` exclusive. */
interface WordRange {
  from: number;
  to: number;
}

/** For each word of `source`, the words of `target` that it corresponds to. */
export function alignWords(source: readonly string[], target: readonly string[]): WordRange[] {
  const pairs = matchingPairs(source, target);
  const ranges: WordRange[] = [];
  let [i, from] = [0, 0];
  for (const [at, other] of [...pairs, [source.length, target.length] as const]) {
    for (; i < at; i++) ranges.push({ from, to: other });
    if (at < source.length) ranges.push({ from: other, to: other + 1 });
    i = at + 1;
    from = other + 1;
  }
  return ranges;
}

function matchingPairs(source: readonly string[], target: readonly string[]): (readonly [number, number])[] {
  let start = 0;
  while (start < source.length && start < target.length && source[start] === target[start]) start++;
  let end = 0;
  while (end < source.length - start && end < target.length - start && source[source.length - 1 - end] === target[target.length - 1 - end])
    end++;
  const [rows, columns] = [source.length - start - end, target.length - start - end];
  const pairs: [number, number][] = Array.from({ length: start }, (_, i) => [i, i]);
  if (rows * columns <= MAX_CELLS) pairs.push(...commonSubsequence(source, target, start, rows, columns));
  for (let i = end; i > 0; i--) pairs.push([source.length - i, target.length - i]);
  return pairs;
}

function commonSubsequence(
  source: readonly string[],
  target: readonly string[],
  start: number,
  rows: number,
  columns: number,
): [number, number][] {
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      lengths[i * width + j] =
        source[start + i] === target[start + j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < rows && j < columns;) {
    if (source[start + i] === target[start + j]) pairs.push([start + i++, start + j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}

/** The words without punctuation. */
export function spokenWords(words: readonly Word[]): Word[] {
  return words.filter(({ kind }) => kind !== 'other');
}

/** The words that a span of `source` corresponds to; undefined where there are none. */
export function projectRange(
  { start, end }: { start: number; end: number },
  source: readonly Word[],
  alignment: readonly WordRange[],
): WordRange | undefined {
  const first = firstEndingAfter(source, start);
  let [from, to] = [Infinity, 0];
  for (let i = first; i < source.length && source[i]!.start < end; i++) {
    from = Math.min(from, alignment[i]!.from);
    to = Math.max(to, alignment[i]!.to);
  }
  return from < to ? { from, to } : undefined;
}

/** The span in `target` of what a span of `source` says; undefined where it says nothing. */
export function projectSpan(
  { start, end }: { start: number; end: number },
  source: readonly Word[],
  target: readonly Word[],
  alignment: readonly WordRange[],
): { start: number; end: number } | undefined {
  const range = projectRange({ start, end }, source, alignment);
  return range ? { start: target[range.from]!.start, end: target[range.to - 1]!.end } : undefined;
}
