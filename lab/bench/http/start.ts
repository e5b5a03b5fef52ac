import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN, startServer, stopServer } from './servers.ts';

/** Seconds from the start of the process to its first response, with warm caches. */
export async function measureStart(rounds: number): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const seconds: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const startedAt = performance.now();
    const server = await startServer([MAIN, 'serve', '--port', '0', '--data', folder, '--json']);
    const response = await fetch(`http://127.0.0.1:${server.port}/health`);
    if (!response.ok) throw new Error('The server does not respond.');
    if (round >= 0) seconds.push((performance.now() - startedAt) / 1000);
    await stopServer(server);
  }
  rmSync(folder, { recursive: true, force: true });
  return seconds;
}
