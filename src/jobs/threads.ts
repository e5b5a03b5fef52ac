/** A pool of worker threads, so that no request waits for an engine, with limits on time and memory. */
import { Piscina } from 'piscina';
import { ThreadEnded } from '../kernel/ports/workers.ts';
import type { ThreadOptions, Threads, ThreadTask } from '../kernel/ports/workers.ts';

const IDLE_MS = 30_000;
const PRIORITY_MODULE = new URL('./thread-priority.ts', import.meta.url).href;
/** How the pool reports a thread that ended by itself. */
const ENDED = /^(worker exited with code|Terminating worker thread)/;

export class ThreadPool implements Threads {
  readonly #pool: Piscina;

  constructor({ count, memoryMb, keepsIdle = false }: ThreadOptions) {
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
    try {
      return (await this.#pool.run(input, {
        filename: module.href,
        name,
        transferList: [...transfer],
        signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
      })) as T;
    } catch (error) {
      const { code, message = '' } = error as { code?: unknown; message?: string };
      if (code === 'ERR_WORKER_OUT_OF_MEMORY' || ENDED.test(message)) throw new ThreadEnded(message, { cause: error });
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
