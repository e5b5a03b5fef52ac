import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPaper, createSketchPage } from '../../../../../test/support/page-sketch.ts';
import { findStrokesInImage } from './image-strokes.ts';
import { strokeAt } from '../model/strokes.ts';
import { joinStrokes } from './strokes.ts';

const HEIGHT = 20;

/** A rule of two pixels from the left at `y`, that falls by `slope` per pixel. */
function drawFalling(page: ReturnType<typeof createPaper>, y: number, slope: number, from: number, to: number): void {
  for (let x = from; x < to; x++) {
    const top = Math.round(y + slope * (x - from));
    page.draw(x, top, x + 1, top + 2);
  }
}

test('computes the position of a leaning stroke along it', () => {
  const stroke = { at: 100, from: 200, to: 400, width: 2, lean: 0.05 };
  assert.equal(strokeAt(stroke, 300), 100);
  assert.equal(strokeAt(stroke, 200), 95);
  assert.equal(strokeAt(stroke, 400), 105);
  assert.equal(strokeAt({ at: 100, from: 200, to: 400, width: 2 }, 400), 100);
});

test('finds the lean of rules that fall or rise as in a photograph', () => {
  for (const slope of [0.04, -0.04]) {
    const page = createPaper(800, 300);
    drawFalling(page, 150, slope, 50, 750);
    const { across, leaning } = findStrokesInImage(page, HEIGHT);
    const [stroke, ...others] = leaning.across;
    assert.equal(others.length, 0);
    assert.ok(!across.some(({ from, to }) => to - from > 300));
    assert.ok(Math.abs(stroke!.lean! - slope) < 0.004, `lean ${String(stroke!.lean)}`);
    for (const x of [60, 400, 740]) assert.ok(Math.abs(strokeAt(stroke!, x) - (151 + slope * (x - 50))) < 2);
  }
});

test('finds the lean of vertical rules', () => {
  const page = createPaper(400, 800);
  for (let y = 50; y < 750; y++) page.draw(Math.round(200 - 0.03 * (y - 50)), y, Math.round(200 - 0.03 * (y - 50)) + 2, y + 1);
  const [stroke, ...others] = findStrokesInImage(page, HEIGHT).leaning.down;
  assert.equal(others.length, 0);
  assert.ok(Math.abs(stroke!.lean! + 0.03) < 0.004);
});

test('keeps level rules apart from leaning ones, and takes steep lines for neither', () => {
  const page = createPaper(800, 600);
  page.draw(50, 100, 750, 102);
  drawFalling(page, 200, 0.3, 50, 750);
  const { across, leaning } = findStrokesInImage(page, HEIGHT);
  assert.equal(across.length, 1);
  assert.ok(Math.abs(across[0]!.at - 101) < 1 && Math.abs(across[0]!.lean ?? 0) < 0.002);
  assert.deepEqual(leaning.across, []);
});

test('joins pieces of a rule with the mean of their lean', () => {
  const { page } = createSketchPage({ texts: [] });
  const pieces = [
    { at: 100, from: 0, to: 100, width: 1, lean: 0.01 },
    { at: 100.5, from: 101, to: 401, width: 1, lean: 0.005 },
  ];
  const { across } = joinStrokes(page, { across: pieces, down: [] }, 10);
  assert.equal(across.length, 1);
  assert.deepEqual([across[0]!.from, across[0]!.to], [0, 401]);
  assert.ok(Math.abs(across[0]!.lean! - 0.00625) < 1e-9);
});
