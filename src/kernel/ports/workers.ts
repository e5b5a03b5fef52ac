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

/** A pool of worker threads. */
export interface Threads {
  /** What the function returns. A task that is aborted, or exceeds its time or memory, is terminated with its thread. */
  run<T>(task: ThreadTask): Promise<T>;
  close(): Promise<void>;
}

export interface ProcessTask {
  /** The module, and the name of the function in it: it is passed the input, and a function that reports progress. */
  module: URL;
  function: string;
  input: unknown;
  signal?: AbortSignal;
  onProgress?: (done: number) => void;
}

/** A pool of child processes, for engines that rely on native code and read untrusted input. */
export interface Processes {
  /** What the function returns. A task that is aborted, or uses too much memory, is killed with its process. */
  run<T>(task: ProcessTask): Promise<T>;
  close(): Promise<void>;
}

/** The process exited before its task was done. */
export class ProcessEnded extends Error {
  override name = 'ProcessEnded';
  readonly isOutOfMemory: boolean;

  constructor(message: string, { isOutOfMemory }: { isOutOfMemory: boolean }) {
    super(message);
    this.isOutOfMemory = isOutOfMemory;
  }
}

/** Makes pools; whoever makes one closes it. */
export interface Workers {
  /** Jobs that one process runs concurrently, as configured. */
  readonly concurrency: number;
  startThreads(options: { count: number; memoryMb: number }): Threads;
  startProcesses(options: { count: number; memoryMb: number }): Processes;
}
