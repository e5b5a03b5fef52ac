import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IDENTITY } from '../reading/affine.ts';
import type { ColourPicture } from './picture.ts';
import { asInput, halved, mirrored, sample } from './picture.ts';

const pictures = fc.record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
  .chain(({ width, height }) => fc.uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 }).map((data): ColourPicture => ({ width, height, data })));

test('a picture sampled where it is, is itself', () => {
  fc.assert(fc.property(pictures, (picture) => assert.deepEqual(sample(picture, IDENTITY, picture.width, picture.height), picture)));
});

test('mirrored twice it is itself', () => {
  fc.assert(fc.property(pictures, (picture) => assert.deepEqual(mirrored(mirrored(picture)), picture)));
});

test('halved, each pixel is the mean of four', () => {
  fc.assert(fc.property(pictures.filter(({ width, height }) => width > 1 && height > 1), (picture) => {
    const half = halved(picture);
    assert.deepEqual([half.width, half.height], [picture.width >> 1, picture.height >> 1]);
    half.data.forEach((value, at) => {
      const [x, y, channel] = [Math.floor(at / 3) % half.width, Math.floor(at / 3 / half.width), at % 3];
      const four = [0, 1, 2, 3].map((corner) => picture.data[((2 * y + (corner >> 1)) * picture.width + 2 * x + (corner & 1)) * 3 + channel]!);
      assert.ok(Math.abs(value - four.reduce((sum, one) => sum + one, 0) / 4) <= 0.5);
    });
  }));
});

test('halfway between two pixels lies their mean, and black outside', () => {
  const picture = { width: 2, height: 1, data: Uint8Array.from([0, 0, 0, 200, 100, 50]) };
  assert.deepEqual([...sample(picture, { ...IDENTITY, e: 0.5 }, 1, 1).data], [100, 50, 25]);
  assert.deepEqual([...sample(picture, { ...IDENTITY, e: 5 }, 1, 1).data], [0, 0, 0]);
});

test('made much smaller, fine stripes become their mean', () => {
  const stripes = { width: 80, height: 80, data: Uint8Array.from({ length: 80 * 80 * 3 }, (_, i) => Math.floor(i / 3) % 2 * 200) };
  for (const value of sample(stripes, { ...IDENTITY, a: 8, d: 8 }, 10, 10).data) assert.ok(Math.abs(value - 100) <= 1);
});

test('a part goes into a network channel by channel, black where it lies outside', () => {
  const picture = { width: 2, height: 2, data: Uint8Array.from({ length: 12 }, (_, i) => i + 1) };
  const out = new Float32Array(3 * 4);
  asInput(picture, { left: 1, top: -1, width: 2, height: 2 }, { mean: [1, 2, 3], deviation: [2, 2, 2] }, out);
  assert.deepEqual([...out], [-0.5, -0.5, 1.5, -0.5, -1, -1, 1.5, -1, -1.5, -1.5, 1.5, -1.5]);
});
