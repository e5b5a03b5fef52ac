/** Pattern.Any entities and their exceptions. */
import type { ExplicitItem } from '../model.ts';
import { BareNumber, ExplicitItemBody, ExplicitItemInfo, ExplicitItems, NewPatternAny, PatternAnyUpdate } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import { findById, maxId, removeById, replaceById, versionOperation } from '../version-operation.ts';
import { addOperation, deleteOperation, getOperation, listOperation, updateOperation } from './common.ts';
import { replaceEntity } from './edits.ts';
import { requireEntity } from './selectors.ts';

function numberItems(items: readonly string[], lastId: number): ExplicitItem[] {
  return items.map((explicitListItem, i) => ({ id: lastId + 1 + i, explicitListItem }));
}

export const patternAnyOperations: readonly UnderstandingOperation[] = [
  listOperation('understanding.listPatternAnyEntities', 'GET /patternanyentities', 'patternAny', 'List the Pattern.Any entities'),
  getOperation('understanding.getPatternAnyEntity', 'GET /patternanyentities/{entityId}', 'patternAny'),
  deleteOperation('understanding.deletePatternAnyEntity', 'DELETE /patternanyentities/{entityId}', 'patternAny'),
  addOperation({
    id: 'understanding.addPatternAnyEntity',
    route: 'POST /patternanyentities',
    kind: 'patternAny',
    body: NewPatternAny,
    example: { name: 'Title', explicitList: ['the man from nowhere'] },
    create: ({ name, explicitList = [] }) => ({ name, explicitList: numberItems(explicitList, 0) }),
  }),
  updateOperation({
    id: 'understanding.updatePatternAnyEntity',
    route: 'PUT /patternanyentities/{entityId}',
    kind: 'patternAny',
    body: PatternAnyUpdate,
    example: { name: 'Lodging', explicitList: ['the man from nowhere'] },
    update: ({ explicitList }, entity) => (explicitList ? { explicitList: numberItems(explicitList, maxId(entity.explicitList!)) } : {}),
  }),
  versionOperation({
    id: 'understanding.getExplicitList',
    summary: 'List the exceptions of a Pattern.Any entity',
    route: 'GET /patternanyentities/{entityId}/explicitlist',
    replies: { 200: ExplicitItems },
    read: (context, { params }) => requireEntity(context, 'patternAny', params.entityId).explicitList,
  }),
  versionOperation({
    id: 'understanding.addExplicitListItem',
    summary: 'Add an exception to a Pattern.Any entity',
    route: 'POST /patternanyentities/{entityId}/explicitlist',
    body: ExplicitItemBody,
    example: { body: { explicitListItem: 'the end of the world' } },
    replies: { 201: BareNumber },
    run(context, { params, body: { explicitListItem } }) {
      const entity = requireEntity(context, 'patternAny', params.entityId);
      const id = maxId(entity.explicitList!) + 1;
      return replaceEntity(
        context,
        { ...entity, explicitList: [...entity.explicitList!, { id, explicitListItem }] },
        { status: 201, body: id },
      );
    },
  }),
  versionOperation({
    id: 'understanding.getExplicitListItem',
    summary: 'Get an exception of a Pattern.Any entity',
    route: 'GET /patternanyentities/{entityId}/explicitlist/{itemId}',
    replies: { 200: ExplicitItemInfo },
    read: (context, { params: { entityId, itemId } }) => findById(requireEntity(context, 'patternAny', entityId).explicitList!, itemId!),
  }),
  versionOperation({
    id: 'understanding.updateExplicitListItem',
    summary: 'Update an exception of a Pattern.Any entity',
    route: 'PUT /patternanyentities/{entityId}/explicitlist/{itemId}',
    body: ExplicitItemBody,
    example: { body: { explicitListItem: 'the last resort' } },
    run(context, { params: { entityId, itemId }, body: { explicitListItem } }) {
      const entity = requireEntity(context, 'patternAny', entityId);
      const item = { ...findById(entity.explicitList!, itemId!), explicitListItem };
      return replaceEntity(context, { ...entity, explicitList: replaceById(entity.explicitList!, item) });
    },
  }),
  versionOperation({
    id: 'understanding.deleteExplicitListItem',
    summary: 'Delete an exception of a Pattern.Any entity',
    route: 'DELETE /patternanyentities/{entityId}/explicitlist/{itemId}',
    run(context, { params: { entityId, itemId } }) {
      const entity = requireEntity(context, 'patternAny', entityId);
      return replaceEntity(context, { ...entity, explicitList: removeById(entity.explicitList!, findById(entity.explicitList!, itemId!)) });
    },
  }),
];
