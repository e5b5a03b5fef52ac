import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JoinState, Joined } from './join.ts';
import { Joiner } from './join.ts';
import { Random } from '../../shared/random.ts';

const rules = { waitMs: 1000, aggregation: 'earliest', defaultReward: 0 } as const;
/** A rank whose position in the log is its time. */
const rank = (eventId: string, atMs: number, deferred = false, slots: string[] = []) => ({
  eventId,
  position: atMs,
  atMs,
  deferred,
  slots,
});

/** Plays `events` ranks 10 ms apart; each is rewarded after its lag with the chance given. */
function play(joiner: Joiner, events: number, chance: number, lag: (random: Random) => number, from = 0): Joined[] {
  const random = new Random(11);
  const entries: [number, () => Joined[]][] = [];
  for (let i = from; i < from + events; i++) {
    const at = i * 10;
    entries.push([at, () => joiner.ranked(rank(`e${i}`, at))]);
    if (random.next() >= chance) continue;
    const later = at + 1 + Math.floor(lag(random));
    entries.push([later, () => joiner.rewarded(`e${i}`, 1, later)]);
  }
  return entries.sort((a, b) => a[0] - b[0]).flatMap(([, act]) => act());
}

test('without reward the default comes at expiry, in the order of the ranks', () => {
  const joiner = new Joiner({ ...rules, defaultReward: -0.5 });
  joiner.ranked(rank('a', 0));
  joiner.ranked(rank('b', 10));
  assert.deepEqual(joiner.rewarded('b', 1, 20), []);
  assert.deepEqual(joiner.advance(999), []);
  assert.deepEqual(joiner.advance(1010), [
    { eventId: 'a', position: 0, rewards: [-0.5], isDone: true },
    { eventId: 'b', position: 10, rewards: [1], isDone: true },
  ]);
  assert.equal(joiner.waiting, 0);
});

test('earliest keeps the first reward, sum adds them up, average divides the sum by their number', () => {
  for (const [aggregation, expected] of [
    ['earliest', 0.5],
    ['sum', 1.5],
    ['average', 0.75],
  ] as const) {
    const joiner = new Joiner({ ...rules, aggregation });
    joiner.ranked(rank('a', 0));
    joiner.rewarded('a', 0.5, 1);
    joiner.rewarded('a', 1, 2);
    assert.deepEqual(joiner.advance(1000), [{ eventId: 'a', position: 0, rewards: [expected], isDone: true }]);
  }
});

test('averages per slot, also after a checkpoint', () => {
  const averaging = { ...rules, aggregation: 'average', defaultReward: 0.1 } as const;
  const first = new Joiner(averaging);
  first.ranked(rank('a', 0, false, ['top', 'side', 'bottom']));
  first.rewarded('a', 1, 1, 'top');
  first.rewarded('a', 0, 2, 'top');
  first.rewarded('a', 0.4, 3, 'side');
  const restored = new Joiner(averaging, { state: JSON.parse(JSON.stringify(first.state())) as JoinState });
  for (const joiner of [first, restored]) {
    joiner.rewarded('a', -0.25, 4, 'top');
    assert.deepEqual(joiner.advance(1000), [{ eventId: 'a', position: 0, rewards: [0.25, 0.4, 0.1], isDone: true }]);
  }
});

test('late rewards and rewards of unknown events change nothing', () => {
  const joiner = new Joiner(rules);
  joiner.ranked(rank('a', 0));
  assert.deepEqual(joiner.rewarded('a', 1, 1000), [{ eventId: 'a', position: 0, rewards: [0], isDone: true }]);
  assert.deepEqual(joiner.rewarded('a', 1, 1001), []);
  assert.deepEqual(joiner.rewarded('never', 1, 1002), []);
});

test('a deferred event is trained only if it was activated', () => {
  const joiner = new Joiner(rules);
  for (const id of ['never', 'shown', 'rewarded']) joiner.ranked(rank(id, 0, true));
  joiner.rewarded('never', 1, 1);
  joiner.rewarded('rewarded', 1, 2);
  joiner.activated('shown', 3);
  joiner.activated('rewarded', 4);
  joiner.activated('unknown', 5);
  assert.deepEqual(joiner.advance(1000), [
    { eventId: 'shown', position: 0, rewards: [0], isDone: true },
    { eventId: 'rewarded', position: 0, rewards: [1], isDone: true },
  ]);
});

test('accepts rewards per slot', () => {
  const joiner = new Joiner({ ...rules, defaultReward: 0.1 });
  joiner.ranked(rank('a', 0, false, ['top', 'side', 'foot']));
  joiner.rewarded('a', 1, 1, 'foot');
  joiner.rewarded('a', 0.5, 2, 'top');
  joiner.rewarded('a', 0.5, 2, 'none');
  joiner.rewarded('a', 0.5, 2);
  assert.deepEqual(joiner.advance(1000), [{ eventId: 'a', position: 0, rewards: [0.5, 0.1, 1], isDone: true }]);
});

test('a rank with an id that waits already is ignored', () => {
  const joiner = new Joiner(rules);
  joiner.ranked(rank('a', 0));
  joiner.ranked(rank('a', 500));
  assert.equal(joiner.advance(1000).length, 1);
  assert.equal(joiner.advance(5000).length, 0);
});

test('where every outcome is reported, training moves to arrival', () => {
  for (const lag of [() => 20, (random: Random) => -Math.log(1 - random.next()) * 50]) {
    const joiner = new Joiner(rules);
    const joined = play(joiner, 2000, 1, lag);
    assert.equal(joiner.onArrival, true, String(joiner.coverage));
    assert.equal(new Set(joined.map(({ eventId }) => eventId)).size, joined.length);
    assert.ok(joined.length > 1950);
  }
});

test('where only successes are reported, training stays at expiry', () => {
  const joiner = new Joiner(rules);
  const joined = play(joiner, 2000, 0.3, () => 20);
  assert.equal(joiner.onArrival, false);
  assert.deepEqual(
    joined.map(({ eventId }) => eventId),
    Array.from({ length: joined.length }, (_, i) => `e${i}`),
  );
});

test('sum never trains on arrival', () => {
  const joiner = new Joiner({ ...rules, aggregation: 'sum' });
  play(joiner, 500, 1, () => 20);
  assert.equal(joiner.onArrival, false);
});

test('a fall in coverage switches back, and no event is trained twice', () => {
  const joiner = new Joiner(rules);
  const first = play(joiner, 1000, 1, () => 20);
  assert.equal(joiner.onArrival, true);
  const second = play(joiner, 200, 0.5, () => 20, 1010);
  assert.equal(joiner.onArrival, false);
  const all = [...first, ...second, ...joiner.advance(1e6)].map(({ eventId }) => eventId);
  assert.equal(all.length, 1200);
  assert.equal(new Set(all).size, 1200);
});

test('time never goes backwards', () => {
  const joiner = new Joiner(rules);
  joiner.advance(500);
  joiner.ranked(rank('a', 100));
  assert.deepEqual(joiner.advance(1400), []);
  assert.equal(joiner.advance(1500).length, 1);
});

test('a restored joiner continues identically', () => {
  const [one, other] = [new Joiner(rules), new Joiner(rules)];
  play(one, 300, 0.99, () => 30);
  play(other, 300, 0.99, () => 30);
  const restored = new Joiner(rules, { state: JSON.parse(JSON.stringify(other.state())) as JoinState });
  assert.deepEqual(
    play(restored, 300, 0.7, () => 30, 310),
    play(one, 300, 0.7, () => 30, 310),
  );
  assert.deepEqual(restored.state(), one.state());
});

test('parts handed out early add up to the event and its reward', () => {
  const joined = play(new Joiner({ ...rules, waitMs: 5000 }, { isEarly: true }), 3000, 0.2, (random) => -300 * Math.log(1 - random.next()));
  const sums = new Map<string, { share: number; reward: number; parts: number }>();
  for (const { eventId, rewards, part, isDone } of joined) {
    const sum = sums.get(eventId) ?? { share: 0, reward: 0, parts: 0 };
    const { share, targets } = part ?? { share: 1, targets: rewards };
    sums.set(eventId, { share: sum.share + share, reward: sum.reward + share * targets[0]!, parts: sum.parts + 1 });
    if (!isDone) continue;
    const { share: whole, reward } = sums.get(eventId)!;
    assert.ok(Math.abs(whole - 1) < 1e-9 && Math.abs(reward - rewards[0]!) < 1e-9, eventId);
  }
  assert.equal([...sums.values()].filter(({ parts }) => parts === 3).length > 1500, true);
});

test('an event half of whose reward should have come counts half, on average with its reward', () => {
  const joined = play(
    new Joiner({ ...rules, waitMs: 5000 }, { isEarly: true }),
    20_000,
    0.3,
    (random) => -300 * Math.log(1 - random.next()),
  );
  const halves = joined.filter(({ part }) => part?.share === 0.5 && part.isFirst).slice(1000);
  const mean = halves.reduce((sum, { part }) => sum + part!.targets[0]!, 0) / halves.length;
  assert.ok(halves.length > 10_000 && Math.abs(mean - 0.3) < 0.03, `${halves.length} ${mean}`);
});

test('where all rewards come after the same time, no part is handed out before them', () => {
  const joined = play(new Joiner({ ...rules, waitMs: 5000 }, { isEarly: true }), 3000, 0.3, () => 400);
  const early = joined.filter(({ part, isDone }) => part && !isDone).slice(500);
  const mean = early.reduce((sum, { part }) => sum + part!.share * part!.targets[0]!, 0) / early.length;
  assert.ok(early.length > 1000 && early.every(({ part }) => part!.share === 0.9), `${early.length}`);
  assert.ok(Math.abs(mean - 0.3) < 0.05, `${mean}`);
});

test('a restored joiner goes on with its early parts', () => {
  const options = { isEarly: true };
  const lag = (random: Random): number => -300 * Math.log(1 - random.next());
  const one = new Joiner(rules, options);
  play(one, 500, 0.3, lag);
  const other = new Joiner(rules, { state: JSON.parse(JSON.stringify(one.state())) as JoinState, ...options });
  assert.deepEqual(play(other, 500, 0.3, lag, 500), play(one, 500, 0.3, lag, 500));
  assert.deepEqual(other.state(), one.state());
});
