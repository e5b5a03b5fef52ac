/**
 * Chapters of a conversation, where its words change: TextTiling (Hearst 1997). The similarity of the blocks before and after each gap
 * between sentences gives depth scores; the deepest gaps, far enough apart, are boundaries.
 */
import { cosine, inverseFrequencies, vectorOf } from './centrality.ts';
import type { Sentence } from './sentences.ts';

/** Sentences in a block, and the least number in a chapter. */
const BLOCK = 30;
const MIN_SENTENCES = 20;
const WORDS_FOR_TWO = 600;
const MAX_CHAPTERS = 8;

export interface Chapter {
  sentences: Sentence[];
  /** Its first turn, and the one after its last. */
  firstTurn: number;
  endTurn: number;
}

/** Chapters for a number of words: two for a short meeting, six for two hours. */
function chapterCount(words: number): number {
  return words < WORDS_FOR_TWO ? 1 : Math.min(MAX_CHAPTERS, Math.max(2, Math.round(Math.sqrt(words) / 25)));
}

export function splitChapters(sentences: readonly Sentence[], turnCount: number): Chapter[] {
  const words = sentences.reduce((sum, one) => sum + one.words.length, 0);
  const boundaries = findBoundaries(sentences, chapterCount(words) - 1);
  const starts = [0, ...boundaries];
  return starts.map((start, i) => {
    const own = sentences.slice(start, starts[i + 1]);
    return {
      sentences: own,
      firstTurn: i === 0 ? 0 : own[0]!.turn,
      endTurn: starts[i + 1] === undefined ? turnCount : sentences[starts[i + 1]!]!.turn,
    };
  });
}

/** The indexes of the sentences that start a chapter, the first one excluded; only at the start of a turn. */
function findBoundaries(sentences: readonly Sentence[], count: number): number[] {
  if (count <= 0) return [];
  const weights = inverseFrequencies(sentences);
  const block = (from: number, to: number): string[] => sentences.slice(Math.max(0, from), to).flatMap(({ terms }) => terms);
  const gaps: number[] = [];
  for (let i = MIN_SENTENCES; i <= sentences.length - MIN_SENTENCES; i++) if (sentences[i]!.turn !== sentences[i - 1]!.turn) gaps.push(i);
  const similarities = gaps.map((gap) => cosine(vectorOf(block(gap - BLOCK, gap), weights), vectorOf(block(gap, gap + BLOCK), weights)));
  const depths = similarities.map((value, i) => {
    let [left, right] = [value, value];
    for (let j = i - 1; j >= 0 && similarities[j]! >= left; j--) left = similarities[j]!;
    for (let j = i + 1; j < similarities.length && similarities[j]! >= right; j++) right = similarities[j]!;
    return left - value + (right - value);
  });
  const chosen: number[] = [];
  const least = Math.max(MIN_SENTENCES, Math.floor(sentences.length / (3 * (count + 1))));
  for (const { gap } of gaps.map((gap, i) => ({ gap, depth: depths[i]! })).sort((a, b) => b.depth - a.depth || a.gap - b.gap)) {
    if (chosen.length >= count) break;
    if (gap >= least && sentences.length - gap >= least && chosen.every((other) => Math.abs(other - gap) >= least)) chosen.push(gap);
  }
  return chosen.sort((a, b) => a - b);
}
