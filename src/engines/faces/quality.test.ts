import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../bandits/random.ts';
import { CHIP } from './align.ts';
import type { ColourPicture } from './picture.ts';
import { qualityOf, suitabilityOf } from './quality.ts';

/** Grey patches of several sizes with edges between them, as features make them. */
function patches(shade: (value: number, i: number) => number = (value) => value): ColourPicture {
  const data = new Uint8Array(CHIP * CHIP * 3);
  for (let i = 0; i < CHIP * CHIP; i++) {
    const [x, y] = [i % CHIP, Math.floor(i / CHIP)];
    const value = 128 + 60 * Math.sign(Math.sin(x / 7) + Math.sin(y / 9) + Math.sin((x + y) / 13));
    data.fill(Math.max(0, Math.min(255, shade(value, i))), 3 * i, 3 * i + 3);
  }
  return { width: CHIP, height: CHIP, data };
}

function blurred({ data }: ColourPicture, reach: number): ColourPicture {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < CHIP; y++) {
    for (let x = 0; x < CHIP; x++) {
      let [sum, count] = [0, 0];
      for (let v = Math.max(0, y - reach); v <= Math.min(CHIP - 1, y + reach); v++) for (let u = Math.max(0, x - reach); u <= Math.min(CHIP - 1, x + reach); u++, count++) sum += data[(v * CHIP + u) * 3]!;
      out.fill(sum / count, (y * CHIP + x) * 3, (y * CHIP + x) * 3 + 3);
    }
  }
  return { width: CHIP, height: CHIP, data: out };
}

test('the more a face is blurred, the more blur is told', () => {
  const told = [0, 1, 2].map((reach) => qualityOf(blurred(patches(), reach)).blur);
  assert.ok(told[0]! < 0.25, `${told[0]}`);
  for (let i = 1; i < told.length; i++) assert.ok(told[i]! > told[i - 1]!, told.join());
  assert.ok(told.at(-1)! >= 0.75, told.join());
});

test('darkness and glare are told; a dark skin in good light is not dark', () => {
  const { exposure } = qualityOf(patches());
  assert.ok(exposure > 0.4 && exposure < 0.6);
  assert.ok(qualityOf(patches((value) => value / 5)).exposure < 0.25);
  assert.ok(qualityOf(patches((value) => 200 + value / 4)).exposure >= 0.75);
  // Mostly dark, with bright spots on one pixel in ten.
  assert.ok(qualityOf(patches((_, i) => i % 10 === 0 ? 170 : 45)).exposure >= 0.25);
});

test('noise is told by its strength, and edges are none', () => {
  assert.ok(qualityOf(patches()).noise < 0.05);
  const random = new Random(1);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const told = [4, 10, 22].map((deviation) => qualityOf(patches((value) => value + deviation * normal())).noise);
  assert.ok(told[0]! < 0.3 && told[1]! >= 0.3 && told[1]! < 0.7 && told[2]! >= 0.7, told.join());
});

test('one colour all over is measured too', () => {
  const { blur, exposure, noise } = qualityOf({ width: CHIP, height: CHIP, data: new Uint8Array(CHIP * CHIP * 3).fill(128) });
  assert.deepEqual([blur, noise], [1, 0]);
  assert.ok(Math.abs(exposure - 0.5) < 0.01);
});

test('a face serves recognition by its size, turn, sharpness and light', () => {
  const [ahead, good] = [{ roll: 30, yaw: 0, pitch: 0 }, { blur: 0.1, exposure: 0.5, noise: 0.1 }];
  assert.equal(suitabilityOf(60, ahead, good), 'high');
  assert.equal(suitabilityOf(24, ahead, good), 'medium');
  assert.equal(suitabilityOf(10, ahead, good), 'low');
  assert.equal(suitabilityOf(60, { ...ahead, yaw: -40 }, good), 'medium');
  assert.equal(suitabilityOf(60, { ...ahead, yaw: 60 }, good), 'low');
  assert.equal(suitabilityOf(60, { ...ahead, pitch: -25 }, good), 'medium');
  assert.equal(suitabilityOf(60, ahead, { ...good, blur: 0.97 }), 'low');
  assert.equal(suitabilityOf(60, ahead, { ...good, exposure: 0.15 }), 'medium');
  assert.equal(suitabilityOf(60, ahead, { ...good, noise: 0.9 }), 'low');
});
