/** A trained classifier of pages and documents. */
import type { PageContent, WordColumns } from './page-vector.ts';

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
  /**
   * What a page is compared with, and what an extension of the classifier learns from: by type, the pages of each training document,
   * and how similar a held-out page of the type is to the nearest of them. Absent from a classifier of an earlier release, and from one
   * whose documents are too large to keep.
   */
  training?: { documents: readonly (readonly PageContent[])[][]; similarity: Float32Array };
}

/** Weights of the word features and the layout features in the fit. */
export const BLOCK_WEIGHTS: readonly number[] = [1, 0.4, 0, 0];
