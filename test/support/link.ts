/** One process's way to the store in a simulation: slow, lossy, frozen for a while or cut for good. */
import type { Change } from '../../src/kernel/change.ts';
import type { Announcement, Store } from '../../src/kernel/ports/store.ts';
import type { Dice, SimulatedTime } from './time.ts';

export class LinkLost extends Error {}

export class Link implements Pick<Store, 'get' | 'find' | 'commit' | 'onAnnouncement'> {
  readonly #store: Store;
  readonly #dice: Dice;
  readonly #time: SimulatedTime;
  readonly #slowMs: number;
  /** While it is not settled, nothing passes. */
  #closed: PromiseWithResolvers<void> | undefined;
  calm = false;

  constructor(store: Store, dice: Dice, time: SimulatedTime) {
    this.#store = store;
    this.#dice = dice;
    this.#time = time;
    this.#slowMs = dice.pick([0, 5, 60, 400]);
  }

  freeze(): void {
    this.#closed ??= Promise.withResolvers();
  }

  thaw(): void {
    this.#closed?.resolve();
    this.#closed = undefined;
  }

  async get(...args: Parameters<Store['get']>): Promise<never> {
    return await this.#through(() => this.#store.get(...args)) as never;
  }

  async find(...args: Parameters<Store['find']>): Promise<never> {
    return await this.#through(() => this.#store.find(...args)) as never;
  }

  async commit(change: Change): Promise<void> {
    await this.#through(() => this.#store.commit(change));
  }

  onAnnouncement(listener: (announcement: Announcement | undefined) => void): void {
    this.#store.onAnnouncement((announcement) => void this.#through(async () => listener(announcement)).catch(() => undefined));
  }

  /** The way there and the way back may take a while, or be lost: then the caller cannot know what happened. */
  async #through<T>(work: () => Promise<T>): Promise<T> {
    await this.#way();
    const result = await work();
    await this.#way();
    return result;
  }

  async #way(): Promise<void> {
    await this.#closed?.promise;
    if (this.#slowMs > 0) await this.#time.sleep(this.#dice.between(0, this.#slowMs));
    await this.#closed?.promise;
    if (!this.calm && this.#dice.chance(0.01)) throw new LinkLost('The link is lost.');
  }
}
