/**
 * A queue that shares places among accounts by the time they use. The next place goes to the waiting account that has used least; within
 * an account, to the call that has waited longest. `perAccount` keeps one account from taking all places with long work.
 */
import { TimeShares } from './time-shares.ts';

type End = () => void;

export interface FairQueueOptions {
  concurrency: number;
  /** Calls of one account that run concurrently; as many as there are places when omitted. */
  perAccount?: number;
  /** Calls of one account that wait; unlimited when omitted. */
  maxWaiting?: number;
  now?: () => number;
}

export interface QueuedWork<T> {
  work: () => Promise<T>;
  /** Calls of the account that may wait already; by default what the queue allows. */
  maxWaiting?: number;
  /** The failure when more are waiting. */
  refused: () => Error;
  signal?: AbortSignal;
}

export class FairQueue {
  readonly #concurrency: number;
  readonly #perAccount: number;
  readonly #maxWaiting: number;
  readonly #shares: TimeShares;
  readonly #waiting = new Map<string, ((end: End) => void)[]>();
  #running = 0;

  constructor({ concurrency, perAccount = concurrency, maxWaiting = Infinity, now = () => performance.now() }: FairQueueOptions) {
    this.#concurrency = concurrency;
    this.#perAccount = perAccount;
    this.#maxWaiting = maxWaiting;
    this.#shares = new TimeShares(now);
  }

  /** Runs the work when it is the account's turn; throws `refused` when too many of its calls are waiting. */
  async run<T>(account: string, { work, refused, signal, maxWaiting = this.#maxWaiting }: QueuedWork<T>): Promise<T> {
    signal?.throwIfAborted();
    const waiting = this.#waiting.get(account);
    const isFree = this.#running < this.#concurrency && this.#shares.running(account) < this.#perAccount && !waiting;
    if (!isFree && (waiting?.length ?? 0) >= maxWaiting) throw refused();
    const end = isFree ? this.#start(account) : await this.#wait(account, signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      end();
      this.#running--;
      this.#startNext();
      this.#leaveIfIdle(account);
    }
  }

  #start(account: string): End {
    this.#running++;
    return this.#shares.start(account);
  }

  #startNext(): void {
    let next: string | undefined;
    let leastMs = Infinity;
    for (const account of this.#waiting.keys()) {
      if (this.#shares.running(account) >= this.#perAccount) continue;
      const usedMs = this.#shares.usedMs(account);
      if (usedMs < leastMs) [next, leastMs] = [account, usedMs];
    }
    if (next === undefined) return;
    const waiting = this.#waiting.get(next)!;
    const resolve = waiting.shift()!;
    if (waiting.length === 0) this.#waiting.delete(next);
    resolve(this.#start(next));
  }

  async #wait(account: string, signal: AbortSignal | undefined): Promise<End> {
    const { promise, resolve, reject } = Promise.withResolvers<End>();
    this.#shares.join(account);
    const waiting = this.#waiting.get(account) ?? [];
    this.#waiting.set(account, waiting);
    waiting.push(resolve);
    const leave = (): void => {
      const place = waiting.indexOf(resolve);
      // Its turn has come already: whoever waits for it returns the place.
      if (place === -1) return;
      waiting.splice(place, 1);
      if (waiting.length === 0) this.#waiting.delete(account);
      this.#leaveIfIdle(account);
      reject(signal!.reason as Error);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #leaveIfIdle(account: string): void {
    if (!this.#waiting.has(account)) this.#shares.leave(account);
  }
}
