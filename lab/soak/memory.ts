import { setTimeout as wait } from 'node:timers/promises';
import { call } from '../../test/support/server.ts';
import type { Server } from '../../test/support/server.ts';

const MEGABYTE = 2 ** 20;

/** One value of /metrics. */
export async function readMetric(server: Server, name: string): Promise<number> {
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec((await call(server, 'GET /metrics')).text)?.[1]);
}

/** The memory of the server's process that is in use. */
export async function residentMb(server: Server): Promise<number> {
  return (await readMetric(server, 'process_resident_memory_bytes')) / MEGABYTE;
}

const SETTLED_SECONDS = 4;
const SETTLED_MB = 3;
const MAX_SECONDS = 60;

/** The same once it no longer grows: for some seconds after its start a server loads what its threads need. */
export async function settledMb(server: Server): Promise<number> {
  const seen = [await residentMb(server)];
  while (seen.length < MAX_SECONDS) {
    await wait(1000);
    seen.unshift(await residentMb(server));
    const latest = seen.slice(0, SETTLED_SECONDS + 1);
    if (latest.length > SETTLED_SECONDS && Math.max(...latest) - Math.min(...latest) < SETTLED_MB) break;
  }
  return seen[0]!;
}

/** Of a line through the points, by least squares. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return (
    covariance /
    Math.max(
      1e-9,
      points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0),
    )
  );
}
