/** Kills the server during changes of the person directory: nothing acknowledged is lost, and the search model matches the faces. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MasterKeyring } from '../../src/accounts/keyring.ts';
import { recentKey } from '../../src/areas/faces/directory/index-jobs.ts';
import { directoryUid, groupMembers, trained } from '../../src/areas/faces/store.ts';
import { readTemplateKey, sealContext } from '../../src/areas/faces/templates.ts';
import { Roster } from '../../src/areas/faces/training/roster.ts';
import { openParts } from '../../src/areas/faces/training/sealed-parts.ts';
import { FileBlobs } from '../../src/storage/files/blobs.ts';
import { openSqlite } from '../../src/storage/sqlite/store.ts';
import type { Store } from '../../src/kernel/ports/store.ts';
import { STRANGER_PHOTOS } from '../support/people.ts';
import { ManagementClient, call, eventually, startServer } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

const KILLS = Number(process.env.FACE_KILLS ?? 3);
const MASTER_KEY = '5a'.repeat(32);
const BASE = '/face/v1.1-preview.1';
const MODEL = 'recognition_04';
const UID = directoryUid(MODEL);

test('keeps the directory complete after kill -9', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'perennial-directory-'));
  const args = ['--log-level', 'error', '--job-lease-ms', '300', '--job-attempts', '50'];
  const start = (): Promise<Server> => startServer({ data, args, env: { PERENNIAL_MASTER_KEY: MASTER_KEY } });
  let server: Server | undefined;
  let store: Store | undefined;
  try {
    server = await start();
    const { key1: key } = server;
    const account = (
      await (await ManagementClient.connect(server)).call<{ value: { properties: { accountId: string } }[] }>('GET /accounts')
    ).body.value[0]!.properties.accountId;
    const operations: string[] = [];
    const send = async <T>(route: string, body?: unknown): Promise<HttpResponse<T>> => {
      const bytes = Buffer.isBuffer(body) && { body, headers: { 'content-type': 'application/octet-stream' } };
      const response = await call<T>(server!, route.replace(' ', ` ${BASE}/`), {
        key,
        ...(bytes || (body !== undefined && { json: body })),
      });
      assert.ok(response.status < 300, `${route}: ${response.status} ${response.text}`);
      const location = response.headers['operation-location'];
      if (location !== undefined) operations.push(new URL(location).pathname);
      return response;
    };
    /** The acknowledged persons with their face. */
    const faces = new Map<string, string>();
    const deleted: string[] = [];
    await send('PUT dynamicpersongroups/crowd', { name: 'Crowd' });
    for (let kill = 0; kill < KILLS; kill++) {
      for (const photo of STRANGER_PHOTOS) {
        const { personId } = (await send<{ personId: string }>('POST persons', { name: `Person ${faces.size}` })).body;
        const path = `POST persons/${personId}/recognitionModels/${MODEL}/persistedfaces`;
        faces.set(personId, (await send<{ persistedFaceId: string }>(path, photo)).body.persistedFaceId);
      }
      await send('PATCH dynamicpersongroups/crowd', { addPersonIds: [...faces.keys()] });
      const [first] = faces.keys();
      await send(`DELETE persons/${first}`);
      faces.delete(first!);
      deleted.push(first!);
      // A little later each time, so that indexing is interrupted at different points.
      await new Promise((resolve) => setTimeout(resolve, 400 * kill));
      server.signal('SIGKILL');
      await server.exited;
      server = await start();
    }
    for (const path of operations)
      await eventually(
        async () => (await call<{ status: string }>(server!, `GET ${path}`, { key })).body,
        ({ status }) => status === 'succeeded',
        60_000,
      );
    const listed = await send<{ personId: string }[]>('GET persons');
    assert.deepEqual(
      listed.body.map(({ personId }) => personId),
      [...faces.keys()].sort(),
    );
    const members = await send<{ personIds: string[] }>('GET dynamicpersongroups/crowd/persons');
    assert.deepEqual(members.body.personIds, [...faces.keys()].sort());
    assert.equal((await server.stop()).code, 0);

    store = await openSqlite({ folder: data, now: Date.now });
    assert.deepEqual(await store.problems(), []);
    assert.equal(await store.count(groupMembers, account), faces.size);
    const model = (await store.get(trained, account, recentKey(UID)))!;
    const file = await new FileBlobs(join(data, 'blobs')).get(account, model.value.blob);
    const keyring = new MasterKeyring(Buffer.from(MASTER_KEY, 'hex'));
    const templateKey = (await readTemplateKey(account, { records: store, keyring }))!;
    const [rows] = await openParts(templateKey, file!, sealContext(trained, account, recentKey(UID)));
    const roster = new Roster(rows!, 2);
    assert.deepEqual(
      Array.from({ length: roster.rows }, (_, row) => roster.idsAt(row)),
      [...faces].sort(([a], [b]) => (a < b ? -1 : 1)),
      'the model contains the acknowledged faces and none of the deleted ones',
    );
    t.diagnostic(`${KILLS} kills, ${operations.length} operations, ${faces.size} persons, ${deleted.length} deleted`);
  } finally {
    server?.signal('SIGKILL');
    await server?.exited;
    await store?.close().catch(() => undefined);
    rmSync(data, { recursive: true, force: true });
  }
});
