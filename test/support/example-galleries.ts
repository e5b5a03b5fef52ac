/** Trained galleries of every kind with one face each, and a detected face, under the ids of the operations' examples. */
import { packFaces } from '../../src/areas/faces/training/pack.ts';
import { saveModel } from '../../src/areas/faces/training/search-model.ts';
import { GALLERY_KINDS } from '../../src/areas/faces/model.ts';
import { EXAMPLE_GALLERY, EXAMPLE_UUID } from '../../src/areas/faces/lookup.ts';
import {
  detectedFaces,
  directoryOperations,
  directoryPersons,
  directoryUid,
  dynamicGroups,
  galleries,
  galleryKey,
  groupMembers,
  memberKey,
  pendingFaces,
  persistedFaces,
  persons,
  tallies,
  trainings,
} from '../../src/areas/faces/store.ts';
import { tallyKey } from '../../src/areas/faces/limits.ts';
import { sealContext, sealTemplate, ensureTemplateKey } from '../../src/areas/faces/templates.ts';
import type { KeyObject } from 'node:crypto';
import type { Operation } from '../../src/kernel/operation.ts';
import { Change } from '../../src/kernel/change.ts';
import { imageOf, fakeDetection } from './fake-face-detection.ts';
import { templateOf } from './synthetic-faces.ts';
import type { TestAccount, PreparedCall } from './prepared-call.ts';

/** A person of the directory with a face, who is in a dynamic group. */
function fillDirectory(
  change: Change,
  account: string,
  { id, key, template, now }: { id: string; key: KeyObject; template: Float32Array; now: number },
): void {
  const face = memberKey(directoryUid('recognition_01'), EXAMPLE_UUID, EXAMPLE_UUID);
  change
    .create(directoryPersons, account, EXAMPLE_UUID, {
      name: 'Ada',
      userData: 'kept',
      faces: { recognition_01: [EXAMPLE_UUID] },
      count: 0,
    })
    .create(persistedFaces, account, face, {
      template: sealTemplate(key, template, sealContext(persistedFaces, account, face)),
      userData: 'kept',
    })
    .create(pendingFaces, account, face, {})
    .create(directoryOperations, account, EXAMPLE_UUID, { createdAt: now, expiresAt: now + DAY_MS })
    .create(tallies, account, tallyKey('directory', 0), { count: 1 });
  if (id === 'faces.createDynamicPersonGroup') return;
  const uid = EXAMPLE_UUID;
  change
    .create(dynamicGroups, account, EXAMPLE_GALLERY, { uid, name: 'Family', userData: 'kept', count: 0 })
    .create(groupMembers, account, memberKey(uid, EXAMPLE_UUID), { groupId: EXAMPLE_GALLERY, personId: EXAMPLE_UUID })
    .create(tallies, account, tallyKey('dynamicpersongroups', 0), { count: 1 });
}

const DAY_MS = 86_400_000;

export function isOnFaces({ id }: Operation): boolean {
  return id.startsWith('faces.');
}

export async function prepareGalleries({ app, account }: TestAccount, { id, accepts }: Operation): Promise<Partial<PreparedCall>> {
  const { ports: services } = app;
  const [now, template] = [services.clock.now(), templateOf(1)];
  const change = new Change();
  const key = await ensureTemplateKey(change, account, services);
  const uids = GALLERY_KINDS.filter(({ name }) => id !== `faces.create${name}`).map((kind) => {
    const uid = services.ids.uuid();
    const place = kind.holds === 'persons' ? memberKey(uid, EXAMPLE_UUID, EXAMPLE_UUID) : memberKey(uid, EXAMPLE_UUID);
    change.create(galleries, account, galleryKey(kind, EXAMPLE_GALLERY), {
      uid,
      name: 'Family',
      userData: 'kept',
      recognitionModel: 'recognition_01',
      count: 0,
    });
    change.create(tallies, account, tallyKey(kind.path, 0), { count: 1 }).create(tallies, account, tallyKey(uid, 0), { count: 1 });
    change.create(persistedFaces, account, place, {
      template: sealTemplate(key, template, sealContext(persistedFaces, account, place)),
      userData: 'kept',
      count: 0,
    });
    if (kind.holds === 'persons')
      change.create(persons, account, memberKey(uid, EXAMPLE_UUID), { name: 'Ada', userData: 'kept', faces: [EXAMPLE_UUID], count: 0 });
    return { uid, kind };
  });
  change.create(detectedFaces, account, EXAMPLE_UUID, {
    template: sealTemplate(key, template, sealContext(detectedFaces, account, EXAMPLE_UUID)),
    recognitionModel: 'recognition_01',
    expiresAt: now + DAY_MS,
  });
  fillDirectory(change, account, { id, key, template, now });
  await app.store.commit(change);
  const training = new Change();
  for (const { uid, kind } of uids.filter(({ kind: { needsTraining: isTrained } }) => isTrained)) {
    const packed = await packFaces({ account, uid, ofPersons: kind.holds === 'persons' }, services);
    await saveModel(
      training.create(trainings, account, uid, { job: '', createdAt: now, lastSuccessAt: now, ended: { at: now } }),
      { account, uid, packed, previous: undefined, trainedAt: now },
      services,
    );
  }
  await app.store.commit(training);
  if (accepts !== 'jsonOrBytes') return {};
  fakeDetection(app);
  return { body: imageOf(1), headers: { 'content-type': 'application/octet-stream' } };
}
