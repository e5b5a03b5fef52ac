import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageEntity, LanguagePrediction } from '../../../engines/language/models/model.ts';
import { toVersion2, toVersion3 } from './wire.ts';
import type { KindsByName } from './wire.ts';

const query = '2 of 20% to rome';
const entity = (name: string, start: number, end: number): LanguageEntity => ({
  entity: name,
  start,
  end,
  score: 1,
  learned: true,
  parts: [],
});
const prediction: LanguagePrediction = {
  intents: [{ intent: 'Book', score: 1 }],
  labels: ['Book'],
  entities: [entity('Trip', 0, 16), entity('Count', 0, 1), entity('Share', 5, 8), entity('Place::To', 12, 16)],
};
const kinds: KindsByName = Object.assign(
  new Map([
    ['Trip', 'composite'],
    ['Count', 'simple'],
    ['Share', 'simple'],
    ['Place::To', 'hierarchicalChild'],
  ] as const),
  { madeOf: new Map([['Trip', ['count', 'Place']]]) },
);

test('a composite does not contain a prebuilt with a role', () => {
  const withRole = {
    ...prediction,
    entities: prediction.entities.map((one) => (one.entity === 'Count' ? { ...one, learned: false, role: 'amount' } : one)),
  };
  const { prediction: answer } = toVersion3(query, withRole, kinds, { verbose: false, allIntents: false, preview: false }) as {
    prediction: { entities: object };
  };
  assert.deepEqual({ ...answer.entities }, { Trip: [{ 'Place::To': ['rome'] }], amount: ['2'], Share: ['20%'] });
});

test('a composite contains only the entities it is made of', () => {
  const { compositeEntities, entities } = toVersion2(query, prediction, kinds, false) as {
    compositeEntities: { children: { type: string }[] }[];
    entities: { type: string }[];
  };
  assert.deepEqual(
    compositeEntities.map(({ children }) => children.map(({ type }) => type)),
    [['Count', 'Place::To']],
  );
  assert.deepEqual(
    entities.map(({ type }) => type),
    ['Count', 'Share', 'Place::To', 'Trip'],
  );
  const { prediction: answer } = toVersion3(query, prediction, kinds, {
    verbose: false,
    allIntents: false,
    preview: false,
  }) as { prediction: { entities: object } };
  assert.deepEqual({ ...answer.entities }, { Trip: [{ Count: ['2'], 'Place::To': ['rome'] }], Share: ['20%'] });
});
