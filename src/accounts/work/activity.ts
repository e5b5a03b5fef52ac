/** Calls of the last hour by minute, in the memory of this process; for display, not for accounting (see meter.ts). */
export interface Minute {
  /** Its start, in epoch milliseconds. */
  at: number;
  calls: number;
  /** Answered with 4xx. */
  refused: number;
  /** Answered with 5xx. */
  failed: number;
}

const MINUTE_MS = 60_000;
export const MINUTES = 60;

export class Activity {
  readonly #ring: Minute[] = [];

  count(status: number, now: number): void {
    const at = minuteOf(now);
    const minute = this.#ring[slotOf(at)];
    const current = minute?.at === at ? minute : (this.#ring[slotOf(at)] = { at, calls: 0, refused: 0, failed: 0 });
    current.calls++;
    if (status >= 500) current.failed++;
    else if (status >= 400) current.refused++;
  }

  /** The last hour, oldest first, minutes without calls included. */
  minutes(now: number): Minute[] {
    const last = minuteOf(now);
    return Array.from({ length: MINUTES }, (_, i) => {
      const at = last - (MINUTES - 1 - i) * MINUTE_MS;
      const minute = this.#ring[slotOf(at)];
      return minute?.at === at ? { ...minute } : { at, calls: 0, refused: 0, failed: 0 };
    });
  }
}

function minuteOf(now: number): number {
  return Math.floor(now / MINUTE_MS) * MINUTE_MS;
}

function slotOf(at: number): number {
  return (at / MINUTE_MS) % MINUTES;
}
