/**
 * Calls that have arrived and are not started yet. A few of them start in each turn of the event loop, in turn for those who sent them:
 * turns stay short, so that new connections are accepted (`listening.ts`), and nobody waits for all the calls of another. Calls of accounts
 * and of strangers have a queue each; a stranger is whoever's key, token or session was not accepted lately, whatever header it sends.
 * Where there is a rate, a short burst starts immediately, and what comes on top of it is spread over time.
 */
import { FairBudget } from './fair-budget.ts';
import type { StartLimits } from './limits.ts';

interface Waiting {
  start: () => void;
  since: number;
  cost: number;
}

const BURST_MS = 100;

export class StartQueue {
  readonly #limits: StartLimits;
  readonly #budget: FairBudget;
  /** By sender; the one whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #msOfACost: number;
  #started = 0;
  #isScheduled = false;
  /** When what was started is paid for, by the rate. */
  #paidAt = 0;

  constructor(limits: StartLimits) {
    this.#limits = limits;
    this.#msOfACost = 1000 / (limits.perSecond ?? Infinity);
    this.#budget = new FairBudget(limits.maxWaiting);
  }

  /** Starts a call, now or in a later turn; false when too many of its sender are waiting, or for too long. */
  start(sender: string, start: () => void, cost = 1): boolean {
    if (!this.#isScheduled) this.#schedule();
    const { perTurn, maxWaitMs } = this.#limits;
    const since = performance.now();
    if (this.#started < perTurn && this.#waiting.size === 0 && this.#debtMs(since) === 0) {
      this.#pay(cost, since);
      start();
      return true;
    }
    const calls = this.#waiting.get(sender);
    if (calls && calls.length >= perTurn && since - calls[0]!.since > maxWaitMs) return false;
    if (this.#budget.take(sender, 1)) return false;
    if (calls) calls.push({ start, since, cost });
    else this.#waiting.set(sender, [{ start, since, cost }]);
    return true;
  }

  /** How long the next call must wait for what was started before. */
  #debtMs(now: number): number {
    return Math.max(0, this.#paidAt - BURST_MS - now);
  }

  #pay(cost: number, now: number): void {
    this.#started++;
    this.#paidAt = Math.max(this.#paidAt, now) + cost * this.#msOfACost;
  }

  #schedule(waitMs = 0): void {
    this.#isScheduled = true;
    if (waitMs > 0) setTimeout(() => this.#turn(), waitMs);
    else setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#started = 0;
    const now = performance.now();
    while (this.#started < this.#limits.perTurn) {
      const [next] = this.#waiting;
      if (!next) break;
      const waitMs = this.#debtMs(now);
      if (waitMs > 0) return this.#schedule(waitMs);
      const [sender, calls] = next;
      const { start, cost } = calls.shift()!;
      if (calls.length === 0 || this.#waiting.size > 1) this.#waiting.delete(sender);
      if (calls.length > 0) this.#waiting.set(sender, calls);
      this.#budget.release(sender, 1);
      this.#pay(cost, now);
      start();
    }
    if (this.#started > 0) this.#schedule();
    else this.#isScheduled = false;
  }
}
