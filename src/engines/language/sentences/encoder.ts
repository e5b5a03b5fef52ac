/**
 * Texts of any language as vectors: one for the sentence, one for each word in its sentence, all of length 1. Translations of a
 * sentence have similar vectors, and so have words that mean the same.
 *
 * Invariants: a text's vectors do not depend on other texts; a text without words has a sentence vector of zeros. Cost: linear in the
 * words up to MAX_WORDS, later words are not read.
 */
import type { GramTable } from './gram-table.ts';
import { GRAM_SIZE } from './gram-table.ts';
import { splitWords } from './words.ts';

export const SENTENCE_SIZE = 384;
export const WORD_SIZE = 96;
export const MAX_WORDS = 64;

/** The network behind the encoder: rows of gram sums in, both outputs out. */
export interface EncoderNetwork {
  run(sums: { data: Float32Array; shape: readonly number[] }): Promise<{ sentence: Float32Array; words: Float32Array }>;
}

export interface WordVector {
  readonly start: number;
  readonly end: number;
  readonly vector: Float32Array;
}

export interface EncodedText {
  readonly sentence: Float32Array;
  readonly words: readonly WordVector[];
}

export class SentenceEncoder {
  readonly #grams: GramTable;
  readonly #network: EncoderNetwork;

  constructor(grams: GramTable, network: EncoderNetwork) {
    this.#grams = grams;
    this.#network = network;
  }

  async encode(text: string): Promise<EncodedText> {
    const words = splitWords(text, MAX_WORDS);
    if (words.length === 0) return { sentence: new Float32Array(SENTENCE_SIZE), words: [] };
    const found = await this.#network.run({ data: this.#grams.sums(words), shape: [words.length, GRAM_SIZE] });
    return {
      sentence: found.sentence,
      words: words.map(({ start, end }, i) => ({ start, end, vector: found.words.subarray(i * WORD_SIZE, (i + 1) * WORD_SIZE) })),
    };
  }
}
