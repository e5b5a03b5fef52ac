/**
 * Calls that have arrived and are not started yet. A few of them start in each turn of the event loop, in turn for those who sent them:
 * turns stay short, so that new connections are accepted (`listening.ts`), and nobody waits for all the calls of another. Calls of accounts
 * and of strangers have a queue each; a stranger is whoever's key, token or session was not accepted lately, whatever header it sends.
 */
import { FairBudget } from './fair-budget.ts';
import type { StartLimits } from './limits.ts';

interface Waiting {
  start: () => void;
  since: number;
}

export class StartQueue {
  readonly #limits: StartLimits;
  readonly #budget: FairBudget;
  /** By sender; the one whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #started = 0;
  #isScheduled = false;

  constructor(limits: StartLimits) {
    this.#limits = limits;
    this.#budget = new FairBudget(limits.maxWaiting);
  }

  /** Starts a call, now or in a later turn; false when too many of its sender are waiting, or for too long. */
  start(sender: string, start: () => void): boolean {
    if (!this.#isScheduled) this.#schedule();
    const { perTurn, maxWaitMs } = this.#limits;
    if (this.#started < perTurn && this.#waiting.size === 0) {
      this.#started++;
      start();
      return true;
    }
    const since = performance.now();
    const calls = this.#waiting.get(sender);
    if (calls && calls.length >= perTurn && since - calls[0]!.since > maxWaitMs) return false;
    if (this.#budget.take(sender, 1)) return false;
    if (calls) calls.push({ start, since });
    else this.#waiting.set(sender, [{ start, since }]);
    return true;
  }

  #schedule(): void {
    this.#isScheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#started = 0;
    while (this.#started < this.#limits.perTurn) {
      const [next] = this.#waiting;
      if (!next) break;
      const [sender, calls] = next;
      const { start } = calls.shift()!;
      this.#waiting.delete(sender);
      if (calls.length > 0) this.#waiting.set(sender, calls);
      this.#budget.release(sender, 1);
      this.#started++;
      start();
    }
    if (this.#started > 0) this.#schedule();
    else this.#isScheduled = false;
  }
}
