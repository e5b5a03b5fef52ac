import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newSchema } from '../model.ts';
import type { Schema } from '../model.ts';
import { definitionOf } from '../training/definition.ts';
import { checkNoInstances, checkedUse, isUsed, usesDropped, usesRenamed } from './relations.ts';

const schema: Schema = {
  ...newSchema('none'),
  intents: [{ id: 'i', name: 'Order', features: [{ modelName: 'Pizza' }, { featureName: 'Toppings', isRequired: true }] }],
  entities: [
    { id: 'p', name: 'Pizza', kind: 'simple', roles: [], children: [{ id: 'c', name: 'Count', instanceOf: 'number', children: [{ id: 'u', name: 'Unit', features: [{ featureName: 'toppings' }, { modelName: 'number' }] }] }] },
    { id: 'n', name: 'number', kind: 'prebuilt', roles: [] },
  ],
  phraseLists: [{ id: 1, name: 'Toppings', phrases: 'ham', isExchangeable: true, isActive: true, enabledForAllModels: false }],
};

describe('models that look at others', () => {
  test('a new name is used everywhere', () => {
    const renamed = usesRenamed(usesRenamed(schema, 'modelName', 'Number', 'amount'), 'featureName', 'Toppings', 'Extras');
    const [count] = renamed.entities[0]!.children!;
    assert.deepEqual([count!.instanceOf, count!.children![0]!.features], ['amount', [{ featureName: 'Extras' }, { modelName: 'amount' }]]);
    assert.deepEqual(renamed.intents[0]!.features, [{ modelName: 'Pizza' }, { featureName: 'Extras', isRequired: true }]);
  });

  test('relations to what is gone are gone', () => {
    const dropped = usesDropped(schema, 'featureName', 'Toppings');
    assert.deepEqual([dropped.intents[0]!.features, dropped.entities[0]!.children![0]!.children![0]!.features], [[{ modelName: 'Pizza' }], [{ modelName: 'number' }]]);
    assert.throws(() => checkNoInstances(schema, 'number'), /Pizza::Count is an instance of it/);
    checkNoInstances(schema, 'Pizza');
  });

  test('a relation names one thing that there is, and not itself', () => {
    assert.deepEqual(checkedUse(schema, 'Order', { modelName: 'pizza' }), { modelName: 'Pizza' });
    assert.deepEqual(checkedUse(schema, 'Order', { featureName: 'TOPPINGS', isRequired: true }), { featureName: 'Toppings', isRequired: true });
    for (const wrong of [{}, { modelName: '', featureName: null }, { modelName: 'Pizza', featureName: 'Toppings' }]) assert.throws(() => checkedUse(schema, 'Order', wrong), /either a model .* or a feature/);
    for (const wrong of [{ modelName: 'Order' }, { modelName: 'Toppings' }, { featureName: 'Pizza' }]) assert.throws(() => checkedUse(schema, 'Order', wrong), /does not exist/);
  });

  test('a phrase list that is not for all models is learned from where one looks at it', () => {
    assert.equal(isUsed(schema, 'Toppings'), true);
    const lists = (given: Schema): string[] => definitionOf(given, 'en-us').phraseLists.map(({ name }) => name);
    assert.deepEqual([lists(schema), lists(usesDropped(schema, 'featureName', 'Toppings'))], [['Toppings'], []]);
  });
});
