/** Where a server keeps its blobs: what it decides at start, what it refuses, and what happens when the storage is gone. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BlobPlaces, openBlobs } from '../../src/app/blobs.ts';
import { readConfig } from '../../src/config.ts';
import type { Blobs } from '../../src/kernel/ports/blobs.ts';
import type { Store } from '../../src/kernel/ports/store.ts';
import { isBlobIntact } from '../../src/storage/blobs/blob-id.ts';
import { newBlobId } from '../support/blob-ids.ts';
import { FileBlobs } from '../../src/storage/blobs/files/blobs.ts';
import { ADDITIONS } from '../../src/storage/records/postgres/migrations.ts';
import { openPostgres } from '../../src/storage/records/postgres/store.ts';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';
import { Azurite } from '../support/azurite.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { S3Server } from '../support/s3-server.ts';
import { run } from '../support/server.ts';

const BLOB_ADDITION = 1 + ADDITIONS.findIndex((sql) => sql.includes('create table blobs'));
let root: string;
let s3: S3Server;
before(async () => {
  root = mkdtempSync(join(tmpdir(), 'perennial-places-'));
  s3 = await S3Server.start('box');
});
after(async () => {
  rmSync(root, { recursive: true });
  await s3.remove();
  await stopPostgres();
});

/** A database with its data folder; `start` opens the blobs as a server does. */
class Scene {
  readonly data = mkdtempSync(join(root, 'data-'));
  readonly store: Store;
  readonly warnings: string[] = [];
  readonly #args: string[];
  readonly #opened: Blobs[] = [];

  constructor(store: Store, args: string[]) {
    this.store = store;
    this.#args = args;
  }

  static async postgres(): Promise<Scene> {
    const url = await newDatabase();
    return new Scene(await openPostgres({ url, now: Date.now, onError: () => {} }), ['--database-url', url]);
  }

  static async sqlite(): Promise<Scene> {
    return new Scene(await openSqlite({ now: Date.now }), []);
  }

  config(...flags: string[]) {
    return readConfig({ argv: [...this.#args, '--data', this.data, ...flags] }).config;
  }

  async start(...flags: string[]): Promise<Blobs> {
    const blobs = await openBlobs(this.config(...flags), { store: this.store, warn: (message) => this.warnings.push(message) });
    this.#opened.push(blobs);
    return blobs;
  }

  /** As if the schema were that of the version before blobs in PostgreSQL. */
  async migrateAgain(): Promise<void> {
    const { databaseUrl } = this.config();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`drop table blobs, blob_chunks; update perennial_schema set additions = ${BLOB_ADDITION - 1}`);
    await client.end();
    await (await openPostgres({ url: databaseUrl!, now: Date.now, onError: () => {} })).close();
  }

  async place(): Promise<unknown> {
    const places = new BlobPlaces(this.config());
    try {
      return await (await places.record()).read();
    } finally {
      await places.close();
    }
  }

  async close(): Promise<void> {
    for (const blobs of this.#opened) await blobs.close();
    await this.store.close();
  }
}

let prefixes = 0;
const newPrefix = (): string => `s3://box/p${prefixes++}?endpoint=${s3.endpoint}`;

describe('blobs move', () => {
  test('completes when it is started again after it was killed, while servers read and write', async (t) => {
    const scene = await Scene.postgres();
    t.after(() => scene.close());
    const server = await scene.start('--blobs', 'files');
    const ids = [await server.put('a', Buffer.from('first'))];
    for (let n = 0; n < 800; n++) {
      const bytes = Buffer.from(`blob ${n}`);
      ids.push(newBlobId(bytes));
      writeFileSync(join(scene.data, 'blobs', 'a', ids.at(-1)!), bytes);
    }
    const places = new BlobPlaces(scene.config());
    t.after(() => places.close());
    const target = await places.open('postgres');
    const command = ['blobs', 'move', '--to', 'postgres', '--json', '--data', scene.data, '--database-url', scene.config().databaseUrl!];

    const kill = new AbortController();
    const killed = run(command, { signal: kill.signal });
    while ((await target.usage()).count < 8) await sleep(2);
    kill.abort();
    assert.equal((await killed).code, null);
    assert.ok((await target.usage()).count < ids.length);
    assert.deepEqual(await scene.place(), { at: 'postgres', from: 'files' });
    ids.push(await server.put('a', Buffer.from('meanwhile')));
    for (const id of ids) assert.ok(await server.get('a', id));
    await server.delete('a', ids.shift()!);

    const { code, stdout } = await run(command);
    assert.equal(code, 0);
    const { copied, present, isComplete } = JSON.parse(stdout) as { copied: number; present: number; isComplete: boolean };
    assert.deepEqual({ moved: copied + present, isComplete }, { moved: ids.length, isComplete: true });
    assert.ok(present >= 8);
    assert.deepEqual(await scene.place(), { at: 'postgres' });
    for (const id of ids) assert.ok(isBlobIntact(id, (await target.get('a', id))!));
    assert.equal((await target.usage()).count, ids.length);
  });
});

describe('where blobs are', () => {
  test('a new PostgreSQL database keeps its own, and needs no folder', async (t) => {
    const scene = await Scene.postgres();
    t.after(() => scene.close());
    const blobs = await scene.start();
    const id = await blobs.put('a', Buffer.from('text'));
    assert.deepEqual(await scene.place(), { at: 'postgres' });
    assert.deepEqual(readdirSync(scene.data), []);
    assert.ok(await (await scene.start()).get('a', id));
    await blobs.probe();
  });

  test('a PostgreSQL database of an earlier version keeps its folder, whose blobs stay where they are', async (t) => {
    const scene = await Scene.postgres();
    t.after(() => scene.close());
    await scene.store.identity('an-earlier-start');
    await scene.migrateAgain();
    mkdirSync(join(scene.data, 'blobs'));
    writeFileSync(join(scene.data, 'blobs', 'store-id'), 'an-earlier-start\n');
    const id = await new FileBlobs(join(scene.data, 'blobs')).put('a', Buffer.from('text'));
    const blobs = await scene.start();
    assert.deepEqual(await scene.place(), { at: 'files' });
    assert.ok(await blobs.get('a', id));
    assert.deepEqual(scene.warnings, []);
    await scene.start('--blobs', 'postgres');
    assert.match(scene.warnings.join(), /at files, not at postgres: "perennial blobs move"/);
  });

  test('the embedded database keeps files, also those of an earlier version when another place is set', async (t) => {
    const scene = await Scene.sqlite();
    t.after(() => scene.close());
    const id = await new FileBlobs(join(scene.data, 'blobs')).put('a', Buffer.from('text'));
    const blobs = await scene.start('--blobs', newPrefix());
    assert.ok(await blobs.get('a', id));
    assert.equal(scene.warnings.length, 1);
  });

  test('object storage from the first start on, for either database', async (t) => {
    for (const scene of [await Scene.sqlite(), await Scene.postgres()]) {
      t.after(() => scene.close());
      const location = newPrefix();
      const blobs = await scene.start('--blobs', location);
      const id = await blobs.put('a', Buffer.from('text'));
      await blobs.probe();
      // The setting is no longer needed to find them.
      assert.ok(await (await scene.start()).get('a', id));
      assert.deepEqual((await scene.place()) as object, { at: scene.config('--blobs', location).blobs });
    }
  });

  test('refuses storage that belongs to another database, does not exist or cannot be reached', async (t) => {
    const scenes = [await Scene.postgres(), await Scene.postgres(), await Scene.sqlite()];
    for (const scene of scenes) t.after(() => scene.close());
    const location = newPrefix();
    await scenes[0]!.start('--blobs', location);
    await assert.rejects(scenes[1]!.start('--blobs', location), { name: 'StorageUnusable', message: /belong to another database/ });
    await assert.rejects(scenes[2]!.start('--blobs', location), { name: 'StorageUnusable', message: /belong to another database/ });
    const missing = `s3://nothere/?endpoint=${s3.endpoint}`;
    await assert.rejects(scenes[1]!.start('--blobs', missing), {
      name: 'StorageUnusable',
      message: /^[^\n]*cannot be used \(NoSuchBucket\)/,
    });
    const closed = 's3://box/?endpoint=http://127.0.0.1:1';
    await assert.rejects(scenes[1]!.start('--blobs', closed), {
      name: 'StorageUnusable',
      message: /^[^\n]*cannot be used \(ECONNREFUSED\)/,
    });
    assert.equal(await scenes[1]!.place(), undefined, 'it can be corrected');
  });
});

describe('a store of blobs that is gone', () => {
  test('S3: reads, writes and the probe fail as unavailable, and work again later', async (t) => {
    const server = await S3Server.start('gone');
    t.after(() => server.remove());
    const scene = await Scene.sqlite();
    t.after(() => scene.close());
    const blobs = await scene.start('--blobs', `s3://gone/?endpoint=${server.endpoint}`);
    const id = await blobs.put('a', Buffer.from('text'));
    await server.stop();
    const calls = [
      () => blobs.get('a', id),
      () => blobs.put('a', Buffer.from('x')),
      () => blobs.probe(),
      () => blobs.delete('a', id),
      () => blobs.erase('a'),
    ];
    for (const call of calls) await assert.rejects(call(), { name: 'StorageUnavailable', problem: 'blobsUnreachable' });
    await server.start('gone');
    assert.equal(Buffer.from((await blobs.get('a', id))!).toString(), 'text');
    await blobs.probe();
  });

  test('the vendor’s blob storage: likewise, and a missing container is reported', async (t) => {
    const azurite = await Azurite.start();
    const scene = await Scene.sqlite();
    t.after(() => scene.close());
    const flags = ['--blobs', 'azure://box/a', '--blobs-connection', azurite.connectionString()];
    await assert.rejects(scene.start(...flags), { name: 'StorageUnusable', message: /cannot be used \(ContainerNotFound\)/ });
    await azurite.createContainer('box');
    const blobs = await scene.start(...flags);
    const id = await blobs.put('a', Buffer.from('text'));
    assert.equal(Buffer.from((await blobs.get('a', id))!).toString(), 'text');
    await azurite.stop();
    for (const call of [() => blobs.get('a', id), () => blobs.put('a', Buffer.from('x')), () => blobs.probe()])
      await assert.rejects(call(), { name: 'StorageUnavailable', problem: 'blobsUnreachable' });
  });
});
