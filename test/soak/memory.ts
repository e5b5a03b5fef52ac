import { call } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const MEGABYTE = 2 ** 20;

/** One value of /metrics. */
export async function readMetric(server: Server, name: string): Promise<number> {
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec((await call(server, 'GET /metrics')).text)?.[1]);
}

/** The memory of the server's process that is in use. */
export async function residentMb(server: Server): Promise<number> {
  return (await readMetric(server, 'process_resident_memory_bytes')) / MEGABYTE;
}
