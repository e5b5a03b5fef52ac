import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GrayImage } from '../../model/page.ts';
import type { Recognizer } from '../recognition/recognizer.ts';
import type { DetectedLine } from '../detection/line-maps.ts';
import { foldAngle } from '../detection/rectangle.ts';
import { refineDirection, isUpsideDown } from './orientation.ts';

/** Bars of ink, each with a foot at its left end: on the left if upright, on the right if upside down. */
const page: GrayImage = { width: 400, height: 1200, data: new Uint8Array(400 * 1200).fill(255) };
const BARS = Array.from({ length: 20 }, (_, i) => ({ x: 200, y: 30 + 45 * i, length: 300, height: 30, angle: 0, score: 1, middle: [] }));
for (const { y } of BARS) {
  for (let row = y - 5; row < y + 5; row++) page.data.fill(0, row * 400 + 60, row * 400 + 340);
  for (let row = y - 10; row < y + 10; row++) page.data.fill(0, row * 400 + 60, row * 400 + 80);
}

/** The bars, as a detector that estimates this probability of each turn sees them. */
const linesWith = (...turns: [number, number, number, number]): DetectedLine[] => BARS.map((bar) => ({ ...bar, turns }));

/** Reads lines that start with the foot with the first probability, others with the second; counts the lines it gets. */
function recognizer(upright: number, flipped: number): Recognizer & { given: number } {
  const own = {
    given: 0,
    async read(strips: readonly GrayImage[]) {
      own.given += strips.length;
      return strips.map(({ width, data }) => {
        const foot = data.indexOf(0) % width;
        return { pixelsPerStep: 4, letters: [{ text: 'a', at: 0, from: 0, to: 0, probability: foot < width / 2 ? upright : flipped }] };
      });
    },
    async close() {},
  };
  return own;
}

test('believes the detector that a page is upright without reading it', async () => {
  const unread = recognizer(0.1, 0.9);
  assert.equal(await isUpsideDown(page, linesWith(0.9, 0.02, 0.06, 0.02), unread), false);
  assert.equal(unread.given, 0);
});

test('reads some lines both ways if the detector sees them upside down', async () => {
  const unsure = recognizer(0.6, 0.95);
  assert.equal(await isUpsideDown(page, linesWith(0.1, 0, 0.9, 0), unsure), true);
  assert.ok(unsure.given > 0 && unsure.given < 2 * BARS.length);
  assert.equal(await isUpsideDown(page, linesWith(0.1, 0, 0.9, 0), recognizer(0.95, 0.6)), false);
});

test('treats a page as upright when in doubt', async () => {
  assert.equal(await isUpsideDown(page, linesWith(0.5, 0, 0.5, 0), recognizer(0.8, 0.85)), false, 'without a margin');
  assert.equal(await isUpsideDown(page, linesWith(0.5, 0, 0.5, 0), recognizer(0.6, 0.9)), true);
  assert.equal(await isUpsideDown(page, [], recognizer(0.1, 0.9)), false, 'without lines');
});

test('does not decide on dirt, of which there are many small lines', async () => {
  const dirt = Array.from({ length: 60 }, (_, i): DetectedLine => ({
    x: 20 + 6 * i,
    y: 1100,
    length: 30,
    height: 8,
    angle: 0,
    score: 1,
    turns: [1, 0, 0, 0],
    middle: [],
  }));
  assert.equal(await isUpsideDown(page, [...dirt, ...linesWith(0, 0, 1, 0)], recognizer(0.6, 0.95)), true);
});

test('does not decide on lines of unusual height', async () => {
  const merged: DetectedLine[] = BARS.slice(0, 6).map((bar) => ({ ...bar, height: 80, turns: [0, 0, 1, 0] }));
  assert.equal(await isUpsideDown(page, [...merged, ...linesWith(1, 0, 0, 0).slice(6)], recognizer(0.1, 0.9)), false);
});

/** Rows of letter-sized bars, rotated around the center. */
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
