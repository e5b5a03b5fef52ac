/** Persisted faces, of a person or in a list: add from an image, delete, get, update, list. The image itself is not stored. */
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { inGroup, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { Type } from '../../../kernel/schema.ts';
import { IMAGE_TYPES, MAX_IMAGE_BYTES, SINGLE_FACE_FAILURES, detectFaces, selectFace } from '../detection/image.ts';
import { IMAGE_INPUT, faceFailure } from '../failures.ts';
import { decrementTally, incrementTally } from '../limits.ts';
import {
  EXAMPLE_GALLERY,
  EXAMPLE_UUID,
  findGallery,
  findPersistedFace,
  findPerson,
  galleryFailures,
  memberTally,
  personFailures,
} from '../lookup.ts';
import { FACE_LIST, LARGE_FACE_LIST, LARGE_PERSON_GROUP, MAX_FACES_PER_PERSON, PERSON_GROUP } from '../model.ts';
import type { Gallery, GalleryKind, PersistedFace, Person } from '../model.ts';
import { AddFaceQuery, FaceAdded, ImageUrl, Paging, PersistedFaceView, UpdateFace } from '../schemas.ts';
import { operation } from '../services.ts';
import type { FaceServices } from '../services.ts';
import { galleries, idFromKey, memberKey, persistedFaces, persons } from '../store.ts';
import { ensureTemplateKey, sealContext, sealTemplate } from '../templates.ts';
import { schedulePruning } from '../training/prune-job.ts';

/** The owner of faces: a list, or a person of a group, whose record lists the ids of the faces. */
interface FaceOwner {
  gallery: Stored<Gallery>;
  person?: Stored<Person>;
}

/** What the operations on the faces of one kind of gallery share. */
interface OwnerPath {
  description: string;
  facesPath: `/${string}`;
  fails: string[];
  exampleParams: Record<string, string>;
}

function ownerPath(kind: GalleryKind): OwnerPath {
  const { title, path, idField } = kind;
  const exampleParams = { [idField]: EXAMPLE_GALLERY, personId: EXAMPLE_UUID, persistedFaceId: EXAMPLE_UUID };
  if (kind.holds === 'faces') {
    const facesPath = `/${path}/{${idField}}/persistedfaces` as const;
    return { description: `a ${title.toLowerCase()}`, facesPath, fails: galleryFailures(kind), exampleParams };
  }
  const facesPath = `/${path}/{${idField}}/persons/{personId}/persistedfaces` as const;
  return { description: `a person of a ${title.toLowerCase()}`, facesPath, fails: personFailures(kind), exampleParams };
}

function faceFailures({ fails }: OwnerPath): string[] {
  return [...fails, 'PersistedFaceNotFound', 'PersistedFaceIdInvalid'];
}

async function findOwner(kind: GalleryKind, account: string, params: Record<string, string>, records: Records): Promise<FaceOwner> {
  const gallery = await findGallery(kind, account, params, records);
  return { gallery, ...(kind.holds === 'persons' && { person: await findPerson(gallery, account, params.personId!, records) }) };
}

async function findOwnedFace(
  { gallery, person }: FaceOwner,
  account: string,
  params: Record<string, string>,
  records: Records,
): Promise<Stored<PersistedFace>> {
  return await findPersistedFace(gallery, person && idFromKey(person.key), account, params.persistedFaceId!, records);
}

function faceView({ key, value: { userData } }: Stored<PersistedFace>): object {
  return { persistedFaceId: idFromKey(key), userData };
}

function addFace(id: string, kind: GalleryKind): Operation<FaceServices> {
  const owner = ownerPath(kind);
  return operation({
    id,
    summary: `Add a face to ${owner.description}, from an image or its URL`,
    route: `POST ${owner.facesPath}`,
    query: AddFaceQuery,
    body: ImageUrl,
    accepts: 'jsonOrBytes',
    mediaTypes: IMAGE_TYPES,
    maxBytes: MAX_IMAGE_BYTES,
    badInput: IMAGE_INPUT,
    replies: { 200: FaceAdded },
    fails: [...owner.fails, 'FaceLimitReached', ...SINGLE_FACE_FAILURES],
    example: { params: owner.exampleParams, body: { url: 'https://example.com/face.jpg' } },
    async run(call, services) {
      const { params } = call;
      const account = call.account.id;
      const { userData, targetFace } = call.query;
      const { records } = services;
      await findOwner(kind, account, params, records);
      const { template } = selectFace(await detectFaces(call, services, { templates: true }), targetFace);
      // Read again: detection took time, and other calls may have added faces to the same person.
      const { gallery, person } = await findOwner(kind, account, params, records);
      const { uid } = gallery.value;
      const limitReached = () => faceFailure('FaceLimitReached');
      const persistedFaceId = services.ids.uuid();
      const change = new Change().expect(galleries, account, gallery);
      if (person && person.value.faces.length >= MAX_FACES_PER_PERSON) throw limitReached();
      const count = person
        ? undefined
        : await incrementTally(change, memberTally(kind, account, gallery), persistedFaceId, records, limitReached);
      if (person) change.replace(persons, account, person, { ...person.value, faces: [...person.value.faces, persistedFaceId] });
      const key = person ? memberKey(uid, idFromKey(person.key), persistedFaceId) : memberKey(uid, persistedFaceId);
      const sealed = sealTemplate(await ensureTemplateKey(change, account, services), template!, sealContext(persistedFaces, account, key));
      change.create(persistedFaces, account, key, { userData, template: sealed, count });
      return reply(200, { persistedFaceId }, { change });
    },
  });
}

function deleteFace(id: string, kind: GalleryKind): Operation<FaceServices> {
  const owner = ownerPath(kind);
  return operation({
    id,
    summary: `Delete a face of ${owner.description}`,
    route: `DELETE ${owner.facesPath}/{persistedFaceId}`,
    replies: { 200: null },
    fails: faceFailures(owner),
    example: { params: owner.exampleParams },
    async run({ account: { id: account }, params }, services) {
      const { records } = services;
      const { gallery, person } = await findOwner(kind, account, params, records);
      const face = await findOwnedFace({ gallery, person }, account, params, records);
      const change = new Change().delete(persistedFaces, account, face);
      if (person) {
        const faceId = idFromKey(face.key);
        change.replace(persons, account, person, { ...person.value, faces: person.value.faces.filter((other) => other !== faceId) });
      } else await decrementTally(change, memberTally(kind, account, gallery), face.value.count!, records);
      await schedulePruning(change, account, gallery.value.uid, services);
      return reply(200, undefined, { change });
    },
  });
}

function getFace(id: string, kind: GalleryKind): Operation<FaceServices> {
  const owner = ownerPath(kind);
  return operation({
    id,
    summary: `Get a face of ${owner.description}`,
    route: `GET ${owner.facesPath}/{persistedFaceId}`,
    replies: { 200: PersistedFaceView },
    fails: faceFailures(owner),
    example: { params: owner.exampleParams },
    async run({ account, params }, { records }) {
      return reply(200, faceView(await findOwnedFace(await findOwner(kind, account.id, params, records), account.id, params, records)));
    },
  });
}

function updateFace(id: string, kind: GalleryKind): Operation<FaceServices> {
  const owner = ownerPath(kind);
  return operation({
    id,
    summary: `Update the user data of a face of ${owner.description}`,
    route: `PATCH ${owner.facesPath}/{persistedFaceId}`,
    body: UpdateFace,
    replies: { 200: null },
    fails: faceFailures(owner),
    example: { params: owner.exampleParams, body: { userData: 'on holiday' } },
    async run({ account, params, body: { userData } }, { records }) {
      const face = await findOwnedFace(await findOwner(kind, account.id, params, records), account.id, params, records);
      const updated = { ...face.value, ...(userData !== undefined && { userData }) };
      return reply(200, undefined, { change: new Change().replace(persistedFaces, account.id, face, updated) });
    },
  });
}

function listFaces(id: string, kind: GalleryKind): Operation<FaceServices> {
  const owner = ownerPath(kind);
  return operation({
    id,
    summary: `List the faces of ${owner.description} in the order of their ids, after a start`,
    route: `GET ${owner.facesPath}`,
    query: Paging,
    replies: { 200: Type.Array(PersistedFaceView) },
    fails: owner.fails,
    example: { params: owner.exampleParams },
    async run({ account, params, query: { start, top } }, { records }) {
      const { uid } = (await findOwner(kind, account.id, params, records)).gallery.value;
      const page = await records.page(persistedFaces, account.id, { prefix: memberKey(uid, ''), after: memberKey(uid, start), limit: top });
      return reply(200, page.map(faceView));
    },
  });
}

/** Persons and face lists include the ids of their faces, so that only large face lists need a list operation. */
export const persistedFaceOperations: Operation<FaceServices>[] = [
  ...inGroup('Person groups', [
    addFace('faces.addPersonGroupPersonFace', PERSON_GROUP),
    deleteFace('faces.deletePersonGroupPersonFace', PERSON_GROUP),
    getFace('faces.getPersonGroupPersonFace', PERSON_GROUP),
    updateFace('faces.updatePersonGroupPersonFace', PERSON_GROUP),
  ]),
  ...inGroup('Large person groups', [
    addFace('faces.addLargePersonGroupPersonFace', LARGE_PERSON_GROUP),
    deleteFace('faces.deleteLargePersonGroupPersonFace', LARGE_PERSON_GROUP),
    getFace('faces.getLargePersonGroupPersonFace', LARGE_PERSON_GROUP),
    updateFace('faces.updateLargePersonGroupPersonFace', LARGE_PERSON_GROUP),
  ]),
  ...inGroup('Face lists', [addFace('faces.addFaceListFace', FACE_LIST), deleteFace('faces.deleteFaceListFace', FACE_LIST)]),
  ...inGroup('Large face lists', [
    addFace('faces.addLargeFaceListFace', LARGE_FACE_LIST),
    deleteFace('faces.deleteLargeFaceListFace', LARGE_FACE_LIST),
    getFace('faces.getLargeFaceListFace', LARGE_FACE_LIST),
    updateFace('faces.updateLargeFaceListFace', LARGE_FACE_LIST),
    listFaces('faces.listLargeFaceListFaces', LARGE_FACE_LIST),
  ]),
];
