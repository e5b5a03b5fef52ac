/**
 * Engines that lean on native code, and read what strangers send, run in processes of their own: what crashes, hangs or fills the
 * memory there ends that process and nothing else. (Ending a thread while native code runs in it ends the whole server.)
 * A process does one task at a time, is kept for the next, and is let go when it was idle for a while or holds much memory. It sees none
 * of the server's environment but what programs need, and ends itself when the server is gone or it takes more memory than it may.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { ProcessEnded } from '../kernel/ports/workers.ts';
import type { Processes, ProcessTask } from '../kernel/ports/workers.ts';
import type { FromProcess, ToProcess } from './process-worker.ts';

/** How a process says that it takes too much memory: it ends itself by this signal. */
export const OUT_OF_MEMORY = 'SIGUSR2';
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TESSDATA_PREFIX', 'NODE_COMPILE_CACHE', 'OMP_THREAD_LIMIT', 'SystemRoot'];
const IDLE_MS = 30_000;
const MOST_WORDS = 2000;

interface Settings { count: number; memoryMb: number; idleMs?: number }

export class ProcessPool implements Processes {
  readonly #settings: Settings;
  readonly #all = new Set<ChildProcess>();
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>();
  readonly #waiting = new Set<() => void>();
  readonly #words = new WeakMap<ChildProcess, string>();
  #taken = 0;
  #closed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** What the function answers. A task that is aborted, or takes too much memory, is ended with its process. */
  async run<T>({ module, function: name, input, signal, onProgress }: ProcessTask): Promise<T> {
    await this.#room(signal);
    try {
      signal?.throwIfAborted();
      return await this.#ask<T>(this.#take(), { module: module.href, name, input }, signal, onProgress);
    } finally {
      this.#taken--;
      for (const next of this.#waiting) {
        next();
        break;
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map(async (child) => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // An idle process does not keep the server from ending, but its end is waited for.
      child.ref();
      child.kill('SIGKILL');
      await ended;
    }));
  }

  async #room(signal: AbortSignal | undefined): Promise<void> {
    while (this.#taken >= this.#settings.count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      signal?.addEventListener('abort', () => resolve(), { once: true });
      await promise;
      this.#waiting.delete(resolve);
      signal?.throwIfAborted();
    }
    this.#taken++;
  }

  #take(): ChildProcess {
    const [idle] = this.#idle.keys();
    if (!idle) return this.#start();
    clearTimeout(this.#idle.get(idle));
    this.#idle.delete(idle);
    idle.ref();
    idle.channel?.ref();
    return idle;
  }

  #start(): ChildProcess {
    if (this.#closed) throw new Error('The processes are closed.');
    const { memoryMb } = this.#settings;
    const child = fork(new URL('./process-worker.ts', import.meta.url), [String(process.pid), String(memoryMb)], {
      serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [`--max-old-space-size=${memoryMb}`, '--disable-warning=ExperimentalWarning'],
      env: Object.fromEntries(ENVIRONMENT.flatMap((name) => process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    });
    this.#all.add(child);
    const over = (): void => {
      this.#all.delete(child);
      clearTimeout(this.#idle.get(child));
      this.#idle.delete(child);
    };
    this.#words.set(child, '');
    child.stderr!.setEncoding('utf8').on('data', (text: string) => this.#words.set(child, `${this.#words.get(child)}${text}`.slice(-MOST_WORDS)));
    (child.stderr as Socket).unref();
    return child.once('exit', over).on('error', over);
  }

  #ask<T>(child: ChildProcess, task: ToProcess, signal: AbortSignal | undefined, onProgress: ProcessTask['onProgress']): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let isLast = false;
    const heard = (said: FromProcess): void => {
      if ('progress' in said) return onProgress?.(said.progress);
      isLast = said.isLast;
      if ('answer' in said) resolve(said.answer as T);
      else reject(Object.assign(new Error(said.problem.message), said.problem));
    };
    const exited = (code: number | null, by: NodeJS.Signals | null): void => reject(exitError(by, code, this.#words.get(child)!));
    const aborted = (): void => {
      child.kill('SIGKILL');
      reject(signal!.reason as Error);
    };
    child.on('message', heard).once('close', exited).on('error', reject);
    signal?.addEventListener('abort', aborted, { once: true });
    child.send(task, (problem) => problem && reject(problem));
    return promise.finally(() => {
      child.off('message', heard).off('close', exited).off('error', reject);
      signal?.removeEventListener('abort', aborted);
      if (isLast) child.kill('SIGKILL');
      else if (this.#all.has(child) && !child.killed) this.#keep(child);
    });
  }

  #keep(child: ChildProcess): void {
    const timer = setTimeout(() => child.kill('SIGKILL'), this.#settings.idleMs ?? IDLE_MS);
    timer.unref();
    child.unref();
    child.channel?.unref();
    this.#idle.set(child, timer);
  }
}

/** `stderr` is the last output: for the log, since it may quote the task. */
function exitError(signal: NodeJS.Signals | null, code: number | null, stderr: string): ProcessEnded {
  const message = `The process exited before its task was done (${signal ?? code}). ${stderr}`.trimEnd();
  return new ProcessEnded(message, { isOutOfMemory: signal === OUT_OF_MEMORY });
}
