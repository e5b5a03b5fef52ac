import type { DenseSettings } from './dense-steps.ts';

/**
 * How to train: passes over the rows; rate of the first steps; penalty; how often a feature must occur to have a
 * weight for every tag; share of the features left out at each visit; what is subtracted from tag 0 in the end, because
 * few rows make a chain too reluctant to leave it; the share, below 1, by which the evidence for a tag also counts for its
 * sibling, where tags 1 and 2, 3 and 4 and so on are siblings; and how far below the best score of its place a tag is still
 * learned from: less saves time, and keeps weights from growing where little is left to learn. Rows with vectors: how their
 * weights are learned, and how often a visit sees the vectors without the features of words, or the other way, so that each is
 * also learned to do without the other.
 */
export type ChainSettings = {
  readonly passes: number;
  readonly rate: number;
  readonly penalty: number;
  readonly commonFrom: number;
  readonly dropout: number;
  readonly shyness?: number;
  readonly siblingShare?: number;
  readonly depth?: number;
  readonly dense?: DenseSettings & { readonly withoutWords: number; readonly withoutVectors: number };
};
