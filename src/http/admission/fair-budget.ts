/**
 * A budget that accounts share: of calls in flight, or of the bytes that they hold. An account may hold at most as much as is free (the
 * dynamic threshold of switches with a shared buffer): alone it gets half, two accounts a third each, and there is always room for one more
 * account.
 */

/** Who holds too much: the account itself, or the others. */
export type Shortage = 'account' | 'process';

interface Waiter {
  account: string;
  amount: number;
  start: () => void;
}

export class FairBudget {
  total: number;
  readonly #heldBy = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();
  #held = 0;

  constructor(total: number) {
    this.total = total;
  }

  get held(): number {
    return this.#held;
  }

  /** Counts the amount, unless there is no room for it. */
  take(account: string, amount: number): Shortage | undefined {
    const held = this.#heldBy.get(account) ?? 0;
    if (held + amount > this.total - this.#held) return held > 0 ? 'account' : 'process';
    this.#heldBy.set(account, held + amount);
    this.#held += amount;
    return undefined;
  }

  /** Counts the amount as soon as there is room for it; more than the whole budget counts as the whole. Returns what was counted. */
  async wait(account: string, amount: number, signal: AbortSignal): Promise<number> {
    const counted = Math.min(amount, this.total);
    if (!this.take(account, counted)) return counted;
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { account, amount: counted, start: resolve };
    const leave = (): void => {
      this.#waiting.delete(waiter);
      reject(signal.reason as Error);
    };
    this.#waiting.add(waiter);
    signal.addEventListener('abort', leave, { once: true });
    await promise;
    signal.removeEventListener('abort', leave);
    return counted;
  }

  release(account: string, amount: number): void {
    const left = (this.#heldBy.get(account) ?? 0) - amount;
    if (left > 0) this.#heldBy.set(account, left);
    else this.#heldBy.delete(account);
    this.#held -= amount;
    if (this.#waiting.size > 0) this.#startWaiting();
  }

  #startWaiting(): void {
    for (const waiter of this.#waiting) {
      if (this.take(waiter.account, waiter.amount)) continue;
      this.#waiting.delete(waiter);
      waiter.start();
    }
  }
}
