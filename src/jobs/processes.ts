/**
 * A pool of child processes for engines that use native code on untrusted input: a crash, a hang or a full memory ends one process
 * and nothing else. (Terminating a thread inside native code ends the whole server.) A process runs one task at a time, is reused,
 * and is stopped when it was idle for a while or uses much memory. It sees only the environment variables that programs need, and
 * exits when the server is gone or when it exceeds its memory limit.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { ProcessEnded } from '../kernel/ports/workers.ts';
import type { Processes, ProcessTask } from '../kernel/ports/workers.ts';
import type { WorkerMessage, TaskMessage } from './process-worker.ts';

/** The signal by which a process over its memory limit kills itself. */
export const OUT_OF_MEMORY = 'SIGUSR2';
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TESSDATA_PREFIX', 'NODE_COMPILE_CACHE', 'OMP_THREAD_LIMIT', 'SystemRoot'];
const IDLE_MS = 30_000;
const MAX_STDERR = 2000;

interface Settings {
  count: number;
  memoryMb: number;
  idleMs?: number;
}

export class ProcessPool implements Processes {
  readonly #settings: Settings;
  readonly #all = new Set<ChildProcess>();
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>();
  readonly #waiting = new Set<() => void>();
  readonly #stderr = new WeakMap<ChildProcess, string>();
  #used = 0;
  #closed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async run<T>({ module, function: name, input, signal, onProgress }: ProcessTask): Promise<T> {
    await this.#waitForSlot(signal);
    try {
      signal?.throwIfAborted();
      return await this.#send<T>(this.#acquire(), { module: module.href, name, input }, signal, onProgress);
    } finally {
      this.#used--;
      for (const next of this.#waiting) {
        next();
        break;
      }
    }
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

  async #waitForSlot(signal: AbortSignal | undefined): Promise<void> {
    while (this.#used >= this.#settings.count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      signal?.addEventListener('abort', () => resolve(), { once: true });
      await promise;
      this.#waiting.delete(resolve);
      signal?.throwIfAborted();
    }
    this.#used++;
  }

  #acquire(): ChildProcess {
    const [idle] = this.#idle.keys();
    if (!idle) return this.#start();
    clearTimeout(this.#idle.get(idle));
    this.#idle.delete(idle);
    idle.ref();
    idle.channel?.ref();
    return idle;
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
    const over = (): void => {
      this.#all.delete(child);
      clearTimeout(this.#idle.get(child));
      this.#idle.delete(child);
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
    let isLast = false;
    const onMessage = (message: WorkerMessage): void => {
      if ('progress' in message) return onProgress?.(message.progress);
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
      child.off('message', onMessage).off('close', onExit).off('error', reject);
      signal?.removeEventListener('abort', onAbort);
      if (isLast) child.kill('SIGKILL');
      else if (this.#all.has(child) && !child.killed) this.#release(child);
    });
  }

  #release(child: ChildProcess): void {
    const timer = setTimeout(() => child.kill('SIGKILL'), this.#settings.idleMs ?? IDLE_MS);
    timer.unref();
    child.unref();
    child.channel?.unref();
    this.#idle.set(child, timer);
  }
}

/** `stderr` is the last output: for the log, since it may quote the task. */
function exitError(signal: NodeJS.Signals | null, code: number | null, stderr: string): ProcessEnded {
  const message = `The process onExit before its task was done (${signal ?? code}). ${stderr}`.trimEnd();
  return new ProcessEnded(message, { isOutOfMemory: signal === OUT_OF_MEMORY });
}
