/**
 * What telemetry costs: CPU of the server a call with telemetry off, with a tenth of the calls traced and with all of them, for a read
 * and for a durable write, against a collector that only receives. An argument names another checkout to compare with, such as the
 * commit before a change.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../http/load.ts';
import { MAIN, cpuSeconds, startServer, stopServer } from '../http/servers.ts';
import type { RunningServer } from '../http/servers.ts';
import { median, spread } from '../http/statistics.ts';

const ROUNDS = 7;
const WARM_UPS = 2;
const ROUND_MS = 1500;
const CONNECTIONS = 32;
const COPY = '/documentanalysis/documentModels:authorizeCopy?api-version=2024-02-29-preview';
const GROUP = '/face/v1.0/persongroups/bench';

const CALLS: Readonly<Record<string, (key: string) => Buffer>> = {
  'read (get a person group)': (key) => request('GET', GROUP, key),
  'durable write (authorize a copy)': (key) => request('POST', COPY, key, { modelId: 'copied-model', description: 'x'.repeat(1500) }),
};

export async function run([other]: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  let received = 0;
  const collector = createServer((incoming, response) => {
    incoming.on('data', (chunk: Buffer) => (received += chunk.length)).on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const otlp = ['--telemetry', 'otlp', '--otlp-endpoint', endpoint];
  const flags: Record<string, string[]> = {
    ...(other !== undefined && { 'the other checkout': [] }),
    off: [],
    'a tenth': [...otlp, '--traces-sampler', 'traceidratio', '--traces-sampler-arg', '0.1'],
    all: [...otlp, '--traces-sampler', 'always_on'],
  };
  const servers: [name: string, server: RunningServer][] = [];
  for (const [name, more] of Object.entries(flags)) {
    const main = name === 'the other checkout' ? join(other!, 'src/main.ts') : MAIN;
    const data = join(folder, String(servers.length));
    servers.push([name, await startServer([main, 'serve', '--port', '0', '--data', data, '--json', '--warm-readers', '0', ...more])]);
  }
  for (const [, { port, key }] of servers) {
    const headers = { 'ocp-apim-subscription-key': key, 'content-type': 'application/json' };
    await fetch(`http://127.0.0.1:${port}${GROUP}`, { method: 'PUT', headers, body: '{"name":"bench"}' });
  }
  console.log(`CPU µs/call, median (min to max) of ${ROUNDS} rounds of ${ROUND_MS / 1000} s, interleaved, ${CONNECTIONS} connections`);
  for (const [title, requestOf] of Object.entries(CALLS)) {
    const micros = new Map<string, number[]>(servers.map(([name]) => [name, []]));
    for (let round = -WARM_UPS; round < ROUNDS; round++) {
      for (const [name, { port, key, child }] of servers) {
        const bytes = requestOf(key);
        const before = cpuSeconds(child.pid!);
        const { perSecond, failures } = await load({ port, request: () => bytes, connections: CONNECTIONS, ms: ROUND_MS });
        if (failures > 0) throw new Error(`${failures} calls to the server "${name}" failed.`);
        const cpu = ((cpuSeconds(child.pid!) - before) / ((perSecond * ROUND_MS) / 1000)) * 1e6;
        if (round >= 0) micros.get(name)!.push(cpu);
      }
    }
    console.log(`\n${title}`);
    const off = micros.get('off')!;
    for (const [name, values] of micros) {
      const ratio = median(values.map((value, round) => value / off[round]!));
      console.log(`  ${name.padEnd(20)}  ${spread(values, 0)}  ${ratio.toFixed(2)} × off`);
    }
  }
  console.log(`\nThe collector received ${(received / 1e6).toFixed(1)} MB.`);
  await Promise.all(servers.map(([, server]) => stopServer(server)));
  collector.closeAllConnections();
  collector.close();
  rmSync(folder, { recursive: true, force: true });
}

function request(method: string, path: string, key: string, json?: object): Buffer {
  const body = json ? JSON.stringify(json) : '';
  const headers = [
    'Host: 127.0.0.1',
    `Ocp-Apim-Subscription-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...(json ? headers : headers.slice(0, 2)), '', body].join('\r\n'));
}
