import { operation, reply } from '../../../contract/operation.ts';
import type { Services } from '../../../contract/services.ts';
import { Change } from '../../../storage/change.ts';
import type { Stored } from '../../../storage/change.ts';
import { faceFailure } from '../failures.ts';
import { isGroupId } from '../model.ts';
import type { PersonGroup } from '../model.ts';
import { CreatePersonGroup, ListPersonGroups, NewPersonGroupPath, PersonGroupList, PersonGroupPath, PersonGroupView, ReturnRecognitionModel, UpdatePersonGroup } from '../schemas.ts';
import { personGroups } from '../store.ts';

const params = { personGroupId: 'family' };

async function mustGet(records: Services['records'], account: string, id: string): Promise<Stored<PersonGroup>> {
  if (!isGroupId(id)) throw faceFailure('PersonGroupIdInvalid');
  const read = await records.get(personGroups, account, id);
  if (!read) throw faceFailure('PersonGroupNotFound');
  return read;
}

function view({ key, value: { name, userData, recognitionModel } }: Stored<PersonGroup>, withModel: boolean): object {
  return { personGroupId: key, name, userData, recognitionModel: withModel ? recognitionModel : undefined };
}

export const createPersonGroup = operation({
  id: 'faces.createPersonGroup',
  summary: 'Create a person group',
  route: 'PUT /persongroups/{personGroupId}',
  needs: 'authoring',
  params: NewPersonGroupPath,
  body: CreatePersonGroup,
  replies: { 200: null },
  fails: ['PersonGroupExists'],
  example: { params, body: { name: 'Family', userData: 'made by an example' } },
  run({ account, params: { personGroupId }, body: { name, userData, recognitionModel = 'recognition_01' } }) {
    return reply(200, undefined, { change: new Change().create(personGroups, account.id, personGroupId, { name, userData, recognitionModel }, () => faceFailure('PersonGroupExists')) });
  },
});

export const getPersonGroup = operation({
  id: 'faces.getPersonGroup',
  summary: 'Get a person group',
  route: 'GET /persongroups/{personGroupId}',
  needs: 'authoring',
  params: PersonGroupPath,
  query: ReturnRecognitionModel,
  replies: { 200: PersonGroupView },
  fails: ['PersonGroupNotFound', 'PersonGroupIdInvalid'],
  example: { params },
  async run({ account, params: { personGroupId }, query }, { records }) {
    return reply(200, view(await mustGet(records, account.id, personGroupId), query.returnRecognitionModel));
  },
});

export const listPersonGroups = operation({
  id: 'faces.listPersonGroups',
  summary: 'List person groups in the order of their ids, after a start',
  route: 'GET /persongroups',
  needs: 'authoring',
  query: ListPersonGroups,
  replies: { 200: PersonGroupList },
  async run({ account, query: { start, top, returnRecognitionModel } }, { records }) {
    const page = await records.page(personGroups, account.id, { after: start, limit: top });
    return reply(200, page.map((read) => view(read, returnRecognitionModel)));
  },
});

export const updatePersonGroup = operation({
  id: 'faces.updatePersonGroup',
  summary: 'Change the name or the user data of a person group',
  route: 'PATCH /persongroups/{personGroupId}',
  needs: 'authoring',
  params: PersonGroupPath,
  body: UpdatePersonGroup,
  replies: { 200: null },
  fails: ['PersonGroupNotFound', 'PersonGroupIdInvalid'],
  example: { params, body: { name: 'The family' } },
  async run({ account, params: { personGroupId }, body: { name, userData } }, { records }) {
    const read = await mustGet(records, account.id, personGroupId);
    const value = { ...read.value, ...name !== undefined && { name }, ...userData !== undefined && { userData } };
    return reply(200, undefined, { change: new Change().replace(personGroups, account.id, read, value) });
  },
});

export const deletePersonGroup = operation({
  id: 'faces.deletePersonGroup',
  summary: 'Delete a person group',
  route: 'DELETE /persongroups/{personGroupId}',
  needs: 'authoring',
  params: PersonGroupPath,
  replies: { 200: null },
  fails: ['PersonGroupNotFound', 'PersonGroupIdInvalid'],
  example: { params },
  async run({ account, params: { personGroupId } }, { records }) {
    const read = await mustGet(records, account.id, personGroupId);
    return reply(200, undefined, { change: new Change().delete(personGroups, account.id, read) });
  },
});
