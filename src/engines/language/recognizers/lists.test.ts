import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ListMatcher } from './lists.ts';

const cities = {
  entity: 'City',
  items: [
    { canonical: 'New York', synonyms: ['NYC', 'big apple', 'york'] },
    { canonical: 'York', synonyms: ['york'] },
  ],
};

test('prefers the longest synonym, at token boundaries, in any case', () => {
  const matcher = new ListMatcher([cities]);
  assert.deepEqual(matcher.match('from NEW YORK to nyc, not nycity'), [
    { entity: 'City', start: 5, end: 13, canonical: ['New York'] },
    { entity: 'City', start: 17, end: 20, canonical: ['New York'] },
  ]);
  assert.deepEqual(matcher.match('york'), [{ entity: 'City', start: 0, end: 4, canonical: ['New York', 'York'] }]);
  assert.deepEqual(matcher.match(''), []);
});

test('does not match a canonical form that is only a name', () => {
  const matcher = new ListMatcher([{ entity: 'City', items: [{ canonical: 'NYC', synonyms: ['big apple'], isNameOnly: true }] }]);
  assert.deepEqual(matcher.match('nyc, the big apple'), [{ entity: 'City', start: 9, end: 18, canonical: ['NYC'] }]);
});

test('lists match independently', () => {
  const matcher = new ListMatcher([cities, { entity: 'Fruit', items: [{ canonical: 'apple', synonyms: [] }] }]);
  assert.deepEqual(
    matcher.match('the big apple').map(({ entity, start }) => [entity, start]),
    [
      ['City', 4],
      ['Fruit', 8],
    ],
  );
});

test('matches inside words of scripts without spaces', () => {
  const matcher = new ListMatcher(
    [
      {
        entity: 'Stadt',
        items: [
          { canonical: 'Tokyo', synonyms: ['東京'] },
          { canonical: 'Beijing', synonyms: ['北京', '北京市'] },
        ],
      },
    ],
    'zh-cn',
  );
  assert.deepEqual(
    matcher.match('我要去北京市', 'zh-cn').map(({ start, end }) => [start, end]),
    [[3, 6]],
  );
  assert.deepEqual(
    matcher.match('東京駅はどこ', 'ja-jp').map(({ start, end }) => [start, end]),
    [[0, 2]],
  );
  assert.equal(new ListMatcher([{ entity: 'x', items: [{ canonical: 'दिल्ली', synonyms: [] }] }]).match('मुझे दिल्ली जाना है').length, 1);
});

test('finds every item of a large list', () => {
  const items = Array.from({ length: 5000 }, (_, i) => ({ canonical: `item ${i}`, synonyms: [`thing number ${i} x`] }));
  const matcher = new ListMatcher([{ entity: 'big', items }]);
  fc.assert(
    fc.property(fc.nat(4999), (i) => {
      assert.deepEqual(matcher.match(`get thing number ${i} x now`)[0]?.canonical, [`item ${i}`]);
      assert.deepEqual(matcher.match(`get item ${i}`)[0]?.canonical, [`item ${i}`]);
    }),
  );
});
