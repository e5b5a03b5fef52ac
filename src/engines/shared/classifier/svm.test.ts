import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Random } from '../random.ts';
import { LANES, Machines } from './svm.ts';

const COLUMNS = 12;

/** A seeded problem: rows of sparse numbers, and a side for each row and lane. */
function problem(seed: number, count: number): { rows: number[][]; machines: Machines; signs: Int8Array } {
  const random = new Random(seed);
  const rows = Array.from({ length: count }, () =>
    Array.from({ length: COLUMNS }, (_, i) => (i === COLUMNS - 1 ? 1 : random.next() < 0.4 ? random.next() : 0)),
  );
  const machines = new Machines(count, COLUMNS, count * COLUMNS, (row, put) =>
    rows[row]!.forEach((value, column) => {
      if (value !== 0) put(column, value);
    }),
  );
  return { rows, machines, signs: Int8Array.from({ length: count * LANES }, () => (random.next() < 0.5 ? 1 : -1)) };
}

/** What the method minimizes, for one lane: w·w/2 + cost Σ max(0, 1 − y·w·x)². */
function objective(weights: (column: number) => number, rows: readonly number[][], signs: Int8Array, lane: number, cost: number): number {
  const squares = rows[0]!.reduce((sum, _, column) => sum + weights(column) ** 2, 0);
  return (
    squares / 2 +
    cost *
      rows.reduce(
        (sum, row, i) =>
          sum + Math.max(0, 1 - signs[i * LANES + lane]! * row.reduce((dot, value, column) => dot + value * weights(column), 0)) ** 2,
        0,
      )
  );
}

test('the solution minimizes the objective in every direction', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 2, max: 40 }), fc.constantFrom(0.3, 1, 3), (seed, count, cost) => {
      const { rows, machines, signs } = problem(seed, count);
      machines.weights.fill(0);
      machines.solve(Uint32Array.from(rows.keys()), signs, cost, new Float64Array(count * LANES), { tolerance: 0.05 });
      const found = machines.weights.slice();
      for (const lane of [0, 7, 15]) {
        const at = (column: number): number => found[column * LANES + lane]!;
        const value = objective(at, rows, signs, lane, cost);
        for (let moved = 0; moved < COLUMNS; moved++) {
          for (const step of [-0.05, 0.05]) {
            const nearby = objective((column) => at(column) + (column === moved ? step : 0), rows, signs, lane, cost);
            assert.ok(nearby > value * 0.98, `lane ${lane}: ${nearby} beats ${value}`);
          }
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('a fold warm-started from the whole solution equals one solved from scratch', () => {
  const { rows, machines, signs } = problem(3, 60);
  const [held, rest] = [[1, 5, 9, 30], Uint32Array.from(rows.keys()).filter((row) => ![1, 5, 9, 30].includes(row))];
  const multipliers = new Float64Array(60 * LANES);
  machines.weights.fill(0);
  machines.solve(rest, signs, 1, multipliers);
  const direct = held.map((row) => [...machines.margins(row)]);
  machines.weights.fill(0);
  multipliers.fill(0);
  machines.solve(Uint32Array.from(rows.keys()), signs, 1, multipliers);
  machines.takeOut(held, signs, multipliers);
  machines.solve(rest, signs, 1, multipliers);
  held.forEach((row, i) => machines.margins(row).forEach((margin, lane) => assert.ok(Math.abs(margin - direct[i]![lane]!) < 0.1)));
});

test('lanes without a class stay zero', () => {
  const { rows, machines, signs } = problem(4, 20);
  for (let row = 0; row < 20; row++) signs.fill(0, row * LANES + 3, (row + 1) * LANES);
  machines.weights.fill(0);
  machines.solve(Uint32Array.from(rows.keys()), signs, 1, new Float64Array(20 * LANES));
  machines.weights.forEach((weight, i) => assert.ok(i % LANES < 3 || weight === 0));
});
