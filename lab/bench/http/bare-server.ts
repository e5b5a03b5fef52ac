/**
 * A hand-written server with the same durability: node:http, JSON in and out, and the data on disk
 * (synchronous=FULL) before the response. No keys, limits, validation, log or metrics.
 *
 * `same`: the same write as ours (record, expiry, audit entry) through the same store.
 * `row`: one row in a separate table, through a writer thread with group commit.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker, isMainThread, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { copyAuthorizations, copyTokenKey, models, newCopyToken } from '../../../src/areas/documents/store.ts';
import { Change } from '../../../src/kernel/change.ts';
import { openSqlite } from '../../../src/storage/records/sqlite/store.ts';

const BATCH_SIZE = 16;
const ACCOUNT = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';

type Row = [id: number, key: string, value: string];
interface Authorization {
  modelId: string;
  description: string;
  tags: Record<string, string>;
  expiresAt: number;
}
type Write = (token: string, value: Authorization) => Promise<void>;

if (isMainThread) {
  const [kind, folder] = process.argv.slice(2) as ['same' | 'row', string];
  const write = kind === 'same' ? await createSameWrite(join(folder, 'same')) : createRowWrite(join(folder, 'row.db'));
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { modelId, description, tags } = JSON.parse(Buffer.concat(chunks).toString()) as Authorization;
      const now = Date.now();
      const accessToken = newCopyToken(now, ACCOUNT, randomBytes(32).toString('hex'));
      const expiresAt = now + 86_400_000;
      void write(accessToken, { modelId, description, tags, expiresAt }).then(() => {
        const body = JSON.stringify({
          targetResourceId: '/subscriptions/default/resourceGroups/default/accounts/default',
          targetResourceRegion: 'local',
          targetModelId: modelId,
          targetModelLocation: `http://${request.headers.host}/documentanalysis/documentModels/${modelId}`,
          accessToken,
          expirationDateTime: new Date(expiresAt).toISOString(),
        });
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
      });
    });
  });
  server.listen(0, '127.0.0.1', () => process.stderr.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`));
} else writeRows(workerData as string);

async function createSameWrite(folder: string): Promise<Write> {
  const store = await openSqlite({ folder, now: Date.now });
  return (token, value) =>
    store.commit(
      new Change()
        .expectAbsent(models, ACCOUNT, value.modelId)
        .put(copyAuthorizations, ACCOUNT, copyTokenKey(token), value)
        .audit(ACCOUNT, { at: new Date().toISOString(), operation: 'documents.authorizeCopy', caller: ACCOUNT, request: '', params: {} }),
    );
}

function createRowWrite(file: string): Write {
  const writer = new Worker(new URL(import.meta.url), { workerData: file });
  const waiting = new Map<number, () => void>();
  let queue: Row[] = [];
  let last = 0;
  writer.on('message', (done: number[]) => {
    for (const id of done) {
      waiting.get(id)!();
      waiting.delete(id);
    }
  });
  const flush = (): void => {
    if (queue.length > 0) writer.postMessage(queue);
    queue = [];
  };
  return (token, value) =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      const queued = queue.push([id, copyTokenKey(token), JSON.stringify(value)]);
      if (queued >= BATCH_SIZE) flush();
      else if (queued === 1) setImmediate(flush);
    });
}

function writeRows(file: string): void {
  const db = new DatabaseSync(file);
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 2000; create table authorizations (key text primary key, value text) without rowid',
  );
  const insert = db.prepare('insert into authorizations values (?, ?)');
  const port = parentPort!;
  port.on('message', (first: Row[]) => {
    const rows = [...first];
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) rows.push(...(next.message as Row[]));
    db.exec('begin');
    for (const [, key, value] of rows) insert.run(key, value);
    db.exec('commit');
    port.postMessage(rows.map(([id]) => id));
  });
}
