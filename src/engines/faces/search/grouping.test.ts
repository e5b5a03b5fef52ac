import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomTemplate, templates } from '../../../../test/support/random-templates.ts';
import { Random } from '../../shared/random.ts';
import { distanceBetween } from './distance.ts';
import { groupTemplates } from './grouping.ts';

/** Textbook algorithm: repeatedly merges the two nearest groups. */
function mergeAgain(templates: readonly Float32Array[], within: number): number[][] {
  let groups = templates.map((_, i) => [i]);
  const mean = (one: readonly number[], other: readonly number[]): number =>
    one.reduce((sum, a) => sum + other.reduce((inner, b) => inner + distanceBetween(templates[a]!, templates[b]!), 0), 0) /
    (one.length * other.length);
  for (;;) {
    let [least, nearest]: [number, [number[], number[]] | undefined] = [within, undefined];
    for (const one of groups)
      for (const other of groups)
        if (one[0]! < other[0]! && mean(one, other) <= least && (nearest === undefined || mean(one, other) < least))
          [least, nearest] = [mean(one, other), [one, other]];
    if (!nearest) return groups;
    groups = [...groups.filter((group) => !nearest.includes(group)), nearest.flat().sort((a, b) => a - b)];
  }
}

const sorted = (groups: readonly number[][]): number[][] => [...groups].sort((a, b) => a[0]! - b[0]!);

test('returns the groups of the textbook algorithm', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 24 }), fc.double({ min: 0, max: 2.5, noNaN: true }), (seed, count, within) => {
      const random = new Random(seed);
      const centers = Array.from({ length: 4 }, () => randomTemplate(random));
      const templates = Array.from({ length: count }, (_, i) => randomTemplate(random, 0.8).map((value, k) => value + centers[i % 4]![k]!));
      const { groups, messy } = groupTemplates(templates, within);
      assert.deepEqual(sorted([...groups, ...messy.map((one) => [one])]), sorted(mergeAgain(templates, within)));
    }),
    { numRuns: 60 },
  );
});

test('puts every face into exactly one group', () => {
  fc.assert(
    fc.property(fc.array(templates, { maxLength: 60 }), (templates) => {
      const { groups, messy } = groupTemplates(templates);
      assert.deepEqual(
        [...groups.flat(), ...messy].sort((a, b) => a - b),
        templates.map((_, i) => i),
      );
      assert.ok(groups.every((group, i) => group.length > 1 && (i === 0 || groups[i - 1]!.length >= group.length)));
      assert.deepEqual(groupTemplates(templates), { groups, messy });
    }),
  );
});

test('groups equal faces and leaves strangers ungrouped', () => {
  const random = new Random(4);
  const [one, other, third] = [randomTemplate(random), randomTemplate(random), randomTemplate(random)];
  assert.deepEqual(groupTemplates([one, other, one, third, other, one]), {
    groups: [
      [0, 2, 5],
      [1, 4],
    ],
    messy: [3],
  });
  assert.deepEqual(groupTemplates([]), { groups: [], messy: [] });
  assert.equal(groupTemplates(Array.from({ length: 300 }, () => one)).groups[0]!.length, 300);
});
