/**
 * Stored text of the decisions that a learner read last, by log position, up to about a megabyte; the older half is evicted together. A
 * decision that is needed later is read from the log again: alone if it is somewhere in the log, as when its reward has come, or together
 * with the following ones if it follows the last that was read so, as when wait times end.
 */
import type { Ports } from '../../../kernel/ports.ts';
import { parseHead } from '../model.ts';
import type { LogEntry } from '../model.ts';
import { LOG } from '../store.ts';

const MAX_CHARACTERS = 1 << 20;
const READ_AHEAD = 100;
/** Share of the memory that is read ahead, so that several readers have room: events count up to three times. */
const READ_AHEAD_SHARE = 1 / 8;
const MAX_READERS = 4;

export class RecentDecisions {
  readonly #account: string;
  readonly #records: Ports['records'];
  #latest = new Map<number, string>();
  #before = new Map<number, string>();
  /** Of the latest. */
  #characters = 0;
  #lastLength = 1;
  /** Positions up to which was read, the latest first. */
  #ends: number[] = [];

  constructor(account: string, { records }: Pick<Ports, 'records'>) {
    this.#account = account;
    this.#records = records;
  }

  remember(position: number, text: string): void {
    if (this.#known(position) !== undefined) return;
    if (this.#characters + text.length > MAX_CHARACTERS / 2) {
      this.#before = this.#latest;
      this.#latest = new Map();
      this.#characters = 0;
    }
    this.#latest.set(position, text);
    this.#characters += text.length;
    this.#lastLength = text.length;
  }

  #known(position: number): string | undefined {
    return this.#latest.get(position) ?? this.#before.get(position);
  }

  /** The decision at a position, read from the log if needed; entries from `before` on are not remembered. */
  async get(position: number, before: number): Promise<string | undefined> {
    const known = this.#known(position);
    if (known !== undefined) return known;
    const entries = await this.#records.readEvents<LogEntry>(this.#account, LOG, position - 1, this.#countToRead(position));
    for (const { position: at, text } of entries) if (at < before && parseHead(text).kind === 'rank') this.remember(at, text);
    this.#ends = [entries.at(-1)?.position ?? position, ...this.#ends].slice(0, MAX_READERS);
    const [first] = entries;
    return first?.position === position && parseHead(first.text).kind === 'rank' ? first.text : undefined;
  }

  #countToRead(position: number): number {
    const end = this.#ends.findIndex((last) => position > last && position <= last + READ_AHEAD);
    if (end < 0) return 1;
    this.#ends.splice(end, 1);
    return Math.max(1, Math.min(READ_AHEAD, Math.floor((MAX_CHARACTERS * READ_AHEAD_SHARE) / this.#lastLength)));
  }
}
