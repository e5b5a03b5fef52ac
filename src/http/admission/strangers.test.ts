import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { MAX_STRANGERS, STRANGERS_PER_TURN } from './limits.ts';
import { Strangers } from './strangers.ts';

test('starts a few calls in a turn, and the others in later turns', async () => {
  const strangers = new Strangers();
  const started: number[] = [];
  for (let i = 0; i < 3 * STRANGERS_PER_TURN; i++) assert.ok(strangers.start('a', () => started.push(i)));
  for (let turns = 1; turns <= 3; turns++) {
    assert.deepEqual(started, [...Array(turns * STRANGERS_PER_TURN).keys()]);
    await turn();
  }
});

test('takes addresses in turn', async () => {
  const strangers = new Strangers();
  const started: string[] = [];
  for (let i = 0; i < 10 * STRANGERS_PER_TURN; i++) strangers.start('a', () => started.push('a'));
  strangers.start('b', () => started.push('b'));
  await turn();
  assert.equal(started.indexOf('b'), STRANGERS_PER_TURN + 1);
});

test('refuses an address with too many waiting, and leaves room for others', async () => {
  const strangers = new Strangers();
  let started = 0;
  while (strangers.start('a', () => started++));
  assert.ok(!strangers.start('a', () => started++));
  assert.ok(strangers.start('b', () => started++));
  for (let i = 0; i < MAX_STRANGERS; i++) await turn();
  assert.equal(started, MAX_STRANGERS / 2 + STRANGERS_PER_TURN + 1);
  assert.ok(strangers.start('a', () => started++));
});
