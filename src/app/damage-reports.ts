/** Damaged rows that reads and writes meet: counted for /metrics, and each logged once a minute at most. */
import type { Logger } from 'pino';
import type { Clock } from '../kernel/ports.ts';
import type { Damage } from '../kernel/ports/store.ts';

const REPEAT_MS = 60_000;
const MAX_REMEMBERED = 10_000;

export class DamageReports {
  /** Number of reads that hit a damaged row. */
  count = 0;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #loggedAt = new Map<string, number>();

  constructor(log: Logger, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  report({ kind, collection, account, key, problem }: Damage): void {
    this.count++;
    const id = [kind, collection, account, key].join('\0');
    const now = this.#clock.now();
    if (now - (this.#loggedAt.get(id) ?? -Infinity) < REPEAT_MS) return;
    if (this.#loggedAt.size >= MAX_REMEMBERED) this.#loggedAt.clear();
    this.#loggedAt.set(id, now);
    this.#log.error({ kind, collection, account, key, problem }, 'damaged data');
  }
}
