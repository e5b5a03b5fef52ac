import type { Transferable } from 'node:worker_threads';

export interface ThreadTask {
  /** The module, and the name of the function in it, that runs in the thread. */
  module: URL;
  function: string;
  input: unknown;
  /** Parts of the input that are moved to the thread instead of copied, such as a message port. */
  transfer?: readonly Transferable[];
  timeMs?: number;
  signal?: AbortSignal;
}

export interface ThreadOptions {
  count: number;
  memoryMb: number;
  /** Whether threads wait for the next task however long that takes, with what they have loaded. */
  keepsIdle?: boolean;
}

/** A task's thread ended before the task was done. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}

/** A pool of worker threads. */
export interface Threads {
  /**
   * What the function returns. A task that is aborted, or exceeds its time or memory, is terminated with its thread; one whose thread ran
   * out of memory or crashed throws `ThreadEnded`.
   */
  run<T>(task: ThreadTask): Promise<T>;
  close(): Promise<void>;
}

/** Limits on the CPU time of a task: it may wait for a process, for the processor or for a disk without coming closer to them. */
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

export interface ProcessTask {
  /** Whose task it is: processes are shared fairly among accounts. */
  account: string;
  /** Tasks of the account that may wait already; unlimited when omitted. */
  maxWaiting?: number;
  /** The module, and the name of the function in it: it is passed the input, and a function that reports progress. */
  module: URL;
  function: string;
  input: unknown;
  cpu?: CpuLimits;
  signal?: AbortSignal;
  onProgress?: ReportProgress;
}

export type WarmUp = Pick<ProcessTask, 'module' | 'function' | 'input'>;

/** A pool of child processes, for engines that rely on native code and read untrusted input. */
export interface Processes {
  /**
   * What the function returns. A task that is aborted, or uses too much time or memory, is killed with its process. Throws
   * `TooManyTasks` when too many tasks of the account are waiting.
   */
  run<T>(task: ProcessTask): Promise<T>;
  /**
   * From now on one process is there when no task runs. When it starts it calls the function, which loads what tasks need; when a task
   * comes meanwhile, it shares what is being loaded, and the function's reports of progress throw.
   */
  keepWarm(warmUp: WarmUp): void;
  close(): Promise<void>;
}

/** The process exited before its task was done. */
export class ProcessEnded extends Error {
  override name = 'ProcessEnded';
  readonly isOutOfMemory: boolean;
  readonly isOutOfTime: boolean;

  constructor(message: string, { isOutOfMemory = false, isOutOfTime = false }: { isOutOfMemory?: boolean; isOutOfTime?: boolean } = {}) {
    super(message);
    this.isOutOfMemory = isOutOfMemory;
    this.isOutOfTime = isOutOfTime;
  }
}

/** The account has as many tasks waiting as it may have. */
export class TooManyTasks extends Error {
  override name = 'TooManyTasks';
}

export interface ProcessOptions {
  /** Tasks that run concurrently. One account can use all but one of them, so that others are not kept waiting. */
  count: number;
  memoryMb: number;
}

/** Makes pools; whoever makes one closes it. */
export interface Workers {
  /** Jobs that one process runs concurrently, as configured. */
  readonly concurrency: number;
  startThreads(options: ThreadOptions): Threads;
  startProcesses(options: ProcessOptions): Processes;
}
