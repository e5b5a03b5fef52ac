import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warmUp } from './warm-up.ts';

test('reads an image and a PDF, and stops when a document has come', async () => {
  const pages: unknown[] = [];
  await warmUp({}, (_done, completed) => completed && pages.push(completed.count));
  assert.deepEqual(pages, [1, 1]);
  let reports = 0;
  const interrupted = warmUp({}, () => {
    if (++reports === 2) throw new Error('A task has come.');
  });
  await assert.rejects(interrupted, /A task has come/);
  assert.equal(reports, 2);
});
