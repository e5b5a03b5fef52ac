/**
 * A duty is standing work: as long as it exists, one process performs it. When that process stops or dies,
 * another takes it over.
 *
 * A process says that it is alive by a record that expires unless renewed; a duty names the process that
 * holds it. So renewing costs one write a process, however many duties it holds. A duty whose holder is
 * not alive is free; who takes it replaces its record. What a holder writes, it writes on condition that
 * the duty's record still is the one it took: a holder that was given up for dead changes nothing.
 */
import { randomUUID } from 'node:crypto';
import type { Services } from '../kernel/ports.ts';
import { Change, Conflict } from '../kernel/change.ts';
import type { Stored } from '../kernel/change.ts';
import { SYSTEM, collection } from '../kernel/collection.ts';
import type { Store } from '../kernel/ports/store.ts';

interface Duty { kind: string; account: string; /** Empty when nobody has it. */ holder: string }

const HOLDER = 'holder';

export const duties = collection<Duty>('duties', { indexes: { [HOLDER]: ({ holder }) => [holder] }, announced: true });
const processes = collection<{ until: number }>('processes', { expiresAt: ({ until }) => until });

/** Duties of an account lie together, so that they can be cleared with it. */
export function dutyKey(account: string, kind: string): string {
  return `${account}/${kind}`;
}

/** Adds to a change that an account, which has no such duty yet, has it from now on. */
export function assignDuty(change: Change, account: string, kind: string): Change {
  return change.create(duties, SYSTEM, dutyKey(account, kind), { kind, account, holder: '' });
}

/** Another process has the duty now, or nobody has it any more. */
export class DutyLost extends Error {
  override name = 'DutyLost';
}

export interface DutyContext {
  services: Services;
  /** Aborted when the duty is lost or the server stops. */
  signal: AbortSignal;
  /** Commits on condition that the duty is still held; throws DutyLost otherwise. */
  commit(change: Change): Promise<void>;
  /** Resolves after the time given, sooner when the account's record of the collection named by the duty has changed. */
  pause(ms: number): Promise<void>;
}

export interface DutyHandler {
  /** Performs it until the signal is aborted. When it throws it is begun again a little later. */
  perform(account: string, context: DutyContext): Promise<void>;
  /** The collection whose changes end a pause. */
  wokenBy: string;
}

export type DutyHandlers = Readonly<Record<string, DutyHandler>>;

export interface DutiesOptions {
  store: Store;
  services: Services;
  handlers: DutyHandlers;
  leaseMs: number;
  onError: (error: unknown, account: string) => void;
}

interface Held {
  read: Stored<Duty>;
  stop: AbortController;
  /** Whether its record has changed since the last pause began. */
  woken: boolean;
  endPause: () => void;
  done: Promise<void>;
}

const AGAIN_MS = 1000;
const TAKEN_AT_ONCE = 100;

export class Duties {
  readonly #options: DutiesOptions;
  readonly #id = randomUUID();
  readonly #held = new Map<string, Held>();
  /** Duties whose taking ended in an error: they may be this process's all the same. */
  readonly #unsure = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #stopped = false;

  constructor(options: DutiesOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#renew();
    this.#options.store.onAnnouncement((announcement) => {
      if (!announcement) {
        for (const held of this.#held.values()) {
          wake(held);
          this.#watch(held);
        }
        this.#look();
      } else if (announcement.collection === duties.name) {
        const held = this.#held.get(announcement.key);
        if (held) this.#watch(held);
        else this.#look();
      }
      else for (const [kind, { wokenBy }] of Object.entries(this.#options.handlers)) {
        if (announcement.collection !== wokenBy) continue;
        const held = this.#held.get(dutyKey(announcement.account, kind));
        if (held) wake(held);
      }
    });
    this.#timer = setInterval(() => void this.#renew().catch((error: unknown) => this.#options.onError(error, SYSTEM)), this.#options.leaseMs / 3).unref();
    this.#look();
  }

  /** Ends what is performed and gives it free. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#looking;
    const held = [...this.#held.values()];
    for (const { stop } of held) stop.abort(new Error('The server stops.'));
    await Promise.all(held.map(({ done }) => done));
    for (const { read } of held) {
      await this.#options.store.commit(new Change().replace(duties, SYSTEM, read, { ...read.value, holder: '' }))
        .catch((error: unknown) => error instanceof Conflict ? undefined : this.#options.onError(error, read.value.account));
    }
  }

  get count(): number {
    return this.#held.size;
  }

  async #renew(): Promise<void> {
    const { store, services, leaseMs } = this.#options;
    await store.commit(new Change().put(processes, SYSTEM, this.#id, { until: services.clock.now() + leaseMs }));
    this.#look();
  }

  #look(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#takeFree().catch((error: unknown) => this.#options.onError(error, SYSTEM)).finally(() => {
      this.#looking = undefined;
      if (!this.#lookAgain) return;
      this.#lookAgain = false;
      this.#look();
    });
  }

  /** The record was written: stops what is performed here when it is not the one that this process took. */
  #watch({ read, stop }: Held): void {
    this.#options.store.get(duties, SYSTEM, read.key).then(
      (now) => now?.version === read.version ? undefined : stop.abort(lost()),
      (error: unknown) => this.#options.onError(error, read.value.account),
    );
  }

  /** Goes from holder to holder and takes what the dead ones had. */
  async #takeFree(): Promise<void> {
    const { store, handlers } = this.#options;
    await this.#makeSure();
    for (let from = '', limit = TAKEN_AT_ONCE; !this.#stopped;) {
      const [first] = await store.find(duties, SYSTEM, HOLDER, { from, limit: 1 });
      if (!first) return;
      const { holder } = first.value;
      if (holder === '' || (holder !== this.#id && !await store.get(processes, SYSTEM, holder))) {
        const free = await store.find(duties, SYSTEM, HOLDER, { from: holder, to: holder, limit });
        let taken = 0;
        for (const read of free) if (handlers[read.value.kind] && await this.#take(read)) taken++;
        if (free.length === limit) {
          if (taken === 0) limit *= 2;
          continue;
        }
      }
      from = `${holder}\u0001`;
    }
  }

  async #makeSure(): Promise<void> {
    for (const key of this.#unsure) {
      const read = await this.#options.store.get(duties, SYSTEM, key);
      this.#unsure.delete(key);
      if (read?.value.holder === this.#id) await this.#take(read);
    }
  }

  async #take(read: Stored<Duty>): Promise<boolean> {
    if (this.#stopped) return false;
    const before = this.#held.get(read.key);
    if (before) {
      if (before.read.version !== read.version) before.stop.abort(lost());
      return false;
    }
    const value = { ...read.value, holder: this.#id };
    const change = new Change().replace(duties, SYSTEM, read, value);
    try {
      await this.#options.store.commit(change);
    } catch (error) {
      if (error instanceof Conflict) return false;
      this.#unsure.add(read.key);
      throw error;
    }
    const held: Held = { read: { key: read.key, version: change.puts[0]!.version, value }, stop: new AbortController(), woken: false, endPause: () => undefined, done: Promise.resolve() };
    this.#held.set(read.key, held);
    held.done = this.#perform(held).finally(() => {
      this.#held.delete(read.key);
      this.#look();
    });
    return true;
  }

  async #perform(held: Held): Promise<void> {
    const { services, handlers, onError } = this.#options;
    const { read, stop: { signal } } = held;
    const { kind, account } = read.value;
    const context: DutyContext = {
      services, signal,
      commit: (change) => {
        // First, so that a holder that is none any more is told so, whatever else has changed.
        change.expects.unshift(...new Change().expect(duties, SYSTEM, read, lost).expects);
        return this.#options.store.commit(change);
      },
      pause: (ms) => paused(held, ms),
    };
    while (!signal.aborted) {
      try {
        await handlers[kind]!.perform(account, context);
      } catch (error) {
        if (error instanceof DutyLost) return;
        if (signal.aborted) return;
        onError(error, account);
      }
      await paused(held, AGAIN_MS);
    }
  }
}

function lost(): DutyLost {
  return new DutyLost('Another process has taken the duty over, or it is no more.');
}

function wake(held: Held): void {
  held.woken = true;
  held.endPause();
}

async function paused(held: Held, ms: number): Promise<void> {
  const { signal } = held.stop;
  if (!signal.aborted && !held.woken) await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    held.endPause = end;
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      held.endPause = () => undefined;
      resolve();
    }
  });
  held.woken = false;
}
