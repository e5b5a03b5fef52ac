/** Galleries, persons and persisted faces that a path names, and their failures. */
import type { Stored } from '../../kernel/change.ts';
import type { Records } from '../../kernel/ports/store.ts';
import { faceFailure } from './failures.ts';
import type { TallyScope } from './limits.ts';
import { isGalleryId, isUuid } from './model.ts';
import type { Gallery, GalleryKind, PersistedFace, Person } from './model.ts';
import { galleries, galleryKey, memberKey, persistedFaces, persons } from './store.ts';

/** Ids used by the examples of operations. */
export const EXAMPLE_GALLERY = 'family';
export const EXAMPLE_UUID = '00000000-0000-4000-8000-000000000000';

export function galleryFailures({ name }: GalleryKind): string[] {
  return [`${name}NotFound`, `${name}IdInvalid`];
}

export function personFailures(kind: GalleryKind): string[] {
  return [...galleryFailures(kind), 'PersonNotFound', 'PersonIdInvalid'];
}

/** The tally of the persons or faces in a gallery. */
export function memberTally({ tallyParts, maxMembers }: GalleryKind, account: string, { value: { uid } }: Stored<Gallery>): TallyScope {
  return { account, scope: uid, parts: tallyParts, max: maxMembers };
}

type Params = Readonly<Record<string, string>>;

/** The gallery that the parameters of a path name. */
export async function findGallery(kind: GalleryKind, account: string, params: Params, records: Records): Promise<Stored<Gallery>> {
  const id = params[kind.idField]!;
  if (!isGalleryId(id)) throw faceFailure(`${kind.name}IdInvalid`);
  const gallery = await records.get(galleries, account, galleryKey(kind, id));
  if (!gallery) throw faceFailure(`${kind.name}NotFound`);
  return gallery;
}

export async function findPerson(
  { value: { uid } }: Stored<Gallery>,
  account: string,
  personId: string,
  records: Records,
): Promise<Stored<Person>> {
  if (!isUuid(personId)) throw faceFailure('PersonIdInvalid');
  const person = await records.get(persons, account, memberKey(uid, personId.toLowerCase()));
  if (!person) throw faceFailure('PersonNotFound', { personId });
  return person;
}

/** `personId` is undefined for a face of a list. */
export async function findPersistedFace(
  { value: { uid } }: Stored<Gallery>,
  personId: string | undefined,
  account: string,
  faceId: string,
  records: Records,
): Promise<Stored<PersistedFace>> {
  if (!isUuid(faceId)) throw faceFailure('PersistedFaceIdInvalid');
  const id = faceId.toLowerCase();
  const face = await records.get(persistedFaces, account, personId === undefined ? memberKey(uid, id) : memberKey(uid, personId, id));
  if (!face) throw faceFailure('PersistedFaceNotFound');
  return face;
}
