/**
 * Threads that compute sentence vectors beside the thread that asks, so that the training of a large project uses the processors of
 * the machine. They are started for the first large batch, and end when there was none for a while. One more stays for single texts whose
 * vectors come from both encoders: a query then waits for the slower of the two, not for both.
 *
 * They have the priority of the thread that asks: in training a lower one than queries have.
 *
 * A text's vector does not depend on the texts beside it, so results do not depend on the number of threads.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { EncodeReply, EncodeRequest } from './encoder-thread.ts';
import { endOutsideNativeCode } from '../../bindings/native-calls.ts';

const MODULE = new URL('./encoder-thread.ts', import.meta.url);
const MAX_HELPERS = 3;
const IDLE_MS = 10_000;
const MEMORY_MB = 256;
const CHUNK_TEXTS = 8;

export type Embed = (texts: readonly string[], size: number) => Promise<Float32Array[]>;

interface Pending {
  readonly resolve: (vectors: Float32Array) => void;
  readonly reject: (error: Error) => void;
}

class Helper {
  readonly #worker = new Worker(MODULE, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  readonly #pending = new Map<number, Pending>();
  #next = 0;

  constructor(onEnd: () => void) {
    this.#worker.unref();
    this.#worker.on('message', ({ id, vectors }: EncodeReply) => {
      this.#pending.get(id)?.resolve(vectors);
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#worker.unref();
    });
    const fail = (error: Error): void => {
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
      onEnd();
    };
    this.#worker.on('error', fail);
    this.#worker.on('exit', () => fail(new Error('the thread has ended')));
  }

  async embed(texts: readonly string[], size: number): Promise<Float32Array[]> {
    const request: EncodeRequest = { id: this.#next++, texts, size };
    const vectors = await new Promise<Float32Array>((resolve, reject) => {
      this.#pending.set(request.id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(request);
    });
    return texts.map((_, i) => vectors.slice(i * size, (i + 1) * size));
  }

  end(): void {
    void endOutsideNativeCode(() => this.#worker.terminate());
  }
}

let helpers: Helper[] = [];
let idle: NodeJS.Timeout | undefined;

/** The vectors of texts, computed by `embedHere` in this thread and in others, each of which takes the next few when it is done. */
export async function embedInThreads(texts: readonly string[], size: number, embedHere: Embed): Promise<Float32Array[]> {
  clearTimeout(idle);
  const vectors: Float32Array[] = [];
  const chunks = Array.from({ length: Math.ceil(texts.length / CHUNK_TEXTS) }, (_, i) => i * CHUNK_TEXTS);
  const work = async (embed: Embed): Promise<void> => {
    for (let start = chunks.shift(); start !== undefined; start = chunks.shift()) {
      const some = texts.slice(start, start + CHUNK_TEXTS);
      // What a thread that ended has not computed is computed here.
      const found = await embed(some, size).catch((error: unknown) => {
        if (embed === embedHere) throw error;
        return embedHere(some, size);
      });
      for (const [i, vector] of found.entries()) vectors[start + i] = vector;
    }
  };
  await Promise.all([...startHelpers().map((helper) => work((some) => helper.embed(some, size))), work(embedHere)]);
  idle = setTimeout(endHelpers, IDLE_MS).unref();
  return vectors;
}

/** A thread that stays for single texts. */
let beside: Helper | undefined;

/** The vectors of few texts, computed in another thread, so that this one can compute others of the same texts meanwhile. */
export async function embedBeside(texts: readonly string[], size: number, embedHere: Embed): Promise<Float32Array[]> {
  if (availableParallelism() === 1) return await embedHere(texts, size);
  beside ??= new Helper(() => {
    beside = undefined;
  });
  return await beside.embed(texts, size).catch(() => embedHere(texts, size));
}

function startHelpers(): readonly Helper[] {
  while (helpers.length < Math.min(MAX_HELPERS, availableParallelism() - 1)) {
    const helper: Helper = new Helper(() => {
      helpers = helpers.filter((other) => other !== helper);
    });
    helpers.push(helper);
  }
  return [...helpers];
}

function endHelpers(): void {
  for (const helper of helpers) helper.end();
  helpers = [];
}
