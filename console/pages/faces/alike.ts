/** Pairs of persons with a face of one matching the other, best match first. */
import type { Identified } from './calls.ts';

export interface SimilarPair { one: string; other: string; confidence: number }

/** `owners` maps faces to persons. */
export function findSimilarPairs(owners: ReadonlyMap<string, string>, identified: readonly Identified[]): SimilarPair[] {
  const pairs = new Map<string, SimilarPair>();
  for (const { faceId, candidates } of identified) for (const { personId, confidence } of candidates) {
    const owner = owners.get(faceId);
    if (owner === undefined || owner === personId) continue;
    const [one, other] = [owner, personId].sort() as [string, string];
    const key = `${one} ${other}`;
    if (confidence > (pairs.get(key)?.confidence ?? 0)) pairs.set(key, { one, other, confidence });
  }
  return [...pairs.values()].sort((a, b) => b.confidence - a.confidence);
}
