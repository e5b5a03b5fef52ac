import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../shared/random.ts';
import {
  addEvidence,
  completeSums,
  differenceToEarned,
  earnedValue,
  mergeValueSums,
  missingEvents,
  noValueSums,
  policyValue,
  type Evidence,
  type Interval,
  type ValueSums,
} from './value.ts';

function sumsOf(events: readonly Partial<Evidence>[]): ValueSums {
  const sums = noValueSums();
  for (const event of events) addEvidence(sums, { reward: 0, prediction: 0, weight: 1, expected: 0, rarity: 1, unseen: 0, ...event });
  return sums;
}

test('the interval of rewards that were earned is Wilson’s', () => {
  const { value, low, high } = earnedValue(sumsOf(Array.from({ length: 20 }, (_, i) => ({ reward: i < 6 ? 1 : 0 }))))!;
  // Wilson (1927) for 6 of 20.
  assert.deepEqual([value, low.toFixed(4), high.toFixed(4)], [0.3, '0.1455', '0.5190']);
  const never = earnedValue(sumsOf([{}, {}, {}, {}, {}]))!;
  assert.ok(never.low === 0 && never.high > 0.4, 'none of five is not never');
});

test('sums of parts add up', () => {
  const events = [{ reward: 1, weight: 2, prediction: 0.5 }, { reward: -0.5, weight: 0, rarity: 4 }, { reward: 1 }];
  assert.deepEqual(mergeValueSums(sumsOf(events.slice(0, 1)), sumsOf(events.slice(1))), sumsOf(events));
  assert.equal(sumsOf(events).least, -1);
});

test('without predictions the estimate is the weighted mean', () => {
  const sums = sumsOf([
    { reward: 1, weight: 1.25, rarity: 1.25 },
    { reward: 0.5, weight: 0, rarity: 1.25 },
    { reward: 0, weight: 2, rarity: 2 },
  ]);
  assert.ok(Math.abs(policyValue(sums)!.value - 1.25 / 3.25) < 0.01);
  assert.equal(policyValue(sumsOf([{ weight: 0 }])), undefined, 'nothing it would show was shown');
});

test('an action that could not be shown may have earned anything', () => {
  const seen = Array.from({ length: 100 }, (_, i) => ({ reward: i % 2 }));
  const all = policyValue(sumsOf(seen))!;
  const half = policyValue(sumsOf([...seen, ...seen.map(({ reward }) => ({ reward, weight: 0, rarity: 0, unseen: 1 }))]))!;
  assert.ok(Math.abs(half.low - all.low / 2) < 0.01 && Math.abs(half.high - (all.high / 2 + 0.5)) < 0.01);
});

test('heavy weights are limited in a short log and count in full in a long one', () => {
  // Half of the events show the policy's action in every second one and earn 0.2, the others in one of 400 and earn 0.8.
  const often = Array.from({ length: 400 }, (_, i) => ({ reward: 0.2, weight: 2 * (i % 2), rarity: 2 }));
  const rarely = Array.from({ length: 400 }, (_, i) => ({ reward: 0.8, weight: i === 0 ? 400 : 0, rarity: 400 }));
  const short = sumsOf([...often, ...rarely]);
  let long = short;
  for (let doubled = 0; doubled < 12; doubled++) long = mergeValueSums(long, long);
  assert.ok(policyValue(short)!.value < 0.45);
  assert.ok(Math.abs(policyValue(long)!.value - 0.5) < 1e-9);
});

test('rewards that are expected to be rare where the policy is rarely shown vary less there', () => {
  const widthWith = (rare: number): number => {
    const shown = { reward: 1, prediction: 0.5, weight: 1.25, expected: 0.5, rarity: 1.25 };
    const rarely = { reward: 0, prediction: 0.5, weight: 10, expected: rare, rarity: 10 };
    const other = { prediction: 0.1, weight: 0, expected: rare, rarity: 10 };
    const events = [shown, { ...shown, reward: 0 }, rarely, ...Array.from({ length: 9 }, () => other)];
    const { low, high } = policyValue(sumsOf(Array.from({ length: 30 }, () => events).flat()))!;
    return high - low;
  };
  assert.ok(widthWith(0.05) < 0.8 * widthWith(0.5), `${widthWith(0.05)}, ${widthWith(0.5)}`);
});

test('sums of older versions count as if all was expected to earn alike', () => {
  const sums = sumsOf([
    { reward: 1, expected: 0.25, rarity: 2 },
    { expected: 0.75, rarity: 4 },
  ]);
  const { expectedQ: _, ...full } = sums.full;
  assert.deepEqual(completeSums(sums), sums);
  assert.equal(completeSums({ ...sums, full: full as typeof sums.full }).full.expectedQ, 6 * 0.5);
});

test('missing events follow from the width and the difference', () => {
  assert.equal(missingEvents(100, { value: 0.2, low: 0.1, high: 0.3 }), 0);
  // Twice as wide as the difference: four times as many events.
  assert.equal(missingEvents(100, { value: 0.1, low: -0.1, high: 0.3 }), 300);
  assert.equal(missingEvents(100, { value: -0.1, low: -0.3, high: 0.1 }), 300);
  assert.equal(missingEvents(100, { value: 0, low: -0.1, high: 0.1 }), undefined);
});

/** A loop that shows its favorite action, or a random one in a share of the events; action 0 is the baseline. */
interface World {
  name: string;
  actions: number;
  contexts: number;
  explored: number;
  worth: (context: number, action: number) => number;
  favorite: (context: number, share: number) => number;
}

const WORLDS: readonly World[] = [
  {
    name: 'the baseline is only shown by exploring',
    actions: 3,
    contexts: 2,
    explored: 0.2,
    worth: (c, a) => (a === 0 ? 0.3 : a - 1 === c ? 0.8 : 0.1),
    favorite: (c) => 1 + c,
  },
  {
    name: 'the loop learns',
    actions: 5,
    contexts: 3,
    explored: 0.3,
    worth: (c, a) => (a === 0 ? 0.4 : a - 1 === c ? 0.7 : 0.2),
    favorite: (c, share) => (share < 0.3 ? 0 : share < 0.6 ? c + 2 : 1 + c),
  },
  {
    name: 'clicks are rare and actions many',
    actions: 10,
    contexts: 2,
    explored: 0.3,
    worth: (_, a) => (a === 0 ? 0.05 : a === 1 ? 0.1 : 0.03),
    favorite: () => 1,
  },
  {
    name: 'the baseline is nearly always shown',
    actions: 3,
    contexts: 2,
    explored: 0.1,
    worth: (c, a) => (a === 0 ? 0.3 + 0.4 * c : 0.3),
    favorite: () => 0,
  },
];

/** Plays a loop with a reward model that keeps a running mean for each context and action; `earned` is its expected reward. */
function playLoop(
  { actions, contexts, explored, worth, favorite }: World,
  random: Random,
  events: number,
): { sums: ValueSums; earned: number } {
  const sums = noValueSums();
  const counts = new Float64Array(contexts * actions);
  const means = new Float64Array(contexts * actions).fill(0.5);
  let earned = 0;
  for (let i = 0; i < events; i++) {
    const context = Math.floor(random.next() * contexts);
    const best = favorite(context, i / events);
    const chosen = random.next() < explored ? Math.floor(random.next() * actions) : best;
    const probability = (action: number): number => explored / actions + (action === best ? 1 - explored : 0);
    for (let c = 0; c < contexts; c++) {
      let equal = 0;
      for (let a = 0; a < actions; a++) equal += worth(c, a) / actions;
      earned += (explored * equal + (1 - explored) * worth(c, favorite(c, i / events))) / (contexts * events);
    }
    const reward = random.next() < worth(context, chosen) ? 1 : 0;
    const at = context * actions;
    addEvidence(sums, {
      reward,
      prediction: means[at + chosen]!,
      weight: chosen === 0 ? 1 / probability(0) : 0,
      expected: means[at]!,
      rarity: 1 / probability(0),
      unseen: 0,
    });
    counts[at + chosen]!++;
    means[at + chosen]! += (reward - means[at + chosen]!) / (counts[at + chosen]! + 1);
  }
  return { sums, earned };
}

const LOOPS = 1000;
const EVENTS = 500;

for (const world of WORLDS)
  test(`95 % intervals cover the truth in 92 to 98 % of ${LOOPS} loops: ${world.name}`, (t) => {
    const random = new Random(20_261);
    let truth = 0;
    for (let c = 0; c < world.contexts; c++) truth += world.worth(c, 0) / world.contexts;
    const covered = { value: 0, difference: 0 };
    const isIn = (found: Interval | undefined, of: number): boolean => !found || (found.low <= of && of <= found.high);
    for (let i = 0; i < LOOPS; i++) {
      const { sums, earned } = playLoop(world, random, EVENTS);
      if (isIn(policyValue(sums), truth)) covered.value++;
      if (isIn(differenceToEarned(sums), truth - earned)) covered.difference++;
    }
    t.diagnostic(`value ${covered.value}, difference ${covered.difference} of ${LOOPS}`);
    for (const count of Object.values(covered)) assert.ok(count >= 0.92 * LOOPS && count <= 0.98 * LOOPS, JSON.stringify(covered));
  });

test('a few clicks that the policy happens to favor do not make it better', () => {
  const sums = noValueSums();
  for (let i = 0; i < 1000; i++) {
    const isClick = i % 200 === 0;
    const weight = isClick ? 1.9 : 1;
    addEvidence(sums, { reward: isClick ? 1 : 0, prediction: 0.005, weight, expected: 0.005, rarity: 3, unseen: 0 });
  }
  const { value, low, high } = differenceToEarned(sums)!;
  assert.ok(value > 0.004 && low < 0 && high > 0.01, `${low} to ${high}`);
});
