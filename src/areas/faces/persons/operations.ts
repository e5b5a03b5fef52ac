/** Persons of a person group, large or not: made, looked at, listed, changed, deleted. */
import type { FaceServices } from '../services.ts';
import type { TObject, TString } from 'typebox';
import { Type } from '../../../kernel/schema.ts';
import { reply } from '../../../kernel/operation.ts';
import { operation } from '../services.ts';
import type { Operation } from '../../../kernel/operation.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { faceFailure } from '../failures.ts';
import { galleryAt, personAt } from '../galleries/lookup.ts';
import type { GalleryKind, Person } from '../model.ts';
import { CreatePerson, Paging, PersonCreated, PersonView, Update } from '../schemas.ts';
import { galleries, idIn, memberKey, persistedFaces, persons } from '../store.ts';
import { countIn, countOut } from '../galleries/limits.ts';
import { forgetInTrained } from '../training/prune-job.ts';
import { EXAMPLE_GALLERY, galleryFails, galleryPath, membersOf, updateIn } from '../galleries/operations.ts';

export const EXAMPLE_UUID = '00000000-0000-4000-8000-000000000000';

export function personPath(kind: GalleryKind): TObject<Record<string, TString>> {
  return Type.Object({ ...galleryPath(kind).properties, personId: Type.String() });
}

export function personFails(kind: GalleryKind): string[] {
  return [...galleryFails(kind), 'PersonNotFound', 'PersonIdInvalid'];
}

function view({ key, value: { name, userData, faces } }: Stored<Person>): object {
  return { personId: idIn(key), persistedFaceIds: faces, name, userData };
}

export function personOperations(kind: GalleryKind): Operation<FaceServices>[] {
  const { name, words, path, idField } = kind;
  const group = words.toLowerCase();
  const all = `/${path}/{${idField}}/persons` as const;
  const at = `${all}/{personId}` as const;
  const params = { [idField]: EXAMPLE_GALLERY, personId: EXAMPLE_UUID };
  const needs = 'authoring';

  return [
    operation({
      id: `faces.create${name}Person`, summary: `Create a person in a ${group}`, route: `POST ${all}`, needs,
      params: galleryPath(kind), body: CreatePerson, replies: { 200: PersonCreated }, fails: [...galleryFails(kind), 'PersonsReached'],
      example: { params, body: { name: 'Ada' } },
      async run({ account, params: ids, body: { name: called, userData } }, { records, ids: { uuid } }) {
        const gallery = await galleryAt(kind, account.id, ids[idField]!, records);
        const personId = uuid();
        const change = new Change().expect(galleries, account.id, gallery);
        const count = await countIn(change, membersOf(kind, account.id, gallery), personId, records, () => faceFailure('PersonsReached', { gallery: group }));
        change.create(persons, account.id, memberKey(gallery.value.uid, personId), { name: called, userData, faces: [], count });
        return reply(200, { personId }, { change });
      },
    }),
    operation({
      id: `faces.list${name}Persons`, summary: `List the persons of a ${group} in the order of their ids, after a start`, route: `GET ${all}`, needs,
      params: galleryPath(kind), query: Paging, replies: { 200: Type.Array(PersonView) }, fails: galleryFails(kind), example: { params },
      async run({ account, params: ids, query: { start, top } }, { records }) {
        const { value: { uid } } = await galleryAt(kind, account.id, ids[idField]!, records);
        const read = await records.page(persons, account.id, { prefix: memberKey(uid, ''), after: memberKey(uid, start), limit: top });
        return reply(200, read.map(view));
      },
    }),
    operation({
      id: `faces.get${name}Person`, summary: `Get a person of a ${group}`, route: `GET ${at}`, needs,
      params: personPath(kind), replies: { 200: PersonView }, fails: personFails(kind), example: { params },
      async run({ account, params: ids }, { records }) {
        const gallery = await galleryAt(kind, account.id, ids[idField]!, records);
        return reply(200, view(await personAt(gallery, account.id, ids.personId!, records)));
      },
    }),
    operation({
      id: `faces.update${name}Person`, summary: `Change the name or the user data of a person of a ${group}`, route: `PATCH ${at}`, needs,
      params: personPath(kind), body: Update, replies: { 200: null },
      fails: [...personFails(kind), ...kind.mayUpdateNothing ? [] : ['NothingToUpdate']], example: { params, body: { name: 'Ada Lovelace' } },
      async run({ account, params: ids, body }, { records }) {
        const gallery = await galleryAt(kind, account.id, ids[idField]!, records);
        const person = await personAt(gallery, account.id, ids.personId!, records);
        return reply(200, undefined, { change: new Change().replace(persons, account.id, person, updateIn(kind, person.value, body)) });
      },
    }),
    operation({
      id: `faces.delete${name}Person`, summary: `Delete a person of a ${group} with all faces`, route: `DELETE ${at}`, needs,
      params: personPath(kind), replies: { 200: null }, fails: personFails(kind), example: { params },
      async run({ account, params: ids }, services) {
        const { records } = services;
        const gallery = await galleryAt(kind, account.id, ids[idField]!, records);
        const person = await personAt(gallery, account.id, ids.personId!, records);
        const { uid } = gallery.value;
        const change = new Change().delete(persons, account.id, person).clear(persistedFaces, account.id, memberKey(uid, idIn(person.key), ''));
        await countOut(change, membersOf(kind, account.id, gallery), person.value.count, records);
        await forgetInTrained(change, account.id, uid, services);
        return reply(200, undefined, { change });
      },
    }),
  ];
}
