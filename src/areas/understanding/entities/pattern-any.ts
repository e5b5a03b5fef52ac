/** Pattern.Any entities and their exceptions. */
import type { Operation } from '../../../kernel/operation.ts';
import { BareNumber, ExplicitItemBody, ExplicitItemInfo, ExplicitItems, NewPatternAny, OperationStatus, PatternAnyUpdate } from '../schemas.ts';
import { found, maxId, replaceById, versionOperation, removeById } from '../version-operation.ts';
import { adding, updating } from './common.ts';
import { replaceEntity } from './edits.ts';
import { PLACES, requireEntity } from './entity-routes.ts';

const { patternAny } = PLACES;

export const patternAnyOperations: readonly Operation[] = [
  adding(patternAny, NewPatternAny, { name: 'Title', explicitList: ['the man from nowhere'] }, ({ name, explicitList = [] }: { name: string; explicitList?: string[] }) => ({ name, explicitList: explicitList.map((explicitListItem, i) => ({ id: i + 1, explicitListItem })) })),
  updating(patternAny, PatternAnyUpdate, { name: 'Lodging', explicitList: ['the man from nowhere'] }, ({ explicitList }: { explicitList?: string[] }, entity) =>
    explicitList ? { explicitList: explicitList.map((explicitListItem, i) => ({ id: maxId(entity.explicitList!) + 1 + i, explicitListItem })) } : {}),
  versionOperation({
    id: 'understanding.getExplicitList', summary: 'List the exceptions of a Pattern.Any entity', route: 'GET /patternanyentities/{entityId}/explicitlist',
    replies: { 200: ExplicitItems },
    run: (on, { params: { entityId } }) => ({ status: 200, body: requireEntity(on, patternAny, entityId!).explicitList }),
  }),
  versionOperation({
    id: 'understanding.addExplicitListItem', summary: 'Add an exception to a Pattern.Any entity', route: 'POST /patternanyentities/{entityId}/explicitlist',
    body: ExplicitItemBody, example: { body: { explicitListItem: 'the end of the world' } }, replies: { 201: BareNumber },
    run(on, { params: { entityId }, body: { explicitListItem } }) {
      const entity = requireEntity(on, patternAny, entityId!);
      const id = maxId(entity.explicitList!) + 1;
      return replaceEntity(on, { ...entity, explicitList: [...entity.explicitList!, { id, explicitListItem }] }, { status: 201, body: id });
    },
  }),
  versionOperation({
    id: 'understanding.getExplicitListItem', summary: 'Get an exception of a Pattern.Any entity', route: 'GET /patternanyentities/{entityId}/explicitlist/{itemId}',
    replies: { 200: ExplicitItemInfo },
    run: (on, { params: { entityId, itemId } }) => ({ status: 200, body: found(requireEntity(on, patternAny, entityId!).explicitList!, itemId!) }),
  }),
  versionOperation({
    id: 'understanding.updateExplicitListItem', summary: 'Update an exception of a Pattern.Any entity', route: 'PUT /patternanyentities/{entityId}/explicitlist/{itemId}',
    body: ExplicitItemBody, example: { body: { explicitListItem: 'the last resort' } }, replies: { 200: OperationStatus },
    run(on, { params: { entityId, itemId }, body: { explicitListItem } }) {
      const entity = requireEntity(on, patternAny, entityId!);
      return replaceEntity(on, { ...entity, explicitList: replaceById(entity.explicitList!, { ...found(entity.explicitList!, itemId!), explicitListItem }) });
    },
  }),
  versionOperation({
    id: 'understanding.deleteExplicitListItem', summary: 'Delete an exception of a Pattern.Any entity', route: 'DELETE /patternanyentities/{entityId}/explicitlist/{itemId}',
    replies: { 200: OperationStatus },
    run(on, { params: { entityId, itemId } }) {
      const entity = requireEntity(on, patternAny, entityId!);
      return replaceEntity(on, { ...entity, explicitList: removeById(entity.explicitList!, found(entity.explicitList!, itemId!)) });
    },
  }),
];
