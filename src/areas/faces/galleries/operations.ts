/** Galleries: made, looked at, listed, changed, deleted. The same for the four kinds, but for what their table says. */
import type { FaceServices } from '../services.ts';
import type { TObject, TString } from 'typebox';
import { Type } from '../../../kernel/schema.ts';
import { reply } from '../../../kernel/operation.ts';
import { operation } from '../services.ts';
import type { Operation } from '../../../kernel/operation.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { eraseMembers } from './erase-job.ts';
import { faceFailure } from '../failures.ts';
import { galleryAt } from './lookup.ts';
import { DEFAULT_RECOGNITION, GALLERY_ID_PATTERN } from '../model.ts';
import type { Gallery, GalleryKind } from '../model.ts';
import { CreateGallery, ListGalleries, PersistedFaceView, ReturnRecognitionModel, Update } from '../schemas.ts';
import { galleries, galleryKey, idIn, memberKey, persistedFaces, tallies, trained } from '../store.ts';
import { endTraining } from '../training/prune-job.ts';
import { countIn, countOut, talliesOf } from './limits.ts';
import type { Counted } from './limits.ts';

/** Galleries of an account are counted in as many parts for every kind; few enough are made at once. */
const GALLERY_COUNTS = 8;
export const EXAMPLE_GALLERY = 'family';
/** About how many faces a person has; what is to be erased is counted by it. */
const FACES_EACH = 4;

function galleriesOf({ path, mostGalleries }: GalleryKind, account: string): Counted {
  return { account, scope: path, parts: GALLERY_COUNTS, most: mostGalleries };
}

/** How the persons or faces in a gallery are counted. */
export function membersOf({ counts, mostMembers }: GalleryKind, account: string, { value: { uid } }: Stored<Gallery>): Counted {
  return { account, scope: uid, parts: counts, most: mostMembers };
}

/** An id that cannot exist is answered like one that does not. */
export function galleryPath({ idField }: GalleryKind): TObject<Record<string, TString>> {
  return Type.Object({ [idField]: Type.String() });
}

export function galleryFails({ name }: GalleryKind): string[] {
  return [`${name}NotFound`, `${name}IdInvalid`];
}

/** The parts that an update names; throws where it must name some and names none. */
export function updateIn<T extends { name: string; userData?: string }>(kind: GalleryKind, value: T, { name, userData }: { name?: string; userData?: string }): T {
  if (!kind.mayUpdateNothing && name === undefined && userData === undefined) throw faceFailure('NothingToUpdate');
  return { ...value, ...name !== undefined && { name }, ...userData !== undefined && { userData } };
}

function view({ idField }: GalleryKind, { key, value: { name, userData, recognitionModel } }: Stored<Gallery>, withModel: boolean): Record<string, unknown> {
  return { [idField]: idIn(key), name, userData, recognitionModel: withModel ? recognitionModel : undefined };
}

async function facesOf(kind: GalleryKind, { value: { uid } }: Stored<Gallery>, account: string, records: Records): Promise<object[]> {
  const read = await records.page(persistedFaces, account, { prefix: memberKey(uid, ''), limit: kind.mostMembers });
  return read.map(({ key, value: { userData } }) => ({ persistedFaceId: idIn(key), userData }));
}

export function galleryOperations(kind: GalleryKind): Operation<FaceServices>[] {
  const { name, words, path, idField, holds, isTrained, isPaged } = kind;
  const what = words.toLowerCase();
  const at = `/${path}/{${idField}}` as const;
  const params = { [idField]: EXAMPLE_GALLERY };
  const needs = 'authoring';
  const Item = Type.Object({ [idField]: Type.String(), name: Type.String(), userData: Type.Optional(Type.String()), recognitionModel: Type.Optional(Type.String()) });
  const View = isTrained ? Item : Type.Object({ ...Item.properties, persistedFaces: Type.Array(PersistedFaceView) });

  return [
    operation({
      id: `faces.create${name}`, summary: `Create a ${what}`, route: `PUT ${at}`, needs,
      params: Type.Object({ [idField]: Type.String({ pattern: GALLERY_ID_PATTERN }) }), body: CreateGallery, replies: { 200: null },
      fails: [`${name}Exists`, `${name}NumberReached`], example: { params, body: { name: 'Family', userData: 'made by an example' } },
      async run({ account, params: ids, body: { name: called, userData, recognitionModel = DEFAULT_RECOGNITION } }, { records, ids: { uuid } }) {
        const key = galleryKey(kind, ids[idField]!);
        const exists = () => faceFailure(`${name}Exists`);
        if (await records.get(galleries, account.id, key)) throw exists();
        const change = new Change();
        const uid = uuid();
        const count = await countIn(change, galleriesOf(kind, account.id), uid, records, () => faceFailure(`${name}NumberReached`));
        return reply(200, undefined, { change: change.create(galleries, account.id, key, { uid, name: called, userData, recognitionModel, count }, exists) });
      },
    }),
    operation({
      id: `faces.get${name}`, summary: `Get a ${what}`, route: `GET ${at}`, needs,
      params: galleryPath(kind), query: ReturnRecognitionModel, replies: { 200: View }, fails: galleryFails(kind), example: { params },
      async run({ account, params: ids, query }, { records }) {
        const read = await galleryAt(kind, account.id, ids[idField]!, records);
        return reply(200, { ...view(kind, read, query.returnRecognitionModel), ...!isTrained && { persistedFaces: await facesOf(kind, read, account.id, records) } });
      },
    }),
    operation({
      id: `faces.list${name}s`, summary: `List ${what}s in the order of their ids${isPaged ? ', after a start' : ''}`, route: `GET /${path}`, needs,
      query: isPaged ? ListGalleries : ReturnRecognitionModel, replies: { 200: Type.Array(Item) },
      async run({ account, query }, { records }) {
        const { start = '', top = kind.mostGalleries, returnRecognitionModel } = query as { start?: string; top?: number; returnRecognitionModel: boolean };
        const read = await records.page(galleries, account.id, { prefix: galleryKey(kind, ''), after: galleryKey(kind, start), limit: top });
        return reply(200, read.map((one) => view(kind, one, returnRecognitionModel)));
      },
    }),
    operation({
      id: `faces.update${name}`, summary: `Change the name or the user data of a ${what}`, route: `PATCH ${at}`, needs,
      params: galleryPath(kind), body: Update, replies: { 200: null },
      fails: [...galleryFails(kind), ...kind.mayUpdateNothing ? [] : ['NothingToUpdate']], example: { params, body: { name: 'The family' } },
      async run({ account, params: ids, body }, { records }) {
        const read = await galleryAt(kind, account.id, ids[idField]!, records);
        return reply(200, undefined, { change: new Change().replace(galleries, account.id, read, updateIn(kind, read.value, body)) });
      },
    }),
    operation({
      id: `faces.delete${name}`, summary: `Delete a ${what} with all that is in it`, route: `DELETE ${at}`, needs,
      params: galleryPath(kind), replies: { 200: null }, fails: galleryFails(kind), example: { params },
      async run({ account, params: ids }, { records, jobs }) {
        const read = await galleryAt(kind, account.id, ids[idField]!, records);
        const { uid, count } = read.value;
        const change = new Change().delete(galleries, account.id, read);
        await countOut(change, galleriesOf(kind, account.id), count, records);
        await endTraining(change, account.id, uid, { records, jobs });
        const model = await records.get(trained, account.id, uid);
        if (model) change.delete(trained, account.id, model);
        const counts = await talliesOf(membersOf(kind, account.id, read), records);
        for (const one of counts) change.delete(tallies, account.id, one);
        const members = counts.reduce((sum, { value }) => sum + value.count, 0) * (holds === 'persons' ? FACES_EACH : 1);
        eraseMembers(change, account.id, { uid, members, blobs: model ? [model.value.blob] : [] }, jobs);
        return reply(200, undefined, { change });
      },
    }),
  ];
}
