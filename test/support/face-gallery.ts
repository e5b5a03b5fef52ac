/** Galleries of every kind with a face in each, trained, and a detected face, all under the ids of the operations' examples. */
import { packFaces } from '../../src/areas/faces/training/pack.ts';
import { keepPacked } from '../../src/areas/faces/training/save-model.ts';
import { GALLERY_KINDS } from '../../src/areas/faces/model.ts';
import { EXAMPLE_GALLERY } from '../../src/areas/faces/galleries/operations.ts';
import { EXAMPLE_UUID } from '../../src/areas/faces/persons/operations.ts';
import { detectedFaces, galleries, galleryKey, memberKey, persistedFaces, persons, tallies, trainings } from '../../src/areas/faces/store.ts';
import { tallyKey } from '../../src/areas/faces/galleries/limits.ts';
import { placeOf, sealTemplate, templateKeyFor } from '../../src/areas/faces/templates.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { Change } from '../../src/kernel/change.ts';
import { pictureOf, standInForNetworks } from './face-pictures.ts';
import { templateOf } from './faces.ts';
import type { Place, Prepared } from './prepared.ts';

const DAY_MS = 86_400_000;

export function isOnFaces({ id }: Operation): boolean {
  return id.startsWith('faces.');
}

export async function preparedGalleries({ app, account }: Place, { id, accepts }: Operation): Promise<Partial<Prepared>> {
  const { ports: services } = app;
  const [now, template] = [services.clock.now(), templateOf(1)];
  const change = new Change();
  const key = await templateKeyFor(change, account, services);
  const uids = GALLERY_KINDS.filter(({ name }) => id !== `faces.create${name}`).map((kind) => {
    const uid = services.ids.uuid();
    const place = kind.holds === 'persons' ? memberKey(uid, EXAMPLE_UUID, EXAMPLE_UUID) : memberKey(uid, EXAMPLE_UUID);
    change.create(galleries, account, galleryKey(kind, EXAMPLE_GALLERY), { uid, name: 'Family', userData: 'kept', recognitionModel: 'recognition_01', count: 0 });
    change.create(tallies, account, tallyKey(kind.path, 0), { count: 1 }).create(tallies, account, tallyKey(uid, 0), { count: 1 });
    change.create(persistedFaces, account, place, { template: sealTemplate(key, template, placeOf(persistedFaces, account, place)), userData: 'kept', count: 0 });
    if (kind.holds === 'persons') change.create(persons, account, memberKey(uid, EXAMPLE_UUID), { name: 'Ada', userData: 'kept', faces: [EXAMPLE_UUID], count: 0 });
    return { uid, kind };
  });
  change.create(detectedFaces, account, EXAMPLE_UUID, { template: sealTemplate(key, template, placeOf(detectedFaces, account, EXAMPLE_UUID)), recognitionModel: 'recognition_01', expiresAt: now + DAY_MS });
  await app.store.commit(change);
  const training = new Change();
  for (const { uid, kind } of uids.filter(({ kind: { isTrained } }) => isTrained)) {
    const packed = await packFaces({ account, uid, ofPersons: kind.holds === 'persons' }, services);
    await keepPacked(training.create(trainings, account, uid, { job: '', createdAt: now, lastSuccessAt: now, ended: { at: now } }), { account, uid, packed, before: undefined, trainedAt: now }, services);
  }
  await app.store.commit(training);
  if (accepts !== 'jsonOrBytes') return {};
  standInForNetworks(app);
  return { body: pictureOf(1), headers: { 'content-type': 'application/octet-stream' } };
}
