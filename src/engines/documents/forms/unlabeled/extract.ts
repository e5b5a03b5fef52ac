/** Finds the captions of a model and their values on a page. */
import { maxSimilarity } from '../similarity.ts';
import { SAME_FORM } from './model.ts';
import type { PageCluster, UnlabeledFormsModel } from './model.ts';
import type { FormPageText } from './page-text.ts';
import { splitSegments, valueAt } from './segments.ts';

/** `key` and `value` are indexes of layout items. */
export interface FoundPair {
  key: readonly number[];
  value: readonly number[];
  confidence: number;
}

export interface PagePairs {
  /** Undefined where the page is like none that was trained with. */
  cluster?: number;
  pairs: readonly FoundPair[];
}

/** A page that resembles none of the training pages less than this share of what these resemble each other has no pairs. */
const MIN_SHARE = 0.6;

export function extractPairs({ clusters }: UnlabeledFormsModel, page: FormPageText): PagePairs {
  let best: { cluster: number; similarity: number } | undefined;
  for (const [cluster, { fingerprints }] of clusters.entries()) {
    const similarity = maxSimilarity(page.fingerprint, fingerprints);
    if (!best || similarity > best.similarity) best = { cluster, similarity };
  }
  if (!best || best.similarity < MIN_SHARE * SAME_FORM) return { pairs: [] };
  return { cluster: best.cluster, pairs: pairsOf(clusters[best.cluster]!, page) };
}

function pairsOf({ keys }: PageCluster, page: FormPageText): FoundPair[] {
  const segments = splitSegments(page, (id) => keys.has(id));
  const used = new Set<number>();
  const itemsOf = (n: number): number[] => segments[n]!.words.map(({ item }) => item);
  return segments.flatMap(({ keyId: id }, n) => {
    const key = id === undefined ? undefined : keys.get(id);
    if (!key || key.side === 'none') return [];
    const inline = valueAt('inline', n, segments, used);
    const value = inline.length > 0 ? inline : valueAt(key.side, n, segments, used);
    if (value.length === 0) return [];
    for (const one of value) used.add(one);
    return [{ key: itemsOf(n), value: value.flatMap(itemsOf), confidence: key.support }];
  });
}
