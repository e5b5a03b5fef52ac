/**
 * A queue that shares places among accounts by the time they use. The next place goes to the waiting account that has used least; within
 * an account, to the call that has waited longest. An account that was idle starts level with the one that has used least, so that it
 * neither saves up time nor pays for the past. `perAccount` keeps one account from taking all places with long work.
 */

interface RunningCall {
  startedAt: number;
}

interface Share {
  usedMs: number;
  readonly running: Set<RunningCall>;
  readonly waiting: ((call: RunningCall) => void)[];
}

export interface FairQueueOptions {
  concurrency: number;
  /** Calls of one account that run concurrently; as many as there are places when omitted. */
  perAccount?: number;
  /** Calls of one account that wait. */
  maxWaiting: number;
  now?: () => number;
}

export interface QueuedWork<T> {
  work: () => Promise<T>;
  /** The failure when too many calls of the account are waiting. */
  refused: () => Error;
  signal?: AbortSignal;
}

export class FairQueue {
  readonly #concurrency: number;
  readonly #perAccount: number;
  readonly #maxWaiting: number;
  readonly #now: () => number;
  /** Accounts with running or waiting calls. */
  readonly #shares = new Map<string, Share>();
  #running = 0;

  constructor({ concurrency, perAccount = concurrency, maxWaiting, now = () => performance.now() }: FairQueueOptions) {
    this.#concurrency = concurrency;
    this.#perAccount = perAccount;
    this.#maxWaiting = maxWaiting;
    this.#now = now;
  }

  /** Runs the work when it is the account's turn; throws `refused` when too many of its calls are waiting. */
  async run<T>(account: string, { work, refused, signal }: QueuedWork<T>): Promise<T> {
    const share = this.#shareOf(account);
    let call: RunningCall;
    try {
      if (this.#running < this.#concurrency && share.running.size < this.#perAccount && share.waiting.length === 0) {
        call = this.#start(share);
      } else {
        if (share.waiting.length >= this.#maxWaiting) throw refused();
        call = await waitIn(share.waiting, signal);
      }
    } catch (error) {
      this.#forgetIdle(account, share);
      throw error;
    }
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      share.running.delete(call);
      share.usedMs += this.#now() - call.startedAt;
      this.#running--;
      this.#startNext();
      this.#forgetIdle(account, share);
    }
  }

  #shareOf(account: string): Share {
    const known = this.#shares.get(account);
    if (known) return known;
    const now = this.#now();
    const least = Math.min(...[...this.#shares.values()].map((share) => usedUntil(share, now)));
    const share: Share = { usedMs: Number.isFinite(least) ? least : 0, running: new Set(), waiting: [] };
    this.#shares.set(account, share);
    return share;
  }

  #start(share: Share): RunningCall {
    const call = { startedAt: this.#now() };
    share.running.add(call);
    this.#running++;
    return call;
  }

  #startNext(): void {
    const now = this.#now();
    let next: Share | undefined;
    for (const share of this.#shares.values()) {
      if (share.waiting.length === 0 || share.running.size >= this.#perAccount) continue;
      if (!next || usedUntil(share, now) < usedUntil(next, now)) next = share;
    }
    next?.waiting.shift()!(this.#start(next));
  }

  #forgetIdle(account: string, { running, waiting }: Share): void {
    if (running.size === 0 && waiting.length === 0) this.#shares.delete(account);
  }
}

function usedUntil({ usedMs, running }: Share, now: number): number {
  let used = usedMs;
  for (const { startedAt } of running) used += now - startedAt;
  return used;
}

async function waitIn(waiting: Share['waiting'], signal: AbortSignal | undefined): Promise<RunningCall> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<RunningCall>();
  waiting.push(resolve);
  const leave = (): void => {
    const place = waiting.indexOf(resolve);
    // Its turn has come already: whoever awaits it gives the place back.
    if (place === -1) return;
    waiting.splice(place, 1);
    reject(signal!.reason as Error);
  };
  signal?.addEventListener('abort', leave, { once: true });
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}
