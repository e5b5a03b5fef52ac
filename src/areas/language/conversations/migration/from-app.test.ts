import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../../../kernel/failures.ts';
import { trainLanguage } from '../../../../engines/language/models/train.ts';
import { toDefinition, toRow } from '../training/definition.ts';
import { projectFromApp } from './from-app.ts';
import { parseAssets } from '../files/import.ts';
import { categoryOf } from '../app-fields.ts';
import { toProjectName } from './names.ts';
import type { Entity } from '../model.ts';

const label = (text: string, part: string, entity: string, more: object = {}): object => ({
  entity,
  startPos: text.indexOf(part),
  endPos: text.indexOf(part) + part.length - 1,
  ...more,
});
const entityOf = (entities: readonly Entity[], category: string): Entity => entities.find((one) => one.category === category)!;

describe('app to project', () => {
  it('keeps intents, learned entities, utterances and labels, with the culture as language', () => {
    const text = 'order two pizzas';
    const { name, metadata, assets, report } = projectFromApp({
      name: 'Food & more!',
      desc: 'What people eat',
      culture: 'en-gb',
      intents: [{ name: 'Order' }],
      entities: [{ name: 'Dish', roles: [] }],
      utterances: [
        { text, intent: 'order', entities: [label(text, 'pizzas', 'dish')] },
        { text: 'bye', intent: '', entities: [] },
      ],
    });
    assert.equal(name, 'Food more');
    assert.deepEqual(metadata, {
      projectKind: 'Conversation',
      language: 'en-gb',
      multilingual: false,
      description: 'What people eat',
      settings: {},
    });
    assert.deepEqual(assets.intents, [{ category: 'Order' }, { category: 'None' }]);
    assert.deepEqual(assets.entities, [{ category: 'Dish' }]);
    assert.deepEqual(assets.utterances, [
      { text, language: 'en-gb', intent: 'Order', dataset: 'Train', entities: [{ category: 'Dish', offset: 10, length: 6 }] },
      { text: 'bye', language: 'en-gb', intent: 'None', dataset: 'Train', entities: [] },
    ]);
    assert.deepEqual(report.kept, [
      { what: 'intent', from: 'Order', to: 'Order' },
      { what: 'intent', from: 'None', to: 'None' },
      { what: 'utterances', from: '2', to: '2' },
      { what: 'entity', from: 'Dish', to: 'Dish' },
    ]);
    assert.deepEqual([report.changed, report.dropped], [[], []]);
  });

  it('reads word offsets of the first schema', () => {
    const { assets } = projectFromApp({
      luis_schema_version: '1.3.0',
      intents: [{ name: 'Go' }],
      entities: [{ name: 'Place' }],
      bing_entities: ['number'],
      utterances: [{ text: 'go to the old harbour', intent: 'Go', entities: [{ entity: 'Place', startPos: 3, endPos: 4 }] }],
    });
    assert.deepEqual(assets.utterances[0]!.entities, [{ category: 'Place', offset: 10, length: 11 }]);
    assert.deepEqual(entityOf(assets.entities, 'number').prebuilts, [{ category: 'Quantity.Number' }]);
  });

  it('converts parts and hierarchical children to entities that know their parents', () => {
    const text = 'a large oat latte to the harbour';
    const { assets, report } = projectFromApp({
      intents: [{ name: 'Order' }],
      hierarchicals: [{ name: 'Place', children: ['From', 'To'] }],
      entities: [{ name: 'Drink', children: [{ name: 'Size' }, { name: 'Milk', children: [{ name: 'Kind' }] }] }],
      utterances: [
        {
          text,
          intent: 'Order',
          entities: [
            label(text, 'large oat latte', 'Drink', {
              children: [label(text, 'large', 'Size'), label(text, 'oat', 'Milk', { children: [label(text, 'oat', 'Kind')] })],
            }),
            label(text, 'harbour', 'Place::To'),
          ],
        },
      ],
    });
    assert.deepEqual(
      assets.entities.map(({ category }) => category),
      ['Drink', 'Drink.Size', 'Drink.Milk', 'Drink.Milk.Kind', 'Place', 'Place.From', 'Place.To'],
    );
    assert.deepEqual(
      assets.utterances[0]!.entities.map(({ category, offset, length }) => [category, text.slice(offset, offset + length)]),
      [
        ['Drink', 'large oat latte'],
        ['Drink.Size', 'large'],
        ['Drink.Milk', 'oat'],
        ['Drink.Milk.Kind', 'oat'],
        ['Place.To', 'harbour'],
      ],
    );
    const definition = toDefinition(assets, assets.utterances, 'en-us');
    assert.deepEqual(
      definition.entities.map(({ name, level, within }) => [name, level, within]),
      [
        ['Drink', undefined, undefined],
        ['Drink.Size', 1, 'Drink'],
        ['Drink.Milk', 1, 'Drink'],
        ['Drink.Milk.Kind', 2, 'Drink.Milk'],
        ['Place', undefined, undefined],
        ['Place.From', undefined, undefined],
        ['Place.To', undefined, undefined],
      ],
    );
    assert.ok(report.changed.some(({ what, from, to }) => what === 'entity' && from === 'Drink::Milk::Kind' && to === 'Drink.Milk.Kind'));
  });

  it('puts composites on a level above their children', () => {
    const text = 'two red boats';
    const { assets } = projectFromApp({
      intents: [{ name: 'Buy' }],
      entities: [{ name: 'Color', roles: ['hull'] }, { name: 'Thing' }],
      composites: [{ name: 'Wish', children: ['Color', 'Thing'] }],
      utterances: [
        { text, intent: 'Buy', entities: [label(text, text, 'Wish'), label(text, 'red', 'Color'), label(text, 'boats', 'Thing')] },
      ],
    });
    assert.deepEqual(
      assets.utterances[0]!.entities.map(({ category }) => category),
      ['Wish', 'Color', 'Thing'],
    );
    const wish = toDefinition(assets, assets.utterances, 'en-us').entities.find(({ name }) => name === 'Wish');
    assert.deepEqual([wish?.level, wish?.madeOf], [1, ['Color', 'Color.hull', 'Thing']]);
  });

  it('converts lists, expressions and prebuilts to components that match the same', () => {
    const { assets, report } = projectFromApp({
      culture: 'en-us',
      intents: [],
      closedLists: [{ name: 'Color', subLists: [{ canonicalForm: 'red', list: ['scarlet', ''] }] }],
      regex_entities: [{ name: 'Ticket', regexPattern: 'T-[0-9]{4}' }],
      prebuiltEntities: [{ name: 'datetimeV2' }, { name: 'money' }, { name: 'ordinal' }, { name: 'personName' }, { name: 'geography' }],
    });
    assert.deepEqual(assets.entities, [
      {
        category: 'Color',
        list: { sublists: [{ listKey: 'red', synonyms: [{ language: 'en-us', values: ['red', 'scarlet'] }] }] },
        compositionSetting: 'separateComponents',
      },
      {
        category: 'Ticket',
        regex: { expressions: [{ regexKey: 'Ticket', language: 'en-us', regexPattern: 'T-[0-9]{4}' }] },
        compositionSetting: 'separateComponents',
      },
      { category: 'datetimeV2', prebuilts: [{ category: 'DateTime' }], compositionSetting: 'separateComponents' },
      { category: 'money', prebuilts: [{ category: 'Quantity.Currency' }], compositionSetting: 'separateComponents' },
      { category: 'ordinal', prebuilts: [{ category: 'Quantity.Ordinal' }], compositionSetting: 'separateComponents' },
      { category: 'personName', prebuilts: [{ category: 'Person.Name' }], compositionSetting: 'separateComponents' },
      { category: 'geography', prebuilts: [{ category: 'Geography.Location' }], compositionSetting: 'separateComponents' },
    ]);
    assert.deepEqual(
      report.changed.map(({ what, from, to }) => [what, from, to]),
      [
        ['prebuilt', 'ordinal', 'Quantity.Ordinal'],
        ['prebuilt', 'geography', 'Geography.Location'],
      ],
    );
  });

  it('reports prebuilts that are not recognized in the language', () => {
    const { report } = projectFromApp({ culture: 'pl-pl', intents: [], prebuiltEntities: [{ name: 'number' }] });
    assert.match(report.changed[0]!.why!, /pl-pl/);
  });

  it('drops unsupported expressions and reports why', () => {
    const { assets, report } = projectFromApp({
      intents: [{ name: 'Go' }],
      regex_entities: [{ name: 'Code', regexPattern: '(?=A)A[0-9]+' }],
      regex_features: [{ name: 'Twice', pattern: '(a)\\1', activated: true }],
      patterns: [{ pattern: 'go {Code}', intent: 'Go' }],
    });
    assert.deepEqual(assets.entities, [{ category: 'Code' }]);
    assert.deepEqual(
      report.dropped.map(({ what, from }) => [what, from]),
      [
        ['expression', 'Code: (?=A)A[0-9]+'],
        ['pattern feature', 'Twice: (a)\\1'],
      ],
    );
    assert.match(report.dropped[0]!.why!, /looking ahead/);
    assert.deepEqual(assets.app!.regexFeatures, [{ name: 'Twice', pattern: '(a)\\1', active: false }]);
  });

  it('converts roles to learned entities', () => {
    const text = 'from oslo to bergen';
    const { assets, report } = projectFromApp({
      culture: 'en-us',
      intents: [{ name: 'Fly' }],
      closedLists: [{ name: 'City', roles: ['from', 'to'], subLists: [{ canonicalForm: 'oslo', list: [] }] }],
      entities: [{ name: 'Seat', roles: ['old'] }],
      utterances: [
        { text, intent: 'Fly', entities: [label(text, 'oslo', 'City', { role: 'from' }), label(text, 'bergen', 'City', { role: 'To' })] },
      ],
    });
    const list = { sublists: [{ listKey: 'oslo', synonyms: [{ language: 'en-us', values: ['oslo'] }] }] };
    assert.deepEqual(assets.entities, [
      { category: 'Seat' },
      { category: 'Seat.old' },
      { category: 'City', list, compositionSetting: 'separateComponents' },
      { category: 'City.from', list, compositionSetting: 'returnLongestOverlap', requiredComponents: ['learned', 'list'] },
      { category: 'City.to', list, compositionSetting: 'returnLongestOverlap', requiredComponents: ['learned', 'list'] },
    ]);
    assert.deepEqual(
      assets.utterances[0]!.entities.map(({ category }) => category),
      ['City.from', 'City.to'],
    );
    assert.deepEqual(
      report.changed.map(({ what, from, to }) => [what, from, to]),
      [
        ['role', 'Seat:old', 'Seat.old'],
        ['role', 'City:from', 'City.from'],
        ['role', 'City:to', 'City.to'],
      ],
    );
  });

  it('appends a number to a name that is taken', () => {
    const { assets } = projectFromApp({
      intents: [],
      entities: [{ name: 'City.from' }, { name: 'City', roles: ['from'], children: [{ name: 'From' }] }],
    });
    assert.deepEqual(
      assets.entities.map(({ category }) => category),
      ['City.from', 'City', 'City.from3', 'City.From2'],
    );
  });

  it('keeps labels of lists without letting them match more', () => {
    const text = 'paint it red';
    const { assets } = projectFromApp({
      intents: [{ name: 'Paint' }],
      closedLists: [{ name: 'Color', subLists: [{ canonicalForm: 'red', list: [] }] }],
      utterances: [{ text, intent: 'Paint', entities: [label(text, 'red', 'Color')] }],
    });
    assert.deepEqual(entityOf(assets.entities, 'Color').requiredComponents, ['list']);
  });

  it('converts required features to required components and drops the others', () => {
    const { assets, report } = projectFromApp({
      intents: [{ name: 'Go', features: [{ featureName: 'Words' }] }],
      closedLists: [{ name: 'Colors', subLists: [{ canonicalForm: 'red', list: [] }] }],
      prebuiltEntities: [{ name: 'number' }],
      entities: [{ name: 'Paint', features: [{ modelName: 'Colors', isRequired: true }, { modelName: 'number' }] }],
      phraselists: [{ name: 'Words', words: 'a,b', mode: true, activated: true }],
    });
    const paint = entityOf(assets.entities, 'Paint');
    assert.deepEqual(
      [Object.keys(paint), paint.requiredComponents],
      [
        ['category', 'list', 'compositionSetting', 'requiredComponents'],
        ['learned', 'list'],
      ],
    );
    assert.deepEqual(
      report.dropped.map(({ what, from }) => [what, from]),
      [
        ['feature', 'number of Paint'],
        ['feature', 'Words of Go'],
      ],
    );
    assert.ok(report.changed.some(({ what, from }) => what === 'feature' && from === 'Colors required by Paint'));
  });

  it('keeps active phrase lists for training, and the others for the export as an app', () => {
    const list = { words: 'big, huge', mode: false };
    const { assets, report } = projectFromApp({
      intents: [{ name: 'Go', features: [{ featureName: 'Used' }] }],
      phraselists: [
        { name: 'All', activated: true, ...list },
        { name: 'Off', activated: false, ...list },
        { name: 'Unused', activated: true, enabledForAllModels: false, ...list },
        { name: 'Used', activated: true, enabledForAllModels: false, ...list },
      ],
    });
    assert.deepEqual(assets.phraseLists, [
      { name: 'All', phrases: ['big', 'huge'], exchangeable: false },
      { name: 'Used', phrases: ['big', 'huge'], exchangeable: false },
    ]);
    assert.deepEqual(
      report.dropped.filter(({ what }) => what === 'phrase list').map(({ from }) => from),
      ['Off', 'Unused'],
    );
  });

  it('keeps patterns with the entity names of the project', () => {
    const { assets } = projectFromApp({
      intents: [{ name: 'Find' }],
      entities: [{ name: 'City', roles: ['to'], children: [{ name: 'Part' }] }],
      patternAnyEntities: [{ name: 'Title', explicitList: ['gone with the wind'] }],
      patterns: [
        { pattern: 'find {@title} [please]', intent: 'find' },
        { pattern: '(go|fly) to {City:to} near {City::Part}', intent: 'Find' },
      ],
    });
    assert.deepEqual(assets.patterns, [
      { template: 'find {Title} [please]', intent: 'Find' },
      { template: '(go|fly) to ({City.to}|{City:to}) near {City.Part}', intent: 'Find' },
    ]);
    assert.deepEqual(toDefinition(assets, assets.utterances, 'en-us').anys, [{ entity: 'Title', explicit: ['gone with the wind'] }]);
  });

  it('keeps the longest of overlapping labels and reports the others', () => {
    const text = 'the old town hall';
    const { assets, report } = projectFromApp({
      intents: [{ name: 'Go' }],
      entities: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
      utterances: [{ text, intent: 'Go', entities: [label(text, 'old', 'A'), label(text, 'old town', 'B'), label(text, 'hall', 'C')] }],
    });
    assert.deepEqual(
      assets.utterances[0]!.entities.map(({ category }) => category),
      ['B', 'C'],
    );
    assert.deepEqual(report.dropped, [{ what: 'label', from: 'A on "old" in "the old town hall"', why: 'it overlaps with the longer B' }]);
  });

  it('counts report items over the limit', () => {
    const text = 'old town';
    const { report } = projectFromApp({
      intents: [{ name: 'Go' }],
      entities: [{ name: 'A' }, { name: 'B' }],
      utterances: Array.from({ length: 250 }, () => ({ text, intent: 'Go', entities: [label(text, 'old', 'A'), label(text, text, 'B')] })),
    });
    assert.equal(report.dropped.length, 201);
    assert.deepEqual(report.dropped.at(-1), { what: 'label', from: '50 more' });
  });

  it('rejects invalid apps by the path of the field', () => {
    const refused = (given: unknown): Record<string, unknown> => {
      try {
        projectFromApp(given);
      } catch (problem) {
        if (problem instanceof Failure) return { kind: problem.kind, target: problem.detail.target };
      }
      throw new Error('It was taken.');
    };
    assert.deepEqual(refused({ intents: [{ name: 5 }] }), { kind: 'AssetsInvalid', target: 'intents[0].name' });
    assert.deepEqual(refused({ intents: [], regex_entities: 'none' }), { kind: 'AssetsInvalid', target: 'regex_entities' });
    for (const given of [
      null,
      undefined,
      1,
      'text',
      [],
      [1],
      { intents: [null] },
      { regex_entities: [null] },
      { regex_entities: [{ name: 'x' }] },
    ]) {
      assert.equal(refused(given).kind, 'AssetsInvalid', JSON.stringify(given));
    }
  });

  it('produces assets that an import accepts', () => {
    const text = 'from oslo to bergen with a large latte';
    const { metadata, assets } = projectFromApp({
      culture: 'en-us',
      intents: [{ name: 'Fly' }],
      closedLists: [{ name: 'City', roles: ['from', 'to'], subLists: [{ canonicalForm: 'oslo', list: ['os lo'] }] }],
      entities: [{ name: 'Drink', children: [{ name: 'Size' }] }],
      prebuiltEntities: [{ name: 'keyPhrase' }, { name: 'geographyV2' }, { name: 'number' }],
      patterns: [{ pattern: 'from {City:from} [to {City:to}]', intent: 'Fly' }],
      phraselists: [{ name: 'Words', words: 'a,b', mode: true, activated: true }],
      utterances: [
        {
          text,
          intent: 'Fly',
          entities: [
            label(text, 'oslo', 'City', { role: 'from' }),
            label(text, 'large latte', 'Drink', { children: [label(text, 'large', 'Size')] }),
          ],
        },
      ],
    });
    assert.deepEqual(
      parseAssets(JSON.parse(JSON.stringify({ metadata, assets })), 'Conversation', 'en-us'),
      JSON.parse(JSON.stringify(assets)),
    );
  });
});

const places = ['oslo', 'bergen', 'rome', 'paris', 'lima'];
const utterances = places.flatMap((from, i) => {
  const to = places[(i + 1) % places.length]!;
  const text = `fly from ${from} to ${to}`;
  return [
    { text, intent: 'Fly', entities: [label(text, from, 'City', { role: 'from' }), label(text, to, 'City', { role: 'to' })] },
    { text: `what is the weather in ${from}`, intent: 'Weather', entities: [] },
  ];
});
const { assets } = projectFromApp({
  culture: 'en-us',
  intents: [{ name: 'Fly' }, { name: 'Weather' }, { name: 'Read' }],
  closedLists: [
    { name: 'City', roles: ['from', 'to', 'via'], subLists: [...places, 'quito'].map((canonicalForm) => ({ canonicalForm, list: [] })) },
  ],
  patternAnyEntities: [{ name: 'Title' }],
  patterns: [
    { pattern: 'read {Title} to me', intent: 'Read' },
    { pattern: 'change planes in {City:via}', intent: 'Fly' },
  ],
  utterances,
});
const { model } = await trainLanguage(toDefinition(assets, assets.utterances, 'en-us'), assets.utterances.map(toRow));

describe('a trained project that was migrated', () => {
  const found = (text: string): string[][] =>
    model.predict(text, { when: { referenceMs: 0 } }).entities.map((one) => [categoryOf(one), text.slice(one.start, one.end)]);

  it('finds roles by their labels, and the entity by its list', () => {
    assert.deepEqual(found('fly from rome to oslo').sort(), [
      ['City', 'oslo'],
      ['City', 'rome'],
      ['City.from', 'rome'],
      ['City.to', 'oslo'],
    ]);
    assert.deepEqual(found('is quito warm'), [['City', 'quito']]);
  });

  it('finds entities by patterns', () => {
    const { intents } = model.predict('read the tale of two rivers to me', { when: { referenceMs: 0 } });
    assert.equal(intents[0]!.intent, 'Read');
    assert.deepEqual(found('read the tale of two rivers to me'), [['Title', 'the tale of two rivers']]);
    assert.deepEqual(found('change planes in quito'), [['City.via', 'quito']]);
  });
});

describe('toProjectName', () => {
  it('removes special characters', () => {
    assert.equal(toProjectName('My/App? #1 (test)'), 'MyApp 1 test');
    assert.equal(toProjectName('Über-Café_2.0'), 'Über-Café_2.0');
    for (const nothing of ['', '???', '..', ' . ']) assert.equal(toProjectName(nothing), 'app');
    assert.equal(toProjectName('é'.repeat(300)).length, 100);
  });
});
