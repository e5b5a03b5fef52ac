import type { MessagePort } from 'node:worker_threads';
import type { Change, Stored } from '../change.ts';
import type { Collection } from '../collection.ts';
import type { LimitLeases } from './limits.ts';

export interface Page {
  /** Only keys greater than this one, by code unit. */
  after?: string;
  /** Only keys that begin so. */
  prefix?: string;
  limit: number;
}

export interface TermRange {
  /** Smallest and greatest term, both included. */
  from?: string;
  to?: string;
  limit: number;
}

/** Reading of records. Keys and terms are ordered by code unit. */
export interface Records {
  get<T>(collection: Collection<T>, account: string, key: string): Promise<Stored<T> | undefined>;
  page<T>(collection: Collection<T>, account: string, page: Page): Promise<Stored<T>[]>;
  /** How many records have keys with the prefix; reads no values. */
  count<T>(collection: Collection<T>, account: string, prefix?: string): Promise<number>;
  /** How many entries an index has; reads no values. */
  countTerms<T>(collection: Collection<T>, account: string, index: string): Promise<number>;
  /** Records by an index, in the order of their terms. */
  find<T>(collection: Collection<T>, account: string, index: string, range: TermRange): Promise<Stored<T>[]>;
}

/** A stored entry of a log; most readers need only a part of it. */
export class Event<T = unknown> {
  readonly position: number;
  readonly at: number;
  readonly text: string;

  constructor(position: number, at: number, text: string) {
    this.position = position;
    this.at = at;
    this.text = text;
  }

  /** What was appended; read from the text each time. */
  get value(): T {
    return JSON.parse(this.text) as T;
  }
}

/** Append-only logs, one per account and name. Appending is part of a change; positions have no gaps. */
export interface Events {
  readEvents<T>(account: string, log: string, after: number, limit: number): Promise<Event<T>[]>;
  /** The position of the newest entry, 0 for an empty log. */
  lastPosition(account: string, log: string): Promise<number>;
  dropEvents(account: string, log: string, before: number, options?: DropOptions): Promise<number>;
}

export interface DropOptions {
  /** The entries are old, not unwanted: nobody reads them any more, but the store may free their space up to two days later. */
  isRetention?: boolean;
}

export interface Counter {
  name: string;
  period: string;
  total: number;
}

export interface Counters {
  counters(account: string, period?: string): Promise<Counter[]>;
}

export interface AuditRow {
  account: string;
  sequence: number;
  entry: string;
  hash: string;
}

export interface Audit {
  audit(account: string, after: number, limit: number): Promise<AuditRow[]>;
  /** The number of the newest entry, 0 when there is none. */
  lastAudit(account: string): Promise<number>;
}

/** Where each audit chain ends, stored beside it, so that a cut or removed chain is noticed. */
export interface AuditHead {
  account: string;
  sequence: number;
  hash: string;
}

export interface Announcement {
  collection: string;
  account: string;
  key: string;
}

/** One row of a backup: the same for every store, so that a backup of one can be restored into another. */
export type BackupRow =
  | {
      record: [
        collection: string,
        account: string,
        key: string,
        version: number,
        expires: number | null,
        value: string,
        terms: [string, string][],
      ];
    }
  | { event: [account: string, log: string, position: number, at: number, value: string] }
  | { head: [account: string, log: string, position: number] }
  | { counter: [account: string, name: string, period: string, total: number] }
  | { audit: [account: string, sequence: number, entry: string, hash: string] }
  | { auditHead: [account: string, sequence: number, hash: string] };

/** A stored row that does not match its checksum, or cannot be read. */
export interface Damage {
  kind: 'record' | 'index entry' | 'event' | 'event head' | 'counter' | 'audit head' | 'database';
  /** Of a record or an index entry. */
  collection?: string;
  account: string;
  key: string;
  problem: string;
}

/** An entry of an index: in no backup as a row of its own, but checked and repaired like one. */
export type TermRow = { term: [collection: string, account: string, key: string, name: string, term: string] };

/** A row as it is stored, and what is wrong with it. */
export interface CheckedRow {
  row: BackupRow | TermRow;
  checksum?: number;
  damage?: Damage;
  /** Written by a version without checksums, and not checked since. */
  isUnchecked?: boolean;
}

/** A step of a repair. Removing a row that has changed since it was checked has no effect. */
export type Repair = { remove: CheckedRow } | { write: BackupRow };

export interface ReleasedBlob {
  account: string;
  id: string;
  /** By the clock of the store, in epoch milliseconds. */
  released: number;
}

/** The connections of a store to its database. */
export interface Connections {
  busy: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
  max: number;
}

export interface Store extends Records, Events, Counters, Audit {
  /** Where several processes share the store. */
  readonly limitLeases?: LimitLeases;
  /** Resolves once the change is on disk; rejects with `Conflict` and without any effect when an expectation fails. */
  commit(change: Change): Promise<void>;
  /** A port through which another thread of the process writes, where the store needs one. */
  connect?(): MessagePort | undefined;
  /** Called after each commit that touched an announced collection, here or in another process. Undefined: anything may have changed. */
  onAnnouncement(listener: (announcement: Announcement | undefined) => void): void;
  /** Removes expired records for good; answers how many. */
  sweep(limit: number): Promise<number>;
  /** Erases everything of an account except its audit. */
  erase(account: string): Promise<void>;
  /** Those of the blobs that a record names. */
  usedBlobs(account: string, blobs: readonly string[]): Promise<Set<string>>;
  /** Blobs that a record named which was deleted, replaced, swept or erased at least that long ago; some are still named by another. */
  releasedBlobs(minAgeMs: number, limit: number): Promise<ReleasedBlob[]>;
  /** Takes blobs off that list, unless they were released again since. */
  forgetReleased(blobs: readonly ReleasedBlob[]): Promise<void>;
  /** All intact rows as of one moment; damaged ones are reported and left out. */
  dump(onDamage?: (damage: Damage) => void): AsyncIterable<BackupRow>;
  /** All rows as of one moment, with what is wrong with them; also what cannot be read, as damage of the database. */
  checkedRows(): AsyncIterable<CheckedRow | { damage: Damage }>;
  /** All in one transaction; the store must not be in use. */
  repair(steps: readonly Repair[]): Promise<void>;
  /** Notes the heads of the audit chains that have changed since the last call in the server's own chain; returns the head of that. */
  anchorAudits(at: string): Promise<AuditHead | undefined>;
  auditHead(account: string): Promise<AuditHead | undefined>;
  isEmpty(): Promise<boolean>;
  /** Fills an empty store, whole or not at all; refuses one that holds anything. */
  load(rows: AsyncIterable<BackupRow>): Promise<void>;
  /** What the database itself finds wrong with its files, in words. */
  integrity(): Promise<string[]>;
  /** Everything that is broken in the store, in words; empty when sound. */
  problems(): Promise<string[]>;
  /** The id of the data, which is the proposed one when it has none yet. It is not part of a backup. */
  identity(proposed: string): Promise<string>;
  /** Reads and durably writes something; rejects when either is not possible. */
  probe(): Promise<void>;
  /** Of a store that has a pool of them. */
  connections?(): Connections;
  close(): Promise<void>;
}
