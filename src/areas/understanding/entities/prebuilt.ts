/** Prebuilt entities, and what was added from prebuilt domains. */
import type { Operation } from '../../../kernel/operation.ts';
import { understandingFailure } from '../failures.ts';
import type { Entity } from '../model.ts';
import { PREBUILTS, prebuiltNamed } from './prebuilt-catalog.ts';
import { AvailablePrebuilts, EntityList, PrebuiltNames } from '../schemas.ts';
import { checkName, schemaEdit, versionOperation } from '../version-operation.ts';
import { checkUnique } from './edits.ts';
import { entityInfo } from './view.ts';

export const prebuiltOperations: readonly Operation[] = [
  versionOperation({
    id: 'understanding.addPrebuilt', summary: 'Add prebuilt entities to a version', route: 'POST /prebuilts',
    body: PrebuiltNames, example: { body: ['money', 'datetimeV2'] }, replies: { 201: EntityList }, fails: ['PrebuiltUnknown', 'NameTaken'],
    run(on, { body: names }, { ids }) {
      const { schema } = on.version.value;
      const culture = on.app.value.culture;
      checkUnique(names);
      const made = names.map((name): Entity => {
        const known = prebuiltNamed(name, culture);
        if (known === undefined) throw understandingFailure('PrebuiltUnknown', { name: name.slice(0, 100), culture });
        checkName(schema, known);
        return { id: ids.uuid(), name: known, kind: 'prebuilt', roles: [] };
      });
      return schemaEdit(on, { entities: [...schema.entities, ...made] }, { status: 201, body: made.map(entityInfo) });
    },
  }),
  versionOperation({
    id: 'understanding.listAvailablePrebuilts', summary: 'List the prebuilt entities that can be added in the culture of the app', route: 'GET /listprebuilts',
    replies: { 200: AvailablePrebuilts },
    run: ({ app }) => ({ status: 200, body: PREBUILTS.filter(({ name }) => prebuiltNamed(name, app.value.culture) !== undefined).map(({ name, description, examples: texts }) => ({ name, description, examples: texts })) }),
  }),
  versionOperation({
    id: 'understanding.listCustomPrebuiltEntities', summary: 'List the entities of prebuilt domains', route: 'GET /customprebuiltentities',
    replies: { 200: EntityList },
    run: ({ version }) => ({ status: 200, body: version.value.schema.entities.filter(({ origin }) => origin).map(entityInfo) }),
  }),
];
