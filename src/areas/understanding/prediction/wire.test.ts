import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Info } from '../../../engines/language/models/finders.ts';
import type { LanguageEntity, LanguagePrediction } from '../../../engines/language/models/model.ts';
import { tokenizeForReply } from '../examples/labels.ts';
import { describePrediction } from '../examples/prediction-view.ts';
import { toVersion2, toVersion3 } from './wire.ts';
import type { KindsByName } from './wire.ts';

const query = 'two pizzas with cooked ham';

function found(entity: string, phrase: string, whole?: LanguageEntity): LanguageEntity {
  const start = query.indexOf(phrase);
  return {
    entity,
    start,
    end: start + phrase.length,
    score: 0.9,
    learned: true,
    parts: [],
    ...(whole && { whole: { entity: whole.entity, start: whole.start, end: whole.end } }),
  };
}

const pizza = found('Pizza', query);
const topping = found('Pizza::Topping', 'cooked ham', pizza);
const parts = [pizza, found('Pizza::Count', 'two', pizza), topping, found('Pizza::Topping::Kind', 'cooked', topping)];
const prediction = (entities: LanguageEntity[]): LanguagePrediction => ({ intents: [{ intent: 'Order', score: 1 }], labels: [], entities });
const entities3 = (entities: LanguageEntity[], kinds: KindsByName = new Map()): unknown =>
  (
    toVersion3(query, prediction(entities), kinds, { verbose: false, allIntents: false, preview: false }) as {
      prediction: { entities: object };
    }
  ).prediction.entities;

describe('predictions on the wire', () => {
  test('nests parts at any depth in v3.0', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(entities3(parts))), { Pizza: [{ Count: ['two'], Topping: [{ Kind: ['cooked'] }] }] });
  });

  test('does not nest composites that cover the same span', () => {
    const kinds: KindsByName = new Map([
      ['Menu', 'composite'],
      ['Card', 'composite'],
    ]);
    assert.deepEqual(JSON.parse(JSON.stringify(entities3([found('Menu', query), found('Card', query), ...parts], kinds))), {
      Menu: [{ Pizza: [{ Count: ['two'], Topping: [{ Kind: ['cooked'] }] }] }],
      Card: [{ Pizza: [{ Count: ['two'], Topping: [{ Kind: ['cooked'] }] }] }],
    });
  });

  test('writes persons, places and key phrases in the forms of both versions', () => {
    const text = 'send Ann to Oslo with the key';
    const prebuilt = (kind: 'personName' | 'geographyV2' | 'keyPhrase', value: string, role?: string): LanguageEntity => {
      const start = text.indexOf(value);
      const resolution = kind === 'geographyV2' ? ({ is: 'place', value, placeKind: 'city' } as const) : ({ is: 'phrase', value } as const);
      const part = { component: 'prebuilt', start, end: start + value.length, info: { is: 'prebuilt', kind, resolution } } as const;
      return { entity: kind, start, end: part.end, score: 1, learned: false, parts: [part], ...(role !== undefined && { role }) };
    };
    const found3 = prediction([prebuilt('personName', 'Ann'), prebuilt('geographyV2', 'Oslo', 'to'), prebuilt('keyPhrase', 'key')]);
    const options = { verbose: true, allIntents: false, preview: false };
    const kinds: KindsByName = new Map([
      ['personName', 'prebuilt'],
      ['geographyV2', 'prebuilt'],
      ['keyPhrase', 'prebuilt'],
    ]);
    const model = { modelTypeId: 2, modelType: 'Prebuilt Entity Extractor', recognitionSources: ['model'] };
    assert.deepEqual(JSON.parse(JSON.stringify(toVersion3(text, found3, kinds, options))).prediction.entities, {
      personName: ['Ann'],
      to: [{ value: 'Oslo', type: 'city' }],
      keyPhrase: ['key'],
      $instance: {
        personName: [{ type: 'builtin.personName', text: 'Ann', startIndex: 5, length: 3, ...model }],
        to: [{ type: 'builtin.geographyV2.city', role: 'to', text: 'Oslo', startIndex: 12, length: 4, ...model }],
        keyPhrase: [{ type: 'builtin.keyPhrase', text: 'key', startIndex: 26, length: 3, ...model }],
      },
    });
    assert.deepEqual((toVersion2(text, found3, kinds, false) as { entities: object[] }).entities, [
      { entity: 'ann', type: 'builtin.personName', startIndex: 5, endIndex: 7 },
      { entity: 'oslo', type: 'builtin.geographyV2.city', startIndex: 12, endIndex: 15, role: 'to' },
      { entity: 'key', type: 'builtin.keyPhrase', startIndex: 26, endIndex: 28 },
    ]);
  });

  test('names prebuilts, lists and Pattern.Any as the service did', () => {
    const text = 'the last one costs 5 dollars on lufthansa about hats call 555 0100';
    const span = (value: string): { start: number; end: number } => ({
      start: text.indexOf(value),
      end: text.indexOf(value) + value.length,
    });
    const entity = (name: string, value: string, info?: Info, role?: string): LanguageEntity => ({
      entity: name,
      ...span(value),
      score: 1,
      learned: false,
      parts: info ? [{ component: info.is, ...span(value), info }] : [],
      ...(role !== undefined && { role }),
    });
    const last = { is: 'ordinal', offset: 0, relativeTo: 'end' } as const;
    const found3 = prediction([
      entity('ordinal', 'last', { is: 'prebuilt', kind: 'ordinal', resolution: last }),
      entity('ordinalV2', 'last', { is: 'prebuilt', kind: 'ordinalV2', resolution: last }),
      entity(
        'money',
        '5 dollars',
        { is: 'prebuilt', kind: 'currency', resolution: { is: 'quantity', value: 5, written: '5', unit: 'Dollar' } },
        'price',
      ),
      entity('Airline', 'lufthansa', { is: 'list', canonical: ['Lufthansa'] }),
      entity('Topic', 'hats'),
      entity('phonenumber', '555 0100', { is: 'prebuilt', kind: 'phonenumber', resolution: { is: 'text', value: '555 0100', score: 0.4 } }),
    ]);
    const kinds: KindsByName = new Map([
      ['ordinal', 'prebuilt'],
      ['ordinalV2', 'prebuilt'],
      ['money', 'prebuilt'],
      ['Airline', 'closedList'],
      ['Topic', 'patternAny'],
      ['phonenumber', 'prebuilt'],
    ]);
    const answer = JSON.parse(JSON.stringify(toVersion3(text, found3, kinds, { verbose: true, allIntents: false, preview: false }))) as {
      prediction: {
        entities: { [name: string]: unknown; $instance: Record<string, { type: string; modelType: string; score?: number }[]> };
      };
    };
    const { $instance, ...values } = answer.prediction.entities;
    assert.deepEqual(values, {
      ordinalV2: [{ offset: 0, relativeTo: 'end' }],
      price: [{ number: 5, unit: 'Dollar' }],
      Airline: [['Lufthansa']],
      Topic: ['hats'],
      phonenumber: ['555 0100'],
    });
    assert.deepEqual(
      Object.values($instance).map(([one]) => [one!.type, one!.modelType, one!.score]),
      [
        ['builtin.ordinalV2.relative', 'Prebuilt Entity Extractor', undefined],
        ['builtin.currency', 'Prebuilt Entity Extractor', undefined],
        ['Airline', 'List Entity Extractor', undefined],
        ['Topic', 'Pattern.Any Entity Extractor', undefined],
        ['builtin.phonenumber', 'Prebuilt Entity Extractor', 0.4],
      ],
    );
    assert.deepEqual(
      (toVersion2(text, found3, kinds, false) as { entities: { type: string; role?: string }[] }).entities.map(({ type, role }) => [
        type,
        role,
      ]),
      [
        ['builtin.ordinal', undefined],
        ['builtin.ordinalV2.relative', undefined],
        ['builtin.currency', 'price'],
        ['builtin.phonenumber', undefined],
        ['Airline', undefined],
        ['Topic', ''],
      ],
    );
  });

  test('handles entities named __proto__ and constructor', () => {
    assert.deepEqual(
      JSON.stringify(entities3([found('__proto__', 'two'), found('constructor', 'ham')])),
      '{"__proto__":["two"],"constructor":["ham"]}',
    );
  });

  test('describes predictions nested or as one list', () => {
    const { tokens } = tokenizeForReply(query, 'en-us');
    const names = (list: object[]): unknown[] =>
      (
        list as {
          entityName: string;
          phrase: string;
          children?: object[];
        }[]
      ).map(({ entityName, phrase, children }) => (children ? [entityName, phrase, names(children)] : [entityName, phrase]));
    assert.deepEqual(names(describePrediction(prediction(parts), query, tokens, true).entityPredictions), [
      [
        'Pizza',
        query,
        [
          ['Count', 'two', []],
          ['Topping', 'cooked ham', [['Kind', 'cooked', []]]],
        ],
      ],
    ]);
    assert.deepEqual(names(describePrediction(prediction(parts), query, tokens, false).entityPredictions), [
      ['Pizza', query],
      ['Pizza::Count', 'two'],
      ['Pizza::Topping', 'cooked ham'],
      ['Pizza::Topping::Kind', 'cooked'],
    ]);
    assert.deepEqual(describePrediction(undefined, query, tokens, true), { intentPredictions: [], entityPredictions: [] });
  });
});
