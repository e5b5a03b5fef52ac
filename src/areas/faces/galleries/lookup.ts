/** What a path names: the gallery, the person, the face; or the documented answer where there is none, or can be none. */
import type { Stored } from '../../../kernel/change.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { faceFailure } from '../failures.ts';
import { isGalleryId, isUuid } from '../model.ts';
import type { Gallery, GalleryKind, PersistedFace, Person } from '../model.ts';
import { galleries, galleryKey, memberKey, persistedFaces, persons } from '../store.ts';

export async function galleryAt(kind: GalleryKind, account: string, id: string, records: Records): Promise<Stored<Gallery>> {
  if (!isGalleryId(id)) throw faceFailure(`${kind.name}IdInvalid`);
  const read = await records.get(galleries, account, galleryKey(kind, id));
  if (!read) throw faceFailure(`${kind.name}NotFound`);
  return read;
}

export async function personAt({ value: { uid } }: Stored<Gallery>, account: string, personId: string, records: Records): Promise<Stored<Person>> {
  if (!isUuid(personId)) throw faceFailure('PersonIdInvalid');
  const read = await records.get(persons, account, memberKey(uid, personId.toLowerCase()));
  if (!read) throw faceFailure('PersonNotFound', { personId });
  return read;
}

/** `owner` is the person that has it; undefined in a list. */
export async function faceAt({ value: { uid } }: Stored<Gallery>, owner: string | undefined, account: string, faceId: string, records: Records): Promise<Stored<PersistedFace>> {
  if (!isUuid(faceId)) throw faceFailure('PersistedFaceIdInvalid');
  const id = faceId.toLowerCase();
  const read = await records.get(persistedFaces, account, owner === undefined ? memberKey(uid, id) : memberKey(uid, owner, id));
  if (!read) throw faceFailure('PersistedFaceNotFound');
  return read;
}
