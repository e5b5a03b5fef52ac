/**
 * Decides which calls are admitted: calls in flight are bounded, in total and by account (fair-budget.ts). A refusal costs about as much as
 * a short answer, so calls are refused for what waits behind them, the writer and the threads, and not for the length of the loop's turns.
 */
import { FairBudget } from './fair-budget.ts';
import type { Shortage } from './fair-budget.ts';
import { MAX_CALLS, RECOVERY_MS } from './limits.ts';

export interface AdmissionOptions {
  /** Called when calls start to be refused, and when none was for a while. */
  onChange?(isOverloaded: boolean): void;
}

export class Admission {
  readonly #calls = new FairBudget(MAX_CALLS);
  readonly #onChange: (isOverloaded: boolean) => void;
  #recovery: NodeJS.Timeout | undefined;
  #hasShed = false;

  constructor({ onChange = () => undefined }: AdmissionOptions = {}) {
    this.#onChange = onChange;
  }

  get isOverloaded(): boolean {
    return this.#recovery !== undefined;
  }

  get callsInFlight(): number {
    return this.#calls.held;
  }

  /** Counts a call that has arrived; returns who has too many in flight if it must be refused. */
  take(account: string): Shortage | undefined {
    const shortage = this.#calls.take(account, 1);
    if (shortage) this.#shed();
    return shortage;
  }

  /** A call that was counted is answered. */
  release(account: string): void {
    this.#calls.release(account, 1);
  }

  /** A call that was counted is refused after all. */
  refuse(account: string): void {
    this.release(account);
    this.#shed();
  }

  close(): void {
    clearInterval(this.#recovery);
    this.#recovery = undefined;
  }

  #shed(): void {
    this.#hasShed = true;
    if (this.#recovery !== undefined) return;
    this.#recovery = setInterval(() => this.#recover(), RECOVERY_MS).unref();
    this.#onChange(true);
  }

  #recover(): void {
    if (!this.#hasShed) {
      this.close();
      this.#onChange(false);
    }
    this.#hasShed = false;
  }
}
