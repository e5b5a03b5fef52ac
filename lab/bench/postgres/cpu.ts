/** CPU time of the processes of a PostgreSQL server on this machine, from the kernel. */
import { readFileSync, readdirSync } from 'node:fs';

/** Nanoseconds on a processor of a process, or 0 when it has ended. */
function cpuNanoseconds(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Adds up what the server's processes have used since it was made, also those that have ended since the last reading. */
export class ServerCpu {
  readonly #server: number;
  readonly #last = new Map<number, number>();

  /** By the process that all others are children of. */
  constructor(server: number) {
    this.#server = server;
    this.takeMicros();
  }

  /** Microseconds since the last call. */
  takeMicros(): number {
    const pids = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid === this.#server || parentOf(pid) === this.#server);
    let sum = 0;
    for (const pid of pids) {
      const now = cpuNanoseconds(pid);
      sum += now - (this.#last.get(pid) ?? 0);
      this.#last.set(pid, now);
    }
    return sum / 1000;
  }
}
