/**
 * Bytes that the calls of a process hold, counted by account. An account may hold at most as many bytes as are free (the dynamic threshold
 * of switches with a shared buffer): alone it gets half, two accounts a third each, and there is always room for one more account.
 */

/** Who holds too much: the account itself, or the others. */
export type Shortage = 'account' | 'process';

interface Waiter {
  account: string;
  bytes: number;
  start: () => void;
}

export class ByteBudget {
  readonly totalBytes: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();
  #heldBytes = 0;

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Counts the bytes, unless there is no room for them. */
  take(account: string, bytes: number): Shortage | undefined {
    const held = this.#held.get(account) ?? 0;
    if (held + bytes > this.totalBytes - this.#heldBytes) return held > 0 ? 'account' : 'process';
    this.add(account, bytes);
    return undefined;
  }

  /** Counts the bytes as soon as there is room for them; more than the whole budget count as the whole. Returns what was counted. */
  async wait(account: string, bytes: number, signal: AbortSignal): Promise<number> {
    const counted = Math.min(bytes, this.totalBytes);
    if (!this.take(account, counted)) return counted;
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { account, bytes: counted, start: resolve };
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

  /** Counts bytes that are held already. */
  add(account: string, bytes: number): void {
    this.#held.set(account, (this.#held.get(account) ?? 0) + bytes);
    this.#heldBytes += bytes;
  }

  release(account: string, bytes: number): void {
    const left = (this.#held.get(account) ?? 0) - bytes;
    if (left > 0) this.#held.set(account, left);
    else this.#held.delete(account);
    this.#heldBytes -= bytes;
    if (this.#waiting.size > 0) this.#startWaiting();
  }

  #startWaiting(): void {
    for (const waiter of this.#waiting) {
      if (this.take(waiter.account, waiter.bytes)) continue;
      this.#waiting.delete(waiter);
      waiter.start();
    }
  }
}
