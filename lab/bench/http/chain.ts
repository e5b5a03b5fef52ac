/** A durable call through the whole server, compared with two hand-written servers: one with the same write, one with a single row. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareServers, ratios } from './compare-servers.ts';
import type { Rounds } from './compare-servers.ts';
import { MAIN, startServer } from './servers.ts';
import type { RunningServer } from './servers.ts';

const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** CPU time a call of the two bare servers relative to ours, one ratio per round. */
export async function measureChain(rounds: Rounds): Promise<{ same: number[]; row: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  console.log('\nauthorizeCopy: key, limit, validation, log, metrics, audit and a durable write (synchronous=FULL)');
  const micros = await compareServers({
    servers: {
      'node:http, one row by hand': await startServer([BARE, 'row', folder]),
      'node:http, the same write': await startServer([BARE, 'same', folder]),
      Perennial: await startServer([MAIN, 'serve', '--port', '0', '--data', join(folder, 'ours'), '--json']),
    },
    request: createRequest,
    ...rounds,
  });
  rmSync(folder, { recursive: true, force: true });
  const ours = micros.Perennial;
  return { same: ratios(micros['node:http, the same write'], ours), row: ratios(micros['node:http, one row by hand'], ours) };
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
