/** The store as one simulated process reaches it: slow, lossy, or frozen for a while or forever. */
import type { Change } from '../../src/kernel/change.ts';
import type { Announcement, Store } from '../../src/kernel/ports/store.ts';
import type { Random, SimulatedTime } from './simulated-time.ts';

export class ConnectionLost extends Error {}

export class UnreliableStore implements Pick<Store, 'get' | 'find' | 'commit' | 'onAnnouncement'> {
  readonly #store: Store;
  readonly #random: Random;
  readonly #time: SimulatedTime;
  readonly #maxDelayMs: number;
  /** While this is pending, no call passes. */
  #frozen: PromiseWithResolvers<void> | undefined;
  isReliable = false;

  constructor(store: Store, random: Random, time: SimulatedTime) {
    this.#store = store;
    this.#random = random;
    this.#time = time;
    this.#maxDelayMs = random.pick([0, 5, 60, 400]);
  }

  freeze(): void {
    this.#frozen ??= Promise.withResolvers();
  }

  thaw(): void {
    this.#frozen?.resolve();
    this.#frozen = undefined;
  }

  async get(...args: Parameters<Store['get']>): Promise<never> {
    return (await this.#send(() => this.#store.get(...args))) as never;
  }

  async find(...args: Parameters<Store['find']>): Promise<never> {
    return (await this.#send(() => this.#store.find(...args))) as never;
  }

  async commit(change: Change): Promise<void> {
    await this.#send(() => this.#store.commit(change));
  }

  onAnnouncement(listener: (announcement: Announcement | undefined) => void): void {
    this.#store.onAnnouncement((announcement) => void this.#send(async () => listener(announcement)).catch(() => undefined));
  }

  /** Request and response may be delayed or lost; when one is lost the caller cannot know whether the call took effect. */
  async #send<T>(work: () => Promise<T>): Promise<T> {
    await this.#transfer();
    const result = await work();
    await this.#transfer();
    return result;
  }

  async #transfer(): Promise<void> {
    await this.#frozen?.promise;
    if (this.#maxDelayMs > 0) await this.#time.sleep(this.#random.integer(0, this.#maxDelayMs));
    await this.#frozen?.promise;
    if (!this.isReliable && this.#random.chance(0.01)) throw new ConnectionLost('The connection is lost.');
  }
}
