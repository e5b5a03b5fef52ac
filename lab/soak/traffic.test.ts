import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Register, Target } from './registers.ts';
import { Ledger } from './traffic.ts';

const TARGET: Target = { address: '', key: '', token: '' };

function registerOf(stored: Map<string, string>, unanswered: number): Register {
  let reads = 0;
  return {
    name: 'things',
    put: async (_target, id, value) => {
      stored.set(id, value);
      return { status: 200, text: '' };
    },
    read: async () => {
      if (reads++ < unanswered) throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
      return stored;
    },
  };
}

test('asks again when a busy machine does not answer a check, and counts only what is missing from an answer as lost', async () => {
  const ledger = new Ledger();
  const stored = new Map<string, string>();
  const register = registerOf(stored, 2);
  assert.ok(await ledger.change(register, TARGET, 'c1', 'v1'));
  assert.deepEqual(await ledger.check(register, TARGET), []);
  stored.clear();
  assert.deepEqual(await ledger.check(register, TARGET), ['things c1 is undefined, acknowledged v1, without an answer []']);
});

test('reports a server that never answers a check', async () => {
  const register = registerOf(new Map(), Infinity);
  assert.deepEqual(await new Ledger().check(register, TARGET), ['things: The operation was aborted due to timeout']);
});
