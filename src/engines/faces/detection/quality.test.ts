import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../shared/random.ts';
import { CHIP_SIDE } from '../recognition/align.ts';
import type { RgbImage } from '../image.ts';
import { measureQuality, rateSuitability } from './quality.ts';

/** Gray patches of several sizes with sharp edges, like facial features. */
function patches(shade: (value: number, i: number) => number = (value) => value): RgbImage {
  const data = new Uint8Array(CHIP_SIDE * CHIP_SIDE * 3);
  for (let i = 0; i < CHIP_SIDE * CHIP_SIDE; i++) {
    const [x, y] = [i % CHIP_SIDE, Math.floor(i / CHIP_SIDE)];
    const value = 128 + 60 * Math.sign(Math.sin(x / 7) + Math.sin(y / 9) + Math.sin((x + y) / 13));
    data.fill(Math.max(0, Math.min(255, shade(value, i))), 3 * i, 3 * i + 3);
  }
  return { width: CHIP_SIDE, height: CHIP_SIDE, data };
}

function blurred({ data }: RgbImage, reach: number): RgbImage {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < CHIP_SIDE; y++) {
    for (let x = 0; x < CHIP_SIDE; x++) {
      let [sum, count] = [0, 0];
      for (let v = Math.max(0, y - reach); v <= Math.min(CHIP_SIDE - 1, y + reach); v++)
        for (let u = Math.max(0, x - reach); u <= Math.min(CHIP_SIDE - 1, x + reach); u++, count++) sum += data[(v * CHIP_SIDE + u) * 3]!;
      out.fill(sum / count, (y * CHIP_SIDE + x) * 3, (y * CHIP_SIDE + x) * 3 + 3);
    }
  }
  return { width: CHIP_SIDE, height: CHIP_SIDE, data: out };
}

test('reports more blur for a more blurred face', () => {
  const measured = [0, 1, 2].map((reach) => measureQuality(blurred(patches(), reach)).blur);
  assert.ok(measured[0]! < 0.25, `${measured[0]}`);
  for (let i = 1; i < measured.length; i++) assert.ok(measured[i]! > measured[i - 1]!, measured.join());
  assert.ok(measured.at(-1)! >= 0.75, measured.join());
});

test('reports under- and overexposure, but not for dark skin in good light', () => {
  const { exposure } = measureQuality(patches());
  assert.ok(exposure > 0.4 && exposure < 0.6);
  assert.ok(measureQuality(patches((value) => value / 5)).exposure < 0.25);
  assert.ok(measureQuality(patches((value) => 200 + value / 4)).exposure >= 0.75);
  // Mostly dark, with bright spots on one pixel in ten.
  assert.ok(measureQuality(patches((_, i) => (i % 10 === 0 ? 170 : 45))).exposure >= 0.25);
});

test('measures noise by its strength and ignores edges', () => {
  assert.ok(measureQuality(patches()).noise < 0.05);
  const random = new Random(1);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const measured = [4, 10, 22].map((deviation) => measureQuality(patches((value) => value + deviation * normal())).noise);
  assert.ok(measured[0]! < 0.3 && measured[1]! >= 0.3 && measured[1]! < 0.7 && measured[2]! >= 0.7, measured.join());
});

test('measures a uniform image', () => {
  const { blur, exposure, noise } = measureQuality({
    width: CHIP_SIDE,
    height: CHIP_SIDE,
    data: new Uint8Array(CHIP_SIDE * CHIP_SIDE * 3).fill(128),
  });
  assert.deepEqual([blur, noise], [1, 0]);
  assert.ok(Math.abs(exposure - 0.5) < 0.01);
});

test('rates suitability by size, pose, sharpness and light', () => {
  const [ahead, good] = [
    { roll: 30, yaw: 0, pitch: 0 },
    { blur: 0.1, exposure: 0.5, noise: 0.1 },
  ];
  assert.equal(rateSuitability(60, ahead, good), 'high');
  assert.equal(rateSuitability(24, ahead, good), 'medium');
  assert.equal(rateSuitability(10, ahead, good), 'low');
  assert.equal(rateSuitability(60, { ...ahead, yaw: -40 }, good), 'medium');
  assert.equal(rateSuitability(60, { ...ahead, yaw: 60 }, good), 'low');
  assert.equal(rateSuitability(60, { ...ahead, pitch: -25 }, good), 'medium');
  assert.equal(rateSuitability(60, ahead, { ...good, blur: 0.97 }), 'low');
  assert.equal(rateSuitability(60, ahead, { ...good, exposure: 0.15 }), 'medium');
  assert.equal(rateSuitability(60, ahead, { ...good, noise: 0.9 }), 'low');
});
