/** Work of an area from its first call to its result, at any process: a call without an answer is sent again to another one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../test/support/simulated-time.ts';
import { send } from '../registers.ts';
import type { Reply, Target } from '../registers.ts';

const STEP_MS = 180_000;
const AGAIN_MS = 100;

export interface CallOptions {
  body?: object | Uint8Array<ArrayBuffer>;
  type?: string;
  /** The statuses of success. */
  ok?: readonly number[];
  /** Statuses that mean success after a call that got no answer, such as 409 when that call has created the thing. */
  okAgain?: readonly number[];
}

/** A caller with one key that finishes each step, whatever happens to the processes. */
export class Caller {
  readonly #targets: () => readonly Target[];
  readonly #random: Random;
  readonly key: string | undefined;

  constructor(targets: () => readonly Target[], random: Random, key?: string) {
    this.#targets = targets;
    this.#random = random;
    this.key = key;
  }

  withKey(key: string): Caller {
    return new Caller(this.#targets, this.#random, key);
  }

  get targets(): Target[] {
    return this.#targets().map((target) => ({ ...target, key: this.key ?? target.key }));
  }

  /** Until it succeeds; a refusal ends the workflow with an error. */
  async call(route: string, { body, type, ok = [200, 201, 202, 204], okAgain = [] }: CallOptions = {}): Promise<Reply> {
    const deadline = Date.now() + STEP_MS;
    let last = '';
    for (let isFirst = true; Date.now() < deadline; isFirst = false) {
      try {
        const reply = await send(this.#random.pick(this.targets), route, body, type);
        if (ok.includes(reply.status) || (!isFirst && okAgain.includes(reply.status))) return reply;
        last = `${reply.status} ${reply.text.slice(0, 300)}`;
        if (reply.status < 500 && reply.status !== 429) break;
      } catch (error) {
        last = (error as Error).message;
      }
      await sleep(AGAIN_MS);
    }
    throw new Error(`${route.slice(0, 120)}: ${last}`);
  }

  async json<T>(route: string, options?: CallOptions): Promise<T> {
    return JSON.parse((await this.call(route, options)).text) as T;
  }

  /** Starts work and waits for its end; the last record that was read. */
  async job<T extends { status: string }>(route: string, options: CallOptions): Promise<T> {
    const { location } = await this.call(route, { ...options, ok: [202] });
    const { pathname, search } = new URL(location!);
    return await this.until<T>(`GET ${pathname}${search}`, ({ status }) => !/^(notStarted|running|cancelling)$/i.test(status));
  }

  async succeeds(route: string, options: CallOptions): Promise<void> {
    const record = await this.job<{ status: string; errors?: unknown; error?: unknown }>(route, options);
    if (record.status !== 'succeeded') throw new Error(`${route}: ${record.status} ${JSON.stringify(record.errors ?? record.error)}`);
  }

  async until<T>(route: string, isDone: (answer: T) => boolean): Promise<T> {
    const deadline = Date.now() + STEP_MS;
    for (;;) {
      const answer = await this.json<T>(route);
      if (isDone(answer)) return answer;
      if (Date.now() > deadline) throw new Error(`${route} did not end: ${JSON.stringify(answer).slice(0, 300)}`);
      await sleep(AGAIN_MS);
    }
  }

  /** The answers of every process to one call, each as soon as it gives one. */
  async everywhere<T>(route: string, body?: object): Promise<T[]> {
    return await Promise.all(
      this.targets.map((target) => new Caller(() => [target], this.#random, this.key).json<T>(route, { body, ok: [200] })),
    );
  }

  /** Until every process answers 401. */
  async refusedEverywhere(route: string): Promise<void> {
    const deadline = Date.now() + STEP_MS;
    for (const target of this.targets)
      while ((await send(target, route).catch(() => undefined))?.status !== 401) {
        if (Date.now() > deadline) throw new Error(`${route} is not refused at ${target.address}`);
        await sleep(AGAIN_MS);
      }
  }
}

export interface Workflow {
  name: string;
  /** Does one round; throws when a step fails. `id` is unique among all rounds. */
  round(caller: Caller, id: string): Promise<void>;
}
