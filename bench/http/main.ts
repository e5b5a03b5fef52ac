/** The chain of a durable call, a page of many groups, the key check and the start, beside what they are made of. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureKeyCheck } from './key-check.ts';
import { load } from './load.ts';
import { measurePaging } from './paging.ts';
import { MAIN, cpuSeconds, spawned } from './servers.ts';
import type { Started } from './servers.ts';
import { median, spread, verdict } from './statistics.ts';

const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;
const ROUND_MS = 3000;
const CONNECTIONS = 64;
const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

export async function run(args: string[]): Promise<void> {
  const only = (part: string): boolean => args.length === 0 || args.includes(part);
  if (only('chain')) await chain();
  if (only('paging')) await measurePaging();
  if (only('key')) await measureKeyCheck();
  if (only('start')) await start();
}

const CHAIN = {
  row: 'node:http + one row by hand    ',
  same: 'node:http + the same write     ',
  ours: 'Perennial                      ',
} as const;
type Chained = keyof typeof CHAIN;

async function chain(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const servers: Record<Chained, Started> = {
    row: await spawned([BARE, 'row', folder]),
    same: await spawned([BARE, 'same', folder]),
    ours: await spawned([MAIN, 'serve', '--port', '0', '--data', join(folder, 'ours'), '--json']),
  };
  const body = JSON.stringify({ modelId: 'copied-model', description: 'x'.repeat(1500), tags: { source: 'bench', stage: 'test' } });
  const request = ({ key }: Started): Buffer => Buffer.from([
    'POST /documentanalysis/documentModels:authorizeCopy?api-version=2024-02-29-preview HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json',
    `Ocp-Apim-Subscription-Key: ${key}`, `Content-Length: ${Buffer.byteLength(body)}`, '', body,
  ].join('\r\n'));
  const results: Record<Chained, { perSecond: number; cpu: number; p99: number }[]> = { row: [], same: [], ours: [] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [name, server] of Object.entries(servers) as [Chained, Started][]) {
      const bytes = request(server);
      const before = cpuSeconds(server.child.pid!);
      const { perSecond, p99Ms, failures } = await load({ port: server.port, request: () => bytes, connections: CONNECTIONS, ms: ROUND_MS });
      if (failures > 0) throw new Error(`${failures} calls to ${name} failed.`);
      if (round >= 0) results[name].push({ perSecond, p99: p99Ms, cpu: (cpuSeconds(server.child.pid!) - before) / (perSecond * ROUND_MS / 1000) * 1e6 });
    }
  }
  for (const { child } of Object.values(servers)) child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
  console.log(`\nauthorizeCopy: key, limit, validation, log, metrics, audit and a durable write (synchronous=FULL), ${CONNECTIONS} connections, ${ROUNDS} rounds of ${ROUND_MS / 1000} s, interleaved`);
  for (const [name, title] of Object.entries(CHAIN) as [Chained, string][]) {
    console.log(`  ${title}  calls/s ${spread(results[name].map((r) => r.perSecond), 0)}  CPU µs/call ${spread(results[name].map((r) => r.cpu), 0)}  p99 ms ${spread(results[name].map((r) => r.p99), 1)}`);
  }
  const ratios = (to: Chained): number[] => results.ours.map((result, round) => result.perSecond / results[to][round]!.perSecond);
  console.log(`  ratio of calls/s a round: to the same write ${spread(ratios('same'))}, to one row by hand ${spread(ratios('row'))}`);
  verdict('authorizeCopy against bare node:http doing the same durable write', median(ratios('same')), 0.7, 'at least');
}

async function start(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const times: number[] = [];
  for (let round = 0; round < 6; round++) {
    const begun = performance.now();
    const { child, port } = await spawned([MAIN, 'serve', '--port', '0', '--data', folder, '--json']);
    const response = await fetch(`http://127.0.0.1:${port}/health`);
    if (!response.ok) throw new Error('The server does not answer.');
    if (round > 0) times.push((performance.now() - begun) / 1000);
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  }
  rmSync(folder, { recursive: true, force: true });
  console.log(`\nCold start to first answer, s: ${spread(times)}`);
  verdict('cold start', median(times), 1.5, 'at most', ' s');
}
