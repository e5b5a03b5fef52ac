/**
 * What is made from a record and kept in memory until the record changes: a model read from its blob, an
 * application ready to answer. Any change to the record, here or in another process, has it made again
 * when it is next asked for. What was asked for longest ago goes first when memory is full.
 */
import type { Stored } from './change.ts';
import type { Collection } from './collection.ts';
import type { Announcement } from './ports/store.ts';
import type { Ports } from './ports.ts';

export interface CachedView<T, V> {
  readonly collection: Collection<T>;
  load(read: Stored<T> | undefined, context: { account: string; key: string; ports: Ports }): Promise<V>;
  /** Whether what was made from the record before it changed may serve until the new value is made. */
  staleWhileRevalidate?(previous: V, read: Stored<T> | undefined): boolean;
  /** Bytes of memory it takes, about. */
  sizeOf(value: V): number;
}

interface Entry { value?: unknown; making?: Promise<unknown>; /** Set while the next value is made beside the one in use. */ renewal?: object; weight: number; stale: boolean; /** When it was asked for last, in calls of all. */ asked: number }

export interface RecordCacheOptions {
  records: { onAnnouncement(listener: (announcement: Announcement | undefined) => void): void };
  ports: () => Ports;
  maxBytes: number;
  /** Told of a value that could not be made while the one before it served. */
  onError: (error: unknown) => void;
}

export class RecordCache {
  readonly #ports: () => Ports;
  readonly #maxBytes: number;
  readonly #onError: (error: unknown) => void;
  readonly #entries = new Map<CachedView<never, unknown>, Map<string, Entry>>();
  #bytes = 0;
  #calls = 0;

  constructor({ records, ports, maxBytes, onError }: RecordCacheOptions) {
    this.#ports = ports;
    this.#maxBytes = maxBytes;
    this.#onError = onError;
    records.onAnnouncement((announcement) => {
      for (const [derivation, entries] of this.#entries) {
        if (!announcement) for (const [place, entry] of entries) this.#outdate(derivation, place, entry);
        else if (announcement.collection === derivation.collection.name) {
          const place = placeOf(announcement.account, announcement.key);
          const entry = entries.get(place);
          if (entry) this.#outdate(derivation, place, entry);
        }
      }
    });
  }

  /** The value of a record; a promise only when it has to be made. */
  get<T, V>(derivation: CachedView<T, V>, account: string, key: string): V | Promise<V> {
    const entries = this.#of(derivation);
    const place = placeOf(account, key);
    const entry = entries.get(place);
    if (!entry || entry.stale) return this.#make(derivation, account, key, entry);
    if (entry.making) return entry.making as Promise<V>;
    entry.asked = ++this.#calls;
    return entry.value as V;
  }

  #make<T, V>(derivation: CachedView<T, V>, account: string, key: string, before: Entry | undefined): Promise<V> {
    const entries = this.#of(derivation);
    const place = placeOf(account, key);
    const ports = this.#ports();
    const previous = before?.value as V | undefined;
    const entry: Entry = { value: previous, renewal: before?.renewal, weight: before?.weight ?? 0, stale: false, asked: ++this.#calls };
    entries.set(place, entry);
    const inUse = (): boolean => entries.get(place) === entry;
    const making = (async () => {
      const read = await ports.records.get(derivation.collection, account, key);
      const make = (): Promise<V> => derivation.load(read, { account, key, ports });
      if (previous !== undefined && derivation.staleWhileRevalidate?.(previous, read)) {
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
  #renew<T, V>(derivation: CachedView<T, V>, place: string, entry: Entry, make: () => Promise<V>): void {
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

  #keep<V>(derivation: CachedView<never, V>, entry: Entry, value: V): void {
    const weight = derivation.sizeOf(value);
    this.#bytes += weight - entry.weight;
    entry.value = value;
    entry.weight = weight;
    this.#makeRoom();
  }

  #makeRoom(): void {
    while (this.#bytes > this.#maxBytes) {
      const made = [...this.#entries.values()].flatMap((entries) => [...entries].map(([place, entry]) => ({ entries, place, entry }))).filter(({ entry }) => !entry.making);
      if (made.length === 0) return;
      const { entries, place, entry } = made.reduce((oldest, one) => one.entry.asked < oldest.entry.asked ? one : oldest);
      this.#drop(entries, place, entry);
    }
  }

  /** What cannot serve any more is let go at once: what it was made from may have been deleted. */
  #outdate(derivation: CachedView<never, unknown>, place: string, entry: Entry): void {
    entry.stale = true;
    if (!derivation.staleWhileRevalidate && !entry.making) this.#drop(this.#of(derivation), place, entry);
  }

  #drop(entries: Map<string, Entry>, place: string, entry: Entry): void {
    entries.delete(place);
    this.#bytes -= entry.weight;
  }

  #of(derivation: CachedView<never, unknown>): Map<string, Entry> {
    let entries = this.#entries.get(derivation);
    if (!entries) this.#entries.set(derivation, entries = new Map());
    return entries;
  }
}

function placeOf(account: string, key: string): string {
  return `${account}/${key}`;
}
