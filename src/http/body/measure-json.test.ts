import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureJson } from './measure-json.ts';

const measure = (text: string): ReturnType<typeof measureJson> => measureJson(Buffer.from(text));

test('counts objects, arrays, commas and names, and the depth', () => {
  assert.deepEqual(measure('{"a":[1,2,{"b":0}]}'), { values: 5, names: 2, depth: 3 });
  assert.deepEqual(measure('[[],[]]'), { values: 4, names: 0, depth: 2 });
});

test('skips what is inside of texts', () => {
  assert.deepEqual(measure(String.raw`"{[,:\"{\\"`), { values: 0, names: 0, depth: 0 });
});

test('reads texts that are not JSON to their end', () => {
  assert.equal(measure('}}}[').depth, 0);
  assert.equal(measure('"\\').values, 0);
});

test('finds the end of long texts, whatever is escaped in them', () => {
  const tail = '","b":[{}]}';
  for (const inside of [
    'x'.repeat(100),
    `${'\\\\'.repeat(50)}`,
    `${'\\"'.repeat(50)}`,
    `${'x'.repeat(40)}\\\\\\"y`,
    `${'x'.repeat(30)}\\"{[,:`,
    `${'x'.repeat(29)}\\\\`,
    `${'x'.repeat(31)}\\"z`,
  ]) {
    const text = `{"a":"${inside}${tail}`;
    JSON.parse(text);
    assert.deepEqual(measure(text), { values: 4, names: 2, depth: 3 }, inside);
  }
});

test('stops after more names than wanted', () => {
  assert.equal(measureJson(Buffer.from('{"a":0,"b":0,"c":0}'), 1).names, 2);
});
