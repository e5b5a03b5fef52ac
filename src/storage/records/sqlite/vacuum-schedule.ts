/**
 * When the database file is rewritten by `VACUUM`. `secure_delete` overwrites deleted rows and freed pages immediately, but not the copies
 * that rows leave behind on their old page when they move to another one: only `VACUUM` removes those. It needs up to twice the size of
 * the file and holds up commits, so that larger files are rewritten less often. When it is due is stored with the deletion, so that a
 * killed process leaves nothing behind.
 */
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

const FACT = 'vacuum due';
/** At most a thousandth of the time at 100 MB/s: a file of 10 MB is due 100 s after a deletion, one of 1 GB three hours after. */
const WAIT_MS_PER_BYTE = 0.01;
/** A replaced value is usually no secret, and something is replaced all the time. */
const REPLACED_WAIT_MS = 24 * 3_600_000;
/** Larger files take over a second, for which the writer waits until it has little to do; but not longer than this. */
const LARGE_BYTES = 100e6;
const MAX_DELAY_MS = 24 * 3_600_000;
const BUSY_COMMITS_PER_S = 1;

export class VacuumSchedule {
  readonly #db: DatabaseSync;
  readonly #isInMemory: boolean;
  readonly #put: StatementSync;
  /** As stored, Infinity when nothing was deleted since the last time; undefined when it must be read. */
  #dueAt: number | undefined;
  #isAfterDeletion = false;
  #commits = 0;
  #commitsSince = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#isInMemory = db.location() === null;
    this.#put = db.prepare('insert or replace into store_facts (name, value) values (?, ?)');
  }

  countCommits(count: number): void {
    this.#commits += count;
  }

  afterDeletion(now: number): void {
    if (this.#isAfterDeletion || this.#isInMemory) return;
    this.#dueBy(now + Math.round(this.#fileBytes() * WAIT_MS_PER_BYTE));
    this.#isAfterDeletion = true;
  }

  afterReplacement(now: number): void {
    this.#dueBy(now + REPLACED_WAIT_MS);
  }

  /** After an account was erased, which is rare. */
  afterErasure(now: number): void {
    this.#dueBy(now);
  }

  /** The transaction was rolled back. */
  forget(): void {
    this.#dueAt = undefined;
    this.#isAfterDeletion = false;
  }

  isDue(now: number): boolean {
    const isBusy = this.#commits > ((now - this.#commitsSince) / 1000) * BUSY_COMMITS_PER_S;
    this.#commits = 0;
    this.#commitsSince = now;
    const dueAt = this.#read();
    return now >= dueAt && (!isBusy || now >= dueAt + MAX_DELAY_MS || this.#fileBytes() < LARGE_BYTES);
  }

  run(): void {
    // On the disk of the database, where there is room for it: /tmp is often small, or memory.
    const folder = dirname(this.#db.location()!).replaceAll("'", "''");
    this.#db.exec(`pragma temp_store_directory = '${folder}'; vacuum;`);
    this.#db.prepare('delete from store_facts where name = ?').run(FACT);
    this.#dueAt = Infinity;
    this.#isAfterDeletion = false;
  }

  #dueBy(time: number): void {
    if (this.#isInMemory || this.#read() <= time) return;
    this.#put.run(FACT, String(time));
    this.#dueAt = time;
  }

  #read(): number {
    if (this.#dueAt !== undefined) return this.#dueAt;
    const fact = this.#db.prepare('select value from store_facts where name = ?').get(FACT) as { value: string } | undefined;
    return (this.#dueAt = fact ? Number(fact.value) : Infinity);
  }

  #fileBytes(): number {
    const { bytes } = this.#db.prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size').get() as {
      bytes: number;
    };
    return bytes;
  }
}
