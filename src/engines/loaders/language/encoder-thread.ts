/** Runs in a thread beside one that asks: computes the vectors of some texts. */
import { Moved } from '../../../workers/task.ts';
import type { EncodedText } from '../../language/sentences/encoder.ts';
import type { EmbedInput, EncodeInput } from './encoder-helpers.ts';
import { embedHere, encodeTexts } from './sentence-encoder.ts';

/** The sentence vectors, one after the other. */
export async function embed({ texts, size, version }: EmbedInput): Promise<Moved> {
  const vectors = new Float32Array(texts.length * size);
  (await embedHere(texts, size, version)).forEach((vector, i) => vectors.set(vector, i * size));
  return new Moved(vectors, [vectors.buffer]);
}

/** Those for all languages, with the vectors of words. */
export async function encode({ texts, version }: EncodeInput): Promise<EncodedText[]> {
  return await encodeTexts(texts, version);
}
