/**
 * Which logged texts are most useful to label: those the model is least certain of, without near-duplicates.
 *
 * A text's use is its uncertainty: 1 − (best − second score). From the most uncertain, several times as many as
 * are wanted, texts are taken by greedy k-center: next comes the one whose uncertainty times distance to all
 * that were taken, and to the examples, is largest. Texts that differ only in case, spaces and punctuation
 * are merged and counted; so are texts nearer to each other than NEAR_DUPLICATE. Ties go to the more frequent text,
 * then by text, so that the ranking depends on the log alone. Cost: wanted × candidates × vector length.
 */
import { splitWords } from '../../../shared/classifier/features.ts';

/** A logged text with its prediction. */
export interface LoggedText {
  readonly text: string;
  /** Scores of the intents, best first. */
  readonly scores: readonly number[];
  /** Any unit vector whose dot product measures the similarity of two texts. */
  readonly vector: Float32Array;
  readonly culture?: string | undefined;
}

export interface Suggestion {
  /** Index of the text in the log; the first of several duplicates. */
  readonly index: number;
  /** How often it was logged, near-duplicates included. */
  readonly count: number;
  readonly uncertainty: number;
  /** Index and similarity of the nearest labeled example; null if there is none. */
  readonly nearest: { readonly example: number; readonly similarity: number } | null;
}

const CANDIDATES_PER_RESULT = 5;
const MIN_CANDIDATES = 200;
const NEAR_DUPLICATE = 0.97;

/** The most useful texts of a log, best first; `examples` are the vectors of what is labeled already. */
export function suggest(log: readonly LoggedText[], examples: readonly Float32Array[], wanted: number): Suggestion[] {
  const groups = [...Map.groupBy(log.keys(), (i) => splitWords(log[i]!.text, log[i]!.culture ?? '').join(' ')).values()];
  const candidates = groups
    .map((rows) => ({ index: rows[0]!, count: rows.length, uncertainty: uncertaintyOf(log[rows[0]!]!.scores) }))
    .sort((a, b) => b.uncertainty - a.uncertainty || b.count - a.count || (log[a.index]!.text < log[b.index]!.text ? -1 : 1))
    .slice(0, Math.max(MIN_CANDIDATES, wanted * CANDIDATES_PER_RESULT))
    .map((candidate) => ({ ...candidate, nearest: maxSimilarity(log[candidate.index]!.vector, examples) }));
  const closest = candidates.map(({ nearest }) => nearest?.similarity ?? 0);
  const open = new Set(candidates.keys());
  const taken: Suggestion[] = [];
  while (taken.length < wanted && open.size > 0) {
    let best = -1;
    let most = -1;
    for (const i of open) {
      const use = candidates[i]!.uncertainty * (1 - Math.max(0, closest[i]!));
      if (use > most) [best, most] = [i, use];
    }
    open.delete(best);
    let { count } = candidates[best]!;
    for (const i of open) {
      const alike = dot(log[candidates[i]!.index]!.vector, log[candidates[best]!.index]!.vector);
      if (alike >= NEAR_DUPLICATE) {
        open.delete(i);
        count += candidates[i]!.count;
      } else if (alike > closest[i]!) closest[i] = alike;
    }
    taken.push({ ...candidates[best]!, count });
  }
  return taken;
}

/** 0 where the best score is 1, 1 where the two best are equal. */
export function uncertaintyOf(scores: readonly number[]): number {
  const [best = 0, second = 0] = [...scores].sort((a, b) => b - a);
  return Math.min(1, Math.max(0, 1 - (best - second)));
}

function maxSimilarity(vector: Float32Array, examples: readonly Float32Array[]): Suggestion['nearest'] {
  let nearest: Suggestion['nearest'] = null;
  examples.forEach((other, example) => {
    const similarity = dot(vector, other);
    if (nearest === null || similarity > nearest.similarity) nearest = { example, similarity };
  });
  return nearest;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
