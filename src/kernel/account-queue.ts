/** Takes turns: an account has so much under way at once and so much waiting, and what is more is refused; so no account's calls hold up another's. */

interface Lane { underWay: number; waiting: (() => void)[] }

export class AccountQueue {
  readonly #concurrency: number;
  readonly #maxWaiting: number;
  readonly #lanes = new Map<string, Lane>();

  constructor({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
    this.#concurrency = concurrency;
    this.#maxWaiting = maxWaiting;
  }

  /** Does the work when the account's turn has come; throws `refused` where too much of the account waits already. */
  async run<T>(account: string, { work, refused, signal }: { work: () => Promise<T>; refused: () => Error; signal: AbortSignal }): Promise<T> {
    const lane = this.#lanes.get(account) ?? { underWay: 0, waiting: [] };
    this.#lanes.set(account, lane);
    if (lane.underWay >= this.#concurrency) {
      if (lane.waiting.length >= this.#maxWaiting) throw refused();
      await waitIn(lane, signal);
    } else lane.underWay++;
    try {
      return await work();
    } finally {
      // The turn is handed to who waits longest, so that nobody comes between.
      const next = lane.waiting.shift();
      if (next) next();
      else if (--lane.underWay === 0) this.#lanes.delete(account);
    }
  }
}

async function waitIn({ waiting }: Lane, signal: AbortSignal): Promise<void> {
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
