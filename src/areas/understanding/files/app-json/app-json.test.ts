import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../../../kernel/failures.ts';
import { exportedApp } from '../../../../../test/support/app-json.ts';
import { readApp } from './read.ts';
import type { ReadApp } from './read.ts';
import type { AppJson } from './format.ts';
import { writeApp } from './write.ts';
import type { Child } from '../../model.ts';

function read(input: unknown): ReadApp {
  let last = 0;
  return readApp(input, () => `id-${++last}`);
}

function write({ versionId, ...app }: ReadApp, newest = false): AppJson {
  return writeApp({ ...app, version: versionId, isNewest: newest });
}

/** A model with names in place of ids, entities sorted by kind. */
function named({ schema, examples, ...rest }: ReadApp): unknown {
  const names = new Map<string, string>(schema.intents.map(({ id, name }) => [id, `intent ${name}`]));
  const visit = (path: string, { id, roles = [], children = [] }: Pick<Child, 'id' | 'roles' | 'children'>): void => {
    names.set(id, path);
    for (const role of roles) names.set(role.id, `${path} as ${role.name}`);
    for (const child of children) visit(`${path}::${child.name}`, child);
  };
  for (const entity of schema.entities) if (entity.kind !== 'composite') visit(entity.name, entity);
  for (const entity of schema.entities) if (entity.kind === 'composite') visit(entity.name, { ...entity, children: [] });
  schema.patterns.forEach(({ id }, i) => names.set(id, `pattern ${i}`));
  const entities = schema.entities.toSorted((a, b) => a.kind.localeCompare(b.kind));
  return JSON.parse(
    JSON.stringify({ ...rest, schema: { ...schema, entities }, examples }, (_, value: unknown) =>
      typeof value === 'string' ? (names.get(value) ?? value) : value,
    ),
  );
}

const app = (parts: object = {}): object => ({
  name: 'Kitchen',
  culture: 'en-us',
  versionId: '0.1',
  intents: [{ name: 'Cook' }, { name: 'None' }],
  entities: [{ name: 'Dish', roles: ['main'] }],
  utterances: [],
  ...parts,
});

function rejection(input: unknown): { path: unknown; details: unknown } {
  try {
    read(input);
  } catch (problem) {
    if (problem instanceof Failure && problem.kind === 'AppInvalid') return { path: problem.detail.path, details: problem.detail.details };
    throw problem;
  }
  throw new Error('it was accepted');
}

describe('exported apps', () => {
  test('reads back any app that it writes', () => {
    fc.assert(
      fc.property(exportedApp, fc.boolean(), (input, newest) => {
        const first = read(input);
        const written = write(first, newest);
        const second = read(JSON.parse(JSON.stringify(written)));
        assert.deepEqual(named(second), named(first));
        assert.deepEqual(write(second, newest), written);
      }),
      { numRuns: 100 },
    );
  });

  test('loses nothing between reading and writing', () => {
    fc.assert(
      fc.property(exportedApp, (input) => {
        const written = write(read(input));
        const sorted = (value: unknown): string =>
          JSON.stringify(value, (_, inner: unknown) =>
            typeof inner === 'object' && inner !== null && !Array.isArray(inner)
              ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
              : inner,
          );
        for (const field of [
          'intents',
          'closedLists',
          'patternAnyEntities',
          'regex_entities',
          'prebuiltEntities',
          'regex_features',
          'patterns',
          'utterances',
        ] as const) {
          const plain = (items: readonly object[]): unknown =>
            JSON.parse(sorted(items), (key, value: unknown) =>
              (key === 'features' || key === 'children') && Array.isArray(value) && value.length === 0 ? undefined : value,
            );
          assert.deepEqual(plain(written[field]), plain(input[field]), field);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('writes the fields and order of schema 3.0.0 for a plain app', () => {
    const written = write(
      read(
        app({
          entities: [
            { name: 'Dish', roles: ['main'] },
            { name: 'Time', children: ['Start', 'End'] },
          ],
          model_features: [{ name: 'Tools', mode: true, words: 'pan,pot', activated: true }],
          utterances: [{ text: 'fry the fish', intent: 'Cook', entities: [{ entity: 'dish', startPos: 8, endPos: 11, role: 'Main' }] }],
        }),
      ),
    );
    assert.deepEqual(Object.keys(written), [
      'luis_schema_version',
      'versionId',
      'name',
      'desc',
      'culture',
      'intents',
      'entities',
      'composites',
      'closedLists',
      'patternAnyEntities',
      'regex_entities',
      'prebuiltEntities',
      'model_features',
      'regex_features',
      'patterns',
      'utterances',
    ]);
    assert.equal(written.luis_schema_version, '3.0.0');
    assert.deepEqual(written.intents, [{ name: 'Cook' }, { name: 'None' }]);
    assert.deepEqual(written.entities, [
      { name: 'Dish', roles: ['main'] },
      { name: 'Time', children: ['Start', 'End'], roles: [] },
    ]);
    assert.deepEqual(written.utterances, [
      { text: 'fry the fish', intent: 'Cook', entities: [{ entity: 'Dish', startPos: 8, endPos: 11, role: 'main' }] },
    ]);
  });

  test('adds newer fields to the v2.0 form only if they are not empty', () => {
    const input = read(
      app({
        entities: [
          { name: 'Dish', roles: [] },
          { name: 'Meal', children: [{ name: 'Starter' }] },
        ],
        hierarchicals: [
          { name: 'Time', children: ['Start'] },
          { name: 'Bare', children: [] },
        ],
        phraselists: [{ name: 'Tools', mode: true, words: 'pan,pot', enabledForAllModels: false }],
        intents: [{ name: 'Cook', features: [{ featureName: 'Tools' }] }],
      }),
    );
    const written = write(input);
    assert.deepEqual(written.model_features, [
      { name: 'Tools', mode: true, words: 'pan,pot', activated: true, enabledForAllModels: false },
    ]);
    assert.deepEqual(written.intents, [{ name: 'Cook', features: [{ featureName: 'Tools' }] }, { name: 'None' }]);
    assert.deepEqual(written.entities, [
      { name: 'Dish', roles: [] },
      { name: 'Meal', children: [{ name: 'Starter', children: [], features: [] }], roles: [] },
      { name: 'Time', children: ['Start'], roles: [] },
    ]);
    assert.deepEqual(
      [written.luis_schema_version, written.hierarchicals, 'phraselists' in written, 'settings' in written],
      ['7.0.0', [{ name: 'Bare', children: [], roles: [] }], false, false],
    );
    const newest = write(input, true);
    assert.deepEqual(
      [newest.phraselists, newest.hierarchicals!.map(({ name }) => name), 'model_features' in newest],
      [written.model_features, ['Time', 'Bare'], false],
    );
  });

  test('reads word-based labels and bing_entities of schema 1', () => {
    const { schema, examples } = read(
      app({
        luis_schema_version: '1.3.1',
        bing_entities: ['number', 'encyclopedia'],
        actions: [],
        utterances: [{ text: "what's for lunch, soup or stew?", intent: 'Cook', entities: [{ entity: 'Dish', startPos: 6, endPos: 8 }] }],
      }),
    );
    assert.deepEqual(
      schema.entities.map(({ name, kind }) => [name, kind]),
      [
        ['Dish', 'simple'],
        ['number', 'prebuilt'],
        ['encyclopedia', 'prebuilt'],
      ],
    );
    const [{ text, labels }] = examples as [(typeof examples)[number]];
    assert.equal(text.slice(labels[0]!.start, labels[0]!.end), 'soup or stew');
  });

  test('adds or normalizes the None intent', () => {
    assert.deepEqual(
      read(app({ intents: [{ name: 'Cook' }] })).schema.intents.map(({ name }) => name),
      ['Cook', 'None'],
    );
    const { schema, examples } = read(app({ intents: [{ name: 'none' }], utterances: [{ text: 'la la', intent: 'NONE', entities: [] }] }));
    assert.deepEqual([schema.intents.map(({ name }) => name), examples[0]!.intentId], [['None'], schema.intents[0]!.id]);
  });

  test('reads overlapping labels and parts by full name', () => {
    const { schema, examples } = read(
      app({
        entities: [{ name: 'Order', children: [{ name: 'Item', children: [{ name: 'Size' }] }] }, { name: 'Dish' }],
        utterances: [
          {
            text: 'one large soup',
            intent: 'Cook',
            entities: [
              {
                entity: 'Order',
                startPos: 0,
                endPos: 13,
                children: [{ entity: 'Item', startPos: 4, endPos: 13, children: [{ entity: 'Size', startPos: 4, endPos: 8 }] }],
              },
              { entity: 'Order::Item::Size', startPos: 4, endPos: 8 },
              { entity: 'Dish', startPos: 2, endPos: 9 },
            ],
          },
        ],
      }),
    );
    const [order] = schema.entities;
    const item = order!.children![0]!;
    const size = { entityId: order!.id, childId: item.children![0]!.id, start: 4, end: 9 };
    assert.deepEqual(examples[0]!.labels, [
      {
        entityId: order!.id,
        start: 0,
        end: 14,
        children: [{ entityId: order!.id, childId: item.id, start: 4, end: 14, children: [size] }],
      },
      size,
      { entityId: schema.entities[1]!.id, start: 2, end: 10 },
    ]);
  });

  test('numbers features and utterances consecutively', () => {
    const { schema, examples, lastNumber } = read(
      app({
        phraselists: [{ name: 'Tools', words: 'pan' }],
        regex_features: [{ name: 'Grams', pattern: '\\d+g' }],
        utterances: [{ text: 'boil it', intent: 'Cook' }],
      }),
    );
    assert.deepEqual([schema.phraseLists[0]!.id, schema.patternFeatures[0]!.id, examples[0]!.id, lastNumber], [1, 2, 3, 3]);
  });

  test('omits relations to deleted models', () => {
    const input = read(
      app({
        phraselists: [{ name: 'Tools', words: 'pan' }],
        intents: [{ name: 'Cook', features: [{ featureName: 'Tools' }, { modelName: 'Dish' }] }],
      }),
    );
    const written = write({ ...input, schema: { ...input.schema, phraseLists: [] } });
    assert.deepEqual(written.intents[0]!.features, [{ modelName: 'Dish' }]);
  });
});

describe('invalid exported apps', () => {
  const label = { entity: 'Dish', startPos: 0, endPos: 3 };
  const utterance = (...entities: object[]): object => ({ utterances: [{ text: 'boil', intent: 'Cook', entities }] });
  const cases: [string, object, string][] = [
    ['an unknown entity in a label', app(utterance({ ...label, entity: 'Fork' })), 'utterances[0].entities[0].entity'],
    ['an unknown role in a label', app(utterance({ ...label, role: 'side' })), 'utterances[0].entities[0].role'],
    [
      'a part that the entity does not have',
      app(utterance({ ...label, children: [label] })),
      'utterances[0].entities[0].children[0].entity',
    ],
    ['a label that ends outside of the text', app(utterance({ ...label, endPos: 4 })), 'utterances[0].entities[0].endPos'],
    ['a label that ends before it starts', app(utterance({ ...label, startPos: 3, endPos: 2 })), 'utterances[0].entities[0].endPos'],
    ['a label that starts before the text', app(utterance({ ...label, startPos: -1 })), 'utterances[0].entities[0].startPos'],
    ['a position that is not a number', app(utterance({ ...label, startPos: '0' })), 'utterances[0].entities[0].startPos'],
    ['an unknown intent', app({ utterances: [{ text: 'boil', intent: 'Bake' }] }), 'utterances[0].intent'],
    ['an empty text', app({ utterances: [{ text: '  ', intent: 'Cook' }] }), 'utterances[0].text'],
    ['a text of 501 characters', app({ utterances: [{ text: 'x'.repeat(501), intent: 'Cook' }] }), 'utterances[0].text'],
    ['an unknown entity in a composite', app({ composites: [{ name: 'Meal', children: ['Dish', 'Fork'] }] }), 'composites[0].children[1]'],
    [
      'a composite in a composite',
      app({
        composites: [
          { name: 'Meal', children: ['Dish'] },
          { name: 'Feast', children: ['Meal'] },
        ],
      }),
      'composites[1].children[0]',
    ],
    ['two intents with the same name', app({ intents: [{ name: 'Cook' }, { name: 'cook' }] }), 'intents[1].name'],
    ['an entity with the name of an intent', app({ closedLists: [{ name: 'COOK', subLists: [] }] }), 'closedLists[0].name'],
    ['two roles with the same name', app({ entities: [{ name: 'Dish', roles: ['a', 'A'] }] }), 'entities[0].roles[1]'],
    [
      'two features with the same name',
      app({ phraselists: [{ name: 'Tools', words: '' }], regex_features: [{ name: 'tools', pattern: 'x' }] }),
      'regex_features[0]',
    ],
    [
      'two equal canonical forms',
      app({ closedLists: [{ name: 'Pan', subLists: [{ canonicalForm: 'wok' }, { canonicalForm: 'Wok' }] }] }),
      'closedLists[0].subLists[1].canonicalForm',
    ],
    ['501 intents', app({ intents: Array.from({ length: 501 }, (_, i) => ({ name: `i${i}` })) }), 'intents'],
    ['500 intents without None', app({ intents: Array.from({ length: 500 }, (_, i) => ({ name: `i${i}` })) }), 'intents'],
    ['too many utterances', app({ utterances: Array.from({ length: 15_001 }, () => ({})) }), 'utterances'],
    [
      'an unknown feature',
      app({ intents: [{ name: 'Cook', features: [{ featureName: 'Tools' }] }] }),
      'intents[0].features[0].featureName',
    ],
    [
      'an unknown model',
      app({ entities: [{ name: 'Dish', children: [{ name: 'Size', instanceOf: 'number' }] }] }),
      'entities[0].children[0].instanceOf',
    ],
    ['a pattern of an unknown entity', app({ patterns: [{ pattern: 'cook {Fork}', intent: 'Cook' }] }), 'patterns[0]'],
    ['an invalid pattern', app({ patterns: [{ pattern: 'cook [it', intent: 'Cook' }] }), 'patterns[0]'],
    [
      'a regular expression with a backreference',
      app({ regex_entities: [{ name: 'Evil', regexPattern: '(a+)\\1' }] }),
      'regex_entities[0].regexPattern',
    ],
    ['a newer schema version', app({ luis_schema_version: '8.0.0' }), 'luis_schema_version'],
    ['a list that is an object', app({ intents: { length: 1 } }), 'intents'],
    ['an intent that is a text', app({ intents: ['Cook'] }), 'intents[0]'],
    ['a name that is a number', app({ intents: [{ name: 7 }] }), 'intents[0].name'],
    ['a name that is missing', app({ closedLists: [{}] }), 'closedLists[0].name'],
  ];
  for (const [what, input, path] of cases) test(`rejects ${what}`, () => assert.equal(rejection(input).path, path));

  test('rejects values that are not objects', () => {
    for (const input of [[], 'app', 7, null, undefined]) assert.equal(rejection(input).path, 'the app');
  });

  test('rejects parts that are nested too deeply', () => {
    let part: object = { name: 'deepest' };
    for (let i = 0; i < 20; i++) part = { name: `level ${i}`, children: [part] };
    assert.match(String(rejection(app({ entities: [{ name: 'Dish', children: [part] }] })).details), /10 levels/);
  });

  test('ignores prototype properties and accepts their names as data', () => {
    const input = JSON.parse(
      '{"name":"P","intents":[{"name":"__proto__"},{"name":"constructor"}],"entities":[{"name":"toString"}],"__proto__":{"utterances":[{"text":"x","intent":"None"}]},"utterances":[{"text":"to","intent":"constructor","entities":[{"entity":"toString","startPos":0,"endPos":1}]}]}',
    ) as object;
    const { schema, examples } = read(input);
    assert.deepEqual([schema.intents.map(({ name }) => name), examples.length], [['__proto__', 'constructor', 'None'], 1]);
    assert.equal(({} as { utterances?: unknown }).utterances, undefined);
    assert.equal(rejection(app({ utterances: [{ text: 'x', intent: 'valueOf' }] })).path, 'utterances[0].intent');
  });

  test('accepts or rejects any mutated app without another error', () => {
    fc.assert(
      fc.property(
        exportedApp,
        fc.nat(),
        fc.oneof(fc.json(), fc.constantFrom('null', '-1', '"__proto__"', '[]', '{}', '""')),
        (input, at, put) => {
          const text = JSON.stringify(input);
          const values = [...text.matchAll(/(?<=:)("(?:\\.|[^"\\])*"|\d+|true|false|\[\])/g)];
          const { index, 0: old } = values[at % values.length]!;
          try {
            read(JSON.parse(text.slice(0, index) + put + text.slice(index + old.length)));
          } catch (problem) {
            assert.ok(problem instanceof Failure && problem.kind === 'AppInvalid', String(problem));
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
