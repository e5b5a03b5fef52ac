/** CPU seconds of a function, child processes included. */
import { readFileSync } from 'node:fs';

const TICKS = 100;

export async function measureCpu<T>(run: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const before = cpuSeconds();
  const result = await run();
  return { result, seconds: cpuSeconds() - before };
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childSeconds();
}

/** Of finished child processes; available on Linux only. */
function childSeconds(): number {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}
