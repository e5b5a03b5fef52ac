/** A pool of worker threads, so that no request waits for an engine, with limits on time and memory. */
import { Piscina } from 'piscina';
import type { Threads, ThreadTask } from '../kernel/ports/workers.ts';

export class ThreadPool implements Threads {
  readonly #pool: Piscina;

  constructor({ count, memoryMb }: { count: number; memoryMb: number }) {
    this.#pool = new Piscina({
      minThreads: 0,
      maxThreads: count,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
  }

  async run<T>({ module, function: name, input, transfer = [], timeMs, signal }: ThreadTask): Promise<T> {
    const signals = [signal, timeMs === undefined ? undefined : AbortSignal.timeout(timeMs)].filter((given) => given !== undefined);
    return (await this.#pool.run(input, {
      filename: module.href,
      name,
      transferList: [...transfer],
      signal: signals.length > 0 ? AbortSignal.any(signals) : undefined,
    })) as T;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
