/** How long due jobs wait for a worker, whichever process may run them. */
import type { Clock } from '../kernel/ports.ts';
import { SYSTEM } from '../kernel/collection.ts';
import { DUE, DUE_BY_ACCOUNT, dueByAccountPrefix, dueTerm, jobs } from '../kernel/job.ts';
import type { Records } from '../kernel/ports/store.ts';

/** The oldest due jobs that are read; where there are more, kinds that are not among them are looked up one by one. */
const MAX_SCAN = 64;
const MAX_ACCOUNTS = 64;
/** Frequent reads must not load the store. */
const CACHE_TTL_MS = 1000;

export class QueueDelays {
  readonly #records: Pick<Records, 'find'>;
  readonly #clock: Clock;
  readonly #kinds: readonly string[];
  #last: { at: number; delays: Promise<ReadonlyMap<string, number>> } | undefined;

  constructor(records: Pick<Records, 'find'>, clock: Clock, kinds: readonly string[]) {
    this.#records = records;
    this.#clock = clock;
    this.#kinds = kinds;
  }

  /** The seconds that the oldest due job of each kind has waited; 0 when none is due. At most a second old. */
  read(): Promise<ReadonlyMap<string, number>> {
    const now = performance.now();
    if (!this.#last || now - this.#last.at >= CACHE_TTL_MS) {
      const delays = this.#find();
      this.#last = { at: now, delays };
      delays.catch(() => (this.#last = undefined));
    }
    return this.#last.delays;
  }

  async #find(): Promise<ReadonlyMap<string, number>> {
    const now = this.#clock.now();
    const to = dueTerm(now);
    const delays = new Map(this.#kinds.map((kind) => [kind, 0]));
    const found = new Set<string>();
    const oldest = await this.#records.find(jobs, SYSTEM, DUE, { to, limit: MAX_SCAN });
    for (const { value } of oldest) {
      if (found.has(value.kind)) continue;
      found.add(value.kind);
      delays.set(value.kind, secondsSince(value.dueAt, now));
    }
    if (oldest.length < MAX_SCAN) return delays;
    for (const kind of this.#kinds) if (!found.has(kind)) delays.set(kind, await this.#oldestOf(kind, now));
    return delays;
  }

  /** Of the first accounts that have jobs of the kind. */
  async #oldestOf(kind: string, now: number): Promise<number> {
    let seconds = 0;
    for (let from = `${kind}/`, accounts = 0; accounts < MAX_ACCOUNTS; accounts++) {
      // `0` is the character after the slash that ends the account.
      const [read] = await this.#records.find(jobs, SYSTEM, DUE_BY_ACCOUNT, { from, to: `${kind}0`, limit: 1 });
      if (!read) break;
      seconds = Math.max(seconds, secondsSince(read.value.dueAt, now));
      from = `${dueByAccountPrefix(read.value).slice(0, -1)}0`;
    }
    return seconds;
  }
}

/** A job that is not due yet has not waited. */
function secondsSince(dueAt: number, now: number): number {
  return Math.max(0, now - dueAt) / 1000;
}
