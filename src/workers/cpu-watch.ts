/** Compares the CPU time that a task has used with its limits. */
import type { CpuLimits } from '../kernel/ports/workers.ts';

export class CpuWatch {
  /** CPU time of the process so far, in milliseconds. */
  readonly #used: () => number;
  #limits: CpuLimits | undefined;
  #startedAt = 0;
  #stepAt = 0;
  #steps = 0;

  constructor(used: () => number) {
    this.#used = used;
  }

  start(limits: CpuLimits | undefined): void {
    this.#limits = limits;
    this.#startedAt = this.#stepAt = this.#used();
    this.#steps = 0;
  }

  step(): void {
    this.#stepAt = this.#used();
    this.#steps++;
  }

  end(): void {
    this.#limits = undefined;
  }

  isExceeded(): boolean {
    if (!this.#limits) return false;
    const { stepMs = Infinity, totalMs, addedPerStepMs = 0 } = this.#limits;
    const used = this.#used();
    return used - this.#stepAt > stepMs || used - this.#startedAt > totalMs + this.#steps * addedPerStepMs;
  }
}
