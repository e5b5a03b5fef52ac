/**
 * Calls of strangers: whoever's key, token or session was not accepted lately, whatever header it sends, and open pages. A few of them
 * start in each turn of the event loop, in turn for their addresses, so that a flood of them delays others by the cost of those few.
 */
import { FairBudget } from './fair-budget.ts';
import { MAX_STRANGERS, STRANGERS_PER_TURN } from './limits.ts';

export class Strangers {
  readonly #budget = new FairBudget(MAX_STRANGERS);
  /** By address; the address whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #started = 0;
  #isScheduled = false;

  /** Starts a call, now or in a later turn; false when too many of its address are waiting. */
  start(address: string, call: () => void): boolean {
    if (!this.#isScheduled) this.#schedule();
    if (this.#started < STRANGERS_PER_TURN && this.#waiting.size === 0) {
      this.#started++;
      call();
      return true;
    }
    if (this.#budget.take(address, 1)) return false;
    const calls = this.#waiting.get(address);
    if (calls) calls.push(call);
    else this.#waiting.set(address, [call]);
    return true;
  }

  #schedule(): void {
    this.#isScheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#started = 0;
    while (this.#started < STRANGERS_PER_TURN) {
      const [next] = this.#waiting;
      if (!next) break;
      const [address, calls] = next;
      const call = calls.shift()!;
      this.#waiting.delete(address);
      if (calls.length > 0) this.#waiting.set(address, calls);
      this.#budget.release(address, 1);
      this.#started++;
      call();
    }
    if (this.#started > 0) this.#schedule();
    else this.#isScheduled = false;
  }
}
