import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { exportedApp } from '../../../../../test/support/app-json.ts';
import { readApp } from '../../../understanding/area.ts';
import { projectFromApp } from './from-app.ts';
import type { AppModel } from '../app-fields.ts';
import type { ConversationAssets } from '../model.ts';
import { appFromProject, appWithReport } from './to-app.ts';

const project = { name: 'Back', language: 'en-us', description: 'About it' };
const assets = (given: object): ConversationAssets => ({
  projectKind: 'Conversation',
  intents: [{ category: 'None' }],
  entities: [],
  utterances: [],
  ...given,
});

/** An app as the model has it, with ids by count. */
function read(app: unknown): ReturnType<typeof readApp> {
  let count = 0;
  return readApp(app, () => String(++count));
}

function roundTrip(given: unknown): { back: ReturnType<typeof readApp>; report: object } {
  const { name, metadata, assets: made } = projectFromApp(given);
  const { app, report } = appWithReport({ name, ...metadata }, JSON.parse(JSON.stringify(made)) as ConversationAssets);
  return { back: read(app), report };
}

/** Without ids, and in one order: what an app says. */
function utterancesOf({
  schema: { intents, entities, phraseLists, patternFeatures, patterns, tokenizerVersion },
  examples,
  settings,
  versionId,
  description,
  culture,
}: ReturnType<typeof readApp>): unknown {
  const names = new Map<string, string>([...intents, ...entities].map(({ id, name }) => [id, name]));
  const part = (whole: string, children: (typeof entities)[number]['children'] = []): void =>
    children.forEach((child) => {
      names.set(child.id, `${whole}::${child.name}`);
      part(`${whole}::${child.name}`, child.children);
    });
  const roles = new Map<string, string>();
  for (const { name, kind, children, roles: own } of entities) {
    if (kind !== 'composite') part(name, children);
    for (const { id, name: role } of own) roles.set(id, role);
  }
  const partRoles = (children: (typeof entities)[number]['children'] = []): void =>
    children.forEach((child) => {
      for (const { id, name } of child.roles ?? []) roles.set(id, name);
      partRoles(child.children);
    });
  for (const { children } of entities) partRoles(children);
  const words = (text: string): string =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean)
      .join();
  const label = ({ entityId, childId, roleId, start, end, children = [] }: (typeof examples)[number]['labels'][number]): unknown => [
    names.get(childId ?? entityId),
    roleId && roles.get(roleId),
    start,
    end,
    children.map(label),
  ];
  const shape = (children: (typeof entities)[number]['children'] = []): unknown =>
    children.map(({ name, instanceOf, features = [], roles: own = [], children: inner }) => [
      name,
      instanceOf,
      features,
      own.map((one) => one.name),
      shape(inner),
    ]);
  return {
    versionId,
    description,
    culture,
    settings,
    tokenizerVersion,
    patterns: patterns.map(({ pattern, intent }) => [pattern, intent]),
    intents: intents.map(({ name, origin, features = [] }) => [name, origin, features]),
    entities: entities
      .map(({ name, kind, origin, features = [], roles: own, regexPattern, explicitList, subLists, children }) => ({
        name,
        kind,
        origin,
        features,
        roles: own.map((role) => role.name),
        regexPattern,
        explicit: explicitList?.map(({ explicitListItem }) => explicitListItem),
        lists: subLists?.map(({ canonicalForm, list }) => [
          canonicalForm,
          [...new Set(list)].filter((one) => one !== '' && one !== canonicalForm),
        ]),
        children: shape(children),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    phraseLists: phraseLists
      .map(({ name, phrases, isActive, isExchangeable, enabledForAllModels }) => ({
        name,
        phrases: words(phrases),
        isActive,
        isExchangeable,
        enabledForAllModels,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    features: patternFeatures.map(({ name, pattern, isActive }) => [name, pattern, isActive]),
    utterances: examples.map(({ text, intentId, labels }) => [text, names.get(intentId), labels.map(label)]),
  };
}

describe('project to app', () => {
  it('restores any migrated app', () => {
    fc.assert(
      fc.property(exportedApp, (given) => {
        assert.deepEqual(utterancesOf(roundTrip(given).back), utterancesOf(read(given)));
      }),
      { numRuns: 100 },
    );
  });

  it('restores an unsupported expression', () => {
    const {
      name,
      metadata,
      assets: made,
    } = projectFromApp({
      intents: [],
      regex_entities: [{ name: 'Code', regexPattern: '(?=A)A[0-9]+' }],
      regex_features: [{ name: 'Twice', pattern: '(a)\\1', activated: true }],
    });
    const { app } = appWithReport({ name, ...metadata }, made);
    assert.equal(app.regex_entities[0]!.regexPattern, '(?=A)A[0-9]+');
    assert.equal(app.regex_features[0]!.pattern, '(a)\\1');
  });

  it('includes what was added to the project, and omits what was deleted', () => {
    const text = 'from oslo to rome';
    const { metadata, assets: made } = projectFromApp({
      culture: 'en-us',
      intents: [{ name: 'Fly', features: [{ modelName: 'Gone' }] }],
      entities: [{ name: 'City', roles: ['from', 'to'], children: [{ name: 'Part' }] }, { name: 'Gone' }],
      patterns: [{ pattern: 'from {City:from} {Gone}', intent: 'Fly' }],
      utterances: [{ text, intent: 'Fly', entities: [{ entity: 'City', startPos: 5, endPos: 8, role: 'from' }] }],
    });
    const entities = [
      ...made.entities.filter(({ category }) => !['Gone', 'City.to'].includes(category)),
      { category: 'Meal', list: { sublists: [{ listKey: 'soup', synonyms: [{ values: ['broth', 'soup'] }] }] } },
    ];
    const { app, report } = appWithReport({ name: 'Back', ...metadata }, { ...made, entities });
    assert.deepEqual(
      app.entities.map(({ name, roles }) => [name, roles]),
      [['City', ['from']]],
    );
    assert.deepEqual(app.closedLists, [{ name: 'Meal', roles: [], features: [], subLists: [{ canonicalForm: 'soup', list: ['broth'] }] }]);
    assert.deepEqual(
      app.intents.map(({ features }) => features),
      [[], []],
    );
    assert.deepEqual(app.patterns, []);
    assert.deepEqual(
      report.dropped.map(({ what }) => what),
      ['pattern'],
    );
    assert.doesNotThrow(() => read(app));
  });

  it('reports what apps cannot express', () => {
    const { app, report } = appWithReport(
      project,
      assets({
        intents: [{ category: 'Buy' }, { category: 'None' }],
        entities: [
          { category: 'buy' },
          { category: 'Count', prebuilts: [{ category: 'Quantity.Number' }] },
          { category: 'Event', prebuilts: [{ category: 'General.Event' }] },
          {
            category: 'Code',
            regex: {
              expressions: [
                { regexKey: 'a', regexPattern: 'A[0-9]' },
                { regexKey: 'b', regexPattern: 'B[0-9]' },
              ],
            },
          },
          {
            category: 'Color',
            list: {
              sublists: [
                {
                  listKey: 'red',
                  synonyms: [
                    { language: 'en-us', values: ['scarlet'] },
                    { language: 'fr', values: ['rouge'] },
                  ],
                },
              ],
            },
            prebuilts: [{ category: 'Quantity.Number' }],
            requiredComponents: ['list'],
          },
        ],
        utterances: [
          { text: 'red ones', intent: 'Buy', dataset: 'Test', entities: [{ category: 'Color', offset: 0, length: 3 }] },
          { text: 'les rouges', language: 'fr', intent: 'Buy', entities: [] },
          { text: 'x'.repeat(501), intent: 'Buy', entities: [] },
        ],
      }),
    );
    assert.doesNotThrow(() => read(app));
    assert.deepEqual(
      app.entities.map(({ name, features }) => [name, features]),
      [
        ['buy2', []],
        ['Event', []],
        ['Color', [{ modelName: 'Color list', isRequired: true }, { modelName: 'number' }]],
      ],
    );
    assert.deepEqual(app.closedLists[0]!.subLists, [{ canonicalForm: 'red', list: ['scarlet', 'rouge'] }]);
    assert.equal(app.regex_entities[0]!.regexPattern, '(?:A[0-9])|(?:B[0-9])');
    assert.deepEqual(
      app.prebuiltEntities.map(({ name }) => name),
      ['number'],
    );
    assert.deepEqual(
      app.utterances.map(({ text }) => text),
      ['red ones', 'les rouges'],
    );
    assert.deepEqual(
      report.dropped.map(({ what, from }) => [what, from.slice(0, 13)]),
      [
        ['prebuilt', 'General.Event'],
        ['utterance', 'xxxxxxxxxxxxx'],
      ],
    );
    assert.deepEqual(
      report.changed.map(({ what, from, to }) => [what, from, to]),
      [
        ['entity', 'buy', 'buy2'],
        ['entity', 'Count', 'number'],
        ['expression', 'Code', '(?:A[0-9])|(?:B[0-9])'],
        ['list', 'Color: red in fr', 'red'],
        ['component', 'list of Color', 'Color list'],
        ['component', 'prebuilts of Color', 'number'],
        ['utterance', 'red ones', 'Buy'],
        ['utterance', 'les rouges (fr)', 'en-us'],
      ],
    );
  });

  it('writes the newest schema with the properties of the project', () => {
    const {
      luis_schema_version: schema,
      versionId,
      name,
      desc,
      culture,
      intents,
    } = appFromProject(project, assets({ intents: [] })) as Record<string, unknown>;
    assert.deepEqual(
      [schema, versionId, name, desc, culture, intents],
      ['7.0.0', '0.1', 'Back', 'About it', 'en-us', [{ name: 'None', features: [] }]],
    );
  });

  it('tolerates invalid app fields', () => {
    const entities = ['A', 'B', 'C'].map((category) => ({ category }));
    const utterances = [{ text: 'abc', intent: 'None', entities: entities.map(({ category }) => ({ category, offset: 0, length: 3 })) }];
    const app = (models: Partial<AppModel>[]): object => ({
      versionId: '',
      settings: [],
      intents: [],
      phraseLists: [],
      regexFeatures: [],
      models: models.map((model) => ({ name: model.category, kind: 'part', ...model })),
    });
    for (const models of [
      [
        { category: 'A', whole: 'B' },
        { category: 'B', whole: 'A' },
      ],
      [{ category: 'A', whole: 'A' }],
      [{ category: 'A' }],
      [{ category: 'A', whole: 'Z' }],
      [
        { category: 'A', whole: 'B' },
        { category: 'B', kind: 'closedList' as const },
      ],
      [
        {
          category: 'A',
          kind: 'simple' as const,
          roles: [
            { name: 'r', category: 'A' },
            { name: 's', category: 'B' },
          ],
        },
        { category: 'B', kind: 'simple' as const },
      ],
    ]) {
      const made = appFromProject(project, assets({ entities, utterances, app: app(models) })) as { utterances: { entities: unknown[] }[] };
      assert.equal(made.utterances.length, 1, JSON.stringify(models));
      assert.doesNotThrow(() => read(made), JSON.stringify(models));
    }
  });
});
