import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Failure } from '../../../../kernel/failures.ts';
import { toDefinition, toRow } from '../training/definition.ts';
import { writeProject } from './export.ts';
import { parseAssets } from './import.ts';
import type { ConversationAssets, ProjectKind } from '../model.ts';

const read = (assets: object, more: object = {}, kind: ProjectKind = 'Conversation'): ConversationAssets =>
  parseAssets({ assets, ...more }, kind, 'en');

function place(assets: object, kind: ProjectKind = 'Conversation'): unknown {
  try {
    read(assets, {}, kind);
  } catch (problem) {
    if (problem instanceof Failure) return problem.detail.target;
    throw problem;
  }
  return undefined;
}

describe('import of a project', () => {
  test('adds the intent None', () => {
    assert.deepEqual(read({ intents: [{ name: 'Go' }] }).intents, [{ category: 'Go' }, { category: 'None' }]);
    assert.deepEqual(read({ intents: [{ category: 'None' }, { category: 'Go' }] }).intents, [{ category: 'None' }, { category: 'Go' }]);
    assert.deepEqual(parseAssets({}, 'Orchestration', 'en'), {
      projectKind: 'Orchestration',
      intents: [{ category: 'None' }],
      entities: [],
      utterances: [],
    });
  });

  test('reads the form of the oldest version and of the later ones', () => {
    const former = {
      intents: [{ name: 'Go' }],
      entities: [{ name: 'City' }],
      examples: [{ text: 'to rome', language: 'en', intent: 'Go', entities: [{ entityName: 'City', offset: 3, length: 4 }] }],
    };
    const later = {
      intents: [{ category: 'Go' }],
      entities: [{ category: 'City' }],
      utterances: [{ text: 'to rome', language: 'en', intent: 'Go', entities: [{ category: 'City', offset: 3, length: 4 }] }],
    };
    assert.deepEqual(read(former), read(later));
  });

  test('compares names exactly, including names of built-in object properties', () => {
    const assets = read({
      intents: [{ category: '__proto__' }, { category: 'constructor' }, { category: 'go' }, { category: 'Go' }],
      utterances: [{ text: 'x', intent: '__proto__' }],
    });
    assert.deepEqual(
      assets.intents.map(({ category }) => category),
      ['__proto__', 'constructor', 'go', 'Go', 'None'],
    );
    assert.equal(place({ intents: [], utterances: [{ text: 'x', intent: 'toString' }] }), 'assets.utterances[0].intent');
  });

  test('reads offsets in the unit of the file', () => {
    const assets = (offset: number): object => ({
      intents: [{ category: 'Go' }],
      entities: [{ category: 'City' }],
      utterances: [{ text: '👨‍👩‍👧 e\u0301 नमस्ते rome', intent: 'Go', entities: [{ category: 'City', offset, length: 4 }] }],
    });
    for (const [stringIndexType, offset] of [
      ['Utf16CodeUnit', 19],
      ['UnicodeCodePoint', 16],
      ['TextElements_v8', 9],
    ] as const) {
      const {
        text,
        entities: [label],
      } = read(assets(offset), { stringIndexType }).utterances[0]!;
      assert.equal(text.slice(label!.offset, label!.offset + label!.length), 'rome', stringIndexType);
    }
    assert.throws(() => read(assets(0), { stringIndexType: 'Bytes' }), Failure);
  });

  test('reads the targets of an orchestration in both forms', () => {
    const targets = [
      { cluOrchestration: { projectName: 'A', deploymentName: 'p' } },
      { conversationOrchestration: { projectName: 'A', deploymentName: 'p' } },
      { luisOrchestration: { appId: 'x', slotName: 'staging' } },
      { questionAnsweringOrchestration: { projectName: 'Q' } },
    ];
    const { intents } = read({ intents: targets.map((orchestration, i) => ({ name: `I${i}`, orchestration })) }, {}, 'Orchestration');
    assert.deepEqual(
      intents.map(({ orchestration }) => orchestration?.targetProjectKind),
      ['Conversation', 'Conversation', 'Luis', 'QuestionAnswering', undefined],
    );
    assert.deepEqual(intents[0]!.orchestration, intents[1]!.orchestration);
    assert.equal(place({ intents: [{ category: 'A', orchestration: {} }] }, 'Orchestration'), 'assets.intents[0].orchestration');
    assert.equal(place({ intents: [{ category: 'None', orchestration: targets[2] }] }, 'Orchestration'), 'assets.intents[0].orchestration');
    assert.equal(place({ entities: [{ category: 'A' }] }, 'Orchestration'), 'assets.entities');
  });

  test('rejects values of the wrong type by their path', () => {
    for (const [assets, target] of [
      [[], 'assets'],
      [{ intents: {} }, 'assets.intents'],
      [{ intents: [null] }, 'assets.intents[0]'],
      [{ intents: [{ category: 5 }] }, 'assets.intents[0].category'],
      [{ intents: [{}] }, 'assets.intents[0].category'],
      [{ entities: [{ category: 'A', list: { sublists: [{ listKey: '' }] } }] }, 'assets.entities[0].list.sublists[0].listKey'],
      [{ entities: [{ category: 'A', prebuilts: [{}] }] }, 'assets.entities[0].prebuilts[0].category'],
      [{ utterances: 'x' }, 'assets.utterances'],
      [{ examples: [{ text: 'x' }] }, 'assets.examples[0].intent'],
    ] as const)
      assert.equal(place(assets), target);
  });

  test('rejects too many expressions', () => {
    const entity = (name: string, count: number): object => ({
      category: name,
      regex: { expressions: Array.from({ length: count }, (_, i) => ({ regexKey: `k${i}`, regexPattern: `a${i}` })) },
    });
    assert.equal(read({ entities: [entity('A', 50), entity('B', 50)] }).entities.length, 2);
    assert.equal(place({ entities: [entity('A', 50), entity('B', 51)] }), 'assets.entities[1].regex');
  });

  test('exports what was imported, in the form of each version', () => {
    const assets = read({
      intents: [{ category: 'Go' }],
      entities: [{ category: 'City' }],
      utterances: [{ text: 'to rome', intent: 'Go', entities: [{ category: 'City', offset: 3, length: 4 }] }],
    });
    const project = {
      uid: '',
      name: 'P',
      kind: 'Conversation',
      language: 'en',
      multilingual: false,
      settings: {},
      createdAt: 0,
      modifiedAt: 0,
      assets: '',
      resources: [],
    };
    for (const version of ['2021-11-01-preview', '2023-04-01']) {
      assert.deepEqual(parseAssets(writeProject(project, assets, version, 'Utf16CodeUnit'), 'Conversation', 'en'), assets);
    }
  });
});

describe('engine definition', () => {
  const { intents, entities, utterances } = read({
    intents: [{ category: 'Go' }],
    entities: [
      {
        category: 'City',
        list: {
          sublists: [
            {
              listKey: 'Rome',
              synonyms: [
                { language: 'en', values: ['rome'] },
                { language: 'it', values: ['roma'] },
              ],
            },
          ],
        },
        requiredComponents: ['list'],
      },
      { category: 'Trip' },
      {
        category: 'Count',
        prebuilts: [{ category: 'Quantity.Ordinal' }, { category: 'General.Event' }],
        compositionSetting: 'requireExactOverlap',
      },
    ],
    utterances: [
      {
        text: 'to rome',
        language: 'en-gb',
        intent: 'Go',
        entities: [
          { category: 'City', offset: 3, length: 4 },
          { category: 'Trip', offset: 0, length: 7 },
        ],
      },
    ],
  });
  const definition = toDefinition({ projectKind: 'Conversation', intents, entities }, utterances, 'en');

  test('has entities with their components, and overlapping ones on different levels', () => {
    const [city, trip, count] = definition.entities;
    assert.deepEqual([city!.learned, city!.level, city!.required, city!.composition], [true, undefined, ['list'], 'combineComponents']);
    assert.deepEqual(city!.list, [
      { canonical: 'Rome', synonyms: ['rome'], isNameOnly: true, language: 'en' },
      { canonical: 'Rome', synonyms: ['roma'], isNameOnly: true, language: 'it' },
    ]);
    assert.deepEqual([trip!.learned, trip!.level], [true, 1]);
    assert.deepEqual([count!.learned, count!.prebuilts, count!.required], [undefined, ['ordinalV2'], ['prebuilt']]);
  });

  test('has rows in their own language', () => {
    assert.deepEqual(toRow(utterances[0]!), {
      text: 'to rome',
      culture: 'en-gb',
      intents: ['Go'],
      labels: [
        { entity: 'City', start: 3, end: 7 },
        { entity: 'Trip', start: 0, end: 7 },
      ],
    });
  });
});
