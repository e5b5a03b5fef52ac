/** Prebuilt entities, and what was added from prebuilt domains. */
import type { Operation } from '../../../kernel/operation.ts';
import { understandingFailure } from '../failures.ts';
import type { Entity } from '../model.ts';
import { PREBUILTS, findPrebuilt } from './prebuilt-catalog.ts';
import { AvailablePrebuilts, EntityList, PrebuiltNames } from '../schemas.ts';
import { checkModelName, editSchema, versionOperation } from '../version-operation.ts';
import { checkNamesUnique } from './edits.ts';
import { describeEntity } from './view.ts';

export const prebuiltOperations: readonly Operation[] = [
  versionOperation({
    id: 'understanding.addPrebuilt', summary: 'Add prebuilt entities to a version', route: 'POST /prebuilts',
    body: PrebuiltNames, example: { body: ['money', 'datetimeV2'] }, replies: { 201: EntityList }, fails: ['PrebuiltUnknown', 'NameTaken'],
    run(on, { body: names }, { ids }) {
      const { schema } = on.version.value;
      const culture = on.app.value.culture;
      checkNamesUnique(names);
      const made = names.map((name): Entity => {
        const known = findPrebuilt(name, culture);
        if (known === undefined) throw understandingFailure('PrebuiltUnknown', { name: name.slice(0, 100), culture });
        checkModelName(schema, known);
        return { id: ids.uuid(), name: known, kind: 'prebuilt', roles: [] };
      });
      return editSchema(on, { entities: [...schema.entities, ...made] }, { status: 201, body: made.map(describeEntity) });
    },
  }),
  versionOperation({
    id: 'understanding.listAvailablePrebuilts', summary: 'List the prebuilt entities that can be added in the culture of the app', route: 'GET /listprebuilts',
    replies: { 200: AvailablePrebuilts },
    run: ({ app }) => ({ status: 200, body: PREBUILTS.filter(({ name }) => findPrebuilt(name, app.value.culture) !== undefined).map(({ name, description, examples: texts }) => ({ name, description, examples: texts })) }),
  }),
  versionOperation({
    id: 'understanding.listCustomPrebuiltEntities', summary: 'List the entities of prebuilt domains', route: 'GET /customprebuiltentities',
    replies: { 200: EntityList },
    run: ({ version }) => ({ status: 200, body: version.value.schema.entities.filter(({ origin }) => origin).map(describeEntity) }),
  }),
];
