import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { KINDS } from '../engines/language/recognizers/entity.ts';
import { recognize, warm } from '../engines/language/recognizers/recognize.ts';
import { CpuLimit } from '../engines/loaders/language/recognizer-limit.ts';
import { predictionSettings } from './settings.ts';

const QUERIES = 4;
const BUSY_THREADS = 4;
const text =
  'the parcel of 12 kilos for 40 dollars and 3 cents should arrive on monday at 5pm or tuesday morning, call 555-010-2233 or write to ' +
  'ines@example.com, it is 20% off until 3 may 2027 and takes between 2 and 4 days, it was -5 degrees c and the second box is 3 inches long';

test('finds the same prebuilt entities in a long query, however busy the machine is', (t) => {
  const busy = Array.from({ length: BUSY_THREADS }, () => new Worker('for (;;) Math.random().toString(36);', { eval: true }));
  t.after(() => Promise.all(busy.map((worker) => worker.terminate())));
  warm(KINDS, 'en-us');
  const when = { referenceMs: Date.UTC(2026, 4, 4) };
  const expected = recognize(text, KINDS, 'en-us', when);
  assert.ok(new Set(expected.map(({ kind }) => kind)).size >= 10);
  for (let i = 0; i < QUERIES; i++) {
    const limit = new CpuLimit(predictionSettings.recognizerMs.default);
    assert.deepEqual(recognize(text, KINDS, 'en-us', when, limit), expected);
    assert.deepEqual(limit.skipped, []);
  }
});
