/** Persons, faces and dynamic groups that a path names, and their failures. */
import type { Stored } from '../../../kernel/change.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { faceFailure } from '../failures.ts';
import { isGalleryId, isUuid } from '../model.ts';
import type { DirectoryPerson, DynamicGroup } from '../model.ts';
import { directoryPersons, dynamicGroups } from '../store.ts';

export const DIRECTORY_PERSON_FAILURES = ['DirectoryPersonNotFound', 'PersonIdInvalid'];
export const DYNAMIC_GROUP_FAILURES = ['DynamicPersonGroupNotFound', 'DynamicPersonGroupIdInvalid'];

export async function findDirectoryPerson(account: string, personId: string, records: Records): Promise<Stored<DirectoryPerson>> {
  if (!isUuid(personId)) throw faceFailure('PersonIdInvalid');
  const person = await records.get(directoryPersons, account, personId.toLowerCase());
  if (!person) throw faceFailure('DirectoryPersonNotFound');
  return person;
}

export async function findDynamicGroup(account: string, id: string, records: Records): Promise<Stored<DynamicGroup>> {
  if (!isGalleryId(id)) throw faceFailure('DynamicPersonGroupIdInvalid');
  const group = await records.get(dynamicGroups, account, id);
  if (!group) throw faceFailure('DynamicPersonGroupNotFound');
  return group;
}

/** Lists of persons continue after a person. */
export function checkStart(start: string): void {
  if (start !== '' && !isUuid(start)) throw faceFailure('StartNotPersonId');
}
