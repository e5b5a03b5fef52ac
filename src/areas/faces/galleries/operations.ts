/** Galleries: create, get, list, update, delete, overview. The four kinds share these operations and differ by their table in model.ts. */
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { inGroup, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { Type } from '../../../kernel/schema.ts';
import { identifyThreshold, similarThreshold } from '../../../engines/faces/search/calibration.ts';
import { eraseMembers } from '../erase-job.ts';
import { faceFailure } from '../failures.ts';
import { decrementTally, incrementTally, readTallies } from '../limits.ts';
import type { TallyScope } from '../limits.ts';
import { EXAMPLE_GALLERY, findGallery, galleryFailures, memberTally } from '../lookup.ts';
import { DEFAULT_RECOGNITION_MODEL, FACE_LIST, GALLERY_ID_PATTERN, LARGE_FACE_LIST, LARGE_PERSON_GROUP, PERSON_GROUP } from '../model.ts';
import type { Gallery, GalleryKind, Trained, TrainedGalleryKind } from '../model.ts';
import { CreateGallery, ListGalleries, PersistedFaceView, ReturnRecognitionModel, UpdateRequest } from '../schemas.ts';
import { operation } from '../services.ts';
import type { FaceServices } from '../services.ts';
import { galleries, galleryKey, idFromKey, memberKey, persistedFaces, tallies, trained, trainings } from '../store.ts';
import { cancelTraining } from '../training/prune-job.ts';
import { TrainingView, readTrainingStatus, toDateTime, trainingView } from '../training/status.ts';

/** The count of an account's galleries of one kind is split into this many records. */
const GALLERY_TALLY_PARTS = 8;
/** Estimated number of faces per person, to decide whether a gallery is erased by a job. */
const FACES_PER_PERSON = 4;

function galleryTally({ path, maxGalleries }: GalleryKind, account: string): TallyScope {
  return { account, scope: path, parts: GALLERY_TALLY_PARTS, max: maxGalleries };
}

/** The value with the fields of an update; throws if at least one field is required and there is none. */
export function applyUpdate<T extends { name: string; userData?: string }>(
  { allowsEmptyUpdate }: Pick<GalleryKind, 'allowsEmptyUpdate'>,
  value: T,
  { name, userData }: { name?: string; userData?: string },
): T {
  if (!allowsEmptyUpdate && name === undefined && userData === undefined) throw faceFailure('NothingToUpdate');
  return { ...value, ...(name !== undefined && { name }), ...(userData !== undefined && { userData }) };
}

function itemSchema({ idField }: GalleryKind) {
  return Type.Object({
    [idField]: Type.String(),
    name: Type.String(),
    userData: Type.Optional(Type.String()),
    recognitionModel: Type.Optional(Type.String()),
  });
}

function galleryView(
  { idField }: GalleryKind,
  { key, value: { name, userData, recognitionModel } }: Stored<Gallery>,
  withModel: boolean,
): Record<string, unknown> {
  return { [idField]: idFromKey(key), name, userData, recognitionModel: withModel ? recognitionModel : undefined };
}

async function listFaces(kind: GalleryKind, { value: { uid } }: Stored<Gallery>, account: string, records: Records): Promise<object[]> {
  const faces = await records.page(persistedFaces, account, { prefix: memberKey(uid, ''), limit: kind.maxMembers });
  return faces.map(({ key, value: { userData } }) => ({ persistedFaceId: idFromKey(key), userData }));
}

function createGallery(id: string, kind: GalleryKind): Operation<FaceServices> {
  const { name: kindName, title, path, idField } = kind;
  return operation({
    id,
    summary: `Create a ${title.toLowerCase()}`,
    route: `PUT /${path}/{${idField}}`,
    params: Type.Object({ [idField]: Type.String({ pattern: GALLERY_ID_PATTERN }) }),
    body: CreateGallery,
    replies: { 200: null },
    fails: [`${kindName}Exists`, `${kindName}LimitReached`],
    example: { params: { [idField]: EXAMPLE_GALLERY }, body: { name: 'Family', userData: 'created by an example' } },
    async run({ account, params, body: { name, userData, recognitionModel = DEFAULT_RECOGNITION_MODEL } }, { records, ids: { uuid } }) {
      const key = galleryKey(kind, params[idField]!);
      const exists = () => faceFailure(`${kindName}Exists`);
      if (await records.get(galleries, account.id, key)) throw exists();
      const change = new Change();
      const uid = uuid();
      const limitReached = () => faceFailure(`${kindName}LimitReached`);
      const count = await incrementTally(change, galleryTally(kind, account.id), uid, records, limitReached);
      change.create(galleries, account.id, key, { uid, name, userData, recognitionModel, count }, exists);
      return reply(200, undefined, { change });
    },
  });
}

function getGallery(id: string, kind: GalleryKind): Operation<FaceServices> {
  const { title, path, idField, needsTraining } = kind;
  const Item = itemSchema(kind);
  return operation({
    id,
    summary: `Get a ${title.toLowerCase()}`,
    route: `GET /${path}/{${idField}}`,
    query: ReturnRecognitionModel,
    replies: { 200: needsTraining ? Item : Type.Object({ ...Item.properties, persistedFaces: Type.Array(PersistedFaceView) }) },
    fails: galleryFailures(kind),
    example: { params: { [idField]: EXAMPLE_GALLERY } },
    async run({ account, params, query: { returnRecognitionModel } }, { records }) {
      const gallery = await findGallery(kind, account.id, params, records);
      return reply(200, {
        ...galleryView(kind, gallery, returnRecognitionModel),
        ...(!needsTraining && { persistedFaces: await listFaces(kind, gallery, account.id, records) }),
      });
    },
  });
}

function listGalleries(id: string, kind: GalleryKind): Operation<FaceServices> {
  const { title, path, isPaged } = kind;
  return operation({
    id,
    summary: `List ${title.toLowerCase()}s in the order of their ids${isPaged ? ', after a start' : ''}`,
    route: `GET /${path}`,
    query: isPaged ? ListGalleries : ReturnRecognitionModel,
    replies: { 200: Type.Array(itemSchema(kind)) },
    async run({ account, query }, { records }) {
      const {
        start = '',
        top = kind.maxGalleries,
        returnRecognitionModel,
      } = query as { start?: string; top?: number; returnRecognitionModel: boolean };
      const page = await records.page(galleries, account.id, { prefix: galleryKey(kind, ''), after: galleryKey(kind, start), limit: top });
      return reply(
        200,
        page.map((gallery) => galleryView(kind, gallery, returnRecognitionModel)),
      );
    },
  });
}

function updateGallery(id: string, kind: GalleryKind): Operation<FaceServices> {
  const { title, path, idField, allowsEmptyUpdate } = kind;
  return operation({
    id,
    summary: `Update the name or the user data of a ${title.toLowerCase()}`,
    route: `PATCH /${path}/{${idField}}`,
    body: UpdateRequest,
    replies: { 200: null },
    fails: [...galleryFailures(kind), ...(allowsEmptyUpdate ? [] : ['NothingToUpdate'])],
    example: { params: { [idField]: EXAMPLE_GALLERY }, body: { name: 'The family' } },
    async run({ account, params, body }, { records }) {
      const gallery = await findGallery(kind, account.id, params, records);
      return reply(200, undefined, {
        change: new Change().replace(galleries, account.id, gallery, applyUpdate(kind, gallery.value, body)),
      });
    },
  });
}

function deleteGallery(id: string, kind: GalleryKind): Operation<FaceServices> {
  const { title, path, idField, holds } = kind;
  return operation({
    id,
    summary: `Delete a ${title.toLowerCase()} and everything in it`,
    route: `DELETE /${path}/{${idField}}`,
    replies: { 200: null },
    fails: galleryFailures(kind),
    example: { params: { [idField]: EXAMPLE_GALLERY } },
    async run({ account, params }, { records, jobs }) {
      const gallery = await findGallery(kind, account.id, params, records);
      const { uid, count } = gallery.value;
      const change = new Change().delete(galleries, account.id, gallery);
      await decrementTally(change, galleryTally(kind, account.id), count, records);
      await cancelTraining(change, account.id, uid, { records, jobs });
      const model = await records.get(trained, account.id, uid);
      if (model) change.delete(trained, account.id, model);
      const memberTallies = await readTallies(memberTally(kind, account.id, gallery), records);
      for (const tally of memberTallies) change.delete(tallies, account.id, tally);
      const members = sumTallies(memberTallies) * (holds === 'persons' ? FACES_PER_PERSON : 1);
      eraseMembers(change, account.id, { uid, members }, jobs);
      return reply(200, undefined, { change });
    },
  });
}

const SearchedView = Type.Object({
  persons: Type.Optional(Type.Integer()),
  faces: Type.Integer(),
  trainedDateTime: Type.String(),
  defaultThreshold: Type.Number(),
});
const Overview = Type.Object({ members: Type.Integer(), training: Type.Optional(TrainingView), searched: Type.Optional(SearchedView) });

/** Not in the vendor's interface: one call that also succeeds for a gallery that was never trained. */
function getOverview(id: string, kind: TrainedGalleryKind): Operation<FaceServices> {
  const { title, path, idField, holds } = kind;
  const searchedView = ({ owners, rows, trainedAt }: Trained) => ({
    ...(holds === 'persons' && { persons: owners }),
    faces: rows,
    trainedDateTime: toDateTime(trainedAt),
    defaultThreshold: holds === 'persons' ? identifyThreshold({ persons: owners, faces: rows }) : similarThreshold(rows),
  });
  return operation({
    id,
    summary: `Get the number of ${holds} in a ${title.toLowerCase()}, its training status and what searches compare with`,
    route: `GET /${path}/{${idField}}/overview`,
    replies: { 200: Overview },
    fails: galleryFailures(kind),
    example: { params: { [idField]: EXAMPLE_GALLERY } },
    async run({ account, params, version }, services) {
      const { records } = services;
      const gallery = await findGallery(kind, account.id, params, records);
      const { uid } = gallery.value;
      const [memberTallies, training, model] = await Promise.all([
        readTallies(memberTally(kind, account.id, gallery), records),
        records.get(trainings, account.id, uid),
        records.get(trained, account.id, uid),
      ]);
      return reply(200, {
        members: sumTallies(memberTallies),
        training: training && trainingView(await readTrainingStatus(training, account.id, services), version),
        searched: model && searchedView(model.value),
      });
    },
  });
}

function sumTallies(parts: readonly Stored<{ count: number }>[]): number {
  return parts.reduce((sum, { value }) => sum + value.count, 0);
}

export const galleryOperations: Operation<FaceServices>[] = [
  ...inGroup('Person groups', [
    createGallery('faces.createPersonGroup', PERSON_GROUP),
    getGallery('faces.getPersonGroup', PERSON_GROUP),
    listGalleries('faces.listPersonGroups', PERSON_GROUP),
    updateGallery('faces.updatePersonGroup', PERSON_GROUP),
    deleteGallery('faces.deletePersonGroup', PERSON_GROUP),
    getOverview('faces.getPersonGroupOverview', PERSON_GROUP),
  ]),
  ...inGroup('Large person groups', [
    createGallery('faces.createLargePersonGroup', LARGE_PERSON_GROUP),
    getGallery('faces.getLargePersonGroup', LARGE_PERSON_GROUP),
    listGalleries('faces.listLargePersonGroups', LARGE_PERSON_GROUP),
    updateGallery('faces.updateLargePersonGroup', LARGE_PERSON_GROUP),
    deleteGallery('faces.deleteLargePersonGroup', LARGE_PERSON_GROUP),
    getOverview('faces.getLargePersonGroupOverview', LARGE_PERSON_GROUP),
  ]),
  ...inGroup('Face lists', [
    createGallery('faces.createFaceList', FACE_LIST),
    getGallery('faces.getFaceList', FACE_LIST),
    listGalleries('faces.listFaceLists', FACE_LIST),
    updateGallery('faces.updateFaceList', FACE_LIST),
    deleteGallery('faces.deleteFaceList', FACE_LIST),
  ]),
  ...inGroup('Large face lists', [
    createGallery('faces.createLargeFaceList', LARGE_FACE_LIST),
    getGallery('faces.getLargeFaceList', LARGE_FACE_LIST),
    listGalleries('faces.listLargeFaceLists', LARGE_FACE_LIST),
    updateGallery('faces.updateLargeFaceList', LARGE_FACE_LIST),
    deleteGallery('faces.deleteLargeFaceList', LARGE_FACE_LIST),
    getOverview('faces.getLargeFaceListOverview', LARGE_FACE_LIST),
  ]),
];
