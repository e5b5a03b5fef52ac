import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GrayImage } from '../../model/page.ts';
import type { Recogniser } from '../recognition/recogniser.ts';
import { foldAngle } from '../detection/rectangle.ts';
import { refineDirection, isUpsideDown } from './orientation.ts';

/** Bars of ink, each with a foot at its left end: on the left if upright, on the right if upside down. */
const page: GrayImage = { width: 400, height: 400, data: new Uint8Array(400 * 400).fill(255) };
const lines = Array.from({ length: 8 }, (_, i) => ({ x: 200, y: 30 + 45 * i, length: 300, height: 30, angle: 0 }));
for (const { y } of lines) {
  for (let row = y - 5; row < y + 5; row++) page.data.fill(0, row * 400 + 60, row * 400 + 340);
  for (let row = y - 10; row < y + 10; row++) page.data.fill(0, row * 400 + 60, row * 400 + 80);
}

/** Certain about lines that start with the foot; counts the lines it gets. */
function recogniser(sureness: number): Recogniser & { given: number } {
  const own = {
    given: 0,
    async read(strips: readonly GrayImage[]) {
      own.given += strips.length;
      return strips.map(({ width, data }) => {
        const foot = data.indexOf(0) % width;
        return { pixelsPerStep: 4, letters: [{ text: 'a', at: 0, from: 0, to: 0, probability: foot < width / 2 ? sureness : 0.6 }] };
      });
    },
    async close() {},
  };
  return own;
}

test('does not try the other orientation if the lines read well', async () => {
  const sure = recogniser(0.98);
  assert.equal(await isUpsideDown(page, lines, sure), false);
  assert.equal(sure.given, 3);
});

test('chooses the more certain orientation', async () => {
  const unsure = recogniser(0.8);
  assert.equal(await isUpsideDown(page, lines, unsure), false);
  assert.equal(unsure.given, 10);
  assert.equal(await isUpsideDown(page, lines, recogniser(0.3)), true);
});

test('treats a page without lines as upright', async () => {
  assert.equal(await isUpsideDown(page, [], recogniser(0.9)), false);
});

/** Rows of letter-sized bars, rotated around the centre. */
function rowsOfInk(degrees: number, rows: number, wide: number): GrayImage {
  const [width, height] = [1300, 1300];
  const data = new Uint8Array(width * height).fill(255);
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = [(x - 650) * cos + (y - 650) * sin + 650, (y - 650) * cos - (x - 650) * sin + 650];
      const row = Math.floor((fromY - 200) / 30);
      if (row >= 0 && row < rows && (fromY - 200) % 30 < 14 && fromX > 200 && fromX < 200 + wide && fromX % 12 < 7) data[y * width + x] = 0;
    }
  }
  return { width, height, data };
}

test('measures the angle of a full page to a twentieth of a degree', () => {
  for (const angle of [0.2, -0.7, 89.4]) {
    const page = rowsOfInk(angle, 28, 850);
    for (const off of [-0.7, 0.4]) assert.ok(Math.abs(refineDirection(page, angle + off) - angle) < 0.05, `${angle} from ${angle + off}`);
  }
});

test('treats a straight page with little text as level', () => {
  for (const rows of [1, 2, 28]) {
    for (const angle of [0, 90]) {
      const page = rowsOfInk(angle, rows, 400);
      for (const off of [-0.7, -0.22, 0.4])
        assert.ok(Math.abs(foldAngle(refineDirection(page, angle + off) - angle)) < 0.1, `${rows} rows at ${angle}, ${off}`);
    }
  }
});
