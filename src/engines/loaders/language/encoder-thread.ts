/** Runs in a thread beside one that asks: computes the sentence vectors of some texts. */
import { Moved } from '../../../workers/task.ts';
import { embedHere } from './sentence-encoder.ts';
import type { WeightsVersion } from './sentence-weights.ts';

interface EncodeInput {
  texts: readonly string[];
  size: number;
  version: WeightsVersion;
}

/** The vectors, one after the other. */
export async function encode({ texts, size, version }: EncodeInput): Promise<Moved> {
  const vectors = new Float32Array(texts.length * size);
  (await embedHere(texts, size, version)).forEach((vector, i) => vectors.set(vector, i * size));
  return new Moved(vectors, [vectors.buffer]);
}
