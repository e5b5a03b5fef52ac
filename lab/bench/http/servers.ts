/** Starts and stops the servers of a bench: ours, and bare ones for comparison. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../../bin/perennial.js', import.meta.url));

export interface RunningServer {
  child: ChildProcess;
  port: number;
  key: string;
}

/** Starts our server or a bare one; both print their address on standard error. */
export async function startServer(args: string[]): Promise<RunningServer> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface({ input: child.stderr! })) {
    if (!line.startsWith('{')) continue;
    const announcement = JSON.parse(line) as { address?: string; port?: number; key1?: string };
    return { child, port: announcement.port ?? Number(new URL(announcement.address!).port), key: announcement.key1 ?? '' };
  }
  throw new Error(`${args[0]} did not start.`);
}

export async function stopServer({ child }: RunningServer): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

/** User and system time of a process, from the kernel, in hundredths of a second. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
