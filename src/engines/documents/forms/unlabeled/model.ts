/** A model of forms that nobody labeled: clusters of similar pages, each with the captions that recur on them. */
import type { WordFingerprint } from '../similarity.ts';

/** Where the values of a caption are: after it in its line, right of it, below it, or nowhere. */
export type ValueSide = 'inline' | 'right' | 'below' | 'none';

export interface FormKey {
  /** As printed on the first page that has it. */
  text: string;
  side: ValueSide;
  /** Share of the cluster's pages that have the caption, with a value where it has values. */
  support: number;
}

export interface PageCluster {
  fingerprints: readonly WordFingerprint[];
  /** By `keyId`. */
  keys: ReadonlyMap<string, FormKey>;
}

export interface UnlabeledFormsModel {
  clusters: readonly PageCluster[];
}

export const MAX_KEY_WORDS = 8;

/** Similarity from which two pages are of the same form. */
export const SAME_FORM = 0.35;
