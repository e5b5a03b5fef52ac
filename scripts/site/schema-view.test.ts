import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../../src/kernel/schema.ts';
import { textOf } from './html.ts';
import { bodyView, parameterList } from './schema-view.ts';

const context = { area: 'things', descriptions: { name: 'Any name.', 'things.name': 'The name of a thing.' } };

test('shows nested types, rules and descriptions', () => {
  const schema = Type.Object({
    name: Type.String({ maxLength: 20 }),
    parts: Type.Optional(Type.Array(Type.Object({ size: Type.Integer({ minimum: 1, maximum: 9 }) }), { maxItems: 5 })),
    colors: Type.Record(Type.String(), Type.Enum(['red', 'blue'])),
    mode: Type.Union([Type.Literal('a'), Type.Literal('b')]),
  });
  const html = bodyView(schema, context);
  assert.equal(
    textOf(html),
    'name string required at most 20 characters The name of a thing. ' +
      'parts array of objects at most 5 items 1 field size integer required 1 to 9 ' +
      'colors map of strings required mode "a" or "b" required one of a , b',
  );
  assert.match(html, /<details><summary>1 field<\/summary><ul class="fields">/);
});

test('shows parameters of a path without a schema, and defaults', () => {
  assert.equal(textOf(parameterList(undefined, ['name'], context)), 'name string required The name of a thing.');
  const query = Type.Object({ top: Type.Integer({ default: 10 }) });
  assert.equal(textOf(parameterList(query, undefined, context)), 'top integer default 10');
  assert.equal(parameterList(undefined, undefined, context), '');
  const described = Type.Object({ name: Type.String({ description: 'What the schema says.' }) });
  assert.equal(textOf(parameterList(described, undefined, context)), 'name string required What the schema says.');
});
