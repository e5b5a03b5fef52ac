import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LanguageEntity, LanguagePrediction } from '../../../engines/language/model.ts';
import { tokenizeForReply } from '../examples/labels.ts';
import { describePrediction } from '../examples/prediction-view.ts';
import { toVersion3 } from './wire.ts';
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
    toVersion3(query, prediction(entities), kinds, { verbose: false, allIntents: false, external: [], preview: false }) as {
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
