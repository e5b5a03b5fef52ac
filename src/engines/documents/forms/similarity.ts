/** Similarity of documents by their words. */
import type { Form } from './form/form.ts';
import { hashString, wordKey } from './captions/vocabulary.ts';

/** Distinct words of a form as ascending hashes. */
export type WordFingerprint = Uint32Array;

/** Maximum number of training forms to keep; more are sampled evenly. */
const MAX_FINGERPRINTS = 60;
const MAX_WORDS = 4000;

export function fingerprintOf(form: Form): WordFingerprint {
  const words = new Set<number>();
  for (const token of form.tokens) {
    if (token.state === undefined && words.size < MAX_WORDS) words.add(hashString(wordKey(token)) >>> 0);
  }
  return Uint32Array.from(words).sort();
}

export function sampleFingerprints(forms: readonly Form[]): WordFingerprint[] {
  const step = Math.max(1, forms.length / MAX_FINGERPRINTS);
  const kept: WordFingerprint[] = [];
  for (let at = 0; at < forms.length; at += step) kept.push(fingerprintOf(forms[Math.floor(at)]!));
  return kept;
}

/** Number of common words divided by the geometric mean of both counts. */
function wordSimilarity(one: WordFingerprint, other: WordFingerprint): number {
  let [i, j, both] = [0, 0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      both++;
      i++;
      j++;
    } else if (one[i]! < other[j]!) i++;
    else j++;
  }
  return both / Math.max(1, Math.sqrt(one.length * other.length));
}

export const maxSimilarity = (print: WordFingerprint, fingerprints: readonly WordFingerprint[]): number =>
  fingerprints.reduce((max, other) => Math.max(max, wordSimilarity(print, other)), 0);

/** Lower quartile of each training form's similarity to its most similar other form. */
export function typicalSimilarity(fingerprints: readonly WordFingerprint[]): number {
  const best = fingerprints
    .map((print, i) =>
      maxSimilarity(
        print,
        fingerprints.filter((_, j) => j !== i),
      ),
    )
    .sort((a, b) => a - b);
  return Math.max(0.05, best[Math.floor(best.length / 4)] ?? 1);
}
