import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Example, readExample } from './example.ts';
import { InvalidFeatures, FeatureReader, FeatureRows } from './features.ts';

function rowsOf(list: unknown): { names: string[]; values: number[]; hashes: number[] } {
  const rows = new FeatureRows(true);
  new FeatureReader().read(list, 'context', 0, rows);
  return { names: rows.names!, values: [...rows.values.subarray(0, rows.count)], hashes: [...rows.hashes.subarray(0, rows.count)] };
}

test('scalars, namespaces and arrays become rows', () => {
  const { names, values } = rowsOf([
    { user: { kind: 'new', visits: 3, paid: true, blocked: false, city: null, taste: [0.5, 0, -2] } },
    { hour: 7 },
  ]);
  assert.deepEqual(names, ['user.kind', 'user.visits', 'user.paid', 'user.city', 'user.taste', 'user.taste', 'FromUrl.hour']);
  assert.deepEqual(values, [1, 3, 1, 1, 0.5, -2, 7]);
});

test('null is the string "null"', () => {
  assert.deepEqual(rowsOf([{ a: null }]).hashes, rowsOf([{ a: 'null' }]).hashes);
});

test('namespace, name and value all tell features apart, and case counts', () => {
  const hashes = [{ a: 'x' }, { a: 'y' }, { b: 'x' }, { A: 'x' }, { n: { a: 'x' } }, { N: { a: 'x' } }, { a: 1 }, { a: [1] }].map(
    (one) => rowsOf([one]).hashes[0],
  );
  assert.equal(new Set(hashes).size, hashes.length);
});

test('only numbers are marked as numbers', () => {
  const { hashes } = rowsOf([{ a: 1, b: 'x', c: true, d: [2] }]);
  assert.deepEqual(
    hashes.map((hash) => hash < 0),
    [true, false, false, true],
  );
});

test('names that begin with an underscore are skipped unread', () => {
  assert.deepEqual(rowsOf([{ _a: { b: { c: 1 } }, '_b c': 'x', n: { _x: {} }, k: 1 }]).names, ['FromUrl.k']);
});

test('the cache changes no hash, also when it overflows', () => {
  const reader = new FeatureReader();
  const rows = new FeatureRows();
  const long = 'a value that is longer than what is hashed in one step';
  const read = (): number[] => {
    rows.clear();
    reader.read([{ user: { kind: 'new', words: long } }], 'context', 0, rows);
    return [...rows.hashes.subarray(0, rows.count)];
  };
  const before = read();
  for (let i = 0; i < 70_000; i++) {
    rows.clear();
    reader.read([{ [`n${i}`]: 1 }], 'context', 0, rows);
  }
  assert.deepEqual(read(), before);
});

for (const [what, list] of Object.entries({
  'not a list': { a: 1 },
  'a string as entry': ['a'],
  'a list as entry': [[1]],
  'null as entry': [null],
  'nested namespaces': [{ a: { b: { c: 1 } } }],
  'words in an array': [{ a: ['x'] }],
  'objects in an array': [{ a: [{}] }],
  NaN: [{ a: NaN }],
  Infinity: [{ a: { b: Infinity } }],
  'Infinity in an array': [{ a: [1, -Infinity] }],
  'a space in a name': [{ 'a b': 1 }],
  'a bar in a namespace': [{ 'a|b': { c: 1 } }],
  'a colon in a nested name': [{ a: { 'b:c': 1 } }],
  undefined: [{ a: undefined }],
})) {
  test(`refuses ${what}`, () => assert.throws(() => rowsOf(list), InvalidFeatures));
}

test('a problem says where it is', () => {
  assert.throws(() => readExample(new FeatureReader(), { actions: [{ features: [] }, { features: [{ a: { b: {} } }] }] }), {
    path: 'actions[1].features.a.b',
  });
});

test('extreme numbers are kept in range', () => {
  assert.deepEqual(rowsOf([{ a: 1e308, b: -1e300, c: 1e-300 }]).values, [1e15, -1e15]);
});

test('refuses no actions, 51 actions and floods of features', () => {
  const reader = new FeatureReader();
  const flood = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`f${i}`, 1]));
  assert.throws(() => readExample(reader, { actions: [] }), InvalidFeatures);
  assert.throws(() => readExample(reader, { actions: Array.from({ length: 51 }, () => ({ features: [] })) }), InvalidFeatures);
  assert.throws(() => readExample(reader, { contextFeatures: [flood], actions: [{ features: [] }] }), InvalidFeatures);
  assert.throws(() => readExample(reader, { actions: [{ features: [flood] }] }), InvalidFeatures);
});

test('an example can be filled again', () => {
  const reader = new FeatureReader();
  const example = new Example();
  readExample(
    reader,
    { contextFeatures: [{ a: 1, b: 2 }], actions: [{ features: [{ x: 1 }] }, { features: [{ x: 2 }] }], slots: [{ id: 's' }] },
    example,
  );
  readExample(reader, { actions: [{ features: [{ x: 1, y: 2 }] }] }, example);
  assert.deepEqual([example.context.count, example.actions.count, example.actionCount, example.slotCount], [0, 2, 1, 0]);
});
