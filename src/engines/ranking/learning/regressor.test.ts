import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Regressor } from './regressor.ts';
import { Products, dot } from './products.ts';

const RATES = { bits: 8, powerT: 0.5, l1: 0, l2: 0 };

function products(...pairs: [number, number][]): Products {
  const out = new Products();
  for (const [place, value] of pairs) out.push(place, value);
  return out;
}

test('a step never passes the target, however large its importance', () => {
  const table = new Regressor(RATES, 0.5);
  table.learn(products([1, 1]), 1, 1e9);
  assert.ok(Math.abs(dot(table.weights, products([1, 1])) - 1) < 1e-6);
});

test('finds the weights of a noiseless line', () => {
  const table = new Regressor(RATES, 0.5);
  for (let i = 0; i < 4000; i++) {
    const x = ((i * 37) % 101) / 50 - 1;
    table.learn(products([0, 1], [1, x]), 0.5 + 0.3 * x, 1);
  }
  assert.ok(Math.abs(table.weights[0]! - 0.5) < 0.01 && Math.abs(table.weights[1]! - 0.3) < 0.01);
});

test('the unit of a feature does not change predictions', () => {
  const [small, large] = [1e-4, 1e6].map((unit) => {
    const table = new Regressor(RATES, 0.5);
    for (let i = 0; i < 500; i++) table.learn(products([0, 1], [1, unit * (((i * 37) % 11) - 5)]), (i % 3) / 2, 1);
    return dot(table.weights, products([0, 1], [1, unit * 3]));
  });
  assert.ok(Math.abs(small! - large!) < 1e-4, `${small} ${large}`);
});

test('evidence lowers the sensitivity of a prediction', () => {
  const table = new Regressor(RATES, 0.5);
  const before = table.sensitivity(products([0, 1]));
  for (let i = 0; i < 100; i++) table.learn(products([0, 1]), i % 2, 1);
  assert.ok(table.sensitivity(products([0, 1])) < before / 3);
  assert.ok(table.sensitivity(products([7, 1])) > table.sensitivity(products([0, 1])));
});

test('l1 holds useless weights at 0', () => {
  const table = new Regressor({ ...RATES, l1: 0.01 }, 0.5);
  for (let i = 0; i < 500; i++) table.learn(products([0, 1], [1, i % 2 === 0 ? 1 : -1]), 0.5, 1);
  assert.equal(table.weights[1], 0);
});
