/** A queue per account: each has a limit of running and of waiting calls, so that no account delays another. */

interface Queue {
  running: number;
  waiting: (() => void)[];
}

export class AccountQueue {
  readonly #concurrency: number;
  readonly #maxWaiting: number;
  readonly #queues = new Map<string, Queue>();

  constructor({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
    this.#concurrency = concurrency;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs the work when the account has a free place; throws `refused` when too many of its calls are waiting. */
  async run<T>(
    account: string,
    { work, refused, signal }: { work: () => Promise<T>; refused: () => Error; signal: AbortSignal },
  ): Promise<T> {
    const queue = this.#queues.get(account) ?? { running: 0, waiting: [] };
    this.#queues.set(account, queue);
    if (queue.running >= this.#concurrency) {
      if (queue.waiting.length >= this.#maxWaiting) throw refused();
      await waitIn(queue, signal);
    } else queue.running++;
    try {
      return await work();
    } finally {
      // The place goes to the call that has waited longest, so that no other takes it first.
      const next = queue.waiting.shift();
      if (next) next();
      else if (--queue.running === 0) this.#queues.delete(account);
    }
  }
}

async function waitIn({ waiting }: Queue, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  waiting.push(resolve);
  const leave = (): void => {
    const place = waiting.indexOf(resolve);
    if (place !== -1) waiting.splice(place, 1);
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
