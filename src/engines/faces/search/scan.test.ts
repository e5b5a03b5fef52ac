import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keptTemplates, madeUp, manyRows, oneTemplate } from '../../../../test/support/random-templates.ts';
import { Random } from '../../bandits/random.ts';
import { openBlock, packBlock, planesOf } from './block.ts';
import type { Block, Row } from './block.ts';
import type { Neighbour, SearchOptions } from './scan.ts';
import { nearest, nearestToEach } from './scan.ts';

const blockOf = (rows: readonly Row[]): Block => openBlock(packBlock(rows, rows.length));

/** Every row compared, as it is kept. */
function compareAll(block: Block, kept: readonly Float64Array[], query: Float32Array, { count, perOwner = false, within = Infinity }: SearchOptions): Neighbour[] {
  const { owners } = planesOf(block.memory, 0, block.rows);
  const all = kept.map((template, row) => {
    const square = template.reduce((sum, value, i) => sum + (query[i]! - value) ** 2, 0);
    return { row, owner: owners[row]!, distance: Math.sqrt(square) };
  }).filter(({ distance }) => distance <= within).sort((a, b) => a.distance - b.distance || a.row - b.row);
  const seen = new Set<number>();
  return all.filter(({ owner }) => !perOwner || (!seen.has(owner) && seen.add(owner))).slice(0, count);
}

test('the nearest rows are those that comparing every row gives, equally near ones in their order', () => {
  fc.assert(fc.property(manyRows, oneTemplate, fc.record({ count: fc.integer({ min: 1, max: 400 }), perOwner: fc.boolean(), within: fc.constantFrom(Infinity, Infinity, 5, 1, 0) }), (rows, query, options) => {
    const block = blockOf(rows);
    assert.deepEqual(nearest(block, query, options), compareAll(block, keptTemplates(block), query, options));
  }), { numRuns: 300 });
});

test('the same over many chunks, for rows alike and apart', () => {
  const random = new Random(11);
  const groups = Array.from({ length: 40 }, () => madeUp(random));
  const rows = Array.from({ length: 9_001 }, (_, i) => ({ owner: i % 700, template: madeUp(random, i % 3 === 0 ? 0.3 : 1).map((value, k) => value + (i % 3 === 0 ? groups[i % 40]![k]! : 0)) }));
  const block = blockOf(rows);
  const kept = keptTemplates(block);
  const queries = [madeUp(random), groups[3]!, rows[8_999]!.template, madeUp(random, 0)];
  for (const options of [{ count: 1 }, { count: 10, perOwner: true }, { count: 1000 }, { count: 699, perOwner: true }, { count: 5, within: 1.2 }]) {
    assert.deepEqual(nearestToEach(block, queries, options), queries.map((query) => compareAll(block, kept, query, options)));
  }
});

test('of rounded rows the order is that of the rows before they were rounded, but for distances equal to four digits', () => {
  const random = new Random(5);
  const rows = Array.from({ length: 3_000 }, (_, owner) => ({ owner, template: madeUp(random) }));
  const query = madeUp(random);
  const exact = rows.map(({ template }) => Math.sqrt(template.reduce((sum, value, i) => sum + (query[i]! - value) ** 2, 0)));
  for (const { row, distance } of nearest(blockOf(rows), query, { count: 3_000 })) assert.ok(Math.abs(distance - exact[row]!) < 1e-4, `row ${row}: ${distance} for ${exact[row]}`);
});

test('a block without rows has no nearest', () => {
  assert.deepEqual(nearest(blockOf([]), madeUp(new Random(1)), { count: 3 }), []);
});

test('what is no query is refused', () => {
  const block = blockOf([{ owner: 0, template: madeUp(new Random(1)) }]);
  assert.throws(() => nearest(block, new Float32Array(64), { count: 1 }), RangeError);
  assert.throws(() => nearest(block, new Float32Array(128).fill(NaN), { count: 1 }), RangeError);
  assert.throws(() => nearest(block, madeUp(new Random(1)), { count: 0 }), RangeError);
  assert.throws(() => nearest(block, madeUp(new Random(1)), { count: 1, within: NaN }), RangeError);
});
