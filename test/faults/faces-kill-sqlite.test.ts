/** Kills the server repeatedly during training and deletion: an accepted training completes, and the model matches the stored faces. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import type { MasterKeyring } from '../../src/accounts/keys/keyring.ts';
import { openBlock } from '../../src/engines/faces/search/block.ts';
import { galleries, memberKey, persistedFaces, prunings, tallies, templateKeys, trained, trainings } from '../../src/areas/faces/store.ts';
import { tallyKey } from '../../src/areas/faces/limits.ts';
import { sealContext, sealTemplate, readTemplateKey, ensureTemplateKey } from '../../src/areas/faces/templates.ts';
import { Roster } from '../../src/areas/faces/training/roster.ts';
import { openParts } from '../../src/areas/faces/training/sealed-parts.ts';
import { Change } from '../../src/kernel/change.ts';
import { FileBlobs } from '../../src/storage/blobs/files/blobs.ts';
import { openSqliteReadOnly } from '../../src/storage/records/sqlite/store.ts';
import type { Store } from '../../src/kernel/ports/store.ts';
import { KILLS } from '../support/kills.ts';
import { templateOf } from '../support/synthetic-faces.ts';
import { call, eventually } from '../support/server.ts';
import { FaceServer } from './face-kill.ts';

const FACES = Number(process.env.FACE_KILL_FACES ?? 3000);
const LIST = '/face/v1.0/largefacelists/crowd';

test('completes training and pruning after kill -9', async (t) => {
  await using server = new FaceServer();
  await server.start();
  const { key1: key } = server.running;
  const account = await server.accountId();
  assert.equal((await call(server.running, `PUT ${LIST}`, { key, json: { name: 'Crowd' } })).status, 200);
  await server.running.stop();

  const filled = await server.openStore();
  const { uid } = (await filled.get(galleries, account, 'largefacelists/crowd'))!.value;
  const ids = await fill(filled, account, uid, server.keyring);
  await filled.close();
  await server.start();

  const deleted = new Set<string>();
  let accepted = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const { status } = await call(server.running, `POST ${LIST}/train`, { key });
    assert.ok(status === 202 || status === 409, String(status));
    if (status === 202) accepted++;
    // A little later each time, so that training and pruning are interrupted at different points.
    await new Promise((resolve) => setTimeout(resolve, 120 * kill));
    for (let i = 0; i < 5; i++) {
      const id = ids.pop()!;
      assert.equal((await call(server.running, `DELETE ${LIST}/persistedfaces/${id}`, { key })).status, 200);
      deleted.add(id);
    }
    await server.restartAfterKill();
  }
  const { status } = await eventually(
    async () => (await call<{ status: string }>(server.running, `GET ${LIST}/training`, { key })).body,
    (training) => !['running'].includes(training.status),
  );
  assert.equal(status, 'succeeded');
  // Deleted faces are removed from the model a little later.
  const readOnlyStore = openSqliteReadOnly({ folder: server.data, now: Date.now });
  await eventually(
    () => readOnlyStore.get(prunings, account, uid),
    (pruning) => pruning === undefined,
  );
  await readOnlyStore.close();
  const listed = (await call<{ persistedFaceId: string }[]>(server.running, `GET ${LIST}/persistedfaces?top=1000`, { key })).body;
  assert.ok(listed.length === 1000 && listed.every(({ persistedFaceId }) => !deleted.has(persistedFaceId)));
  assert.equal((await server.running.stop()).code, 0);

  const store = await server.openStore();
  assert.deepEqual(await store.problems(), []);
  assert.ok((await store.get(trainings, account, uid))!.value.ended);
  const model = (await store.get(trained, account, uid))!;
  const file = await new FileBlobs(join(server.data, 'blobs')).get(account, model.value.blob);
  const [rows, block] = await openParts(
    (await readTemplateKey(account, { records: store, keyring: server.keyring }))!,
    file!,
    sealContext(trained, account, uid),
  );
  const roster = new Roster(rows!, 1);
  assert.equal(openBlock(block!).rows, roster.rows);
  assert.deepEqual(
    [...deleted].filter((id) => roster.has([id])),
    [],
    'deleted faces are not in the model',
  );
  assert.ok(
    ids.every((id) => roster.has([id])),
    'all other faces are',
  );
  t.diagnostic(`${KILLS} kills, ${accepted} trainings accepted, ${roster.rows} faces searched of ${FACES}, ${deleted.size} deleted`);
});

async function fill(store: Store, account: string, uid: string, keyring: MasterKeyring): Promise<string[]> {
  const change = new Change();
  const key = await ensureTemplateKey(change, account, {
    records: store,
    keyring,
    ids: { uuid: randomUUID, secret: () => Buffer.alloc(32, 7).toString('hex') },
  });
  const ids = Array.from({ length: FACES }, (_, i) => {
    const id = randomUUID();
    const recordKey = memberKey(uid, id);
    change.create(persistedFaces, account, recordKey, {
      template: sealTemplate(key, templateOf(i), sealContext(persistedFaces, account, recordKey)),
      count: 0,
    });
    return id;
  });
  change.create(tallies, account, tallyKey(uid, 0), { count: FACES });
  await store.commit(change);
  assert.ok(await store.get(templateKeys, account, 'templates'));
  return ids;
}
