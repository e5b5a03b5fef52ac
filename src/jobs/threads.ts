/** A pool of worker threads, so that no request waits for an engine, with limits on time and memory. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { ThreadEnded } from '../kernel/ports/workers.ts';
import type { ThreadOptions, Threads, ThreadTask } from '../kernel/ports/workers.ts';

const IDLE_MS = 30_000;
const PRIORITY_MODULE = new URL('./thread-priority.ts', import.meta.url).href;
/** How the pool reports a thread that ended by itself. */
const ENDED = /^(worker exited with code|Terminating worker thread)/;
/** More than a thread takes to end. */
const MAX_END_MS = 2000;

/** Calls `end` at a moment when a thread may be ended, and waits until it has. */
export type EndThread = (end: () => Promise<unknown>) => Promise<void>;

export class ThreadPool implements Threads {
  readonly #pool: Piscina;
  readonly #endThread: EndThread;

  constructor(
    { count, memoryMb, keepsIdle = false }: ThreadOptions,
    endThread: EndThread = async (end) => {
      await end();
    },
  ) {
    this.#endThread = endThread;
    this.#pool = new Piscina({
      minThreads: 0,
      maxThreads: count,
      idleTimeout: keepsIdle ? Infinity : IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: ['--import', PRIORITY_MODULE],
    });
    // An idle thread that ends concerns nobody: the next task starts another one.
    this.#pool.on('error', () => undefined);
  }

  async run<T>({ module, function: name, input, transfer = [], timeMs, signal }: ThreadTask): Promise<T> {
    const signals = [signal, timeMs === undefined ? undefined : AbortSignal.timeout(timeMs)].filter((given) => given !== undefined);
    const asked = AbortSignal.any(signals);
    asked.throwIfAborted();
    const ending = new AbortController();
    const end = (): void => void this.#endThread(async () => await this.#abort(ending, asked.reason));
    asked.addEventListener('abort', end);
    try {
      return (await this.#pool.run(input, {
        filename: module.href,
        name,
        transferList: [...transfer],
        signal: ending.signal,
      })) as T;
    } catch (error) {
      const { code, message = '' } = error as { code?: unknown; message?: string };
      if (code === 'ERR_WORKER_OUT_OF_MEMORY' || ENDED.test(message)) throw new ThreadEnded(message, { cause: error });
      throw error;
    } finally {
      asked.removeEventListener('abort', end);
    }
  }

  async close(): Promise<void> {
    await this.#endThread(async () => await this.#pool.destroy());
  }

  /** Aborts a task; the pool ends the thread that runs it, if one does. */
  async #abort(ending: AbortController, reason: unknown): Promise<void> {
    const before = this.#pool.threads;
    ending.abort(reason);
    const ended = before.filter((thread) => !this.#pool.threads.includes(thread));
    await Promise.all(
      ended.map((thread: Worker) => once(thread, 'exit', { signal: AbortSignal.timeout(MAX_END_MS) }).catch(() => undefined)),
    );
  }
}
