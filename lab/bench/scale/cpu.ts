/** CPU time and memory of a server and its child processes, from the kernel. */
import { readFileSync, readdirSync } from 'node:fs';

const TICKS_A_SECOND = 100;

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function familyOf(server: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? /^PPid:\s+(\d+)/m.exec(readProcess(Number(name), 'status'))?.[1] : undefined;
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isOf = (pid: number): boolean => pid === server || (parents.has(pid) && pid > 1 && isOf(parents.get(pid)!));
  return [server, ...[...parents.keys()].filter((pid) => pid !== server && isOf(pid))];
}

/** Seconds of all threads of a server and its processes, those that have ended included. */
export function familySeconds(server: number): number {
  let ticks = 0;
  for (const pid of familyOf(server)) {
    const fields = readProcess(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
    const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
    ticks += (user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0);
  }
  return ticks / TICKS_A_SECOND;
}

/** Resident memory of the server, and of its processes together. */
export function residentMb(server: number): { server: number; children: number } {
  const mb = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(readProcess(pid, 'status'))?.[1] ?? 0) / 1024;
  return {
    server: mb(server),
    children: familyOf(server)
      .filter((pid) => pid !== server)
      .reduce((sum, pid) => sum + mb(pid), 0),
  };
}
