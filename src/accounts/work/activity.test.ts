import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Activity, MINUTES } from './activity.ts';

const START = Date.UTC(2026, 0, 15, 10, 0);

describe('activity', () => {
  test('counts calls by minute and outcome', () => {
    const activity = new Activity();
    for (const [status, afterMs] of [
      [200, 0],
      [404, 59_999],
      [500, 60_000],
      [201, 61_000],
    ] as const)
      activity.count(status, START + afterMs);
    assert.deepEqual(activity.minutes(START + 61_000).slice(-2), [
      { at: START, calls: 2, refused: 1, failed: 0 },
      { at: START + 60_000, calls: 2, refused: 0, failed: 1 },
    ]);
  });

  test('lists the errors of the last hour, newest first, of each account at most twenty', () => {
    const activity = new Activity();
    const add = (accountId: string, at: number): void =>
      activity.addError({ at, accountId, requestId: `${accountId}-${at}`, operation: 'faces.detect', status: 429 });
    add('old', START - 3600_000);
    add('quiet', START);
    for (let i = 1; i <= 50; i++) add('loud', START + i);
    const errors = activity.errors(START + 60);
    assert.equal(errors.length, 21);
    assert.deepEqual([errors[0]!.requestId, errors.at(-1)!.requestId], [`loud-${START + 50}`, `quiet-${START}`]);
  });

  test('returns exactly the calls of the last hour', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 * 3600_000 }), { maxLength: 200 }), (times) => {
        const activity = new Activity();
        const sorted = times.toSorted((a, b) => a - b).map((time) => START + time);
        for (const time of sorted) activity.count(200, time);
        const now = sorted.at(-1) ?? START;
        const minutes = activity.minutes(now);
        assert.equal(minutes.length, MINUTES);
        const from = minutes[0]!.at;
        assert.equal(
          minutes.reduce((sum, { calls }) => sum + calls, 0),
          sorted.filter((time) => time >= from).length,
        );
      }),
    );
  });
});
