/** A trained classifier of pages and documents. */
import type { WordColumns } from './page-vector.ts';

/** The first page of a type, or a later one. Types with one-page training documents only have no later class. */
export interface PageClass {
  docType: number;
  isFirst: boolean;
}

export interface Classifier {
  docTypes: readonly string[];
  classes: readonly PageClass[];
  columns: WordColumns;
  /** By column and class; the bias is last. */
  weights: Float32Array;
  /** Turns margins into probabilities. */
  temperature: number;
  /** Share of known words that held-out training pages had. */
  knownShare: number;
}

/** Weights of the word features and the layout features in the fit. */
export const BLOCK_WEIGHTS: readonly number[] = [1, 0.4, 0, 0];
