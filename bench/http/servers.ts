/** Servers that a bench starts: ours, and bare ones to compare it with. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface Started { child: ChildProcess; port: number; key: string }

/** Starts a server of ours or the bare one; both say on standard error where they listen. */
export async function spawned(args: string[]): Promise<Started> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface({ input: child.stderr! })) {
    if (!line.startsWith('{')) continue;
    const told = JSON.parse(line) as { address?: string; port?: number; key1?: string };
    return { child, port: told.port ?? Number(new URL(told.address!).port), key: told.key1 ?? '' };
  }
  throw new Error(`${args[0]} did not start.`);
}

export async function stopServer({ child }: Started): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** User and system time of a process, from the kernel, in hundredths of a second. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
