import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { apply } from '../model/affine.ts';
import type { GrayImage } from '../model/page.ts';
import { findComponents } from './components.ts';
import { flattenIllumination, histogram, quantile, stretchContrast, threshold, thresholdInk } from './illumination.ts';
import { crop, resize } from './resize.ts';
import { rotateQuarter, sample, rotateImage } from './rotate.ts';

const images = fc
  .tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 }))
  .chain(([width, height]) =>
    fc.uint8Array({ minLength: width * height, maxLength: width * height }).map((data): GrayImage => ({ width, height, data })),
  );
const flat = (width: number, height: number, shade: number): GrayImage => ({
  width,
  height,
  data: new Uint8Array(width * height).fill(shade),
});

test('crops a part and clips it to the image', () => {
  const image = { width: 3, height: 2, data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
  assert.deepEqual(crop(image, { left: 1, top: 0, right: 3, bottom: 2 }), { width: 2, height: 2, data: Uint8Array.of(2, 3, 5, 6) });
  assert.deepEqual(crop(image, { left: -5, top: 1, right: 99, bottom: 99 }), { width: 3, height: 1, data: Uint8Array.of(4, 5, 6) });
  assert.deepEqual(crop(image, { left: 50, top: 50, right: 60, bottom: 60 }), { width: 1, height: 1, data: Uint8Array.of(6) });
});

test('averages pixels when shrinking', () => {
  assert.deepEqual(resize({ width: 4, height: 2, data: Uint8Array.of(0, 100, 10, 20, 0, 100, 30, 40) }, 2, 1).data, Uint8Array.of(50, 25));
});

test('keeps a uniform image uniform and the value range at any size', () => {
  fc.assert(
    fc.property(images, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (image, width, height) => {
      const made = resize(image, width, height);
      assert.equal(made.data.length, width * height);
      assert.ok(Math.min(...made.data) >= Math.min(...image.data) && Math.max(...made.data) <= Math.max(...image.data));
    }),
  );
});

test('returns to the original after four quarter turns', () => {
  fc.assert(
    fc.property(images, (image) => {
      const once = rotateQuarter(image, 90);
      assert.deepEqual(rotateQuarter(once, 90), rotateQuarter(image, 180));
      assert.deepEqual(rotateQuarter(once, 270), image);
    }),
  );
});

test('moves each point of a rotated image as the map says', () => {
  const image = flat(60, 40, 255);
  for (let y = 10; y < 14; y++) for (let x = 45; x < 49; x++) image.data[y * 60 + x] = 0;
  for (const degrees of [90, -90, 180, 30, -7]) {
    const { image: made, map } = rotateImage(image, degrees);
    const { x, y } = apply(map, 47, 12);
    assert.ok(made.data[Math.floor(y) * made.width + Math.floor(x)]! < 40, `turned by ${degrees}`);
    assert.ok(made.data.reduce((dark, value) => dark + (value < 128 ? 1 : 0), 0) <= 20, 'and nowhere else');
  }
});

test('changes nothing when sampling through the identity', () => {
  fc.assert(
    fc.property(images, (image) => {
      assert.deepEqual(sample(image, { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }, image.width, image.height), image);
    }),
  );
});

test('finds the same components as a flood fill', () => {
  fc.assert(
    fc.property(images, ({ width, height, data }) => {
      const mask = data.map((value) => (value < 90 ? 1 : 0));
      const found = findComponents(mask, width, height).map(({ left, top, right, bottom, area, runs }) => {
        let inRuns = 0;
        for (let i = 0; i < runs.length; i += 3) inRuns += runs[i + 2]! - runs[i + 1]!;
        assert.equal(inRuns, area);
        return [left, top, right, bottom, area].join(' ');
      });
      assert.deepEqual(found.sort(), flooded(mask, width, height).sort());
    }),
  );
});

function flooded(given: Uint8Array, width: number, height: number): string[] {
  const mask = given.slice();
  const parts: string[] = [];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] !== 1) continue;
    const todo = [start];
    mask[start] = 0;
    let [left, top, right, bottom, area] = [width, height, 0, 0, 0];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, top, right, bottom, area] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1), area + 1];
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          if (mask[ny * width + nx] !== 1) continue;
          mask[ny * width + nx] = 0;
          todo.push(ny * width + nx);
        }
      }
    }
    parts.push([left, top, right, bottom, area].join(' '));
  }
  return parts;
}

test('stops at the limit of runs', () => {
  const mask = Uint8Array.from({ length: 10_000 }, (_, i) => i % 2);
  assert.ok(findComponents(mask, 100, 100, 500).length <= 550);
});

test('chooses a threshold between ink and paper', () => {
  const image = flat(20, 20, 200);
  image.data.fill(60, 0, 50);
  const at = threshold(histogram(image));
  assert.ok(at >= 60 && at < 200);
  assert.equal(
    thresholdInk(image).reduce((sum, one) => sum + one, 0),
    50,
  );
  assert.equal(quantile(histogram(image), 0.1), 60);
  assert.equal(quantile(histogram(image), 0.5), 200);
});

test('removes uneven lighting: white paper and dark ink everywhere', () => {
  const [width, height] = [640, 320];
  const image = flat(width, height, 0);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) image.data[y * width + x] = (90 + (130 * x) / width) * (y % 40 < 4 && x % 9 < 5 ? 0.5 : 1);
  }
  const even = flattenIllumination(image);
  for (const x of [27, 315, 603]) {
    assert.ok(even.data[41 * width + x]! < 90, `ink at ${x}`);
    assert.ok(even.data[20 * width + x]! > 220, `paper at ${x}`);
  }
  const clean = flat(50, 50, 255);
  clean.data.fill(0, 0, 100);
  assert.equal(flattenIllumination(clean), clean);
});

test('stretches the contrast of a line from its ink to its paper', () => {
  const data = Uint8Array.from({ length: 1000 }, (_, i) => (i % 10 === 0 ? 90 : 190));
  const stretched = stretchContrast({ width: 100, height: 10, data });
  assert.deepEqual([stretched.data[0], stretched.data[1]], [0, 255]);
  const blank = stretchContrast({ width: 10, height: 10, data: new Uint8Array(100).fill(200) });
  assert.ok(
    blank.data.every((value) => value === 255),
    'paper stays paper',
  );
});
