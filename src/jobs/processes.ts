/**
 * A pool of child processes for engines that use native code on untrusted input: a crash, a hang or a full memory ends one process
 * and nothing else. (Terminating a thread inside native code ends the whole server.) A process runs one task at a time, is reused,
 * and is stopped when it was idle for a while, unless one is kept warm, or uses much memory. It sees only the environment variables that
 * programs need, and exits when the server is gone or when it exceeds its limits on memory and CPU time. A task that uses no CPU time
 * either is killed after a multiple of its limits.
 *
 * Processes are shared fairly among accounts. Their priority is lower than that of the server, and that of a process whose task takes long
 * is lower still, so that short tasks of others are not delayed. Since such a task may end with its process, another is started meanwhile.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { FairQueue } from '../shared/fair-queue.ts';
import { ProcessEnded, TooManyTasks } from '../kernel/ports/workers.ts';
import type { CpuLimits, Processes, ProcessOptions, ProcessTask, WarmUp } from '../kernel/ports/workers.ts';
import type { WorkerMessage, TaskMessage } from './process-worker.ts';

/** The signals by which a process over its limits kills itself; neither writes a core file. */
export const OUT_OF_MEMORY = 'SIGUSR2';
export const OUT_OF_TIME = 'SIGVTALRM';
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TESSDATA_PREFIX', 'NODE_COMPILE_CACHE', 'OMP_THREAD_LIMIT', 'SystemRoot'];
const IDLE_MS = 30_000;
const MAX_STDERR = 2000;
/** A task that neither progresses nor uses its CPU time for this many times the limit hangs, or the machine is far too busy. */
const STALL_FACTOR = 10;

/** Added to the niceness of the server: of a process, and of one whose task takes long. */
const NICENESS = 10;
const LONG_TASK_NICENESS = 15;
const LONG_TASK_MS = 5000;
/** While a task takes longer than this, an idle process is kept for the next one: the task may take long, or end with its process. */
const SPARE_AFTER_MS = 250;
/** The same where processes are not kept warm. */
const COLD_SPARE_AFTER_MS = 2000;

interface Settings extends ProcessOptions {
  idleMs?: number;
  stallFactor?: number;
  spareAfterMs?: number;
  longTaskMs?: number;
}

export class ProcessPool implements Processes {
  readonly #settings: Settings;
  readonly #all = new Set<ChildProcess>();
  /** With the timer that stops it; the one that is kept warm has none. */
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout | undefined>();
  readonly #tasked = new WeakSet<ChildProcess>();
  /** Too nice to be used again: only a privileged server could raise their priority. */
  readonly #slowed = new WeakSet<ChildProcess>();
  readonly #queue: FairQueue;
  readonly #stderr = new WeakMap<ChildProcess, string>();
  #closed = false;
  #warmUp: TaskMessage | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    const { count } = settings;
    this.#queue = new FairQueue({ concurrency: count, perAccount: Math.max(1, count - 1) });
  }

  async run<T>({ account, maxWaiting, module, function: name, input, cpu, signal, onProgress }: ProcessTask): Promise<T> {
    return await this.#queue.run(account, {
      work: () => this.#send<T>(this.#acquire(), { module: module.href, name, input, ...(cpu && { cpu }) }, signal, onProgress),
      refused: () => new TooManyTasks('Too many tasks of the account are waiting.'),
      maxWaiting,
      signal,
    });
  }

  keepWarm({ module, function: name, input }: WarmUp): void {
    this.#warmUp = { module: module.href, name, input, isWarmUp: true };
    this.#startWarm();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(
      [...this.#all].map(async (child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        // An idle process does not keep the server alive, but its exit is awaited.
        child.ref();
        child.kill('SIGKILL');
        await ended;
      }),
    );
  }

  #acquire(): ChildProcess {
    const idle = [...this.#idle.keys()].at(-1);
    if (!idle) return this.#start();
    clearTimeout(this.#idle.get(idle));
    this.#idle.delete(idle);
    idle.ref();
    idle.channel?.ref();
    return idle;
  }

  /** Starts the process that is kept warm, unless there is a process that can be kept instead. */
  #startWarm(): void {
    if (!this.#warmUp || this.#closed || this.#hasOther()) return;
    this.#keep(this.#start());
  }

  #keep(child: ChildProcess): void {
    this.#sendWarmUp(child);
    this.#detach(child);
    this.#idle.set(child, undefined);
  }

  /** A process that exits meanwhile is removed by its exit. */
  #sendWarmUp(child: ChildProcess): void {
    if (this.#warmUp) child.send(this.#warmUp, () => undefined);
  }

  /** Starts a process for the next task, unless there is an idle one. */
  #startSpare(): void {
    if (this.#closed || this.#idle.size > 0) return;
    const spare = this.#start();
    this.#sendWarmUp(spare);
    this.#release(spare);
  }

  /** An idle process does not keep the server alive. */
  #detach(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
  }

  #hasOther(than?: ChildProcess): boolean {
    return [...this.#all].some((child) => child !== than && !child.killed);
  }

  #start(): ChildProcess {
    if (this.#closed) throw new Error('The process pool is closed.');
    const { memoryMb } = this.#settings;
    const child = fork(new URL('./process-worker.ts', import.meta.url), [String(process.pid), String(memoryMb)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [`--max-old-space-size=${memoryMb}`, '--disable-warning=ExperimentalWarning'],
      env: Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    });
    this.#all.add(child);
    lowerPriority(child, NICENESS);
    const over = (): void => {
      this.#all.delete(child);
      clearTimeout(this.#idle.get(child));
      this.#idle.delete(child);
      // One that exits before its first task would exit again.
      if (this.#tasked.has(child)) this.#startWarm();
    };
    this.#stderr.set(child, '');
    child
      .stderr!.setEncoding('utf8')
      .on('data', (text: string) => this.#stderr.set(child, `${this.#stderr.get(child)}${text}`.slice(-MAX_STDERR)));
    (child.stderr as Socket).unref();
    return child.once('exit', over).on('error', over);
  }

  #send<T>(child: ChildProcess, task: TaskMessage, signal: AbortSignal | undefined, onProgress: ProcessTask['onProgress']): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#tasked.add(child);
    let isLast = false;
    const stall = task.cpu && this.#stallTimer(task.cpu, child, reject);
    const { spareAfterMs = this.#warmUp ? SPARE_AFTER_MS : COLD_SPARE_AFTER_MS, longTaskMs = LONG_TASK_MS } = this.#settings;
    const spare = setTimeout(() => this.#startSpare(), spareAfterMs);
    const slow = setTimeout(() => {
      this.#slowed.add(child);
      lowerPriority(child, LONG_TASK_NICENESS);
    }, longTaskMs);
    const onMessage = (message: WorkerMessage): void => {
      if ('progress' in message) {
        stall?.refresh();
        return onProgress?.(message.progress, message.completed);
      }
      isLast = message.isLast;
      if ('result' in message) resolve(message.result as T);
      else reject(Object.assign(new Error(message.error.message), message.error));
    };
    const onExit = (code: number | null, by: NodeJS.Signals | null): void => reject(exitError(by, code, this.#stderr.get(child)!));
    const onAbort = (): void => {
      child.kill('SIGKILL');
      reject(signal!.reason as Error);
    };
    child.on('message', onMessage).once('close', onExit).on('error', reject);
    signal?.addEventListener('abort', onAbort, { once: true });
    child.send(task, (problem) => problem && reject(problem));
    return promise.finally(() => {
      for (const timer of [stall, spare, slow]) clearTimeout(timer);
      child.off('message', onMessage).off('close', onExit).off('error', reject);
      signal?.removeEventListener('abort', onAbort);
      if (isLast || this.#slowed.has(child)) child.kill('SIGKILL');
      else if (this.#all.has(child) && !child.killed) this.#release(child);
    });
  }

  #stallTimer({ stepMs, totalMs }: CpuLimits, child: ChildProcess, reject: (error: Error) => void): NodeJS.Timeout {
    const stallMs = (this.#settings.stallFactor ?? STALL_FACTOR) * (stepMs ?? totalMs);
    return setTimeout(() => {
      child.kill('SIGKILL');
      reject(new ProcessEnded(`The process did not progress for ${stallMs / 1000} seconds.`, { isOutOfTime: true }));
    }, stallMs);
  }

  #release(child: ChildProcess): void {
    const timer = setTimeout(() => {
      if (this.#warmUp && !this.#hasOther(child)) return this.#keep(child);
      this.#idle.delete(child);
      const isSpare = this.#idle.size === 0 && this.#hasOther(child);
      if (isSpare) this.#release(child);
      else child.kill('SIGKILL');
    }, this.#settings.idleMs ?? IDLE_MS);
    timer.unref();
    this.#detach(child);
    this.#idle.set(child, timer);
  }
}

function lowerPriority({ pid }: ChildProcess, by: number): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(19, getPriority() + by));
  } catch {
    // It has exited, or the platform does not let us: it runs with the priority that it has.
  }
}

/** `stderr` is the last output: for the log, since it may quote the task. */
function exitError(signal: NodeJS.Signals | null, code: number | null, stderr: string): ProcessEnded {
  const message = `The process exited before its task was done (${signal ?? code}). ${stderr}`.trimEnd();
  return new ProcessEnded(message, { isOutOfMemory: signal === OUT_OF_MEMORY, isOutOfTime: signal === OUT_OF_TIME });
}
