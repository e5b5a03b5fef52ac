/** A durable call through the whole server, compared with two hand-written servers: one with the same write, one with a single row. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from './load.ts';
import { MAIN, cpuSeconds, startServer, stopServer } from './servers.ts';
import type { RunningServer } from './servers.ts';
import { spread } from './statistics.ts';

const CONNECTIONS = 64;
const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
const TITLES = {
  row: 'node:http + one row by hand    ',
  same: 'node:http + the same write     ',
  ours: 'Perennial                      ',
} as const;
type Name = keyof typeof TITLES;

export interface Rounds {
  rounds: number;
  warmUps: number;
  roundMs: number;
}

/** Calls per second relative to the two bare servers, one ratio per round. */
export async function measureChain({ rounds, warmUps, roundMs }: Rounds): Promise<{ same: number[]; row: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const servers: Record<Name, RunningServer> = {
    row: await startServer([BARE, 'row', folder]),
    same: await startServer([BARE, 'same', folder]),
    ours: await startServer([MAIN, 'serve', '--port', '0', '--data', join(folder, 'ours'), '--json']),
  };
  const results: Record<Name, { perSecond: number; cpu: number; p99: number }[]> = { row: [], same: [], ours: [] };
  for (let round = -warmUps; round < rounds; round++) {
    for (const [name, server] of Object.entries(servers) as [Name, RunningServer][]) {
      const bytes = createRequest(server);
      const before = cpuSeconds(server.child.pid!);
      const { perSecond, p99Ms, failures } = await load({ port: server.port, request: () => bytes, connections: CONNECTIONS, ms: roundMs });
      if (failures > 0) throw new Error(`${failures} calls to ${name} failed.`);
      const cpu = ((cpuSeconds(server.child.pid!) - before) / ((perSecond * roundMs) / 1000)) * 1e6;
      if (round >= 0) results[name].push({ perSecond, p99: p99Ms, cpu });
    }
  }
  await Promise.all(Object.values(servers).map(stopServer));
  rmSync(folder, { recursive: true, force: true });
  console.log('\nauthorizeCopy: key, limit, validation, log, metrics, audit and a durable write (synchronous=FULL),');
  console.log(`${CONNECTIONS} connections, ${rounds} rounds of ${roundMs / 1000} s, interleaved`);
  for (const [name, title] of Object.entries(TITLES) as [Name, string][]) {
    const of = (key: 'perSecond' | 'cpu' | 'p99', digits: number): string =>
      spread(
        results[name].map((result) => result[key]),
        digits,
      );
    console.log(`  ${title}  calls/s ${of('perSecond', 0)}  CPU µs/call ${of('cpu', 0)}  p99 ms ${of('p99', 1)}`);
  }
  const ratios = (to: Name): number[] => results.ours.map(({ perSecond }, round) => perSecond / results[to][round]!.perSecond);
  return { same: ratios('same'), row: ratios('row') };
}

function createRequest({ key }: RunningServer): Buffer {
  const body = JSON.stringify({ modelId: 'copied-model', description: 'x'.repeat(1500), tags: { source: 'bench', stage: 'test' } });
  return Buffer.from(
    [
      'POST /documentanalysis/documentModels:authorizeCopy?api-version=2024-02-29-preview HTTP/1.1',
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Ocp-Apim-Subscription-Key: ${key}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
