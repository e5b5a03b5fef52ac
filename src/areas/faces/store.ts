/** The area's collections and their keys. */
import { collection } from '../../kernel/collection.ts';
import type {
  DetectedFace,
  DirectoryOperation,
  DirectoryPerson,
  DynamicGroup,
  Gallery,
  GalleryKind,
  GroupMember,
  PersistedFace,
  Person,
  RecognitionModel,
  Tally,
  Trained,
  Training,
} from './model.ts';

/** Index of the members of dynamic person groups, by person and group. */
export const BY_PERSON = 'person';

/** By galleryKey. */
export const galleries = collection<Gallery>('faces.galleries');

/** By memberKey(uid of the gallery, personId). */
export const persons = collection<Person>('faces.persons');

/** By memberKey(uid of the gallery, persistedFaceId), or memberKey(uid, personId, persistedFaceId) for the face of a person. */
export const persistedFaces = collection<PersistedFace>('faces.persistedFaces');

/** By faceId. */
export const detectedFaces = collection<DetectedFace>('faces.detected', { expiresAt: ({ expiresAt }) => expiresAt });

/** By the uid of the gallery. */
export const trained = collection<Trained>('faces.trained', { blobs: ({ blob }) => [blob], announced: true });

/** By the uid of the gallery. */
export const trainings = collection<Training>('faces.trainings');

/** The job that removes deleted faces from the trained model; by the uid of the gallery. */
export const prunings = collection<{ job: string }>('faces.prunings');

/** Split counts (limits.ts); by tallyKey. */
export const tallies = collection<Tally>('faces.tallies', { announced: true });

/** The key of an account's templates, encrypted with the server's master key; one record per account. */
export const templateKeys = collection<{ sealed: string }>('faces.templateKeys');

/** By personId. */
export const directoryPersons = collection<DirectoryPerson>('faces.directoryPersons');

/** Faces of the directory that its search model does not contain yet; by the key of the face. */
export const pendingFaces = collection<Record<string, never>>('faces.pendingFaces');

/** The job that makes pending faces searchable; by directoryUid. */
export const indexings = collection<{ job: string }>('faces.indexings');

/** By dynamicPersonGroupId. */
export const dynamicGroups = collection<DynamicGroup>('faces.dynamicGroups', { announced: true });

/** By memberKey(uid of the group, personId). */
export const groupMembers = collection<GroupMember>('faces.groupMembers', {
  indexes: { [BY_PERSON]: ({ personId, groupId }) => [memberKey(personId, groupId)] },
});

/** By operationId. */
export const directoryOperations = collection<DirectoryOperation>('faces.directoryOperations', { expiresAt: ({ expiresAt }) => expiresAt });

/** Takes the place of a gallery's uid: the faces of each recognition model are stored and searched apart. */
export function directoryUid(model: RecognitionModel): string {
  return `directory-${model}`;
}

/** Keys of one kind share a prefix and sort by id. */
export function galleryKey({ path }: GalleryKind, id: string): string {
  return `${path}/${id}`;
}

/** Members have their gallery's uid as prefix, faces of a person also the person's id, so that they can be listed and deleted by prefix. */
export function memberKey(uid: string, ...ids: string[]): string {
  return [uid, ...ids].join('/');
}

/** The id of a record: the part of its key after the last slash. */
export function idFromKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
