/** A trained classifier of pages and documents. */
import type { WordColumns } from './page-vector.ts';

/** A class is the first page of a type, or a later one; types whose training documents have one page each have no later ones. */
export interface PageClass { docType: number; isFirst: boolean }

export interface Classifier {
  docTypes: readonly string[];
  classes: readonly PageClass[];
  columns: WordColumns;
  /** By column and class, the constant last. */
  weights: Float32Array;
  /** Of margins, so that they become probabilities. */
  temperature: number;
  /** Share of known words that pages of training had when they were left out. */
  known: number;
}

/** Weights of words and of the face of a page, as the fit knows them. */
export const BLOCK_WEIGHTS: readonly number[] = [1, 0.4, 0, 0];
