/** Persons of the account's directory: create, list, get, update, delete, and the dynamic groups that refer to them. */
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import { Type } from '../../../kernel/schema.ts';
import { faceFailure } from '../failures.ts';
import { applyUpdate } from '../galleries/operations.ts';
import { decrementTally, incrementTally } from '../limits.ts';
import type { TallyScope } from '../limits.ts';
import { EXAMPLE_UUID } from '../lookup.ts';
import { MAX_DIRECTORY_PERSONS, RECOGNITION_MODELS } from '../model.ts';
import type { DirectoryPerson } from '../model.ts';
import { CreatePerson, Paging, PersonCreated, UpdateRequest } from '../schemas.ts';
import { operation } from '../services.ts';
import type { FaceServices } from '../services.ts';
import { directoryPersons, directoryUid, dynamicGroups, memberKey, persistedFaces } from '../store.ts';
import { schedulePruning } from '../training/prune-job.ts';
import { DIRECTORY_VERSIONS } from '../versions.ts';
import { clearPending, scheduleIndexing } from './index-jobs.ts';
import { DIRECTORY_PERSON_FAILURES, checkStart, findDirectoryPerson } from './lookup.ts';
import { startOperation } from './operation-status.ts';
import { eraseReferences, findReferences } from './references.ts';

const PersonView = Type.Object({ personId: Type.String(), name: Type.String(), userData: Type.Optional(Type.String()) });
const References = Type.Object({ dynamicPersonGroupIds: Type.Array(Type.String()) });

const common = { versions: DIRECTORY_VERSIONS } as const;
const exampleParams = { personId: EXAMPLE_UUID };

function personTally(account: string): TallyScope {
  return { account, scope: 'directory', parts: 32, max: MAX_DIRECTORY_PERSONS };
}

function personView({ key, value: { name, userData } }: Stored<DirectoryPerson>): object {
  return { personId: key, name, userData };
}

const createPerson = operation({
  ...common,
  id: 'faces.createPerson',
  summary: 'Create a person in the directory',
  route: 'POST /persons',
  body: CreatePerson,
  replies: { 202: PersonCreated },
  fails: ['DirectoryPersonLimitReached'],
  example: { body: { name: 'Ada' } },
  async run(call, services) {
    const account = call.account.id;
    const { name, userData } = call.body;
    const personId = services.ids.uuid();
    const change = new Change();
    const limitReached = () => faceFailure('DirectoryPersonLimitReached');
    const count = await incrementTally(change, personTally(account), personId, services.records, limitReached);
    change.create(directoryPersons, account, personId, { name, userData, faces: {}, count });
    const headers = { location: call.link('/persons/{personId}', { personId }), ...startOperation(change, call, services) };
    return reply(202, { personId }, { change, headers });
  },
});

const listPersons = operation({
  ...common,
  id: 'faces.listPersons',
  summary: 'List the persons of the directory in the order of their ids, after a start',
  route: 'GET /persons',
  query: Paging,
  replies: { 200: Type.Array(PersonView) },
  fails: ['StartNotPersonId'],
  async run({ account, query: { start, top } }, { records }) {
    checkStart(start);
    return reply(200, (await records.page(directoryPersons, account.id, { after: start.toLowerCase(), limit: top })).map(personView));
  },
});

const getPerson = operation({
  ...common,
  id: 'faces.getPerson',
  summary: 'Get a person of the directory',
  route: 'GET /persons/{personId}',
  replies: { 200: PersonView },
  fails: DIRECTORY_PERSON_FAILURES,
  example: { params: exampleParams },
  async run({ account, params }, { records }) {
    return reply(200, personView(await findDirectoryPerson(account.id, params.personId, records)));
  },
});

const updatePerson = operation({
  ...common,
  id: 'faces.updatePerson',
  summary: 'Update the name or the user data of a person of the directory',
  route: 'PATCH /persons/{personId}',
  body: UpdateRequest,
  replies: { 200: null },
  fails: [...DIRECTORY_PERSON_FAILURES, 'NothingToUpdate'],
  example: { params: exampleParams, body: { name: 'Ada Lovelace' } },
  async run({ account, params, body }, { records }) {
    const person = await findDirectoryPerson(account.id, params.personId, records);
    const updated = applyUpdate({ allowsEmptyUpdate: false }, person.value, body);
    return reply(200, undefined, { change: new Change().replace(directoryPersons, account.id, person, updated) });
  },
});

const deletePerson = operation({
  ...common,
  id: 'faces.deletePerson',
  summary: 'Delete a person of the directory with all faces, also from dynamic groups',
  route: 'DELETE /persons/{personId}',
  replies: { 202: null },
  fails: DIRECTORY_PERSON_FAILURES,
  example: { params: exampleParams },
  async run(call, services) {
    const account = call.account.id;
    const { records } = services;
    const person = await findDirectoryPerson(account, call.params.personId, records);
    const change = new Change().delete(directoryPersons, account, person);
    await decrementTally(change, personTally(account), person.value.count, records);
    let job = await eraseReferences(change, account, person.key, services);
    for (const model of RECOGNITION_MODELS.filter((name) => person.value.faces[name]?.length)) {
      const uid = directoryUid(model);
      change.clear(persistedFaces, account, memberKey(uid, person.key, ''));
      clearPending(change, account, uid, person.key);
      await schedulePruning(change, account, uid, services);
      job = await scheduleIndexing(change, account, uid, services);
    }
    return reply(202, undefined, { change, headers: startOperation(change, call, services, job) });
  },
});

const listReferences = operation({
  ...common,
  id: 'faces.listDynamicPersonGroupReferences',
  summary: 'List the dynamic groups that refer to a person of the directory in the order of their ids, after a start',
  route: 'GET /persons/{personId}/dynamicPersonGroupReferences',
  query: Paging,
  replies: { 200: References },
  fails: DIRECTORY_PERSON_FAILURES,
  example: { params: exampleParams },
  async run({ account, params, query: { start, top } }, { records }) {
    const person = await findDirectoryPerson(account.id, params.personId, records);
    const references = await findReferences(account.id, person.key, { start, limit: top }, records);
    // Those to a deleted group are erased a little later.
    const groups = await Promise.all(references.map(({ value: { groupId } }) => records.get(dynamicGroups, account.id, groupId)));
    const existing = references.filter(({ key }, i) => groups[i] && key === memberKey(groups[i].value.uid, person.key));
    return reply(200, { dynamicPersonGroupIds: existing.map(({ value: { groupId } }) => groupId) });
  },
});

export const directoryPersonOperations: Operation<FaceServices>[] = [
  createPerson,
  listPersons,
  getPerson,
  updatePerson,
  deletePerson,
  listReferences,
];
