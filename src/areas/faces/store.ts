/** The area's collections, and the keys that tie what is in a gallery to it. */
import { collection } from '../../kernel/collection.ts';
import type { DetectedFace, Gallery, GalleryKind, PersistedFace, Person, Trained, Training } from './model.ts';
import type { Tally } from './galleries/limits.ts';

/** By galleryKey. */
export const galleries = collection<Gallery>('faces.galleries');

/** By memberKey of the gallery and personId. */
export const persons = collection<Person>('faces.persons');

/** By memberKey of the gallery and the id; for the face of a person, of the gallery, the person and the id. */
export const persistedFaces = collection<PersistedFace>('faces.persistedFaces');

/** By faceId. */
export const detectedFaces = collection<DetectedFace>('faces.detected', { expiresAt: ({ expiresAt }) => expiresAt });

/** By the uid of the gallery. */
export const trained = collection<Trained>('faces.trained', { blobs: ({ blob }) => [blob], announced: true });

/** By the uid of the gallery. */
export const trainings = collection<Training>('faces.trainings');

/** The job that takes what was deleted out of what was trained; by the uid of the gallery. */
export const prunings = collection<{ job: string }>('faces.prunings');

/** How many there are of something; by what is counted and the number of the part. */
export const tallies = collection<Tally>('faces.tallies', { announced: true });

/** The key, sealed by the server's, that an account's templates are sealed with; one an account. */
export const templateKeys = collection<{ sealed: string }>('faces.templateKeys');

/** Galleries of one kind lie together, in the order of their ids. */
export function galleryKey({ path }: GalleryKind, id: string): string {
  return `${path}/${id}`;
}

/** What is in a gallery lies under its uid, what a person has under the person: it is listed, and goes, by that beginning. */
export function memberKey(uid: string, ...ids: string[]): string {
  return [uid, ...ids].join('/');
}

/** What a key is the key of: the part behind the last slash. */
export function idIn(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
