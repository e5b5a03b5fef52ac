import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../random.ts';
import { PANEL, Products } from './products.ts';
import { RowSums } from './row-sums.ts';

const TOLERANCE = 1e-5;

function draw(count: number): Float32Array {
  const random = new Random(3);
  return Float32Array.from({ length: count }, () => random.next() - 0.5);
}

function assertNear(found: Float32Array, expected: readonly number[]): void {
  assert.equal(found.length, expected.length);
  expected.forEach((value, i) => assert.ok(Math.abs(found[i]! - value) < TOLERANCE, `${i}: ${found[i]!} instead of ${value}`));
}

test('adds the rows of entries times their values, panel by panel', () => {
  const length = 2 * PANEL;
  const rows = draw(3 * length);
  const sums = new RowSums();
  const at = sums.store(rows);
  const out = sums.store(new Float32Array(length).fill(1));
  const entries = sums.reserve(4);
  [2, 0].forEach((row, n) => {
    sums.integers[entries + 2 * n] = (at + row * length) * 4;
    sums.floats[entries + 2 * n + 1] = n + 0.5;
  });
  sums.addRows(entries, 2, out, length);
  assertNear(
    sums.floats.slice(out, out + length),
    Array.from({ length }, (_, k) => 1 + 0.5 * rows[2 * length + k]! + 1.5 * rows[k]!),
  );
  sums.addRows(entries, 0, out, length);
  assert.ok(Math.abs(sums.floats[out]! - (1 + 0.5 * rows[2 * length]! + 1.5 * rows[0]!)) < TOLERANCE);
});

test('adds outer products of rows and steps to a panel', () => {
  const inner = 6;
  const [rows, steps] = [draw(2 * inner), draw(2 * PANEL)];
  const products = new Products();
  const [rowsAt, stepsAt] = [products.store(rows), products.store(steps)];
  const panel = products.store(new Float32Array(inner * PANEL).fill(2));
  const entries = products.reserve(4);
  [0, 1].forEach((n) => {
    products.integers[entries + 2 * n] = (rowsAt + n * inner) * 4;
    products.integers[entries + 2 * n + 1] = (stepsAt + n * PANEL) * 4;
  });
  products.addOuter(entries, 2, panel, inner);
  const expected = Array.from({ length: inner * PANEL }, (_, at) => {
    const [k, lane] = [Math.floor(at / PANEL), at % PANEL];
    return 2 + rows[k]! * steps[lane]! + rows[inner + k]! * steps[PANEL + lane]!;
  });
  assertNear(products.floats.slice(panel, panel + inner * PANEL), expected);
});
