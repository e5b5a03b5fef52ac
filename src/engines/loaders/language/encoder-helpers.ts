/**
 * Threads that compute sentence vectors beside the thread that asks, so that the training of a large project uses the processors of
 * the machine, and that a query whose vectors come from both encoders waits for the slower of the two, not for both.
 *
 * A text's vector does not depend on the texts beside it, so results do not depend on the number of threads.
 */
import { availableParallelism } from 'node:os';
import { WorkerPool } from '../../../workers/pool.ts';
import { startThread } from '../../../workers/thread.ts';
import type { WeightsVersion } from './sentence-weights.ts';

const MODULE = new URL('./encoder-thread.ts', import.meta.url);
const HELPERS = Math.min(3, availableParallelism() - 1);
const IDLE_MS = 10_000;
/** The encoders take long to load for a single text. */
const KEEP_MS = 15 * 60_000;
const MEMORY_MB = 256;
const CHUNK_TEXTS = 8;

export type Embed = (texts: readonly string[], size: number, version: WeightsVersion) => Promise<Float32Array[]>;

let pool: WorkerPool | undefined;

async function embedInThread(texts: readonly string[], size: number, version: WeightsVersion): Promise<Float32Array[]> {
  pool ??= new WorkerPool(startThread, { count: HELPERS, memoryMb: MEMORY_MB, idleMs: IDLE_MS, keepMs: KEEP_MS });
  const vectors = await pool.run<Float32Array>({ module: MODULE, function: 'encode', input: { texts, size, version } });
  return texts.map((_, i) => vectors.slice(i * size, (i + 1) * size));
}

/** The vectors of texts, computed by `embedHere` in this thread and in others, each of which takes the next few when it is done. */
export async function embedInThreads(
  texts: readonly string[],
  size: number,
  embedHere: Embed,
  version: WeightsVersion = 'current',
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  const chunks = Array.from({ length: Math.ceil(texts.length / CHUNK_TEXTS) }, (_, i) => i * CHUNK_TEXTS);
  const work = async (embed: Embed): Promise<void> => {
    for (let start = chunks.shift(); start !== undefined; start = chunks.shift()) {
      const found = await embed(texts.slice(start, start + CHUNK_TEXTS), size, version);
      for (const [i, vector] of found.entries()) vectors[start + i] = vector;
    }
  };
  // What a thread that ended has not computed is computed here.
  const beside: Embed = (some) => embedInThread(some, size, version).catch(() => embedHere(some, size, version));
  await Promise.all([...Array.from({ length: HELPERS }, () => work(beside)), work(embedHere)]);
  return vectors;
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
