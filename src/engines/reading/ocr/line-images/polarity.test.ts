import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GrayImage } from '../../model/page.ts';
import { toDarkOnLight } from './polarity.ts';

/** Strokes of letters, two columns in five, between rows 6 and 18 of a background band from row 2 to row 22. */
function strip(letters: number, ground: number, beyond: number): GrayImage {
  const [width, height] = [100, 24];
  const data = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const isStroke = y >= 6 && y < 18 && x >= 8 && x < 92 && x % 5 < 2;
      data[i] = y < 2 || y >= 22 ? beyond : isStroke ? letters : ground;
    }
  }
  return { width, height, data };
}

const at = ({ width, data }: GrayImage, x: number, y: number): number => data[y * width + x]!;

test('inverts light letters on a dark background', () => {
  for (const [letters, ground, beyond] of [
    [255, 0, 0],
    [255, 150, 0],
    [255, 150, 255],
    [200, 60, 255],
  ] as const) {
    const read = toDarkOnLight(strip(letters, ground, beyond));
    assert.ok(at(read, 10, 12) < 40, `strokes of ${letters} on ${ground}`);
    assert.ok(at(read, 13, 12) > 215 && at(read, 50, 3) > 215, `ground ${ground}`);
    assert.equal(at(read, 50, 0), 255, 'what is beyond the ground goes');
  }
});

test('leaves dark letters unchanged, however bold', () => {
  for (const ground of [255, 180]) {
    const given = strip(20, ground, 255);
    assert.equal(toDarkOnLight(given), given);
    const bold = {
      ...given,
      data: given.data.map((value, i) =>
        Math.floor(i / 100) >= 6 && Math.floor(i / 100) < 18 && i % 100 >= 8 && i % 100 < 92 && i % 5 < 4 ? 20 : value,
      ),
    };
    assert.equal(toDarkOnLight(bold), bold);
  }
});
