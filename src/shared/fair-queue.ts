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
  /** How long it may wait for its turn. */
  maxWaitMs?: number;
  /** The failure when more are waiting, or it has waited for too long. */
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

  /** Runs the work when it is the account's turn; throws `refused` when too many of its calls wait, or this one for too long. */
  async run<T>(account: string, { work, refused, signal, maxWaitMs, maxWaiting = this.#maxWaiting }: QueuedWork<T>): Promise<T> {
    signal?.throwIfAborted();
    const waiting = this.#waiting.get(account);
    const isFree = this.#running < this.#concurrency && this.#shares.running(account) < this.#perAccount && !waiting;
    if (!isFree && (waiting?.length ?? 0) >= maxWaiting) throw refused();
    const end = isFree ? this.#start(account) : await this.#wait(account, { signal, maxWaitMs, refused });
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

  async #wait<T>(account: string, { signal, maxWaitMs, refused }: Pick<QueuedWork<T>, 'signal' | 'maxWaitMs' | 'refused'>): Promise<End> {
    const { promise, resolve, reject } = Promise.withResolvers<End>();
    this.#shares.join(account);
    const waiting = this.#waiting.get(account) ?? [];
    this.#waiting.set(account, waiting);
    waiting.push(resolve);
    const leave = (error: unknown): void => {
      const place = waiting.indexOf(resolve);
      // Already dequeued: the waiter releases the slot.
      if (place === -1) return;
      waiting.splice(place, 1);
      if (waiting.length === 0) this.#waiting.delete(account);
      this.#leaveIfIdle(account);
      reject(error as Error);
    };
    const onAbort = (): void => leave(signal!.reason);
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => leave(refused()), maxWaitMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #leaveIfIdle(account: string): void {
    if (!this.#waiting.has(account)) this.#shares.leave(account);
  }
}
