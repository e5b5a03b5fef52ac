import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAIN, cpuSeconds, startServer, stopServer } from './servers.ts';

const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** From the start of the process to its first response, with warm caches: seconds, and CPU time relative to a bare server with a store. */
export async function measureStart(rounds: number): Promise<{ seconds: number[]; cpuRatios: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const seconds: number[] = [];
  const cpuRatios: number[] = [];
  const start = async (args: string[], path: string): Promise<{ seconds: number; cpu: number }> => {
    const startedAt = performance.now();
    const server = await startServer(args);
    const body = JSON.stringify({ modelId: 'a-model', description: '', tags: {} });
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, path === '/' ? { method: 'POST', body } : {});
    if (!response.ok) throw new Error('The server does not respond.');
    const measured = { seconds: (performance.now() - startedAt) / 1000, cpu: cpuSeconds(server.child.pid!) };
    await stopServer(server);
    return measured;
  };
  for (let round = -1; round < rounds; round++) {
    const bare = await start([BARE, 'same', folder], '/');
    const ours = await start([MAIN, 'serve', '--port', '0', '--data', join(folder, 'ours'), '--json'], '/health');
    if (round < 0) continue;
    seconds.push(ours.seconds);
    cpuRatios.push(ours.cpu / bare.cpu);
  }
  rmSync(folder, { recursive: true, force: true });
  return { seconds, cpuRatios };
}
