/** One thread or process of a pool: sends it tasks, with their limits of time, and ends it. */
import type { Transferable } from 'node:worker_threads';
import { epochMs } from '../kernel/ports/telemetry.ts';
import { WorkerEnded } from '../kernel/ports/workers.ts';
import type { PoolWorker, TaskCall, WorkerTask } from '../kernel/ports/workers.ts';
import type { Reply, TaskMessage } from './task.ts';

/** A thread or process as a pool sees it. */
export interface Channel {
  post(message: TaskMessage, transfer?: readonly Transferable[]): void;
  /** Ends it immediately, with what it runs. */
  end(): Promise<unknown>;
  /** Whether it keeps this process alive. */
  setRef(isRef: boolean): void;
}

export interface ChannelEvents {
  onReply(reply: Reply): void;
  onEnd(reason: WorkerEnded): void;
}

export type StartChannel = (options: WorkerLimits, events: ChannelEvents) => Channel;
export interface WorkerLimits {
  memoryMb: number;
  isAwaited?: boolean;
  /** A process that a task has kept busy for this long has a lower priority from then on, and no other task. */
  longTaskMs?: number;
  stallFactor?: number;
}
/** Called after each task. */
export type ObserveTask = (task: string, startedAt: number, error?: unknown) => void;

/** A task that neither progresses nor uses its CPU time for this many times the limit hangs, or the machine is far too busy. */
const STALL_FACTOR = 10;
const MAX_GRACE_MS = 1000;

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  onProgress(...report: Parameters<NonNullable<WorkerTask['onProgress']>>): void;
}

export class TaskWorker implements PoolWorker {
  /** It had a task: one that ends before its first task would end again. */
  hasRun = false;
  /** It should have no other task. */
  isSpent = false;
  /** Ended because it was idle. */
  isRetired = false;
  readonly #ended = Promise.withResolvers<void>();
  #reason: WorkerEnded | undefined;
  readonly #limits: WorkerLimits;
  readonly #channel: Channel;
  readonly #observe: ObserveTask | undefined;
  readonly #pending = new Map<number, Pending>();
  #nextId = 0;

  constructor(start: StartChannel, limits: WorkerLimits, { observe, onEnd }: { observe?: ObserveTask; onEnd: () => void }) {
    this.#limits = limits;
    this.#observe = observe;
    void this.#ended.promise.then(onEnd);
    this.#channel = start(limits, {
      onReply: (reply) => this.#onReply(reply),
      onEnd: (reason) => {
        this.#reason ??= reason;
        for (const { reject } of this.#pending.values()) reject(reason);
        this.#ended.resolve();
      },
    });
  }

  get hasEnded(): boolean {
    return this.#reason !== undefined;
  }

  setRef(isRef: boolean): void {
    if (!this.hasEnded) this.#channel.setRef(isRef);
  }

  warmUp({ module, function: name, input }: TaskCall): void {
    this.#channel.post({ id: -1, module: module.href, name, input, isWarmUp: true });
  }

  /** `since` is when the task began to wait. */
  async run<T>(task: WorkerTask, since = epochMs()): Promise<T> {
    try {
      const result = await this.#run<T>(task);
      this.#observe?.(task.function, since);
      return result;
    } catch (error) {
      this.#observe?.(task.function, since, error);
      throw error;
    }
  }

  async end(reason = new WorkerEnded('The worker was ended.')): Promise<void> {
    this.#reason ??= reason;
    this.#channel.setRef(true);
    await this.#channel.end();
    await this.#ended.promise;
  }

  async #run<T>({ module, function: name, input, transfer, timeMs, cpu, signal, onProgress }: WorkerTask): Promise<T> {
    signal?.throwIfAborted();
    if (this.#reason) throw this.#reason;
    this.hasRun = true;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = this.#nextId++;
    const stop = (error: unknown): void => {
      reject(error);
      void this.end();
    };
    const { stallFactor = STALL_FACTOR } = this.#limits;
    const limitMs = timeMs ?? (cpu && stallFactor * (cpu.stepMs ?? cpu.totalMs));
    const limit = limitMs === undefined ? undefined : new TimeLimit(limitMs, stop);
    const onAbort = (): void => stop(signal!.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#pending.set(id, {
      resolve,
      reject,
      onProgress: (...report) => {
        if (cpu) limit?.restart();
        onProgress?.(...report);
      },
    });
    try {
      this.#channel.post({ id, module: module.href, name, input, ...(cpu && { cpu }) }, transfer);
      return (await promise) as T;
    } finally {
      limit?.clear();
      signal?.removeEventListener('abort', onAbort);
      this.#pending.delete(id);
    }
  }

  #onReply(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    if ('progress' in reply) return pending.onProgress(reply.progress, reply.completed);
    if (reply.isLast === true) this.isSpent = true;
    if ('result' in reply) pending.resolve(reply.result);
    else pending.reject(Object.assign(new Error(reply.error.message), reply.error));
  }
}

class TimeLimit {
  #timer: NodeJS.Timeout | undefined;
  readonly #ms: number;
  readonly #stop: (reason: WorkerEnded) => void;

  constructor(ms: number, stop: (reason: WorkerEnded) => void) {
    this.#ms = ms;
    this.#stop = stop;
    this.restart();
  }

  restart(): void {
    this.clear();
    this.#timer = setTimeout(() => {
      // A result that is there already when a process that was suspended goes on is not lost.
      this.#timer = setTimeout(() => this.#end(), Math.min(this.#ms, MAX_GRACE_MS));
    }, this.#ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #end(): void {
    this.#stop(new WorkerEnded(`The task did not progress for ${this.#ms / 1000} seconds.`, { isOutOfTime: true }));
  }
}
