import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IDENTITY } from '../documents/reading/model/affine.ts';
import type { RgbImage } from './image.ts';
import { writeInput, halve, mirror, sample } from './image.ts';

const images = fc
  .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
  .chain(({ width, height }) =>
    fc.uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 }).map((data): RgbImage => ({ width, height, data })),
  );

test('sampling with the identity returns the image', () => {
  fc.assert(fc.property(images, (image) => assert.deepEqual(sample(image, IDENTITY, image.width, image.height), image)));
});

test('mirroring twice returns the image', () => {
  fc.assert(fc.property(images, (image) => assert.deepEqual(mirror(mirror(image)), image)));
});

test('halving averages four pixels into one', () => {
  fc.assert(
    fc.property(
      images.filter(({ width, height }) => width > 1 && height > 1),
      (image) => {
        const half = halve(image);
        assert.deepEqual([half.width, half.height], [image.width >> 1, image.height >> 1]);
        half.data.forEach((value, at) => {
          const [x, y, channel] = [Math.floor(at / 3) % half.width, Math.floor(at / 3 / half.width), at % 3];
          const four = [0, 1, 2, 3].map(
            (corner) => image.data[((2 * y + (corner >> 1)) * image.width + 2 * x + (corner & 1)) * 3 + channel]!,
          );
          assert.ok(Math.abs(value - four.reduce((sum, one) => sum + one, 0) / 4) <= 0.5);
        });
      },
    ),
  );
});

test('interpolates between pixels and is black outside', () => {
  const image = { width: 2, height: 1, data: Uint8Array.from([0, 0, 0, 200, 100, 50]) };
  assert.deepEqual([...sample(image, { ...IDENTITY, e: 0.5 }, 1, 1).data], [100, 50, 25]);
  assert.deepEqual([...sample(image, { ...IDENTITY, e: 5 }, 1, 1).data], [0, 0, 0]);
});

test('averages fine stripes when the image shrinks a lot', () => {
  const stripes = { width: 80, height: 80, data: Uint8Array.from({ length: 80 * 80 * 3 }, (_, i) => (Math.floor(i / 3) % 2) * 200) };
  for (const value of sample(stripes, { ...IDENTITY, a: 8, d: 8 }, 10, 10).data) assert.ok(Math.abs(value - 100) <= 1);
});

test('writes a part channel by channel, black outside the image', () => {
  const image = { width: 2, height: 2, data: Uint8Array.from({ length: 12 }, (_, i) => i + 1) };
  const out = new Float32Array(3 * 4);
  writeInput(image, { left: 1, top: -1, width: 2, height: 2 }, { mean: [1, 2, 3], deviation: [2, 2, 2] }, out);
  assert.deepEqual([...out], [-0.5, -0.5, 1.5, -0.5, -1, -1, 1.5, -1, -1.5, -1.5, 1.5, -1.5]);
});
