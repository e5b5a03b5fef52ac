import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from './schema.ts';
import type { Failure } from './failures.ts';
import { bodyCheck, textCheck, writer } from './validation.ts';

const Body = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 5 }),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  kind: Type.Optional(Type.Enum(['small', 'large'])),
  at: Type.Optional(Type.String({ format: 'date-time' })),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
  items: Type.Optional(Type.Array(Type.Object({ id: Type.String({ pattern: '^[a-z]+$' }) }))),
});
const check = bodyCheck(Body);

function refusal(run: () => void): [kind: string, message: string] {
  try {
    run();
  } catch (error) {
    return [(error as Failure).kind, (error as Failure).message];
  }
  throw new Error('It was allowed.');
}

test('names the invalid part and the reason', () => {
  const cases: [body: unknown, kind: string, message: string][] = [
    [{}, 'ParameterMissing', 'The parameter name is required.'],
    [{ name: '' }, 'ParameterMissing', 'The parameter name is required.'],
    [{ name: 'x', items: [{ id: 'a' }, {}] }, 'ParameterMissing', 'The parameter items.1.id is required.'],
    [{ name: 'longer' }, 'ParameterTooLong', 'Parameter name length must not exceed 5 characters.'],
    [{ name: 'x', size: 0 }, 'ParameterInvalid', 'The parameter size is invalid: the valid range is 1 to 1000.'],
    [{ name: 'x', size: 1001 }, 'ParameterInvalid', 'The parameter size is invalid: the valid range is 1 to 1000.'],
    [{ name: 'x', size: '5' }, 'ParameterInvalid', 'The parameter size is invalid: the valid range is 1 to 1000.'],
    [{ name: 'x', kind: 'huge' }, 'ParameterInvalid', 'The parameter kind is invalid: must be one of small, large.'],
    [{ name: 'x', at: 'yesterday' }, 'ParameterInvalid', 'The parameter at is invalid: must match format "date-time".'],
    [{ name: 'x', tags: { 'a/b~c': 1 } }, 'ParameterInvalid', 'The parameter tags.a/b~c is invalid: must be string.'],
    [{ name: 'x', items: [{ id: 'A' }] }, 'ParameterInvalid', 'The parameter items.0.id is invalid: must match pattern "^[a-z]+$".'],
    [{ name: null }, 'ParameterInvalid', 'The parameter name is invalid: must be string.'],
    [[], 'BodyInvalid', 'The request body is not valid JSON: must be object.'],
    ['text', 'BodyInvalid', 'The request body is not valid JSON: must be object.'],
    [null, 'BodyInvalid', 'The request body is not valid JSON: must be object.'],
  ];
  for (const [body, kind, message] of cases)
    assert.deepEqual(
      refusal(() => check(body)),
      [kind, message],
    );
});

test('ignores unknown fields', () => {
  const body = { name: 'x', unknown: { deep: [1] } };
  check(body);
  assert.deepEqual(body, { name: 'x', unknown: { deep: [1] } });
});

test('counts characters, not code units', () => {
  check({ name: '😀'.repeat(5) });
  assert.equal(refusal(() => check({ name: '😀'.repeat(6) }))[0], 'ParameterTooLong');
});

test('parses numbers and booleans of a query and applies defaults', () => {
  const query = { top: '5', all: 'true' };
  const checkQuery = textCheck(
    Type.Object({
      top: Type.Integer({ minimum: 1, maximum: 1000, default: 1000 }),
      all: Type.Boolean({ default: false }),
      start: Type.String({ default: '' }),
    }),
  );
  checkQuery(query);
  assert.deepEqual(query, { top: 5, all: true, start: '' });
  for (const top of ['five', '1.5', '', ' ', '1e1000', 'NaN', ['1', '2']])
    assert.equal(refusal(() => checkQuery({ top }))[0], 'ParameterInvalid', String(top));
  for (const all of ['yes', '2', ['true', 'true']]) assert.equal(refusal(() => checkQuery({ all }))[0], 'ParameterInvalid', String(all));
  assert.equal(refusal(() => checkQuery({ start: ['a', 'b'] }))[0], 'ParameterInvalid');
});

test('takes mistakes of clients in a query for values left out where that is wanted', () => {
  const schema = Type.Object({ take: Type.Integer({ minimum: 0, maximum: 500, default: 100 }), log: Type.Boolean({ default: true }) });
  const lenient = (query: Record<string, unknown>): unknown => {
    textCheck(schema, true)(query);
    return query;
  };
  for (const query of [{ take: '100]' }, { take: 'undefined' }, { log: 'undefined' }, { log: '' }, { log: 'null' }]) {
    assert.deepEqual(lenient({ ...query }), { take: 100, log: true }, JSON.stringify(query));
    assert.equal(refusal(() => textCheck(schema)({ ...query }))[0], 'ParameterInvalid');
  }
  for (const query of [{ take: '501' }, { take: '-1' }, { take: '' }, { take: 'x' }, { log: 'maybe' }])
    assert.equal(refusal(() => lenient({ ...query }))[0], 'ParameterInvalid', JSON.stringify(query));
});

test('serializes only what the schema describes', () => {
  const write = writer(Type.Object({ id: Type.String(), note: Type.Optional(Type.String()), at: Type.Integer() }));
  assert.equal(write({ id: 'a"b', note: undefined, at: 3, secret: 'x' }), '{"id":"a\\"b","at":3}');
});
