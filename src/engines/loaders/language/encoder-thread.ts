/** Runs in a thread beside one that computes the sentence vectors of many texts: computes those of some of them. */
import { parentPort } from 'node:worker_threads';
import { embedHere } from './sentence-encoder.ts';

export interface EncodeRequest {
  readonly id: number;
  readonly texts: readonly string[];
  readonly size: number;
}

export interface EncodeReply {
  readonly id: number;
  /** The vectors, one after the other. */
  readonly vectors: Float32Array<ArrayBuffer>;
}

parentPort!.on('message', ({ id, texts, size }: EncodeRequest) => {
  void embedHere(texts, size).then((found) => {
    const vectors = new Float32Array(texts.length * size);
    found.forEach((vector, i) => vectors.set(vector, i * size));
    const reply: EncodeReply = { id, vectors };
    parentPort!.postMessage(reply, [vectors.buffer]);
  });
});
