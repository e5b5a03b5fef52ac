import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSchema } from '../model.ts';
import type { Schema } from '../model.ts';
import { buildDefinition } from '../training/definition.ts';
import { checkNoInstances, parseRelation, isFeatureUsed, removeRelations, renameInRelations } from './relations.ts';

const schema: Schema = {
  ...createSchema('none'),
  intents: [{ id: 'i', name: 'Order', features: [{ modelName: 'Pizza' }, { featureName: 'Toppings', isRequired: true }] }],
  entities: [
    {
      id: 'p',
      name: 'Pizza',
      kind: 'simple',
      roles: [],
      children: [
        {
          id: 'c',
          name: 'Count',
          instanceOf: 'number',
          children: [{ id: 'u', name: 'Unit', features: [{ featureName: 'toppings' }, { modelName: 'number' }] }],
        },
      ],
    },
    { id: 'n', name: 'number', kind: 'prebuilt', roles: [] },
  ],
  phraseLists: [{ id: 1, name: 'Toppings', phrases: 'ham', isExchangeable: true, isActive: true, enabledForAllModels: false }],
};

describe('feature relations', () => {
  test('renames a model in all relations', () => {
    const renamed = renameInRelations(renameInRelations(schema, 'modelName', 'Number', 'amount'), 'featureName', 'Toppings', 'Extras');
    const [count] = renamed.entities[0]!.children!;
    assert.deepEqual([count!.instanceOf, count!.children![0]!.features], ['amount', [{ featureName: 'Extras' }, { modelName: 'amount' }]]);
    assert.deepEqual(renamed.intents[0]!.features, [{ modelName: 'Pizza' }, { featureName: 'Extras', isRequired: true }]);
  });

  test('removes relations to deleted models', () => {
    const dropped = removeRelations(schema, 'featureName', 'Toppings');
    assert.deepEqual(
      [dropped.intents[0]!.features, dropped.entities[0]!.children![0]!.children![0]!.features],
      [[{ modelName: 'Pizza' }], [{ modelName: 'number' }]],
    );
    assert.throws(() => checkNoInstances(schema, 'number'), /Pizza::Count is an instance of it/);
    checkNoInstances(schema, 'Pizza');
  });

  test('rejects relations to unknown models and to the model itself', () => {
    assert.deepEqual(parseRelation(schema, 'Order', { modelName: 'pizza' }), { modelName: 'Pizza' });
    assert.deepEqual(parseRelation(schema, 'Order', { featureName: 'TOPPINGS', isRequired: true }), {
      featureName: 'Toppings',
      isRequired: true,
    });
    for (const wrong of [{}, { modelName: '', featureName: null }, { modelName: 'Pizza', featureName: 'Toppings' }]) {
      assert.throws(() => parseRelation(schema, 'Order', wrong), /either a model .* or a feature/);
    }
    for (const wrong of [{ modelName: 'Order' }, { modelName: 'Toppings' }, { featureName: 'Pizza' }]) {
      assert.throws(() => parseRelation(schema, 'Order', wrong), /does not exist/);
    }
  });

  test('trains a phrase list that is not for all models only if a model uses it', () => {
    assert.equal(isFeatureUsed(schema, 'Toppings'), true);
    const lists = (given: Schema): string[] => buildDefinition(given, 'en-us').phraseLists.map(({ name }) => name);
    assert.deepEqual([lists(schema), lists(removeRelations(schema, 'featureName', 'Toppings'))], [['Toppings'], []]);
  });
});
