import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeTemplates, packBlock, randomTemplate, rowLists, templates } from '../../../../test/support/random-templates.ts';
import { Random } from '../../shared/random.ts';
import { openBlock, planesOf } from './block.ts';
import type { Block, Row } from './block.ts';
import type { Neighbor, SearchOptions } from './scan.ts';
import { nearest, nearestToEach } from './scan.ts';

const blockOf = (rows: readonly Row[]): Block => openBlock(packBlock(rows, rows.length));

/** Compares every row as stored. */
function compareAll(
  block: Block,
  kept: readonly Float64Array[],
  query: Float32Array,
  { count, perOwner = false, within = Infinity }: SearchOptions,
): Neighbor[] {
  const { owners } = planesOf(block.memory, 0, block.rows);
  const all = kept
    .map((template, row) => {
      const square = template.reduce((sum, value, i) => sum + (query[i]! - value) ** 2, 0);
      return { row, owner: owners[row]!, distance: Math.sqrt(square) };
    })
    .filter(({ distance }) => distance <= within)
    .sort((a, b) => a.distance - b.distance || a.row - b.row);
  const seen = new Set<number>();
  return all.filter(({ owner }) => !perOwner || (!seen.has(owner) && seen.add(owner))).slice(0, count);
}

test('returns the same rows as comparing every row, ties in row order', () => {
  fc.assert(
    fc.property(
      rowLists,
      templates,
      fc.record({ count: fc.integer({ min: 1, max: 400 }), perOwner: fc.boolean(), within: fc.constantFrom(Infinity, Infinity, 5, 1, 0) }),
      (rows, query, options) => {
        const block = blockOf(rows);
        assert.deepEqual(nearest(block, query, options), compareAll(block, decodeTemplates(block), query, options));
      },
    ),
    { numRuns: 100 },
  );
});

test('compares only the rows that are named', () => {
  fc.assert(
    fc.property(
      rowLists,
      templates,
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 5 }),
      (rows, query, count, perOwner, step) => {
        const block = blockOf(rows);
        const selected = Uint32Array.from(rows.keys()).filter((row) => row % step === 0);
        const all = compareAll(block, decodeTemplates(block), query, { count: rows.length });
        const owners = new Set<number>();
        const expected = all
          .filter(({ row, owner }) => row % step === 0 && (!perOwner || (!owners.has(owner) && owners.add(owner))))
          .slice(0, count);
        assert.deepEqual(nearest(block, query, { count, perOwner, rows: selected }), expected);
      },
    ),
  );
});

test('returns the same over many chunks, for similar and different rows', () => {
  const random = new Random(11);
  const groups = Array.from({ length: 40 }, () => randomTemplate(random));
  const rows = Array.from({ length: 5_001 }, (_, i) => ({
    owner: i % 700,
    template: randomTemplate(random, i % 3 === 0 ? 0.3 : 1).map((value, k) => value + (i % 3 === 0 ? groups[i % 40]![k]! : 0)),
  }));
  const block = blockOf(rows);
  const kept = decodeTemplates(block);
  const queries = [randomTemplate(random), groups[3]!, rows[4_999]!.template, randomTemplate(random, 0)];
  for (const options of [
    { count: 1 },
    { count: 10, perOwner: true },
    { count: 1000 },
    { count: 699, perOwner: true },
    { count: 5, within: 1.2 },
  ]) {
    assert.deepEqual(
      nearestToEach(block, queries, options),
      queries.map((query) => compareAll(block, kept, query, options)),
    );
  }
});

test('keeps the order of the unrounded rows, except for distances equal to four digits', () => {
  const random = new Random(5);
  const rows = Array.from({ length: 3_000 }, (_, owner) => ({ owner, template: randomTemplate(random) }));
  const query = randomTemplate(random);
  const exact = rows.map(({ template }) => Math.sqrt(template.reduce((sum, value, i) => sum + (query[i]! - value) ** 2, 0)));
  for (const { row, distance } of nearest(blockOf(rows), query, { count: 3_000 }))
    assert.ok(Math.abs(distance - exact[row]!) < 1e-4, `row ${row}: ${distance} for ${exact[row]}`);
});

test('returns nothing for an empty block', () => {
  assert.deepEqual(nearest(blockOf([]), randomTemplate(new Random(1)), { count: 3 }), []);
});

test('rejects invalid queries', () => {
  const block = blockOf([{ owner: 0, template: randomTemplate(new Random(1)) }]);
  assert.throws(() => nearest(block, new Float32Array(64), { count: 1 }), RangeError);
  assert.throws(() => nearest(block, new Float32Array(128).fill(NaN), { count: 1 }), RangeError);
  assert.throws(() => nearest(block, randomTemplate(new Random(1)), { count: 0 }), RangeError);
  assert.throws(() => nearest(block, randomTemplate(new Random(1)), { count: 1, within: NaN }), RangeError);
});
