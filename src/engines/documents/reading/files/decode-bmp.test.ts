import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeBmp } from './decode-bmp.ts';
import { LIMITS } from '../model/limits.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

const limits = { ...LIMITS, minPixels: 1 };

interface Made {
  width: number;
  height: number;
  bits: number;
  compression?: number;
  palette?: readonly number[];
  masks?: readonly number[];
  pixels: readonly number[];
}

/** A BMP with the usual header; `palette` and `masks` as 32-bit numbers, `pixels` as the bytes of the rows. */
function bmp({ width, height, bits, compression = 0, palette = [], masks = [], pixels }: Made): Uint8Array {
  const begin = 54 + 4 * (masks.length + palette.length);
  const bytes = Buffer.alloc(begin + pixels.length);
  bytes.write('BM');
  bytes.writeUInt32LE(begin, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(bits, 28);
  bytes.writeUInt32LE(compression, 30);
  bytes.writeUInt32LE(palette.length, 46);
  for (const [index, value] of [...masks, ...palette].entries()) bytes.writeUInt32LE(value, 54 + 4 * index);
  bytes.set(pixels, begin);
  return bytes;
}

const shades = (made: Made): number[] => [...decodeBmp(bmp(made), limits).data];
const GRAYS = [0x000000, 0x404040, 0x808080, 0xffffff];

test('reads rows bottom-up, or top-down if the height is negative', () => {
  const rows = [0, 0, 0, 255, 255, 255, 0, 0, 128, 128, 128, 64, 64, 64, 0, 0];
  assert.deepEqual(shades({ width: 2, height: 2, bits: 24, pixels: rows }), [128, 64, 0, 255]);
  assert.deepEqual(shades({ width: 2, height: -2, bits: 24, pixels: rows }), [0, 255, 128, 64]);
});

test('decodes palettes of 1, 4 and 8 bits', () => {
  assert.deepEqual(shades({ width: 3, height: 1, bits: 1, palette: [0x000000, 0xffffff], pixels: [0b01000000, 0, 0, 0] }), [0, 255, 0]);
  assert.deepEqual(shades({ width: 3, height: 1, bits: 4, palette: GRAYS, pixels: [0x01, 0x30, 0, 0] }), [0, 64, 255]);
  assert.deepEqual(shades({ width: 3, height: 1, bits: 8, palette: GRAYS, pixels: [2, 1, 3, 0] }), [128, 64, 255]);
});

test('decodes 16 and 32 bits, with and without masks', () => {
  assert.deepEqual(shades({ width: 2, height: 1, bits: 16, pixels: [0xff, 0x7f, 0, 0] }), [255, 0]);
  assert.deepEqual(
    shades({ width: 2, height: 1, bits: 16, compression: 3, masks: [0xf800, 0x7e0, 0x1f], pixels: [0xff, 0xff, 0, 0] }),
    [255, 0],
  );
  assert.deepEqual(
    shades({ width: 1, height: 1, bits: 32, compression: 3, masks: [0xff, 0xff00, 0xff0000], pixels: [255, 0, 0, 0] }),
    [76],
  );
  assert.deepEqual(shades({ width: 1, height: 1, bits: 32, pixels: [0, 0, 255, 0] }), [76]);
});

test('decodes run-length rows with escapes', () => {
  const rle8 = [3, 1, 0, 0, 0, 3, 0, 1, 2, 0, 0, 1];
  assert.deepEqual(shades({ width: 3, height: 2, bits: 8, compression: 1, palette: GRAYS, pixels: rle8 }), [0, 64, 128, 64, 64, 64]);
  const rle4 = [4, 0x12, 0, 0, 0, 2, 1, 0, 1, 0x30, 0, 1];
  assert.deepEqual(
    shades({ width: 4, height: 2, bits: 4, compression: 2, palette: GRAYS, pixels: rle4 }),
    [255, 255, 255, 255, 64, 128, 64, 128],
  );
});

test('rejects a false header before allocating memory', () => {
  const reason = (made: Made): string => {
    try {
      decodeBmp(bmp(made), LIMITS);
    } catch (problem) {
      if (problem instanceof UnreadableFile) return problem.reason;
      throw problem;
    }
    return 'read';
  };
  assert.equal(reason({ width: 30_000, height: 30_000, bits: 24, pixels: [] }), 'dimensions');
  assert.equal(reason({ width: 0x7fffffff, height: -0x80000000, bits: 1, pixels: [] }), 'dimensions');
  assert.equal(reason({ width: 100, height: 100, bits: 24, pixels: [1, 2, 3] }), 'corrupt');
  assert.equal(reason({ width: 100, height: 100, bits: 7, pixels: [] }), 'corrupt');
  assert.equal(reason({ width: 100, height: 100, bits: 0, compression: 5, pixels: [] }), 'corrupt');
});

test('decodes or rejects any bytes after the header', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), byte), { maxLength: 6 }),
      (pixels, changes) => {
        const bytes = bmp({ width: 9, height: 7, bits: 8, compression: 1, palette: GRAYS, pixels: [...pixels] });
        for (const [at, value] of changes) bytes[at] = value;
        try {
          const { width, height, data } = decodeBmp(bytes, { ...limits, maxPixels: 300 });
          assert.equal(data.length, width * height);
        } catch (problem) {
          assert.ok(problem instanceof UnreadableFile, String(problem));
        }
      },
    ),
  );
});
