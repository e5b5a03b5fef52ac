import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesFromMaps } from './line-maps.ts';
import type { LineMaps } from './line-maps.ts';

const [WIDTH, HEIGHT] = [100, 60];

interface Core {
  left: number;
  right: number;
  top: number;
  bottom: number;
  score?: number;
  /** In pixels. */
  lineHeight: number;
  turn?: number;
}

/** Maps of 4 × 4 pixels a cell, with these cores; everything else is certainly no text. */
function mapsWith(...cores: Core[]): LineMaps {
  const plane = WIDTH * HEIGHT;
  const maps: LineMaps = {
    width: WIDTH,
    height: HEIGHT,
    cell: 4,
    cores: new Float32Array(plane).fill(-8),
    heights: new Float32Array(plane),
    turns: new Float32Array(4 * plane),
  };
  for (const { left, right, top, bottom, score = 6, lineHeight, turn = 0 } of cores) {
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        maps.cores[y * WIDTH + x] = score;
        maps.heights[y * WIDTH + x] = Math.log(lineHeight);
        maps.turns[turn * plane + y * WIDTH + x] = 6;
      }
    }
  }
  return maps;
}

test('grows a core to the height of its line', () => {
  const [line, ...rest] = linesFromMaps(mapsWith({ left: 10, right: 60, top: 20, bottom: 23, lineHeight: 24 }));
  assert.equal(rest.length, 0);
  assert.ok(Math.abs(line!.x - 140) < 0.1 && Math.abs(line!.y - 86) < 0.1, JSON.stringify(line));
  assert.ok(line!.length > 200 && line!.length < 210, String(line!.length));
  assert.ok(line!.height > 24 && line!.height < 28, String(line!.height));
  assert.ok(Math.abs(line!.angle) < 1e-6);
  assert.ok(line!.turns[0] > 0.9);
});

test('ignores weak cores and specks', () => {
  assert.deepEqual(linesFromMaps(mapsWith({ left: 10, right: 60, top: 20, bottom: 23, lineHeight: 24, score: 0.2 })), []);
  assert.deepEqual(linesFromMaps(mapsWith({ left: 10, right: 11, top: 20, bottom: 21, lineHeight: 24 })), []);
  assert.deepEqual(linesFromMaps(mapsWith({ left: 10, right: 60, top: 20, bottom: 21, lineHeight: 3 })), []);
});

test('separates lines whose cores touch', () => {
  const lines = linesFromMaps(
    mapsWith(
      { left: 10, right: 60, top: 20, bottom: 29, lineHeight: 16, score: 0.5 },
      { left: 10, right: 60, top: 20, bottom: 23, lineHeight: 16 },
      { left: 10, right: 60, top: 26, bottom: 29, lineHeight: 16 },
    ),
  );
  assert.deepEqual(lines.map(({ y }) => y).sort(), [110, 86]);
});

test('joins the pieces of a line, but not the cells of a table', () => {
  const piece = { top: 20, bottom: 23, lineHeight: 24 };
  assert.equal(linesFromMaps(mapsWith({ ...piece, left: 10, right: 30 }, { ...piece, left: 33, right: 60 })).length, 1);
  assert.equal(linesFromMaps(mapsWith({ ...piece, left: 10, right: 30 }, { ...piece, left: 42, right: 60 })).length, 2);
  assert.equal(
    linesFromMaps(mapsWith({ ...piece, left: 10, right: 30 }, { ...piece, lineHeight: 40, left: 33, right: 60 })).length,
    2,
    'print of another size',
  );
});

test('takes the direction of a short line from its letters', () => {
  const digit = { left: 20, right: 22, top: 20, bottom: 24, lineHeight: 24 };
  const [upright] = linesFromMaps(mapsWith(digit));
  assert.equal(upright!.angle, 0);
  assert.ok(upright!.length < 16, 'a digit is narrower than high');
  const [sideways] = linesFromMaps(mapsWith({ ...digit, turn: 3 }));
  assert.equal(sideways!.angle, 90);
});

test('finds lines along the side of the page', () => {
  const [line] = linesFromMaps(mapsWith({ left: 20, right: 23, top: 5, bottom: 50, lineHeight: 24, turn: 1 }));
  assert.equal(Math.abs(line!.angle), 90);
  assert.ok(line!.turns[1] > 0.9);
});
