/** Closed lists and their sub-lists. */
import type { Operation } from '../../../kernel/operation.ts';
import type { SubList } from '../model.ts';
import { BareNumber, ClosedListPatch, ClosedListUpdate, NewClosedList, OperationStatus, SubListBody, SubListUpdate } from '../schemas.ts';
import { found, maxId, replaceById, versionOperation, removeById } from '../version-operation.ts';
import { adding, updating } from './common.ts';
import { checkNamesUnique, replaceEntity } from './edits.ts';
import { PLACES, requireEntity } from './entity-routes.ts';

const { closedList } = PLACES;

/** Sub-lists with numbers; canonical forms are unique in a list. */
function numbered(given: readonly { canonicalForm: string; list: readonly string[] }[], from: number): SubList[] {
  checkNamesUnique(given.map(({ canonicalForm }) => canonicalForm));
  return given.map(({ canonicalForm, list }, i) => ({ id: from + 1 + i, canonicalForm, list: [...list] }));
}

export const closedListOperations: readonly Operation[] = [
  adding(closedList, NewClosedList, { name: 'Meal', subLists: [{ canonicalForm: 'vegetarian', list: ['veggie', 'no meat'] }] }, ({ name, subLists = [] }: { name: string; subLists?: SubList[] }) => ({ name, subLists: numbered(subLists, 0) })),
  updating(closedList, ClosedListUpdate, { name: 'Cabin', subLists: [{ canonicalForm: 'first', list: ['first class'] }] }, ({ subLists }: { subLists?: SubList[] }, entity) => subLists ? { subLists: numbered(subLists, maxId(entity.subLists!)) } : {}),
  versionOperation({
    id: 'understanding.patchClosedList', summary: 'Add sub-lists to a closed list', route: 'PATCH /closedlists/{entityId}', hasEtag: true,
    body: ClosedListPatch, example: { body: { subLists: [{ canonicalForm: 'first', list: ['first class'] }] } }, replies: { 200: OperationStatus }, fails: ['NameTaken'],
    run(on, { params: { entityId }, body: { subLists } }) {
      const entity = requireEntity(on, closedList, entityId!);
      checkNamesUnique([...entity.subLists!, ...subLists].map(({ canonicalForm }) => canonicalForm));
      return replaceEntity(on, { ...entity, subLists: [...entity.subLists!, ...numbered(subLists, maxId(entity.subLists!))] });
    },
  }),
  versionOperation({
    id: 'understanding.addSubList', summary: 'Add a sub-list to a closed list', route: 'POST /closedlists/{entityId}/sublists',
    body: SubListBody, example: { body: { canonicalForm: 'premium', list: ['premium economy'] } }, replies: { 201: BareNumber }, fails: ['NameTaken'],
    run(on, { params: { entityId }, body }) {
      const entity = requireEntity(on, closedList, entityId!);
      checkNamesUnique([...entity.subLists!, body].map(({ canonicalForm }) => canonicalForm));
      const [made] = numbered([body], maxId(entity.subLists!));
      return replaceEntity(on, { ...entity, subLists: [...entity.subLists!, made!] }, { status: 201, body: made!.id });
    },
  }),
  versionOperation({
    id: 'understanding.updateSubList', summary: 'Update a sub-list of a closed list', route: 'PUT /closedlists/{entityId}/sublists/{subListId}',
    body: SubListUpdate, example: { body: { canonicalForm: 'economy', list: ['coach', 'standard'] } }, replies: { 200: OperationStatus }, fails: ['NameTaken'],
    run(on, { params: { entityId, subListId }, body }) {
      const entity = requireEntity(on, closedList, entityId!);
      const before = found(entity.subLists!, subListId!);
      const next = { ...before, ...body };
      checkNamesUnique([...removeById(entity.subLists!, before), next].map(({ canonicalForm }) => canonicalForm));
      return replaceEntity(on, { ...entity, subLists: replaceById(entity.subLists!, next) });
    },
  }),
  versionOperation({
    id: 'understanding.deleteSubList', summary: 'Delete a sub-list of a closed list', route: 'DELETE /closedlists/{entityId}/sublists/{subListId}',
    replies: { 200: OperationStatus },
    run(on, { params: { entityId, subListId } }) {
      const entity = requireEntity(on, closedList, entityId!);
      return replaceEntity(on, { ...entity, subLists: removeById(entity.subLists!, found(entity.subLists!, subListId!)) });
    },
  }),
];
