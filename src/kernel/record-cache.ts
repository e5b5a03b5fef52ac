/**
 * Values loaded from records and cached in memory until the record changes: a model read from its blob, an app
 * ready to answer. After any change to the record, here or in another process, the value is loaded again on its
 * next use. The least recently used value is evicted first when memory is full.
 */
import type { Announcement } from './ports/store.ts';
import type { Cache, CacheCounts, CachedView, Ports } from './ports.ts';

/** The cached values of a view, and how they were used. */
class CachedValues extends Map<string, Entry> {
  hits = 0;
  misses = 0;
  evictions = 0;
}

interface Entry {
  value?: unknown;
  loading?: Promise<unknown>;
  /** Set while the next value is loaded beside the one in use. */
  reload?: object;
  bytes: number;
  stale: boolean;
  /** The number of its last use, among all uses of the cache. */
  usedAt: number;
}

export interface RecordCacheOptions {
  records: { onAnnouncement(listener: (announcement: Announcement | undefined) => void): void };
  ports: () => Ports;
  maxBytes: number;
  /** Called when a value could not be reloaded while the former one was in use. */
  onError: (error: unknown) => void;
}

export class RecordCache implements Cache {
  readonly #ports: () => Ports;
  readonly maxBytes: number;
  readonly #onError: (error: unknown) => void;
  readonly #entries = new Map<CachedView<never, unknown>, CachedValues>();
  #totalBytes = 0;
  #uses = 0;

  constructor({ records, ports, maxBytes, onError }: RecordCacheOptions) {
    this.#ports = ports;
    this.maxBytes = maxBytes;
    this.#onError = onError;
    records.onAnnouncement((announcement) => {
      for (const [view, entries] of this.#entries) {
        if (!announcement) for (const [id, entry] of entries) this.#invalidate(view, id, entry);
        else if (announcement.collection === view.collection.name) {
          const id = idOf(announcement.account, announcement.key);
          const entry = entries.get(id);
          if (entry) this.#invalidate(view, id, entry);
        }
      }
    });
  }

  /** The value of a record; a promise only when it has to be loaded. */
  get<T, V>(view: CachedView<T, V>, account: string, key: string): V | Promise<V> {
    const entries = this.#of(view);
    const id = idOf(account, key);
    const entry = entries.get(id);
    if (!entry || entry.stale) {
      entries.misses++;
      return this.#load(view, account, key, entry);
    }
    entries.hits++;
    if (entry.loading) return entry.loading as Promise<V>;
    entry.usedAt = ++this.#uses;
    return entry.value as V;
  }

  /** Views of one collection are counted together. */
  counts(): CacheCounts[] {
    const counts = new Map<string, CacheCounts>();
    for (const [{ collection }, values] of this.#entries) {
      const { name } = collection;
      let sum = counts.get(name);
      if (!sum) counts.set(name, (sum = { collection: name, entries: 0, bytes: 0, hits: 0, misses: 0, evictions: 0 }));
      sum.entries += values.size;
      sum.hits += values.hits;
      sum.misses += values.misses;
      sum.evictions += values.evictions;
      for (const { bytes } of values.values()) sum.bytes += bytes;
    }
    return [...counts.values()];
  }

  #load<T, V>(view: CachedView<T, V>, account: string, key: string, before: Entry | undefined): Promise<V> {
    const entries = this.#of(view);
    const id = idOf(account, key);
    const ports = this.#ports();
    const previous = before?.value as V | undefined;
    const entry: Entry = { value: previous, reload: before?.reload, bytes: before?.bytes ?? 0, stale: false, usedAt: ++this.#uses };
    entries.set(id, entry);
    const inUse = (): boolean => entries.get(id) === entry;
    const loading = (async () => {
      try {
        const read = await ports.records.get(view.collection, account, key);
        const load = (): Promise<V> => view.load(read, { account, key, ports });
        if (previous !== undefined && view.staleWhileRevalidate?.(previous, read)) {
          // One reload at a time: values that change faster than they load would never be ready.
          if (entry.reload) entry.stale = true;
          else if (inUse()) this.#reload(view, id, entry, load);
          return previous;
        }
        entry.reload = undefined;
        const value = await load();
        if (!inUse()) view.dispose?.(value);
        // What is absent is not kept: names that nobody has would fill the cache.
        else if (value === undefined) this.#remove(view, id, entry);
        else this.#store(view, id, entry, value);
        return value;
      } catch (error) {
        if (inUse()) this.#remove(view, id, entry);
        throw error;
      }
    })().finally(() => {
      entry.loading = undefined;
    });
    entry.loading = loading;
    return loading;
  }

  /** Loads the next value while the former one is in use. */
  #reload<T, V>(view: CachedView<T, V>, id: string, entry: Entry, load: () => Promise<V>): void {
    const entries = this.#of(view);
    const reload = (entry.reload = {});
    const current = (): Entry | undefined => {
      const now = entries.get(id);
      if (now?.reload !== reload) return undefined;
      now.reload = undefined;
      return now;
    };
    load().then(
      (value) => {
        const now = current();
        if (now) this.#store(view, id, now, value);
        else view.dispose?.(value);
      },
      (error: unknown) => {
        const now = current();
        if (now) this.#remove(view, id, now);
        this.#onError(error);
      },
    );
  }

  #store<V>(view: CachedView<never, V>, id: string, entry: Entry, value: V): void {
    const bytes = view.sizeOf(value);
    this.#totalBytes += bytes - entry.bytes;
    if (entry.value !== undefined) view.dispose?.(entry.value as V);
    entry.value = value;
    entry.bytes = bytes;
    // Its record changed while it was loaded: nobody may ask for it again, so that it would stay.
    if (entry.stale && !view.staleWhileRevalidate) this.#remove(view, id, entry);
    this.#evict();
  }

  #evict(): void {
    while (this.#totalBytes > this.maxBytes) {
      const loaded = [...this.#entries]
        .flatMap(([view, entries]) => [...entries].map(([id, entry]) => ({ view, id, entry })))
        .filter(({ entry }) => !entry.loading);
      if (loaded.length === 0) return;
      const { view, id, entry } = loaded.reduce((oldest, one) => (one.entry.usedAt < oldest.entry.usedAt ? one : oldest));
      this.#of(view).evictions++;
      this.#remove(view, id, entry);
    }
  }

  /** A value that may not be used any more is evicted immediately: its record may have been deleted. */
  #invalidate(view: CachedView<never, unknown>, id: string, entry: Entry): void {
    entry.stale = true;
    if (!view.staleWhileRevalidate && !entry.loading) this.#remove(view, id, entry);
  }

  #remove(view: CachedView<never, unknown>, id: string, entry: Entry): void {
    this.#of(view).delete(id);
    this.#totalBytes -= entry.bytes;
    if (entry.value !== undefined) view.dispose?.(entry.value);
  }

  #of(view: CachedView<never, unknown>): CachedValues {
    let entries = this.#entries.get(view);
    if (!entries) {
      // A value of another collection would never be loaded again, neither here nor in other processes.
      if (!view.collection.announced) throw new Error(`Changes of ${view.collection.name} are not announced: its values cannot be cached.`);
      this.#entries.set(view, (entries = new CachedValues()));
    }
    return entries;
  }
}

function idOf(account: string, key: string): string {
  return `${account}/${key}`;
}
