/** How many cores of the machine have nothing to do at this moment. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Of Linux: "0.12 0.30 0.25 2/345 6789", where 2 of 345 threads are running or wait for a core. */
const FILE = '/proc/loadavg';
const RUNNING = /(\d+)\/\d+/;

/** Cores beside that of the caller; 0 where the system does not tell. */
export function idleCores(): number {
  try {
    const running = RUNNING.exec(readFileSync(FILE, 'latin1'))?.[1];
    return running === undefined ? 0 : Math.max(0, availableParallelism() - Math.max(1, Number(running)));
  } catch {
    return 0;
  }
}
