/** Prebuilt entities, and the entities that were added from prebuilt domains. */
import { understandingFailure } from '../failures.ts';
import type { Entity } from '../model.ts';
import { AvailablePrebuilts, EntityList, PrebuiltNames } from '../schemas.ts';
import type { UnderstandingOperation } from '../services.ts';
import { checkModelName, editSchema, versionOperation } from '../version-operation.ts';
import { deleteOperation, getOperation, listOperation } from './common.ts';
import { checkNamesUnique } from './edits.ts';
import { PREBUILTS, findPrebuilt } from './prebuilt-catalog.ts';
import { describeEntity } from './view.ts';

export const prebuiltOperations: readonly UnderstandingOperation[] = [
  listOperation('understanding.listPrebuilts', 'GET /prebuilts', 'prebuilt', 'List the prebuilt entities of a version'),
  getOperation('understanding.getPrebuilt', 'GET /prebuilts/{entityId}', 'prebuilt'),
  deleteOperation('understanding.deletePrebuilt', 'DELETE /prebuilts/{entityId}', 'prebuilt'),
  versionOperation({
    id: 'understanding.addPrebuilt',
    summary: 'Add prebuilt entities to a version',
    route: 'POST /prebuilts',
    body: PrebuiltNames,
    example: { body: ['money', 'datetimeV2'] },
    replies: { 201: EntityList },
    fails: ['PrebuiltUnknown', 'NameTaken'],
    run(context, { body: names }, { ids }) {
      const { schema } = context.version.value;
      const { culture } = context.app.value;
      checkNamesUnique(names);
      const added = names.map((requested): Entity => {
        const name = findPrebuilt(requested, culture);
        if (name === undefined) throw understandingFailure('PrebuiltUnknown', { name: requested.slice(0, 100), culture });
        checkModelName(schema, name);
        return { id: ids.uuid(), name, kind: 'prebuilt', roles: [] };
      });
      return editSchema(context, { entities: [...schema.entities, ...added] }, { status: 201, body: added.map(describeEntity) });
    },
  }),
  versionOperation({
    id: 'understanding.listAvailablePrebuilts',
    summary: 'List the prebuilt entities that can be added in the culture of the app',
    route: 'GET /listprebuilts',
    replies: { 200: AvailablePrebuilts },
    read({ app }) {
      const available = PREBUILTS.filter(({ name }) => findPrebuilt(name, app.value.culture) !== undefined);
      return available.map(({ name, description, examples }) => ({ name, description, examples }));
    },
  }),
  versionOperation({
    id: 'understanding.listCustomPrebuiltEntities',
    summary: 'List the entities of prebuilt domains',
    route: 'GET /customprebuiltentities',
    replies: { 200: EntityList },
    read: ({ version }) => version.value.schema.entities.filter(({ origin }) => origin).map(describeEntity),
  }),
];
