import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAIN, startServer, stopServer } from './servers.ts';

const INTERVAL_MS = 1000;
/** Settled when it has not grown by more than this in as many readings. */
const SETTLED = { readings: 5, growth: 1.01 };
const MAX_READINGS = 40;

/** Of the second start: a server that strips types and compiles, as after each change, keeps 40 MB more. */
export async function measureIdleMemory(): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  await settledMb(folder);
  const figure = await settledMb(folder);
  rmSync(folder, { recursive: true, force: true });
  return [figure];
}

/** Resident memory of a fresh server and its child processes, in MB, once it has settled. */
async function settledMb(folder: string): Promise<number> {
  const server = await startServer([MAIN, 'serve', '--port', '0', '--data', folder, '--json']);
  const readings: number[] = [];
  while (readings.length < MAX_READINGS) {
    readings.push(familyMb(server.child.pid!));
    const before = readings.at(-1 - SETTLED.readings);
    if (before !== undefined && Math.max(...readings.slice(-SETTLED.readings)) <= before * SETTLED.growth) break;
    await sleep(INTERVAL_MS);
  }
  await stopServer(server);
  return readings.at(-1)!;
}

function familyMb(pid: number): number {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name): [number, number][] => {
        const parent = /^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1];
        return parent === undefined ? [] : [[Number(name), Number(parent)]];
      }),
  );
  const belongs = (child: number | undefined): boolean => child !== undefined && (child === pid || belongs(parents.get(child)));
  const sizes = [...parents.keys()].filter(belongs).map((one) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${one}/status`))?.[1] ?? 0));
  return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024;
}

/** Empty when the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
