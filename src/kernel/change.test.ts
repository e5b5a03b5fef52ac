import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ABSENT, Change } from './change.ts';
import { collection } from './collection.ts';

interface Thing {
  name: string;
  tags?: string[];
  until?: number;
  blobs?: string[];
}
const things = collection<Thing>('things', {
  indexes: { name: ({ name }) => [name], tag: ({ tags = [] }) => tags },
  blobs: ({ blobs = [] }) => blobs,
  expiresAt: ({ until }) => until,
  announced: true,
});
const plain = collection<{ n: number }>('plain');
const read = { key: 'k', version: 5, value: { name: 'old' } };

test('expects no record on create, the read one on replace and delete, nothing on put', () => {
  const expected = ({ expects }: Change): unknown[] =>
    expects.map(({ collection: name, account, key, version }) => [name, account, key, version]);
  assert.deepEqual(expected(new Change().create(things, 'a', 'k', { name: 'x' })), [['things', 'a', 'k', ABSENT]]);
  assert.deepEqual(expected(new Change().replace(things, 'a', read, { name: 'x' })), [['things', 'a', 'k', 5]]);
  assert.deepEqual(expected(new Change().delete(things, 'a', read)), [['things', 'a', 'k', 5]]);
  assert.deepEqual(expected(new Change().put(things, 'a', 'k', { name: 'x' })), []);
});

test('stores index terms, blobs, expiry and announcement with a record', () => {
  const [put] = new Change().put(things, 'a', 'k', { name: 'x', tags: ['t', 'u'], until: 9, blobs: ['b'] }).puts;
  assert.deepEqual(
    [put!.terms, put!.expires, put!.announced],
    [
      [
        ['name', 'x'],
        ['tag', 't'],
        ['tag', 'u'],
        ['blob', 'b'],
      ],
      9,
      true,
    ],
  );
  const [bare] = new Change().put(plain, 'a', 'k', { n: 1 }).puts;
  assert.deepEqual([bare!.terms, bare!.expires, bare!.announced, bare!.value], [undefined, null, false, '{"n":1}']);
});

test('serializes a record when it is put', () => {
  const value = { n: 1 };
  const change = new Change().put(plain, 'a', 'k', value);
  value.n = 2;
  assert.equal(change.puts[0]!.value, '{"n":1}');
});

test('draws unique integer versions that never mean absent', () => {
  const change = new Change();
  for (let i = 0; i < 5000; i++) change.put(plain, 'a', 'k', { n: i });
  const versions = change.puts.map(({ version }) => version);
  assert.equal(new Set(versions).size, 5000);
  assert.ok(versions.every((version) => Number.isSafeInteger(version) && version > ABSENT));
});

test('is empty with only expectations and an audit entry', () => {
  assert.equal(new Change().expect(things, 'a', read).expectAbsent(things, 'a', 'j').audit('a', {}).isEmpty, true);
  const changes = [
    new Change().put(plain, 'a', 'k', { n: 1 }),
    new Change().delete(things, 'a', read),
    new Change().clear(plain, 'a'),
    new Change().append('a', 'log', 1),
    new Change().count('a', 'n', 'p', 1),
  ];
  for (const change of changes) assert.equal(change.isEmpty, false);
});
