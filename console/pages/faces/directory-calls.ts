/** Calls of the person directory: persons of the account, their faces, and dynamic groups that refer to them. */
import type { Client } from '../../kit/api.ts';
import { joinPath } from '../../kit/router.tsx';
import { MODEL, PAGE, type Identified } from './calls.ts';

/** The last version with a person directory. */
export const DIRECTORY = '/face/v1.2-preview.1';

export interface DirectoryPerson {
  personId: string;
  name: string;
  userData?: string;
}

export interface DynamicGroup {
  dynamicPersonGroupId: string;
  name: string;
  userData?: string;
}

export const personPath = (personId: string): string => `${DIRECTORY}/persons/${encodeURIComponent(personId)}`;
/** The parent of a person's faces: each recognition model has its own. */
export const modelPath = (personId: string): string => `${personPath(personId)}/recognitionModels/${MODEL}`;
export const groupPath = (id: string): string => `${DIRECTORY}/dynamicpersongroups/${encodeURIComponent(id)}`;

/** Faces added to the directory are indexed by a job. */
export const DIRECTORY_FOLLOWS = ['faces.indexDirectory', 'faces.mergeDirectory', 'faces.dynamicGroups'];

/** Console URLs. */
export const DIRECTORY_URL = '/faces?tab=directory';
export const personUrl = (personId: string): string => joinPath('faces', 'directory', personId);
export const groupUrl = (id: string): string => joinPath('faces', 'dynamicpersongroups', id);

export async function listPersons(client: Client, start: string, signal?: AbortSignal): Promise<DirectoryPerson[]> {
  return await client.get<DirectoryPerson[]>(`${DIRECTORY}/persons`, { query: { start, top: PAGE }, signal, quiet: true });
}

export async function listDynamicGroups(client: Client, start: string, signal?: AbortSignal): Promise<DynamicGroup[]> {
  return await client.get<DynamicGroup[]>(`${DIRECTORY}/dynamicpersongroups`, { query: { start, top: PAGE }, signal, quiet: true });
}

export async function getPerson(client: Client, personId: string, signal?: AbortSignal): Promise<DirectoryPerson> {
  return await client.get<DirectoryPerson>(personPath(personId), { signal, quiet: true });
}

/** The members of a group as persons; a page of them after `start`. */
export async function listMembers(client: Client, id: string, start: string, signal?: AbortSignal): Promise<DirectoryPerson[]> {
  const query = { start, top: MEMBERS };
  const { personIds } = await client.get<{ personIds: string[] }>(`${groupPath(id)}/persons`, { query, signal, quiet: true });
  return await Promise.all(personIds.map((personId) => getPerson(client, personId, signal)));
}

/** Each member of a page is asked for by itself. */
export const MEMBERS = 100;

export async function identifyInDirectory(
  client: Client,
  faceIds: readonly string[],
  scope: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Identified[]> {
  const found: Identified[] = [];
  for (let from = 0; from < faceIds.length; from += 10) {
    const json = { ...scope, faceIds: faceIds.slice(from, from + 10), maxNumOfCandidatesReturned: 3 };
    found.push(...(await client.post<Identified[]>(`${DIRECTORY}/identify`, json, { signal })));
  }
  return found;
}
