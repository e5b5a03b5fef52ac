/** Dynamic person groups, which refer to persons of the directory: create, list, get, update, delete, list their persons. */
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { Type } from '../../../kernel/schema.ts';
import { eraseMembers } from '../erase-job.ts';
import { faceFailure } from '../failures.ts';
import { applyUpdate } from '../galleries/operations.ts';
import { decrementTally, incrementTally } from '../limits.ts';
import type { TallyScope } from '../limits.ts';
import { EXAMPLE_GALLERY, EXAMPLE_UUID } from '../lookup.ts';
import { MAX_DYNAMIC_GROUPS, UUID_PATTERN, isGalleryId } from '../model.ts';
import type { DynamicGroup } from '../model.ts';
import { CreatePerson, Paging, UpdateRequest } from '../schemas.ts';
import { operation } from '../services.ts';
import type { FaceServices } from '../services.ts';
import { directoryPersons, dynamicGroups, groupMembers, idFromKey, memberKey } from '../store.ts';
import { DIRECTORY_VERSIONS } from '../versions.ts';
import { DYNAMIC_GROUP_FAILURES, checkStart, findDynamicGroup } from './lookup.ts';
import { startOperation } from './operation-status.ts';

const PATH = '/dynamicpersongroups';
const GROUP_PATH = `${PATH}/{dynamicPersonGroupId}` as const;
/** Of one call. */
const MAX_PERSON_IDS = 10_000;

const PersonId = Type.String({ pattern: UUID_PATTERN });
const PersonIds = Type.Optional(Type.Array(PersonId, { maxItems: MAX_PERSON_IDS }));
const CreateGroup = Type.Object({
  ...CreatePerson.properties,
  addPersonIds: Type.Optional(Type.Array(PersonId, { minItems: 1, maxItems: MAX_PERSON_IDS })),
});
const UpdateGroup = Type.Object({ ...UpdateRequest.properties, addPersonIds: PersonIds, removePersonIds: PersonIds });
const GroupView = Type.Object({ dynamicPersonGroupId: Type.String(), name: Type.String(), userData: Type.Optional(Type.String()) });
const PersonList = Type.Object({ personIds: Type.Array(Type.String()) });

const common = { versions: DIRECTORY_VERSIONS } as const;
const exampleParams = { dynamicPersonGroupId: EXAMPLE_GALLERY };

function groupTally(account: string): TallyScope {
  return { account, scope: 'dynamicpersongroups', parts: 8, max: MAX_DYNAMIC_GROUPS };
}

function groupView({ key, value: { name, userData } }: Stored<DynamicGroup>): object {
  return { dynamicPersonGroupId: key, name, userData };
}

interface Members {
  account: string;
  groupId: string;
  uid: string;
}

/** Adds persons, who must exist, to a group; those who are in it already stay. */
async function addMembers(change: Change, { account, groupId, uid }: Members, ids: readonly string[], records: Records): Promise<void> {
  const persons = await Promise.all(lowerCase(ids).map((personId) => records.get(directoryPersons, account, personId)));
  for (const person of persons) {
    if (!person) throw faceFailure('DirectoryPersonNotFound');
    const member = { groupId, personId: person.key };
    change.expect(directoryPersons, account, person).put(groupMembers, account, memberKey(uid, person.key), member);
  }
}

function lowerCase(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

const createGroup = operation({
  ...common,
  id: 'faces.createDynamicPersonGroup',
  summary: 'Create a dynamic group, empty or with persons of the directory',
  route: `PUT ${GROUP_PATH}`,
  body: CreateGroup,
  inThread: 'largeJson',
  replies: { 200: null, 202: null },
  fails: ['DynamicPersonGroupIdInvalid', 'DynamicPersonGroupExists', 'DynamicPersonGroupLimitReached', 'DirectoryPersonNotFound'],
  example: { params: exampleParams, body: { name: 'Family', addPersonIds: [EXAMPLE_UUID] } },
  async run(call, services) {
    const account = call.account.id;
    const groupId = call.params.dynamicPersonGroupId;
    const { name, userData, addPersonIds } = call.body;
    const { records, ids } = services;
    if (!isGalleryId(groupId)) throw faceFailure('DynamicPersonGroupIdInvalid');
    const exists = () => faceFailure('DynamicPersonGroupExists', { groupId });
    if (await records.get(dynamicGroups, account, groupId)) throw exists();
    const change = new Change();
    const uid = ids.uuid();
    const limitReached = () => faceFailure('DynamicPersonGroupLimitReached');
    const count = await incrementTally(change, groupTally(account), uid, records, limitReached);
    change.create(dynamicGroups, account, groupId, { uid, name, userData, count }, exists);
    if (!addPersonIds) return reply(200, undefined, { change });
    await addMembers(change, { account, groupId, uid }, addPersonIds, records);
    return reply(202, undefined, { change, headers: startOperation(change, call, services) });
  },
});

const getGroup = operation({
  ...common,
  id: 'faces.getDynamicPersonGroup',
  summary: 'Get a dynamic group',
  route: `GET ${GROUP_PATH}`,
  replies: { 200: GroupView },
  fails: DYNAMIC_GROUP_FAILURES,
  example: { params: exampleParams },
  async run({ account, params }, { records }) {
    return reply(200, groupView(await findDynamicGroup(account.id, params.dynamicPersonGroupId, records)));
  },
});

const listGroups = operation({
  ...common,
  id: 'faces.listDynamicPersonGroups',
  summary: 'List dynamic groups in the order of their ids, after a start',
  route: `GET ${PATH}`,
  query: Paging,
  replies: { 200: Type.Array(GroupView) },
  async run({ account, query: { start, top } }, { records }) {
    return reply(200, (await records.page(dynamicGroups, account.id, { after: start, limit: top })).map(groupView));
  },
});

const updateGroup = operation({
  ...common,
  id: 'faces.updateDynamicPersonGroup',
  summary: 'Update the name or the user data of a dynamic group; add or remove persons of the directory',
  route: `PATCH ${GROUP_PATH}`,
  body: UpdateGroup,
  inThread: 'largeJson',
  replies: { 200: null, 202: null },
  fails: [...DYNAMIC_GROUP_FAILURES, 'NothingToUpdate', 'DirectoryPersonNotFound'],
  example: { params: exampleParams, body: { addPersonIds: [EXAMPLE_UUID] } },
  async run(call, services) {
    const account = call.account.id;
    const { dynamicPersonGroupId } = call.params;
    const { addPersonIds, removePersonIds, ...fields } = call.body;
    const group = await findDynamicGroup(account, dynamicPersonGroupId, services.records);
    const changesPersons = addPersonIds !== undefined || removePersonIds !== undefined;
    const updated = applyUpdate({ allowsEmptyUpdate: changesPersons }, group.value, fields);
    const change = new Change().replace(dynamicGroups, account, group, updated);
    if (!changesPersons) return reply(200, undefined, { change });
    const { uid } = group.value;
    const removed = new Set(lowerCase(removePersonIds ?? []));
    const added = lowerCase(addPersonIds ?? []).filter((id) => !removed.has(id));
    await addMembers(change, { account, groupId: group.key, uid }, added, services.records);
    for (const personId of removed) change.clear(groupMembers, account, memberKey(uid, personId));
    return reply(202, undefined, { change, headers: startOperation(change, call, services) });
  },
});

const deleteGroup = operation({
  ...common,
  id: 'faces.deleteDynamicPersonGroup',
  summary: 'Delete a dynamic group; its persons stay in the directory',
  route: `DELETE ${GROUP_PATH}`,
  replies: { 202: null },
  fails: DYNAMIC_GROUP_FAILURES,
  example: { params: exampleParams },
  async run(call, services) {
    const account = call.account.id;
    const { records, jobs } = services;
    const group = await findDynamicGroup(account, call.params.dynamicPersonGroupId, records);
    const { uid, count } = group.value;
    const change = new Change().delete(dynamicGroups, account, group);
    await decrementTally(change, groupTally(account), count, records);
    eraseMembers(change, account, { uid, members: await records.count(groupMembers, account, memberKey(uid, '')) }, jobs);
    return reply(202, undefined, { change, headers: startOperation(change, call, services) });
  },
});

const listPersons = operation({
  ...common,
  id: 'faces.listDynamicPersonGroupPersons',
  summary: 'List the persons of a dynamic group in the order of their ids, after a start',
  route: `GET ${GROUP_PATH}/persons`,
  query: Paging,
  replies: { 200: PersonList },
  fails: [...DYNAMIC_GROUP_FAILURES, 'StartNotPersonId'],
  example: { params: exampleParams },
  async run({ account, params, query: { start, top } }, { records }) {
    checkStart(start);
    const { uid } = (await findDynamicGroup(account.id, params.dynamicPersonGroupId, records)).value;
    const after = memberKey(uid, start.toLowerCase());
    const page = await records.page(groupMembers, account.id, { prefix: memberKey(uid, ''), after, limit: top });
    return reply(200, { personIds: page.map(({ key }) => idFromKey(key)) });
  },
});

export const dynamicGroupOperations: Operation<FaceServices>[] = [createGroup, getGroup, listGroups, updateGroup, deleteGroup, listPersons];
