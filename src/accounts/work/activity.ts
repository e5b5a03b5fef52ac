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

/** A call that was answered with 4xx or 5xx; its line in the log has the same request id. */
export interface ErrorReply {
  at: number;
  requestId: string;
  /** The account that called, where its key was known. */
  accountId?: string | undefined;
  operation: string;
  status: number;
  /** Of the failure, as in docs/errors. */
  kind?: string | undefined;
}

const MINUTE_MS = 60_000;
export const MINUTES = 60;
/** Kept of each account, so that one cannot push out those of others; accounts with errors; errors listed. */
const MAX_OF_ACCOUNT = 20;
const MAX_ACCOUNTS = 500;
const MAX_LISTED = 100;

export class Activity {
  readonly #ring: Minute[] = [];
  readonly #errors = new Map<string, ErrorReply[]>();

  count(status: number, now: number): void {
    const at = minuteOf(now);
    const minute = this.#ring[slotOf(at)];
    const current = minute?.at === at ? minute : (this.#ring[slotOf(at)] = { at, calls: 0, refused: 0, failed: 0 });
    current.calls++;
    if (status >= 500) current.failed++;
    else if (status >= 400) current.refused++;
  }

  /** Besides `count`. */
  addError(error: ErrorReply): void {
    const account = error.accountId ?? '';
    const kept = [...(this.#errors.get(account) ?? []).slice(1 - MAX_OF_ACCOUNT), error];
    // The account that failed last is the last one of the map.
    this.#errors.delete(account);
    this.#errors.set(account, kept);
    if (this.#errors.size > MAX_ACCOUNTS) this.#errors.delete(this.#errors.keys().next().value!);
  }

  /** Of the last hour, newest first. */
  errors(now: number): ErrorReply[] {
    const from = minuteOf(now) - (MINUTES - 1) * MINUTE_MS;
    return [...this.#errors.values()]
      .flat()
      .filter(({ at }) => at >= from)
      .sort((a, b) => b.at - a.at)
      .slice(0, MAX_LISTED);
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
