import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as TypeBox } from 'typebox';
import { Type } from './schema.ts';

/** The same schema, built with either library. */
const buildSchema = (T: typeof Type): object => {
  const text = T.String({ minLength: 1, maxLength: 3 });
  const inner = T.Object({ yes: T.Boolean(), maybe: T.Optional(text) }, { description: 'inner' });
  return T.Object(
    {
      text,
      optional: T.Optional(text),
      items: T.Array(T.Integer({ minimum: 0 }), { maxItems: 2 }),
      record: T.Record(T.String(), T.Number()),
      keyed: T.Record(text, inner, { maxProperties: 1 }),
      choice: T.Enum(['a', 'b'], { default: 'a' }),
      either: T.Union([T.Literal('a'), T.Literal(3), T.Literal(true), T.Null(), T.Unknown()], { description: 'either' }),
      raw: T.Unsafe({ type: 'string', format: 'binary' }),
      partial: T.Optional(T.Partial(inner)),
      anything: T.Unknown({ description: 'anything' }),
      empty: T.Object({}),
      number: T.Number({ maximum: 1 }),
    },
    { additionalProperties: false },
  );
};

test('builds the schemas that TypeBox builds', () => {
  assert.equal(JSON.stringify(buildSchema(Type)), JSON.stringify(buildSchema(TypeBox as typeof Type)));
});

test('leaves the original schema required when a property is made optional', () => {
  const text = Type.String();
  const { required } = Type.Object({ a: Type.Optional(text), b: text }) as { required?: string[] };
  assert.deepEqual(required, ['b']);
});
