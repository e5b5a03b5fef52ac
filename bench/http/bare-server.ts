/**
 * What one would write by hand for the same promise: node:http, JSON in and out, and a row that is on
 * disk (synchronous=FULL) before the answer, through a writer thread with group commit. No key, no
 * limit, no validation, no audit, no log, no metrics.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker, isMainThread, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';

type Row = [id: number, key: string, value: string];

if (isMainThread) {
  const writer = new Worker(new URL(import.meta.url), { workerData: join(process.argv[2]!, 'bare.db') });
  const waiting = new Map<number, () => void>();
  let queue: Row[] = [];
  let last = 0;
  writer.on('message', (done: number[]) => {
    for (const id of done) {
      waiting.get(id)!();
      waiting.delete(id);
    }
  });
  const write = (key: string, value: string): Promise<void> => new Promise((resolve) => {
    const id = ++last;
    waiting.set(id, resolve);
    if (queue.push([id, key, value]) === 1) setImmediate(() => {
      writer.postMessage(queue);
      queue = [];
    });
  });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { modelId, description, tags } = JSON.parse(Buffer.concat(chunks).toString()) as { modelId: string; description: string; tags: object };
      const accessToken = randomBytes(32).toString('hex');
      const expiresAt = Date.now() + 86_400_000;
      void write(createHash('sha256').update(accessToken).digest('hex'), JSON.stringify({ modelId, description, tags, expiresAt })).then(() => {
        const body = JSON.stringify({
          targetResourceId: '/subscriptions/default/resourceGroups/default/accounts/default', targetResourceRegion: 'local', targetModelId: modelId,
          targetModelLocation: `http://${request.headers.host}/documentanalysis/documentModels/${modelId}`, accessToken, expirationDateTime: new Date(expiresAt).toISOString(),
        });
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
      });
    });
  });
  server.listen(0, '127.0.0.1', () => process.stderr.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`));
} else {
  const db = new DatabaseSync(workerData as string);
  db.exec('pragma journal_mode = wal; pragma synchronous = full; create table authorizations (key text primary key, value text) without rowid');
  const insert = db.prepare('insert into authorizations values (?, ?)');
  const port = parentPort!;
  port.on('message', (first: Row[]) => {
    const rows = [...first];
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) rows.push(...next.message as Row[]);
    db.exec('begin');
    for (const [, key, value] of rows) insert.run(key, value);
    db.exec('commit');
    port.postMessage(rows.map(([id]) => id));
  });
}
