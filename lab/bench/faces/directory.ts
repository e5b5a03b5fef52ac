/**
 * Identify in a person directory and in a dynamic group of 5,000 of its persons, beside a person group of the same 5,000: milliseconds
 * per search with ten candidates, over a store in memory. Also what a merge takes.
 */
import { Random } from '../../../src/engines/shared/random.ts';
import { TEMPLATE_LENGTH } from '../../../src/engines/faces/face.ts';
import { searchDirectory, toPersonIds } from '../../../src/areas/faces/directory/search.ts';
import { searchGallery } from '../../../src/areas/faces/search/search-gallery.ts';
import { PERSON_GROUP } from '../../../src/areas/faces/model.ts';
import { directoryUid, galleries, memberKey, persistedFaces } from '../../../src/areas/faces/store.ts';
import { ensureTemplateKey, sealContext, sealTemplate } from '../../../src/areas/faces/templates.ts';
import { packFaces } from '../../../src/areas/faces/training/pack.ts';
import { saveModel } from '../../../src/areas/faces/training/search-model.ts';
import { Change } from '../../../src/kernel/change.ts';
import { testApp } from '../../../test/support/memory-app.ts';
import type { TestApp } from '../../../test/support/memory-app.ts';
import { median } from '../http/statistics.ts';

const MODEL = 'recognition_04';
const GROUP_SIZE = 5000;
const CALLS = 200;
const MAX = 10;
const ACCOUNT = 'bench';

function randomVector(random: Random): Float32Array {
  const vector = Float32Array.from({ length: TEMPLATE_LENGTH }, () => random.next() + random.next() + random.next() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Stores a face of each person under the uid, and its search model. */
async function fill(app: TestApp, uid: string, ids: readonly string[], random: Random): Promise<{ packMs: number }> {
  const { ports } = app;
  for (let from = 0; from < ids.length; from += 1000) {
    const change = new Change();
    const key = await ensureTemplateKey(change, ACCOUNT, ports);
    for (const id of ids.slice(from, from + 1000)) {
      const place = memberKey(uid, id, id);
      const template = sealTemplate(key, randomVector(random), sealContext(persistedFaces, ACCOUNT, place));
      change.create(persistedFaces, ACCOUNT, place, { template });
    }
    await app.store.commit(change);
  }
  const start = performance.now();
  const packed = await packFaces({ account: ACCOUNT, uid, ofPersons: true }, ports);
  const change = new Change();
  await saveModel(change, { account: ACCOUNT, uid, packed, previous: undefined, trainedAt: 0 }, ports);
  await app.store.commit(change);
  return { packMs: performance.now() - start };
}

async function timed(call: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return `${median(times).toFixed(2)} ms`;
}

export async function directory(persons = 50_000): Promise<void> {
  const app = await testApp();
  const { ports } = app;
  const random = new Random(persons);
  const ids = Array.from({ length: persons }, () => ports.ids.uuid());
  const members = ids.slice(0, GROUP_SIZE);
  const { packMs } = await fill(app, directoryUid(MODEL), ids, random);
  const gallery = { uid: ports.ids.uuid(), name: 'group', recognitionModel: MODEL, count: 0 } as const;
  await fill(app, gallery.uid, members, random);
  await app.store.commit(new Change().create(galleries, ACCOUNT, 'persongroups/group', gallery));
  const group = (await ports.records.get(galleries, ACCOUNT, 'persongroups/group'))!;
  const groupPersons = toPersonIds(members);
  const query = [randomVector(random)];
  const search = (scope: Parameters<typeof searchDirectory>[3]) => () => searchDirectory(ACCOUNT, MODEL, query, scope, ports);

  console.log(`\nPerson directory of ${persons.toLocaleString('en')} persons with one face each (median of ${CALLS})`);
  console.log(
    `person group of ${GROUP_SIZE}       ${await timed(() => searchGallery(PERSON_GROUP, group, ACCOUNT, query, { max: MAX }, ports))}`,
  );
  console.log(`dynamic group of ${GROUP_SIZE}      ${await timed(search({ persons: groupPersons, max: MAX }))}`);
  console.log(`30 persons                ${await timed(search({ persons: toPersonIds(members.slice(0, 30)), max: MAX }))}`);
  console.log(`all persons               ${await timed(search({ max: MAX }))}`);
  console.log(`merge of all faces        ${(packMs / 1000).toFixed(1)} s, once for each 4,096 added`);
  await app.close();
}
