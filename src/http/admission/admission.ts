/**
 * Decides which calls are admitted: calls in flight are bounded, in total and by account (fair-budget.ts). The bound follows the delay of
 * the event loop: it is halved while calls wait for the loop, and grows again slowly (as in TCP). A call counts until it is answered; one
 * that is answered immediately counts until the turn of the loop ends, so that calls that waited together count together. Others must
 * not: a turn can last seconds while very many connections have sent something.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { FairBudget } from './fair-budget.ts';
import type { Shortage } from './fair-budget.ts';
import { GROWTH, MAX_CALLS, MAX_DELAY_MS, MIN_CALLS, SAMPLE_MS } from './limits.ts';

const RESOLUTION_MS = SAMPLE_MS / 10;

export interface AdmissionOptions {
  /** Called when calls start to be shed because the loop is delayed, and when it keeps up again. */
  onChange?(isOverloaded: boolean): void;
}

export class Admission {
  readonly #calls = new FairBudget(MAX_CALLS);
  readonly #onChange: (isOverloaded: boolean) => void;
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #sampler: NodeJS.Timeout | undefined;
  #ended: string[] = [];
  #hasArrivals = false;
  #hasShed = false;
  #isOverloaded = false;
  /** The mean delay of the loop in the last sample. */
  delayMs = 0;

  constructor({ onChange = () => undefined }: AdmissionOptions = {}) {
    this.#onChange = onChange;
  }

  get isOverloaded(): boolean {
    return this.#isOverloaded;
  }

  get callsInFlight(): number {
    return this.#calls.held;
  }

  /** Counts a call that has arrived; returns who has too many in flight if it must be refused. */
  take(account: string): Shortage | undefined {
    this.#hasArrivals = true;
    if (this.#sampler === undefined) this.#startSampling();
    const shortage = this.#calls.take(account, 1);
    if (shortage) this.#hasShed = true;
    return shortage;
  }

  /** A call that was counted is answered, so long after it arrived. */
  release(account: string, ms: number): void {
    if (ms > RESOLUTION_MS / 10) this.#calls.release(account, 1);
    else if (this.#ended.push(account) === 1) setImmediate(this.#endTurn);
  }

  close(): void {
    clearInterval(this.#sampler);
    this.#sampler = undefined;
    this.#delay.disable();
  }

  readonly #endTurn = (): void => {
    const ended = this.#ended;
    this.#ended = [];
    for (const account of ended) this.#calls.release(account, 1);
  };

  #startSampling(): void {
    this.#delay.enable();
    this.#sampler = setInterval(() => {
      // An empty histogram has no mean.
      const meanMs = this.#delay.mean / 1e6 || 0;
      this.#delay.reset();
      this.sample(Math.max(0, meanMs - RESOLUTION_MS));
    }, SAMPLE_MS).unref();
  }

  /** Adapts the bound to the mean delay of the loop since the last sample. */
  sample(delayMs: number): void {
    this.delayMs = delayMs;
    const { total } = this.#calls;
    this.#calls.total = delayMs > MAX_DELAY_MS ? Math.max(MIN_CALLS, total / 2) : Math.min(MAX_CALLS, total + GROWTH);
    const isOverloaded = this.#hasShed || (this.#isOverloaded && this.#calls.total < MAX_CALLS);
    if (isOverloaded !== this.#isOverloaded) this.#onChange((this.#isOverloaded = isOverloaded));
    if (!this.#hasArrivals && !isOverloaded && this.#calls.total === MAX_CALLS) this.close();
    this.#hasArrivals = false;
    this.#hasShed = false;
  }
}
