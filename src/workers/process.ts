/**
 * Child processes of a pool, for engines that use native code on untrusted input: a crash, a hang or a full memory ends one process and
 * nothing else. (Terminating a thread inside native code ends the whole server.) A process sees only the environment variables that
 * programs need, and exits when the server is gone or when it exceeds its limits on memory and CPU time. Its priority is lower than that
 * of the server, and lower still when its task takes long, so that short tasks of others are not delayed.
 */
import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { WorkerEnded } from '../kernel/ports/workers.ts';
import type { Reply } from './task.ts';
import type { Channel, ChannelEvents, WorkerLimits } from './worker.ts';

/** The signals by which a process over its limits kills itself; neither writes a core file. */
export const OUT_OF_MEMORY = 'SIGUSR2';
export const OUT_OF_TIME = 'SIGVTALRM';
const ENTRY = new URL('./process-entry.ts', import.meta.url);
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TESSDATA_PREFIX', 'NODE_COMPILE_CACHE', 'OMP_THREAD_LIMIT', 'SystemRoot'];
const MAX_STDERR = 2000;
/** Added to the niceness of the server: of a process, and once more of one whose task takes long. Only root could take it back. */
const NICENESS = 10;
const LONG_TASK_NICENESS = 5;
const LONG_TASK_MS = 5000;

export function startProcess({ memoryMb, longTaskMs = LONG_TASK_MS }: WorkerLimits, { onReply, onEnd }: ChannelEvents): Channel {
  const child = fork(ENTRY, [process.pid, memoryMb, longTaskMs].map(String), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [`--max-old-space-size=${memoryMb}`, '--disable-warning=ExperimentalWarning'],
    env: Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
  });
  if (child.pid !== undefined) lowerPriority(child.pid, NICENESS);
  // The last output, for the log, since it may quote the task.
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr = `${stderr}${text}`.slice(-MAX_STDERR)));
  (child.stderr as Socket).unref();
  child.on('message', (reply: Reply) => onReply(reply));
  child.on('error', (problem) => onEnd(new WorkerEnded(problem.message)));
  child.on('close', (code, signal) => {
    const message = `The process exited before its task was done (${signal ?? code}). ${stderr}`.trimEnd();
    onEnd(new WorkerEnded(message, { isOutOfMemory: signal === OUT_OF_MEMORY, isOutOfTime: signal === OUT_OF_TIME }));
  });
  return {
    // One that cannot be reached has exited, or is about to.
    post: (message) => void child.send(message, () => undefined),
    async end() {
      child.kill('SIGKILL');
    },
    setRef(isRef) {
      if (isRef) child.ref();
      else child.unref();
      if (isRef) child.channel?.ref();
      else child.channel?.unref();
    },
  };
}

export const slowDown = (): void => lowerPriority(process.pid, LONG_TASK_NICENESS);

function lowerPriority(pid: number, by: number): void {
  try {
    setPriority(pid, Math.min(19, getPriority(pid) + by));
  } catch {
    // It has exited, or the platform does not let us: it runs with the priority that it has.
  }
}
