/**
 * What is made from a record and kept in memory until the record changes: a model read from its blob, an
 * application ready to answer. Any change to the record, here or in another process, has it made again
 * when it is next asked for. What was asked for longest ago goes first when memory is full.
 */
import type { Stored } from './change.ts';
import type { Collection } from './collection.ts';
import type { Announcement } from './ports/store.ts';
import type { Services } from './ports.ts';

export interface Derivation<T, V> {
  readonly from: Collection<T>;
  make(read: Stored<T> | undefined, place: { account: string; key: string; services: Services }): Promise<V>;
  /** Whether what was made from the record before it changed may serve until the new value is made. */
  outlives?(previous: V, read: Stored<T> | undefined): boolean;
  /** Bytes of memory it takes, about. */
  weigh(value: V): number;
}

interface Entry { value?: unknown; making?: Promise<unknown>; /** Set while the next value is made beside the one in use. */ renewal?: object; weight: number; stale: boolean; /** When it was asked for last, in calls of all. */ asked: number }

export interface DerivedOptions {
  records: { onAnnouncement(listener: (announcement: Announcement | undefined) => void): void };
  services: () => Services;
  mostBytes: number;
  /** Told of a value that could not be made while the one before it served. */
  onError: (error: unknown) => void;
}

export class Derived {
  readonly #services: () => Services;
  readonly #mostBytes: number;
  readonly #onError: (error: unknown) => void;
  readonly #entries = new Map<Derivation<never, unknown>, Map<string, Entry>>();
  #bytes = 0;
  #calls = 0;

  constructor({ records, services, mostBytes, onError }: DerivedOptions) {
    this.#services = services;
    this.#mostBytes = mostBytes;
    this.#onError = onError;
    records.onAnnouncement((announcement) => {
      for (const [derivation, entries] of this.#entries) {
        if (!announcement) for (const [place, entry] of entries) this.#outdate(derivation, place, entry);
        else if (announcement.collection === derivation.from.name) {
          const place = placeOf(announcement.account, announcement.key);
          const entry = entries.get(place);
          if (entry) this.#outdate(derivation, place, entry);
        }
      }
    });
  }

  /** The value of a record; a promise only when it has to be made. */
  get<T, V>(derivation: Derivation<T, V>, account: string, key: string): V | Promise<V> {
    const entries = this.#of(derivation);
    const place = placeOf(account, key);
    const entry = entries.get(place);
    if (!entry || entry.stale) return this.#make(derivation, account, key, entry);
    if (entry.making) return entry.making as Promise<V>;
    entry.asked = ++this.#calls;
    return entry.value as V;
  }

  #make<T, V>(derivation: Derivation<T, V>, account: string, key: string, before: Entry | undefined): Promise<V> {
    const entries = this.#of(derivation);
    const place = placeOf(account, key);
    const services = this.#services();
    const previous = before?.value as V | undefined;
    const entry: Entry = { value: previous, renewal: before?.renewal, weight: before?.weight ?? 0, stale: false, asked: ++this.#calls };
    entries.set(place, entry);
    const inUse = (): boolean => entries.get(place) === entry;
    const making = (async () => {
      const read = await services.records.get(derivation.from, account, key);
      const make = (): Promise<V> => derivation.make(read, { account, key, services });
      if (previous !== undefined && derivation.outlives?.(previous, read)) {
        // One renewal at a time: values that change faster than they are made would never be finished.
        if (entry.renewal) entry.stale = true;
        else if (inUse()) this.#renew(derivation, place, entry, make);
        return previous;
      }
      entry.renewal = undefined;
      try {
        const value = await make();
        if (inUse()) this.#keep(derivation, entry, value);
        return value;
      } catch (error) {
        if (inUse()) this.#drop(entries, place, entry);
        throw error;
      }
    })().finally(() => {
      entry.making = undefined;
    });
    entry.making = making;
    return making;
  }

  /** Makes the next value while the one before it serves. */
  #renew<T, V>(derivation: Derivation<T, V>, place: string, entry: Entry, make: () => Promise<V>): void {
    const entries = this.#of(derivation);
    const renewal = entry.renewal = {};
    const current = (): Entry | undefined => {
      const now = entries.get(place);
      if (now?.renewal !== renewal) return undefined;
      now.renewal = undefined;
      return now;
    };
    make().then(
      (value) => {
        const now = current();
        if (now) this.#keep(derivation, now, value);
      },
      (error: unknown) => {
        const now = current();
        if (now) this.#drop(entries, place, now);
        this.#onError(error);
      },
    );
  }

  #keep<V>(derivation: Derivation<never, V>, entry: Entry, value: V): void {
    const weight = derivation.weigh(value);
    this.#bytes += weight - entry.weight;
    entry.value = value;
    entry.weight = weight;
    this.#makeRoom();
  }

  #makeRoom(): void {
    while (this.#bytes > this.#mostBytes) {
      const made = [...this.#entries.values()].flatMap((entries) => [...entries].map(([place, entry]) => ({ entries, place, entry }))).filter(({ entry }) => !entry.making);
      if (made.length === 0) return;
      const { entries, place, entry } = made.reduce((oldest, one) => one.entry.asked < oldest.entry.asked ? one : oldest);
      this.#drop(entries, place, entry);
    }
  }

  /** What cannot serve any more is let go at once: what it was made from may have been deleted. */
  #outdate(derivation: Derivation<never, unknown>, place: string, entry: Entry): void {
    entry.stale = true;
    if (!derivation.outlives && !entry.making) this.#drop(this.#of(derivation), place, entry);
  }

  #drop(entries: Map<string, Entry>, place: string, entry: Entry): void {
    entries.delete(place);
    this.#bytes -= entry.weight;
  }

  #of(derivation: Derivation<never, unknown>): Map<string, Entry> {
    let entries = this.#entries.get(derivation);
    if (!entries) this.#entries.set(derivation, entries = new Map());
    return entries;
  }
}

function placeOf(account: string, key: string): string {
  return `${account}/${key}`;
}
