/** Runs in a thread beside one that asks: computes the sentence vectors of some texts. */
import { Moved } from '../../../workers/task.ts';
import { embedHere } from './sentence-encoder.ts';

/** The vectors, one after the other. */
export async function encode({ texts, size }: { texts: readonly string[]; size: number }): Promise<Moved> {
  const vectors = new Float32Array(texts.length * size);
  (await embedHere(texts, size)).forEach((vector, i) => vectors.set(vector, i * size));
  return new Moved(vectors, [vectors.buffer]);
}
