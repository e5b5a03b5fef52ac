import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeTemplates, packBlock, randomTemplate, rowLists, templates } from '../../../../test/support/random-templates.ts';
import { Random } from '../../shared/random.ts';
import { TEMPLATE_LENGTH } from '../face.ts';
import { openBlock, planesOf } from './block.ts';
import type { Row } from './block.ts';
import { RowFilter, roundQuery } from './sieve.ts';

const sieve = new RowFilter();

/** Loads the rows; says how far each, as stored, is from the query, and which pass at a distance. */
function load(rows: readonly Row[], query: Float32Array): { distances: number[]; passing: (distance: number) => number[] } {
  const block = openBlock(packBlock(rows, rows.length));
  sieve.load(planesOf(block.memory, 0, block.rows), 0, block.rows);
  const distances = decodeTemplates(block).map((kept) => Math.sqrt(kept.reduce((sum, value, i) => sum + (query[i]! - value) ** 2, 0)));
  const passing = (distance: number): number[] => {
    const found: number[] = [];
    sieve.filter(roundQuery(query), rows.length, distance, (row) => found.push(row));
    return found;
  };
  return { distances, passing };
}

test('passes a row at its own distance', () => {
  fc.assert(
    fc.property(rowLists, templates, (rows, query) => {
      const { distances, passing } = load(rows, query);
      distances.slice(0, 20).forEach((distance, row) => assert.ok(passing(distance).includes(row), `row ${row} at ${distance}`));
    }),
  );
});

test('a row passes even if the whole rounding error points in the direction of the query', () => {
  // Row and query share a grid of tenths: the row's upper bytes are exact, and the query lies just short of half a
  // step from where it is rounded to, toward the row. Then the bound is reached, and only the margins are left.
  const grid = 0.1;
  const [query, row] = [new Float32Array(TEMPLATE_LENGTH), new Float32Array(TEMPLATE_LENGTH)];
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(1, -1), fc.constantFrom(1, 2, 9), (seed, side, far) => {
      const random = new Random(seed);
      for (let i = 2; i < TEMPLATE_LENGTH; i++) {
        const rounded = grid * (2 * Math.floor(60 * random.next()) - 59);
        query[i] = rounded + side * grid * 0.999;
        row[i] = rounded + side * grid * 2 * far;
      }
      query[0] = row[0] = 127 * grid;
      query[1] = row[1] = -127 * grid;
      const { distances, passing } = load([{ owner: 0, template: row }], query);
      assert.deepEqual(passing(distances[0]!), [0]);
    }),
  );
});

test('a row passes even if everything that its upper bytes omit points in the direction of the query', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 9 }), (seed, far) => {
      const random = new Random(seed);
      const [query, row] = [new Float32Array(TEMPLATE_LENGTH), new Float32Array(TEMPLATE_LENGTH)];
      for (let i = 2; i < TEMPLATE_LENGTH; i++) {
        const exact = 2 * Math.floor(60 * random.next()) - 59;
        row[i] = exact + 0.49;
        query[i] = exact + 2 * far;
      }
      query[0] = row[0] = 127;
      query[1] = row[1] = -127;
      const { distances, passing } = load([{ owner: 0, template: row }], query);
      assert.deepEqual(passing(distances[0]!), [0]);
    }),
  );
});

test('passes few rows at the distance of the tenth nearest', () => {
  const random = new Random(1);
  const query = randomTemplate(random);
  const { distances, passing } = load(
    Array.from({ length: 2_000 }, (_, owner) => ({ owner, template: randomTemplate(random) })),
    query,
  );
  const tenth = [...distances].sort((a, b) => a - b)[9]!;
  assert.ok(passing(tenth).length < 40, `${passing(tenth).length} rows passed`);
  assert.equal(passing(Infinity).length, 2_000);
});
