/** Faces that are kept, of a person or in a list: added from a picture, looked at, listed, changed, deleted. The picture itself is not kept. */
import type { FaceServices } from '../services.ts';
import type { TObject, TString } from 'typebox';
import { Type } from '../../../kernel/schema.ts';
import { reply } from '../../../kernel/operation.ts';
import { operation } from '../services.ts';
import type { Operation } from '../../../kernel/operation.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { PICTURE, faceFailure } from '../failures.ts';
import { faceAt, galleryAt, personAt } from '../galleries/lookup.ts';
import { MOST_FACES } from '../model.ts';
import type { Gallery, GalleryKind, PersistedFace, Person } from '../model.ts';
import { MOST_PICTURE_BYTES, ONE_FACE_FAILS, PICTURE_TYPES, facesIn, meantFace } from '../detection/image.ts';
import { AddFaceQuery, FaceAdded, ImageUrl, Paging, PersistedFaceView, UpdateFace } from '../schemas.ts';
import { galleries, idIn, memberKey, persistedFaces, persons } from '../store.ts';
import { countIn, countOut } from '../galleries/limits.ts';
import { placeOf, sealTemplate, templateKeyFor } from '../templates.ts';
import { forgetInTrained } from '../training/prune-job.ts';
import { EXAMPLE_GALLERY, galleryFails, galleryPath, membersOf } from '../galleries/operations.ts';
import { EXAMPLE_UUID, personFails, personPath } from './operations.ts';

/** Where faces are kept: in a list, or with a person, whose record then names them. */
interface Place { gallery: Stored<Gallery>; person?: Stored<Person> }

function view({ key, value: { userData } }: Stored<PersistedFace>): object {
  return { persistedFaceId: idIn(key), userData };
}

export function persistedFaceOperations(kind: GalleryKind): Operation<FaceServices>[] {
  const { name, words, path, idField, holds, isTrained } = kind;
  const ofPersons = holds === 'persons';
  const owner = ofPersons ? `a person of a ${words.toLowerCase()}` : `a ${words.toLowerCase()}`;
  const noun = ofPersons ? `${name}PersonFace` : `${name}Face`;
  const all = `/${path}/{${idField}}${ofPersons ? '/persons/{personId}' : ''}/persistedfaces` as const;
  const at = `${all}/{persistedFaceId}` as const;
  const allPath = ofPersons ? personPath(kind) : galleryPath(kind);
  const atPath: TObject<Record<string, TString>> = Type.Object({ ...allPath.properties, persistedFaceId: Type.String() });
  const placeFails = ofPersons ? personFails(kind) : galleryFails(kind);
  const faceFails = [...placeFails, 'PersistedFaceNotFound', 'PersistedFaceIdInvalid'];
  const params = { [idField]: EXAMPLE_GALLERY, personId: EXAMPLE_UUID, persistedFaceId: EXAMPLE_UUID };
  const needs = 'authoring';

  async function placeAt(account: string, ids: Record<string, string>, records: Records): Promise<Place> {
    const gallery = await galleryAt(kind, account, ids[idField]!, records);
    return { gallery, ...ofPersons && { person: await personAt(gallery, account, ids.personId!, records) } };
  }
  const faceIn = ({ gallery, person }: Place, account: string, faceId: string, records: Records): Promise<Stored<PersistedFace>> =>
    faceAt(gallery, person && idIn(person.key), account, faceId, records);

  const addFace = operation({
    id: `faces.add${noun}`, summary: `Add a face to ${owner}, from a picture or its address`, route: `POST ${all}`, needs,
    params: allPath, query: AddFaceQuery, body: ImageUrl, accepts: 'jsonOrBytes', mediaTypes: PICTURE_TYPES, maxBytes: MOST_PICTURE_BYTES, badInput: PICTURE,
    replies: { 200: FaceAdded }, fails: [...placeFails, 'FacesReached', ...ONE_FACE_FAILS], example: { params, body: { url: 'https://example.com/face.jpg' } },
    async run(call, services) {
      const { account: { id: account }, params: ids, query: { userData, targetFace } } = call;
      const { records } = services;
      await placeAt(account, ids, records);
      const { template } = meantFace(await facesIn(call, services, { templates: true }), targetFace);
      // Read again: looking at the picture took time, and others may have added faces to the same person.
      const { gallery, person } = await placeAt(account, ids, records);
      const { uid } = gallery.value;
      const reached = () => faceFailure('FacesReached');
      const persistedFaceId = services.ids.uuid();
      const change = new Change().expect(galleries, account, gallery);
      if (person && person.value.faces.length >= MOST_FACES) throw reached();
      const count = person ? undefined : await countIn(change, membersOf(kind, account, gallery), persistedFaceId, records, reached);
      if (person) change.replace(persons, account, person, { ...person.value, faces: [...person.value.faces, persistedFaceId] });
      const key = person ? memberKey(uid, idIn(person.key), persistedFaceId) : memberKey(uid, persistedFaceId);
      const sealed = sealTemplate(await templateKeyFor(change, account, services), template!, placeOf(persistedFaces, account, key));
      change.create(persistedFaces, account, key, { userData, template: sealed, count });
      return reply(200, { persistedFaceId }, { change });
    },
  });

  const deleteFace = operation({
    id: `faces.delete${noun}`, summary: `Delete a face of ${owner}`, route: `DELETE ${at}`, needs,
    params: atPath, replies: { 200: null }, fails: faceFails, example: { params },
    async run({ account: { id: account }, params: ids }, services) {
      const { records } = services;
      const place = await placeAt(account, ids, records);
      const { gallery, person } = place;
      const face = await faceIn(place, account, ids.persistedFaceId!, records);
      const change = new Change().delete(persistedFaces, account, face);
      if (person) change.replace(persons, account, person, { ...person.value, faces: person.value.faces.filter((id) => id !== idIn(face.key)) });
      else await countOut(change, membersOf(kind, account, gallery), face.value.count!, records);
      await forgetInTrained(change, account, gallery.value.uid, services);
      return reply(200, undefined, { change });
    },
  });

  const getFace = operation({
    id: `faces.get${noun}`, summary: `Get a face of ${owner}`, route: `GET ${at}`, needs,
    params: atPath, replies: { 200: PersistedFaceView }, fails: faceFails, example: { params },
    async run({ account, params: ids }, { records }) {
      return reply(200, view(await faceIn(await placeAt(account.id, ids, records), account.id, ids.persistedFaceId!, records)));
    },
  });

  const updateFace = operation({
    id: `faces.update${noun}`, summary: `Change the user data of a face of ${owner}`, route: `PATCH ${at}`, needs,
    params: atPath, body: UpdateFace, replies: { 200: null }, fails: faceFails, example: { params, body: { userData: 'on holiday' } },
    async run({ account, params: ids, body: { userData } }, { records }) {
      const face = await faceIn(await placeAt(account.id, ids, records), account.id, ids.persistedFaceId!, records);
      return reply(200, undefined, { change: new Change().replace(persistedFaces, account.id, face, { ...face.value, ...userData !== undefined && { userData } }) });
    },
  });

  const listFaces = operation({
    id: `faces.list${noun}s`, summary: `List the faces of ${owner} in the order of their ids, after a start`, route: `GET ${all}`, needs,
    params: allPath, query: Paging, replies: { 200: Type.Array(PersistedFaceView) }, fails: placeFails, example: { params },
    async run({ account, params: ids, query: { start, top } }, { records }) {
      const { gallery: { value: { uid } } } = await placeAt(account.id, ids, records);
      const read = await records.page(persistedFaces, account.id, { prefix: memberKey(uid, ''), after: memberKey(uid, start), limit: top });
      return reply(200, read.map(view));
    },
  });

  // A person tells of its faces itself, and so does a face list, whose faces cannot be looked at one by one.
  return [addFace, deleteFace, ...isTrained ? [getFace, updateFace] : [], ...isTrained && !ofPersons ? [listFaces] : []];
}
