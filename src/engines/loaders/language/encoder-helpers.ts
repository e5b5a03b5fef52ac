/**
 * Threads that compute sentence vectors beside the thread that asks, so that the training of a large project uses the processors of
 * the machine, and that a query whose vectors come from both encoders waits for the slower of the two, not for both.
 *
 * A text's vector does not depend on the texts beside it, so results do not depend on the number of threads.
 */
import { availableParallelism } from 'node:os';
import { WorkerPool } from '../../../workers/pool.ts';
import { startThread } from '../../../workers/thread.ts';
import type { EncodedText } from '../../language/sentences/encoder.ts';
import type { WeightsVersion } from './sentence-weights.ts';

const MODULE = new URL('./encoder-thread.ts', import.meta.url);
const HELPERS = Math.min(3, availableParallelism() - 1);
const IDLE_MS = 10_000;
/** The encoders take long to load for a single text. */
const KEEP_MS = 15 * 60_000;
const MEMORY_MB = 256;
const CHUNK_TEXTS = 8;

/** What the threads are sent. */
export interface EncodeInput {
  texts: readonly string[];
  version: WeightsVersion;
}
export interface EmbedInput extends EncodeInput {
  size: number;
}

export type Embed = (texts: readonly string[], size: number, version: WeightsVersion) => Promise<Float32Array[]>;
type Encode = (texts: readonly string[], version: WeightsVersion) => Promise<EncodedText[]>;

let pool: WorkerPool | undefined;

async function runBeside<T>(name: 'embed' | 'encode', input: EmbedInput | EncodeInput): Promise<T> {
  pool ??= new WorkerPool(startThread, { count: HELPERS, memoryMb: MEMORY_MB, idleMs: IDLE_MS, keepMs: KEEP_MS });
  return await pool.run<T>({ module: MODULE, function: name, input });
}

async function embedInThread(texts: readonly string[], size: number, version: WeightsVersion): Promise<Float32Array[]> {
  const vectors = await runBeside<Float32Array>('embed', { texts, size, version });
  return texts.map((_, i) => vectors.slice(i * size, (i + 1) * size));
}

/** What `here` computes of texts, in this thread and `beside` it, each of which takes the next few when it is done. */
async function shareOut<T>(
  texts: readonly string[],
  here: (texts: readonly string[]) => Promise<T[]>,
  beside: (texts: readonly string[]) => Promise<T[]>,
): Promise<T[]> {
  const results: T[] = [];
  const chunks = Array.from({ length: Math.ceil(texts.length / CHUNK_TEXTS) }, (_, i) => i * CHUNK_TEXTS);
  const work = async (compute: (texts: readonly string[]) => Promise<T[]>): Promise<void> => {
    for (let start = chunks.shift(); start !== undefined; start = chunks.shift()) {
      const found = await compute(texts.slice(start, start + CHUNK_TEXTS));
      for (const [i, one] of found.entries()) results[start + i] = one;
    }
  };
  // What a thread that ended has not computed is computed here.
  await Promise.all([...Array.from({ length: HELPERS }, () => work((some) => beside(some).catch(() => here(some)))), work(here)]);
  return results;
}

/** The vectors of texts, computed by `embedHere` in this thread and in others. */
export async function embedInThreads(
  texts: readonly string[],
  size: number,
  embedHere: Embed,
  version: WeightsVersion = 'current',
): Promise<Float32Array[]> {
  return await shareOut(
    texts,
    (some) => embedHere(some, size, version),
    (some) => embedInThread(some, size, version),
  );
}

/** The same with the vectors of words. */
export async function encodeInThreads(texts: readonly string[], encodeHere: Encode, version: WeightsVersion): Promise<EncodedText[]> {
  return await shareOut(
    texts,
    (some) => encodeHere(some, version),
    (some) => runBeside('encode', { texts: some, version }),
  );
}

/** The vectors of few texts, computed in another thread, so that this one can compute others of the same texts meanwhile. */
export async function embedBeside(
  texts: readonly string[],
  size: number,
  embedHere: Embed,
  version: WeightsVersion,
): Promise<Float32Array[]> {
  if (HELPERS === 0) return await embedHere(texts, size, version);
  return await embedInThread(texts, size, version).catch(() => embedHere(texts, size, version));
}
