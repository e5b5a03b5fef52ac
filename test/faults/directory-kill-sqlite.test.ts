/** Kills the server during changes of the person directory: nothing acknowledged is lost, and the search model matches the faces. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { recentKey } from '../../src/areas/faces/directory/index-jobs.ts';
import { directoryUid, groupMembers, trained } from '../../src/areas/faces/store.ts';
import { readTemplateKey, sealContext } from '../../src/areas/faces/templates.ts';
import { Roster } from '../../src/areas/faces/training/roster.ts';
import { openParts } from '../../src/areas/faces/training/sealed-parts.ts';
import { FileBlobs } from '../../src/storage/blobs/files/blobs.ts';
import { KILLS } from '../support/kills.ts';
import { STRANGER_PHOTOS } from '../support/people.ts';
import { call, eventually } from '../support/server.ts';
import type { HttpResponse } from '../support/server.ts';
import { FaceServer } from './face-kill.ts';

const BASE = '/face/v1.1-preview.1';
const MODEL = 'recognition_04';
const UID = directoryUid(MODEL);

test('keeps the directory complete after kill -9', async (t) => {
  await using server = new FaceServer();
  await server.start();
  const { key1: key } = server.running;
  const account = await server.accountId();
  const operations: string[] = [];
  const send = async <T>(route: string, body?: unknown): Promise<HttpResponse<T>> => {
    const bytes = Buffer.isBuffer(body) && { body, headers: { 'content-type': 'application/octet-stream' } };
    const response = await call<T>(server.running, route.replace(' ', ` ${BASE}/`), {
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
    await server.restartAfterKill();
  }
  for (const path of operations)
    await eventually(
      async () => (await call<{ status: string }>(server.running, `GET ${path}`, { key })).body,
      ({ status }) => status === 'succeeded',
    );
  const listed = await send<{ personId: string }[]>('GET persons');
  assert.deepEqual(
    listed.body.map(({ personId }) => personId),
    [...faces.keys()].sort(),
  );
  const members = await send<{ personIds: string[] }>('GET dynamicpersongroups/crowd/persons');
  assert.deepEqual(members.body.personIds, [...faces.keys()].sort());
  assert.equal((await server.running.stop()).code, 0);

  const store = await server.openStore();
  assert.deepEqual(await store.problems(), []);
  assert.equal(await store.count(groupMembers, account), faces.size);
  const model = (await store.get(trained, account, recentKey(UID)))!;
  const file = await new FileBlobs(join(server.data, 'blobs')).get(account, model.value.blob);
  const templateKey = (await readTemplateKey(account, { records: store, keyring: server.keyring }))!;
  const [rows] = await openParts(templateKey, file!, sealContext(trained, account, recentKey(UID)));
  const roster = new Roster(rows!, 2);
  assert.deepEqual(
    Array.from({ length: roster.rows }, (_, row) => roster.idsAt(row)),
    [...faces].sort(([a], [b]) => (a < b ? -1 : 1)),
    'the model contains the acknowledged faces and none of the deleted ones',
  );
  t.diagnostic(`${KILLS} kills, ${operations.length} operations, ${faces.size} persons, ${deleted.length} deleted`);
});
