import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tokenRangeIn, parseExample, describeLabels, tokenizeForReply } from './labels.ts';
import type { LabelInput } from './labels.ts';
import { createSchema } from '../model.ts';
import type { Schema } from '../model.ts';

const schema: Schema = {
  ...createSchema('none'),
  entities: [
    {
      id: 'p',
      name: 'Pizza',
      kind: 'simple',
      roles: [{ id: 'r', name: 'first' }],
      children: [
        { id: 'c', name: 'Count' },
        { id: 't', name: 'Topping', children: [{ id: 'k', name: 'Kind' }] },
      ],
    },
    { id: 'h', name: 'Side', kind: 'hierarchical', roles: [], children: [{ id: 'l', name: 'Left' }] },
    { id: 'm', name: 'Menu', kind: 'composite', roles: [], children: [{ id: 'p', name: 'Pizza' }] },
  ],
};
const text = 'two pizzas with cooked ham';

function label(entityName: string, phrase: string, ...children: LabelInput[]): LabelInput {
  const startCharIndex = text.indexOf(phrase);
  return { entityName, startCharIndex, endCharIndex: startCharIndex + phrase.length - 1, ...(children.length > 0 && { children }) };
}

const check = (...entityLabels: LabelInput[]) => parseExample({ text, entityLabels }, schema).labels;
const nested = label('Pizza', text, label('Count', 'two'), label('Topping', 'cooked ham', label('Kind', 'cooked')));

describe('labels', () => {
  test('stores nested labels by ids', () => {
    assert.deepEqual(check({ ...nested, role: 'First' }), [
      {
        entityId: 'p',
        start: 0,
        end: 26,
        roleId: 'r',
        children: [
          { entityId: 'p', childId: 'c', start: 0, end: 3 },
          { entityId: 'p', childId: 't', start: 16, end: 26, children: [{ entityId: 'p', childId: 'k', start: 16, end: 22 }] },
        ],
      },
    ]);
  });

  test('accepts full names of parts, nested or in one list', () => {
    assert.deepEqual(check(label('Pizza', text, label('pizza::count', 'two'))), check(label('Pizza', text, label('Count', 'two'))));
    assert.deepEqual(
      check(label('Pizza', text), label('Pizza::Topping', 'cooked ham'), label('Pizza::Topping::Kind', 'cooked')).map(
        ({ childId }) => childId,
      ),
      [undefined, 't', 'k'],
    );
    assert.deepEqual(
      check(label('Side::Left', 'ham'), label('Menu', text)).map(({ entityId, childId }) => [entityId, childId]),
      [
        ['h', 'l'],
        ['m', undefined],
      ],
    );
  });

  test('rejects invalid labels', () => {
    const invalid = (message: RegExp, ...labels: LabelInput[]): void => assert.throws(() => check(...labels), message);
    invalid(/outside of the label/, label('Pizza', 'two pizzas', label('Topping', 'ham')));
    invalid(/parts of it overlap/, label('Pizza', text, label('Count', 'two pizzas'), label('Topping', 'pizzas with')));
    invalid(/overlaps with another/, label('Pizza', 'two pizzas'), label('Side::Left', 'pizzas'));
    invalid(/overlaps with another/, label('Pizza::Topping', 'cooked ham'), label('Pizza::Count', 'ham'));
    invalid(/Pizza::Nobody does not exist/, label('Pizza', text, label('Nobody', 'two')));
    invalid(/Side::Left does not exist/, label('Side', text, label('Left', 'two')));
    invalid(/Pizza::Count::Kind does not exist/, label('Pizza', text, label('Count', 'two', label('Kind', 'two'))));
    invalid(/outside of the text/, { entityName: 'Pizza', startCharIndex: 20, endCharIndex: 26 });
    invalid(/covers no word/, { entityName: 'Pizza', startCharIndex: 3, endCharIndex: 3 });
    invalid(/has no role last/, { ...nested, role: 'last' });
  });

  test('describes labels nested or as one list', () => {
    const { tokens } = tokenizeForReply(text, 'en-us');
    const labels = check({ ...nested, role: 'first' });
    const count = { startTokenIndex: 0, endTokenIndex: 0 };
    const topping = { startTokenIndex: 3, endTokenIndex: 4 };
    const kind = { startTokenIndex: 3, endTokenIndex: 3 };
    const whole = { entityName: 'Pizza', startTokenIndex: 0, endTokenIndex: 4, role: 'first', roleId: 'r' };
    assert.deepEqual(describeLabels(labels, schema.entities, tokenRangeIn(tokens), true), [
      {
        ...whole,
        children: [
          { entityName: 'Count', ...count, children: [] },
          { entityName: 'Topping', ...topping, children: [{ entityName: 'Kind', ...kind, children: [] }] },
        ],
      },
    ]);
    assert.deepEqual(describeLabels(labels, schema.entities, tokenRangeIn(tokens), false), [
      whole,
      { entityName: 'Pizza::Count', ...count },
      { entityName: 'Pizza::Topping', ...topping },
      { entityName: 'Pizza::Topping::Kind', ...kind },
    ]);
    assert.deepEqual(describeLabels(labels, [], tokenRangeIn(tokens), true), []);
  });
});
