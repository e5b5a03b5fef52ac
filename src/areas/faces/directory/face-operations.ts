/** Faces of a person of the directory, apart for each recognition model: add from an image, list, get, update, delete. */
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { Type } from '../../../kernel/schema.ts';
import { IMAGE_TYPES, MAX_IMAGE_BYTES, SINGLE_FACE_FAILURES, detectFaces, selectFace } from '../detection/image.ts';
import { IMAGE_INPUT, faceFailure } from '../failures.ts';
import { EXAMPLE_UUID } from '../lookup.ts';
import { DEFAULT_RECOGNITION_MODEL, MAX_FACES_PER_PERSON, RECOGNITION_MODELS, isUuid } from '../model.ts';
import type { DirectoryPerson, PersistedFace, RecognitionModel } from '../model.ts';
import { AddFaceQuery, FaceAdded, ImageUrl, PersistedFaceView, UpdateFace } from '../schemas.ts';
import { operation } from '../services.ts';
import type { FaceServices } from '../services.ts';
import { directoryPersons, directoryUid, idFromKey, memberKey, pendingFaces, persistedFaces } from '../store.ts';
import { ensureTemplateKey, sealContext, sealTemplate } from '../templates.ts';
import { schedulePruning } from '../training/prune-job.ts';
import { DIRECTORY_VERSIONS } from '../versions.ts';
import { clearPending, scheduleIndexing } from './index-jobs.ts';
import { DIRECTORY_PERSON_FAILURES, findDirectoryPerson } from './lookup.ts';
import { startOperation } from './operation-status.ts';

const FACES_PATH = '/persons/{personId}/recognitionModels/{recognitionModel}/persistedfaces';
const FACE_PATH = `${FACES_PATH}/{persistedFaceId}` as const;
const FACE_FAILURES = [...DIRECTORY_PERSON_FAILURES, 'PersistedFaceNotFound', 'PersistedFaceIdInvalid'];

const FacesParams = Type.Object({ personId: Type.String(), recognitionModel: Type.Enum([...RECOGNITION_MODELS]) });
const FaceParams = Type.Object({ ...FacesParams.properties, persistedFaceId: Type.String() });
const FaceIds = Type.Object({ personId: Type.String(), persistedFaceIds: Type.Array(Type.String()) });

const common = { versions: DIRECTORY_VERSIONS } as const;
const exampleParams = { personId: EXAMPLE_UUID, recognitionModel: DEFAULT_RECOGNITION_MODEL, persistedFaceId: EXAMPLE_UUID };

interface FaceNames {
  personId: string;
  recognitionModel: RecognitionModel;
  persistedFaceId: string;
}

interface PersonFace {
  person: Stored<DirectoryPerson>;
  face: Stored<PersistedFace>;
}

async function findFace(
  account: string,
  { personId, recognitionModel, persistedFaceId }: FaceNames,
  records: Records,
): Promise<PersonFace> {
  const person = await findDirectoryPerson(account, personId, records);
  if (!isUuid(persistedFaceId)) throw faceFailure('PersistedFaceIdInvalid');
  const key = memberKey(directoryUid(recognitionModel), person.key, persistedFaceId.toLowerCase());
  const face = await records.get(persistedFaces, account, key);
  if (!face) throw faceFailure('PersistedFaceNotFound');
  return { person, face };
}

/** The person with other faces of a model. */
function withFaces(
  { value }: Stored<DirectoryPerson>,
  model: RecognitionModel,
  update: (faces: readonly string[]) => string[],
): DirectoryPerson {
  return { ...value, faces: { ...value.faces, [model]: update(value.faces[model] ?? []) } };
}

const addFace = operation({
  ...common,
  id: 'faces.addPersonFace',
  summary: 'Add a face to a person of the directory, from an image or its URL',
  route: `POST ${FACES_PATH}`,
  params: FacesParams,
  query: AddFaceQuery,
  body: ImageUrl,
  accepts: 'jsonOrBytes',
  mediaTypes: IMAGE_TYPES,
  maxBytes: MAX_IMAGE_BYTES,
  badInput: IMAGE_INPUT,
  replies: { 202: FaceAdded },
  fails: [...DIRECTORY_PERSON_FAILURES, 'FaceLimitReached', ...SINGLE_FACE_FAILURES],
  example: { params: exampleParams, body: { url: 'https://example.com/face.jpg' } },
  async run(call, services) {
    const account = call.account.id;
    const { personId, recognitionModel } = call.params;
    const { userData, targetFace } = call.query;
    const { records } = services;
    await findDirectoryPerson(account, personId, records);
    const { template } = selectFace(await detectFaces(call, services, { templates: true }), targetFace);
    // Read again: detection took time, and other calls may have added faces to the same person.
    const person = await findDirectoryPerson(account, personId, records);
    if ((person.value.faces[recognitionModel]?.length ?? 0) >= MAX_FACES_PER_PERSON) throw faceFailure('FaceLimitReached');
    const uid = directoryUid(recognitionModel);
    const persistedFaceId = services.ids.uuid();
    const key = memberKey(uid, person.key, persistedFaceId);
    const change = new Change().replace(
      directoryPersons,
      account,
      person,
      withFaces(person, recognitionModel, (faces) => [...faces, persistedFaceId]),
    );
    const sealed = sealTemplate(await ensureTemplateKey(change, account, services), template!, sealContext(persistedFaces, account, key));
    change.create(persistedFaces, account, key, { userData, template: sealed }).create(pendingFaces, account, key, {});
    const job = await scheduleIndexing(change, account, uid, services);
    const headers = {
      location: call.link(FACE_PATH, { personId: person.key, recognitionModel, persistedFaceId }),
      ...startOperation(change, call, services, job),
    };
    return reply(202, { persistedFaceId }, { change, headers });
  },
});

const listFaces = operation({
  ...common,
  id: 'faces.listPersonFaces',
  summary: 'List the faces of a person of the directory in the order in which they were added',
  route: `GET ${FACES_PATH}`,
  params: FacesParams,
  replies: { 200: FaceIds },
  fails: DIRECTORY_PERSON_FAILURES,
  example: { params: exampleParams },
  async run({ account, params: { personId, recognitionModel } }, { records }) {
    const { key, value } = await findDirectoryPerson(account.id, personId, records);
    return reply(200, { personId: key, persistedFaceIds: value.faces[recognitionModel] ?? [] });
  },
});

const getFace = operation({
  ...common,
  id: 'faces.getPersonFace',
  summary: 'Get a face of a person of the directory',
  route: `GET ${FACE_PATH}`,
  params: FaceParams,
  replies: { 200: PersistedFaceView },
  fails: FACE_FAILURES,
  example: { params: exampleParams },
  async run({ account, params }, { records }) {
    const { face } = await findFace(account.id, params, records);
    return reply(200, { persistedFaceId: idFromKey(face.key), userData: face.value.userData });
  },
});

const updateFace = operation({
  ...common,
  id: 'faces.updatePersonFace',
  summary: 'Update the user data of a face of a person of the directory',
  route: `PATCH ${FACE_PATH}`,
  params: FaceParams,
  body: UpdateFace,
  replies: { 200: null },
  fails: FACE_FAILURES,
  example: { params: exampleParams, body: { userData: 'on holiday' } },
  async run({ account, params, body: { userData } }, { records }) {
    const { face } = await findFace(account.id, params, records);
    const updated = { ...face.value, ...(userData !== undefined && { userData }) };
    return reply(200, undefined, { change: new Change().replace(persistedFaces, account.id, face, updated) });
  },
});

const deleteFace = operation({
  ...common,
  id: 'faces.deletePersonFace',
  summary: 'Delete a face of a person of the directory',
  route: `DELETE ${FACE_PATH}`,
  params: FaceParams,
  replies: { 202: null },
  fails: FACE_FAILURES,
  example: { params: exampleParams },
  async run(call, services) {
    const account = call.account.id;
    const { recognitionModel } = call.params;
    const { person, face } = await findFace(account, call.params, services.records);
    const faceId = idFromKey(face.key);
    const uid = directoryUid(recognitionModel);
    const change = new Change().delete(persistedFaces, account, face).replace(
      directoryPersons,
      account,
      person,
      withFaces(person, recognitionModel, (faces) => faces.filter((other) => other !== faceId)),
    );
    clearPending(change, account, uid, person.key, faceId);
    await schedulePruning(change, account, uid, services);
    const job = await scheduleIndexing(change, account, uid, services);
    return reply(202, undefined, { change, headers: startOperation(change, call, services, job) });
  },
});

export const directoryFaceOperations: Operation<FaceServices>[] = [addFace, listFaces, getFace, updateFace, deleteFace];
