import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LanguageEntity } from '../../../engines/language/models/model.ts';
import { createSchema } from '../model.ts';
import type { Entity } from '../model.ts';
import { collectRequirements, applyRequirements } from './requirements.ts';

const entity = (name: string, kind: Entity['kind'], more: Partial<Entity> = {}): Entity => ({ id: name, name, kind, roles: [], ...more });
const found = (name: string, start: number, end: number, whole?: LanguageEntity['whole']): LanguageEntity => ({
  entity: name,
  start,
  end,
  score: 1,
  learned: true,
  parts: [],
  ...(whole && { whole }),
});
const names = (entities: readonly LanguageEntity[]): string[] => entities.map(({ entity: name, start }) => `${name} ${start}`);

describe('required entities', () => {
  test('collects only lists, expressions and prebuilts that are required', () => {
    const schema = {
      ...createSchema('none'),
      entities: [
        entity('Item', 'simple', {
          features: [
            { modelName: 'COLOR', isRequired: true },
            { modelName: 'number' },
            { modelName: 'Other', isRequired: true },
            { modelName: 'Gone', isRequired: true },
            { featureName: 'Words', isRequired: true },
          ],
          children: [
            {
              id: 'count',
              name: 'Count',
              features: [
                { modelName: 'number', isRequired: true },
                { modelName: 'Code', isRequired: true },
              ],
            },
          ],
        }),
        entity('Other', 'simple', { features: [{ modelName: 'Color' }] }),
        entity('Color', 'closedList'),
        entity('number', 'prebuilt'),
        entity('Code', 'regex'),
      ],
    };
    assert.deepEqual(collectRequirements(schema), { Item: ['Color'], 'Item::Count': ['number', 'Code'] });
    assert.deepEqual(collectRequirements(createSchema('none')), {});
  });

  test('removes entities that lack a required entity', () => {
    const entities = [
      found('Item', 0, 10),
      found('Color', 0, 3),
      found('Item', 20, 30),
      found('Color', 18, 24),
      found('constructor', 0, 1),
    ];
    assert.deepEqual(names(applyRequirements({ entities }, { Item: ['Color'] }).entities), [
      'Item 0',
      'Color 0',
      'Color 18',
      'constructor 0',
    ]);
    assert.deepEqual(names(applyRequirements({ entities }, { Item: ['Color', 'number'] }).entities), [
      'Color 0',
      'Color 18',
      'constructor 0',
    ]);
    assert.deepEqual(names(applyRequirements({ entities }, { Item: ['Color'] }, [{ entity: 'color', start: 25, end: 30 }]).entities), [
      'Item 0',
      'Color 0',
      'Item 20',
      'Color 18',
      'constructor 0',
    ]);
    assert.equal(applyRequirements({ entities }).entities, entities);
  });

  test('removes the parts of removed entities at any depth', () => {
    const whole = { entity: 'Item', start: 0, end: 10 };
    const part = { entity: 'Item::Size', start: 2, end: 8 };
    const entities = [found('Item', 0, 10), found('Item::Size', 2, 8, whole), found('Item::Size::Unit', 4, 8, part), found('Else', 4, 8)];
    assert.deepEqual(names(applyRequirements({ entities }, { Item: ['Color'] }).entities), ['Else 4']);
    assert.deepEqual(names(applyRequirements({ entities }, { 'Item::Size': ['number'] }).entities), ['Item 0', 'Else 4']);
  });
});
