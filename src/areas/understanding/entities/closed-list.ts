/** Closed lists and their sublists. */
import type { SubList } from '../model.ts';
import { BareNumber, ClosedListPatch, ClosedListUpdate, NewClosedList, SubListBody, SubListUpdate } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import { findById, maxId, removeById, replaceById, versionOperation } from '../version-operation.ts';
import { addOperation, deleteOperation, getOperation, listOperation, updateOperation } from './common.ts';
import { checkNamesUnique, replaceEntity } from './edits.ts';
import { requireEntity } from './selectors.ts';

/** Numbers new sublists. Canonical forms are unique within a list. */
function numberSubLists(subLists: readonly { canonicalForm: string; list: readonly string[] }[], lastId: number): SubList[] {
  checkNamesUnique(subLists.map(({ canonicalForm }) => canonicalForm));
  return subLists.map(({ canonicalForm, list }, i) => ({ id: lastId + 1 + i, canonicalForm, list: [...list] }));
}

export const closedListOperations: readonly UnderstandingOperation[] = [
  listOperation('understanding.listClosedLists', 'GET /closedlists', 'closedList', 'List the closed lists'),
  getOperation('understanding.getClosedList', 'GET /closedlists/{entityId}', 'closedList'),
  deleteOperation('understanding.deleteClosedList', 'DELETE /closedlists/{entityId}', 'closedList'),
  addOperation({
    id: 'understanding.addClosedList',
    route: 'POST /closedlists',
    kind: 'closedList',
    body: NewClosedList,
    example: { name: 'Meal', subLists: [{ canonicalForm: 'vegetarian', list: ['veggie', 'no meat'] }] },
    create: ({ name, subLists = [] }) => ({ name, subLists: numberSubLists(subLists, 0) }),
  }),
  updateOperation({
    id: 'understanding.updateClosedList',
    route: 'PUT /closedlists/{entityId}',
    kind: 'closedList',
    body: ClosedListUpdate,
    example: { name: 'Cabin', subLists: [{ canonicalForm: 'first', list: ['first class'] }] },
    update: ({ subLists }, entity) => (subLists ? { subLists: numberSubLists(subLists, maxId(entity.subLists!)) } : {}),
  }),
  versionOperation({
    id: 'understanding.patchClosedList',
    summary: 'Add sublists to a closed list',
    route: 'PATCH /closedlists/{entityId}',
    hasEtag: true,
    body: ClosedListPatch,
    example: { body: { subLists: [{ canonicalForm: 'first', list: ['first class'] }] } },
    fails: ['NameTaken'],
    run(context, { params, body: { subLists } }) {
      const entity = requireEntity(context, 'closedList', params.entityId);
      checkNamesUnique([...entity.subLists!, ...subLists].map(({ canonicalForm }) => canonicalForm));
      return replaceEntity(context, { ...entity, subLists: [...entity.subLists!, ...numberSubLists(subLists, maxId(entity.subLists!))] });
    },
  }),
  versionOperation({
    id: 'understanding.addSubList',
    summary: 'Add a sublist to a closed list',
    route: 'POST /closedlists/{entityId}/sublists',
    body: SubListBody,
    example: { body: { canonicalForm: 'premium', list: ['premium economy'] } },
    replies: { 201: BareNumber },
    fails: ['NameTaken'],
    run(context, { params, body }) {
      const entity = requireEntity(context, 'closedList', params.entityId);
      checkNamesUnique([...entity.subLists!, body].map(({ canonicalForm }) => canonicalForm));
      const [subList] = numberSubLists([body], maxId(entity.subLists!));
      return replaceEntity(context, { ...entity, subLists: [...entity.subLists!, subList!] }, { status: 201, body: subList!.id });
    },
  }),
  versionOperation({
    id: 'understanding.updateSubList',
    summary: 'Update a sublist of a closed list',
    route: 'PUT /closedlists/{entityId}/sublists/{subListId}',
    body: SubListUpdate,
    example: { body: { canonicalForm: 'economy', list: ['coach', 'standard'] } },
    fails: ['NameTaken'],
    run(context, { params: { entityId, subListId }, body }) {
      const entity = requireEntity(context, 'closedList', entityId);
      const before = findById(entity.subLists!, subListId!);
      const next = { ...before, ...body };
      checkNamesUnique([...removeById(entity.subLists!, before), next].map(({ canonicalForm }) => canonicalForm));
      return replaceEntity(context, { ...entity, subLists: replaceById(entity.subLists!, next) });
    },
  }),
  versionOperation({
    id: 'understanding.deleteSubList',
    summary: 'Delete a sublist of a closed list',
    route: 'DELETE /closedlists/{entityId}/sublists/{subListId}',
    run(context, { params: { entityId, subListId } }) {
      const entity = requireEntity(context, 'closedList', entityId);
      return replaceEntity(context, { ...entity, subLists: removeById(entity.subLists!, findById(entity.subLists!, subListId!)) });
    },
  }),
];
