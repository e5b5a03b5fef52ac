/**
 * English sentences as vectors of 512 numbers and length 1: the Universal Sentence Encoder, lite form (Cer et al. 2018). It has read far
 * more English than the encoder for all languages, and is joined with that one where a project is in English alone.
 */
import { Tokenizer } from './english-pieces.ts';
import type { Vocabulary } from './english-pieces.ts';

export const ENGLISH_SIZE = 512;
const MAX_PIECES = 128;

/** The network behind the encoder: the pieces of a text in, its vector out. */
export type EnglishNetwork = (pieces: BigInt64Array) => Promise<Float32Array>;

export class EnglishEncoder {
  readonly #tokenizer: Tokenizer;
  readonly #run: EnglishNetwork;

  constructor(vocabulary: Vocabulary, run: EnglishNetwork) {
    this.#tokenizer = new Tokenizer(vocabulary);
    this.#run = run;
  }

  /** An empty text has a vector of zeros. */
  async encode(text: string): Promise<Float32Array> {
    const pieces = this.#tokenizer.encode(text, MAX_PIECES);
    return pieces.length === 0 ? new Float32Array(ENGLISH_SIZE) : await this.#run(BigInt64Array.from(pieces, BigInt));
  }
}
