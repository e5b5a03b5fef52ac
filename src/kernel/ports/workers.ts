/** Pools of worker threads and child processes, and the tasks that run in them. */
import type { Transferable } from 'node:worker_threads';

/** Limits on the CPU time of a task: it may wait for the processor or for a disk without coming closer to them. */
export interface CpuLimits {
  /** From one progress report to the next; unlimited when omitted. */
  stepMs?: number;
  /** For the whole task, and what each progress report adds to it. */
  totalMs: number;
  addedPerStepMs?: number;
}

/** What a task has completed, in units that its caller can count, such as pages. */
export interface Completed {
  count: number;
  of: number;
  unit: string;
}

export type ReportProgress = (done: number, completed?: Completed) => void;

/** A function of a module, called in a worker with the input and a function that reports progress. */
export interface TaskCall {
  module: URL;
  function: string;
  input: unknown;
}

export interface WorkerTask extends TaskCall {
  /** Parts of the input that are moved to a thread instead of copied, such as a message port. */
  transfer?: readonly Transferable[];
  timeMs?: number;
  /** In processes only. */
  cpu?: CpuLimits;
  signal?: AbortSignal;
  onProgress?: ReportProgress;
}

/** Whose turn it is, and how long it may be waited for. */
export interface Claim {
  /** Workers are shared fairly among accounts. */
  account?: string;
  /** Claims of the account that may wait already; unlimited when omitted. */
  maxWaiting?: number;
  maxWaitMs?: number;
  signal?: AbortSignal;
  /** The idle worker that suits best, if any does. */
  prefer?: (worker: PoolWorker) => boolean;
}

export type PoolTask = WorkerTask & Omit<Claim, 'prefer'>;

/** A thread or process of a pool. */
export interface PoolWorker {
  /**
   * What the function returns. A task that is aborted, or exceeds its time or memory, is ended with its worker. Throws `WorkerEnded`
   * when the worker ended before the task was done.
   */
  run<T>(task: WorkerTask): Promise<T>;
}

export interface Pool {
  /** Runs a task in the next free worker. Throws `TooManyTasks` when too many of the account are waiting, or one waits for too long. */
  run<T>(task: PoolTask): Promise<T>;
  /** Has a worker for itself until `work` is done, for several tasks. */
  use<T>(claim: Claim, work: (worker: PoolWorker) => Promise<T>): Promise<T>;
  /** Keeps this number of workers warm while no task runs. */
  keepWarm(count: number): void;
  close(): Promise<void>;
}

export interface PoolOptions {
  /** Tasks that run concurrently. */
  count: number;
  /** Tasks of one account that run concurrently; by default as many as there are. */
  perAccount?: number;
  memoryMb: number;
  /** A call waits for each task: threads have nearly the priority of the one that answers calls. */
  isAwaited?: boolean;
  /** How long an idle worker waits for the next task, with what it has loaded; half a minute when omitted. */
  idleMs?: number;
  /** The same for the last one; not longer when omitted. */
  keepMs?: number;
  /** Called in a worker that is started ahead of its tasks: loads what they need. When one comes, its progress reports throw. */
  warmUp?: TaskCall;
  /** While a task takes longer, an idle worker is kept for the next one. */
  spareAfterMs?: number;
  /**
   * For this long an idle worker is left to the account that used it, while others can start one of their own. An account that has a task
   * running, or has ended a worker within `keepMs`, leaves all idle ones to the others of that time. Not at all when omitted.
   */
  reserveMs?: number;
  /** Whether the machine has room for a spare; always when omitted. One that is reserved for other accounts is started even so. */
  maySpare?: () => boolean;
}

/** The worker ended before its task was done. */
export class WorkerEnded extends Error {
  override name = 'WorkerEnded';
  readonly isOutOfMemory: boolean;
  readonly isOutOfTime: boolean;

  constructor(message: string, { isOutOfMemory = false, isOutOfTime = false }: { isOutOfMemory?: boolean; isOutOfTime?: boolean } = {}) {
    super(message);
    this.isOutOfMemory = isOutOfMemory;
    this.isOutOfTime = isOutOfTime;
  }
}

/** The account has as many tasks waiting as it may have, or one has waited for too long. */
export class TooManyTasks extends Error {
  override name = 'TooManyTasks';
}

/** Makes pools; whoever makes one closes it. Processes are for engines that run native code on untrusted input. */
export interface Workers {
  /** Jobs that one process runs concurrently, as configured. */
  readonly concurrency: number;
  start(kind: 'thread' | 'process', options: PoolOptions): Pool;
}
