/** Memory of a 50 MB stream through each place for blobs, and 10,000 small ones that are moved while others are written and deleted. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BlobPlaces, openBlobs } from '../../../src/app/blobs.ts';
import { readConfig } from '../../../src/config.ts';
import { moveBlobs } from '../../../src/storage/blobs/move-blobs.ts';
import { isBlobIntact } from '../../../src/storage/blobs/blob-id.ts';
import { openPostgres } from '../../../src/storage/records/postgres/store.ts';
import { Azurite } from '../../../test/support/azurite.ts';
import { newDatabase, stopPostgres } from '../../../test/support/postgres.ts';
import { S3Server } from '../../../test/support/s3-server.ts';

const STREAM = fileURLToPath(new URL('stream.ts', import.meta.url));
const MAX_MORE_MB = 64;

export async function run([megabytes = '50', count = '10000']: string[]): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const [url, s3, azurite] = [await newDatabase(), await S3Server.start('box'), await Azurite.start()];
  await azurite.createContainer('box');
  try {
    const argv = ['--data', data, '--database-url', url, '--blobs-connection', azurite.connectionString()];
    const inS3 = `s3://box/stream/?endpoint=${s3.endpoint}`;
    await (await openPostgres({ url, now: Date.now, onError: () => {} })).close();
    for (const location of ['files', 'postgres', inS3, 'azure://box/stream/']) await streamThrough(location, megabytes, argv);
    await moveUnderWrites(argv, url, Number(count), ['files', 'postgres', `s3://box/moved/?endpoint=${encodeURIComponent(s3.endpoint)}`]);
  } finally {
    await azurite.stop();
    await s3.remove();
    await stopPostgres();
    rmSync(data, { recursive: true, force: true });
  }
}

async function streamThrough(location: string, megabytes: string, argv: string[]): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', STREAM, location, megabytes, ...argv]);
  const { putMb, readMb, seconds, cpuSeconds } = JSON.parse(stdout) as Record<'putMb' | 'readMb' | 'seconds' | 'cpuSeconds', number>;
  const verdict = Math.max(putMb, readMb) <= MAX_MORE_MB ? 'ok' : 'MISSED';
  console.log(
    `${location.split(':')[0]!.padEnd(9)} ${megabytes} MB: ${putMb.toFixed(0)} MB more memory in, ${readMb.toFixed(0)} MB out (at most ${MAX_MORE_MB}) ${verdict}, ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(2)} s of CPU`,
  );
}

async function moveUnderWrites(argv: string[], url: string, count: number, locations: string[]): Promise<void> {
  const store = await openPostgres({ url, now: Date.now, onError: () => {} });
  const { config } = readConfig({ argv: [...argv, '--blobs', locations[0]!] });
  const servers = await Promise.all([1, 2].map(() => openBlobs(config, { store, warn: () => undefined })));
  const places = new BlobPlaces(config);
  const record = await places.record();
  const identity = await store.identity(randomUUID());
  const kept = new Set<string>();
  const deleted = new Set<string>();
  const put = async (server: number): Promise<void> =>
    void kept.add(await servers[server]!.put('bench', randomBytes(200 + Math.floor(Math.random() * 2000))));
  for (let i = 0; i < count; i += 20) await Promise.all(Array.from({ length: 20 }, (_, j) => put(j % 2)));
  for (const to of locations.slice(1)) {
    let isMoving = true;
    const writing = servers.map(async (server, i) => {
      while (isMoving) {
        await put(i);
        const [oldest] = kept;
        if (oldest === undefined || Math.random() < 0.5) continue;
        kept.delete(oldest);
        deleted.add(oldest);
        await server.delete('bench', oldest);
      }
    });
    const [before, startedAt] = [kept.size + deleted.size, performance.now()];
    const moved = await moveBlobs({
      record,
      to,
      open: (location) => places.open(location, { identity }),
      claim: (location) => places.claim(location, identity),
    });
    const seconds = (performance.now() - startedAt) / 1000;
    isMoving = false;
    await Promise.all(writing);
    const target = await places.open(to, { identity });
    let lost = 0;
    for (const id of kept) {
      const bytes = await target.get('bench', id);
      if (!bytes || !isBlobIntact(id, bytes)) lost++;
    }
    let back = 0;
    for (const id of deleted) if (await target.has('bench', id)) back++;
    console.log(
      `${moved.from} to ${to.split('?')[0]}: ${moved.copied} copied in ${seconds.toFixed(1)} s while ${kept.size + deleted.size - before} were written; ${lost} of ${kept.size} lost, ${back} of ${deleted.size} deleted ones came back`,
    );
    if (lost + back > 0) process.exitCode = 1;
    // The test's object storage takes far longer than the others.
    for (const id of [...kept].slice(Math.ceil(count / 10))) {
      await servers[0]!.delete('bench', id);
      kept.delete(id);
    }
  }
  for (const server of servers) await server.close();
  await places.close();
  await store.close();
}
