/** Persons of a person group or large person group: create, list, get, update, delete. */
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { inGroup, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import { Type } from '../../../kernel/schema.ts';
import { faceFailure } from '../failures.ts';
import { applyUpdate } from '../galleries/operations.ts';
import { decrementTally, incrementTally } from '../limits.ts';
import { EXAMPLE_GALLERY, EXAMPLE_UUID, findGallery, findPerson, galleryFailures, memberTally, personFailures } from '../lookup.ts';
import { LARGE_PERSON_GROUP, PERSON_GROUP } from '../model.ts';
import type { GalleryKind, Person } from '../model.ts';
import { CreatePerson, Paging, PersonCreated, PersonView, UpdateRequest } from '../schemas.ts';
import { operation } from '../services.ts';
import type { FaceServices } from '../services.ts';
import { galleries, idFromKey, memberKey, persistedFaces, persons } from '../store.ts';
import { schedulePruning } from '../training/prune-job.ts';
import { persistedFaceOperations } from './face-operations.ts';

function exampleParams({ idField }: GalleryKind): Record<string, string> {
  return { [idField]: EXAMPLE_GALLERY, personId: EXAMPLE_UUID };
}

function personView({ key, value: { name, userData, faces } }: Stored<Person>): object {
  return { personId: idFromKey(key), persistedFaceIds: faces, name, userData };
}

function createPerson(id: string, kind: GalleryKind): Operation<FaceServices> {
  const { path, idField } = kind;
  const group = kind.title.toLowerCase();
  return operation({
    id,
    summary: `Create a person in a ${group}`,
    route: `POST /${path}/{${idField}}/persons`,
    body: CreatePerson,
    replies: { 200: PersonCreated },
    fails: [...galleryFailures(kind), 'PersonLimitReached'],
    example: { params: exampleParams(kind), body: { name: 'Ada' } },
    async run({ account, params, body: { name, userData } }, { records, ids: { uuid } }) {
      const gallery = await findGallery(kind, account.id, params, records);
      const personId = uuid();
      const change = new Change().expect(galleries, account.id, gallery);
      const limitReached = () => faceFailure('PersonLimitReached', { gallery: group });
      const count = await incrementTally(change, memberTally(kind, account.id, gallery), personId, records, limitReached);
      change.create(persons, account.id, memberKey(gallery.value.uid, personId), { name, userData, faces: [], count });
      return reply(200, { personId }, { change });
    },
  });
}

function listPersons(id: string, kind: GalleryKind): Operation<FaceServices> {
  const { title, path, idField } = kind;
  return operation({
    id,
    summary: `List the persons of a ${title.toLowerCase()} in the order of their ids, after a start`,
    route: `GET /${path}/{${idField}}/persons`,
    query: Paging,
    replies: { 200: Type.Array(PersonView) },
    fails: galleryFailures(kind),
    example: { params: exampleParams(kind) },
    async run({ account, params, query: { start, top } }, { records }) {
      const { uid } = (await findGallery(kind, account.id, params, records)).value;
      const page = await records.page(persons, account.id, { prefix: memberKey(uid, ''), after: memberKey(uid, start), limit: top });
      return reply(200, page.map(personView));
    },
  });
}

function getPerson(id: string, kind: GalleryKind): Operation<FaceServices> {
  const { title, path, idField } = kind;
  return operation({
    id,
    summary: `Get a person of a ${title.toLowerCase()}`,
    route: `GET /${path}/{${idField}}/persons/{personId}`,
    replies: { 200: PersonView },
    fails: personFailures(kind),
    example: { params: exampleParams(kind) },
    async run({ account, params }, { records }) {
      const gallery = await findGallery(kind, account.id, params, records);
      return reply(200, personView(await findPerson(gallery, account.id, params.personId!, records)));
    },
  });
}

function updatePerson(id: string, kind: GalleryKind): Operation<FaceServices> {
  const { title, path, idField, allowsEmptyUpdate } = kind;
  return operation({
    id,
    summary: `Update the name or the user data of a person of a ${title.toLowerCase()}`,
    route: `PATCH /${path}/{${idField}}/persons/{personId}`,
    body: UpdateRequest,
    replies: { 200: null },
    fails: [...personFailures(kind), ...(allowsEmptyUpdate ? [] : ['NothingToUpdate'])],
    example: { params: exampleParams(kind), body: { name: 'Ada Lovelace' } },
    async run({ account, params, body }, { records }) {
      const gallery = await findGallery(kind, account.id, params, records);
      const person = await findPerson(gallery, account.id, params.personId!, records);
      return reply(200, undefined, { change: new Change().replace(persons, account.id, person, applyUpdate(kind, person.value, body)) });
    },
  });
}

function deletePerson(id: string, kind: GalleryKind): Operation<FaceServices> {
  const { title, path, idField } = kind;
  return operation({
    id,
    summary: `Delete a person of a ${title.toLowerCase()} with all faces`,
    route: `DELETE /${path}/{${idField}}/persons/{personId}`,
    replies: { 200: null },
    fails: personFailures(kind),
    example: { params: exampleParams(kind) },
    async run({ account, params }, services) {
      const { records } = services;
      const gallery = await findGallery(kind, account.id, params, records);
      const person = await findPerson(gallery, account.id, params.personId!, records);
      const { uid } = gallery.value;
      const change = new Change()
        .delete(persons, account.id, person)
        .clear(persistedFaces, account.id, memberKey(uid, idFromKey(person.key), ''));
      await decrementTally(change, memberTally(kind, account.id, gallery), person.value.count, records);
      await schedulePruning(change, account.id, uid, services);
      return reply(200, undefined, { change });
    },
  });
}

export const personOperations: Operation<FaceServices>[] = [
  ...inGroup('Person groups', [
    createPerson('faces.createPersonGroupPerson', PERSON_GROUP),
    listPersons('faces.listPersonGroupPersons', PERSON_GROUP),
    getPerson('faces.getPersonGroupPerson', PERSON_GROUP),
    updatePerson('faces.updatePersonGroupPerson', PERSON_GROUP),
    deletePerson('faces.deletePersonGroupPerson', PERSON_GROUP),
  ]),
  ...inGroup('Large person groups', [
    createPerson('faces.createLargePersonGroupPerson', LARGE_PERSON_GROUP),
    listPersons('faces.listLargePersonGroupPersons', LARGE_PERSON_GROUP),
    getPerson('faces.getLargePersonGroupPerson', LARGE_PERSON_GROUP),
    updatePerson('faces.updateLargePersonGroupPerson', LARGE_PERSON_GROUP),
    deletePerson('faces.deleteLargePersonGroupPerson', LARGE_PERSON_GROUP),
  ]),
  ...persistedFaceOperations,
];
