import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bentY, flatY } from '../../model/bend.ts';
import type { DetectedLine } from '../detection/line-maps.ts';
import { findBend, flattenImage, flattenLine } from './flatten-page.ts';

const [WIDTH, HEIGHT] = [800, 1000];

/** Lines of 20 pixels of a page whose points are moved down by `move`, with a price at the right end. */
function linesMovedBy(move: (x: number, y: number) => number, count = 20): DetectedLine[] {
  return Array.from({ length: count }, (_, i): DetectedLine => {
    const y = 50 + 45 * i;
    const [from, to] = i % 2 === 0 ? [100, 700] : [120, 400];
    const middle = Array.from({ length: (to - from) / 20 }, (_unused, n) => {
      const x = from + 20 * n;
      return { x, y: y + move(x, y) };
    });
    const x = (from + to) / 2;
    return { x, y: y + move(x, y), length: to - from, height: 20, angle: 0, score: 1, turns: [1, 0, 0, 0], middle };
  });
}

/** Like a page photographed at an angle that also curls. */
const curl = (x: number, y: number): number => 0.03 * (x - 400) * (y / HEIGHT) + 12 * ((x - 400) / 400) ** 2;

test('leaves a flat page as it is', () => {
  assert.equal(
    findBend(
      linesMovedBy(() => 0),
      HEIGHT,
    ),
    undefined,
  );
  assert.equal(
    findBend(
      linesMovedBy((x, y) => Math.sin(x * 7 + y) * 1.5),
      HEIGHT,
    ),
    undefined,
    'noise is no bend',
  );
});

test('makes bent lines level', () => {
  const lines = linesMovedBy(curl);
  const bend = findBend(lines, HEIGHT)!;
  for (const line of lines) {
    const { angle, middle } = flattenLine(line, bend);
    const ys = middle.map(({ y }) => y);
    assert.ok(Math.max(...ys) - Math.min(...ys) < 3, `a line of 20 pixels is off by ${String(Math.max(...ys) - Math.min(...ys))}`);
    assert.ok(Math.abs(angle) < 0.3);
  }
});

test('finds the bend beside lines that run elsewhere', () => {
  const lines = linesMovedBy(curl);
  const logo = linesMovedBy((x) => 0.2 * (x - 400), 3);
  const bend = findBend([...lines, ...logo], HEIGHT)!;
  const { middle } = flattenLine(lines[10]!, bend);
  const ys = middle.map(({ y }) => y);
  assert.ok(Math.max(...ys) - Math.min(...ys) < 4);
});

test('moves a price next to what it is the price of', () => {
  const bend = findBend(linesMovedBy(curl), HEIGHT)!;
  const name = { x: 150, y: 600 + curl(150, 600) };
  const price = { x: 680, y: 600 + curl(680, 600) };
  assert.ok(Math.abs(name.y - price.y) > 10);
  assert.ok(Math.abs(flatY(bend, name.x, name.y) - flatY(bend, price.x, price.y)) < 3);
});

test('a point returns to where it was', () => {
  const bend = findBend(linesMovedBy(curl), HEIGHT)!;
  for (const [x, y] of [
    [0, 0],
    [400, 500],
    [799, 999],
  ] as const)
    assert.ok(Math.abs(bentY(bend, x, flatY(bend, x, y)) - y) < 0.1);
});

test('too few or too steep lines bend nothing', () => {
  assert.equal(findBend(linesMovedBy(curl, 3), HEIGHT), undefined);
  assert.equal(
    findBend(
      linesMovedBy((x) => 0.6 * x),
      HEIGHT,
    ),
    undefined,
  );
});

test('the flat image has level lines and loses nothing at the edges', () => {
  const lines = linesMovedBy(curl);
  const bend = findBend(lines, HEIGHT)!;
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (let x = 100; x < 700; x++) for (const y of [2, 600]) data[Math.round(y + curl(x, y)) * WIDTH + x] = 0;
  const flat = flattenImage({ width: WIDTH, height: HEIGHT, data }, bend);
  const darkest = (x: number, from: number, to: number): number => {
    const column = Array.from({ length: to - from }, (_, i) => flat.data[(from + i) * WIDTH + x]!);
    return from + column.indexOf(Math.min(...column));
  };
  const rows = [150, 400, 680].map((x) => darkest(x, 550, flat.height));
  assert.ok(Math.max(...rows) - Math.min(...rows) <= 3, rows.join());
  assert.ok([150, 400, 680].every((x) => flat.data[darkest(x, 0, 100) * WIDTH + x]! < 255));
});

test('a page full of long lines is no more work than one of many', () => {
  const middle = Array.from({ length: 300 }, (_, x) => ({ x, y: 0 }));
  const line: DetectedLine = { x: 150, y: 0, length: 300, height: 4, angle: 0, score: 1, turns: [1, 0, 0, 0], middle };
  assert.equal(
    findBend(
      Array.from({ length: 1000 }, () => line),
      HEIGHT,
    ),
    undefined,
  );
});
