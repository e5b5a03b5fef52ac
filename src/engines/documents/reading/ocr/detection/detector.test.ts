import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GrayImage } from '../../model/page.ts';
import { createDetector } from './detector.ts';
import type { Detector } from './detector.ts';

/** Sees one line of the given height, in pixels of the image, across the middle, and records the sizes of its inputs. */
function detectorSeeing(image: GrayImage, lineHeight: number): { detector: Detector; sizes: [number, number][] } {
  const sizes: [number, number][] = [];
  const run = ({ shape }: { shape: readonly number[] }): Promise<{ data: Float32Array; shape: number[] }> => {
    const [rows, columns] = [shape[2]! / 4, shape[3]! / 4];
    sizes.push([shape[3]!, shape[2]!]);
    const data = new Float32Array(7 * rows * columns).fill(-8);
    const middle = (rows >> 1) * columns;
    data.fill(8, middle + 2, middle + columns - 2);
    data.fill(Math.log((lineHeight * shape[3]!) / image.width), rows * columns, 2 * rows * columns);
    return Promise.resolve({ data, shape: [1, 7, rows, columns] });
  };
  return { detector: createDetector({ run, close: () => Promise.resolve() }), sizes };
}

const blank = (width: number, height: number): GrayImage => ({ width, height, data: new Uint8Array(width * height).fill(255) });

test('scales large pages down and leaves small images as they are', async () => {
  const page = blank(2480, 3508);
  const large = detectorSeeing(page, 50);
  await large.detector.find(page);
  assert.equal(large.sizes.length, 1);
  const [width, height] = large.sizes[0]!;
  assert.ok(width * height < 1.1 * 1216 * 896 && width % 32 === 0 && height % 32 === 0, `${width} × ${height}`);
  await large.detector.find(page, { highResolution: true });
  assert.ok(large.sizes[1]![0] > 1.8 * width, 'larger in high resolution, where small print would not be seen otherwise');
  const receipt = blank(320, 640);
  const small = detectorSeeing(receipt, 20);
  await small.detector.find(receipt);
  assert.deepEqual(small.sizes, [[320, 640]]);
});

test('looks again, enlarged, if the print is small', async () => {
  const page = blank(640, 640);
  const { detector, sizes } = detectorSeeing(page, 8);
  const [line] = (await detector.find(page)).lines;
  assert.equal(sizes.length, 2);
  assert.ok(sizes[1]![0] > 1.5 * 640 && sizes[1]![0] < 3 * 640, String(sizes[1]));
  assert.ok(Math.abs(line!.height - 8) < 1.5, 'in pixels of the image');
});

test('looks again, reduced, if the writing is large', async () => {
  const page = blank(640, 640);
  const { detector, sizes } = detectorSeeing(page, 64);
  const [line] = (await detector.find(page)).lines;
  assert.deepEqual(sizes[1], [320, 320]);
  assert.ok(line!.height > 60 && line!.height < 80, 'in pixels of the image');
});

test('finds print of ordinary size in the first look, unless high resolution is asked for', async () => {
  const page = blank(960, 960);
  const { detector, sizes } = detectorSeeing(page, 16);
  await detector.find(page);
  assert.equal(sizes.length, 1);
  await detector.find(page, { highResolution: true });
  assert.equal(sizes.length, 3);
  assert.ok(sizes[2]![0] > 1.5 * 960, String(sizes[2]));
});

test('does not enlarge an image without lines', async () => {
  const page = blank(640, 640);
  const detector = createDetector({
    run: ({ shape }) =>
      Promise.resolve({ data: new Float32Array((7 * shape[2]! * shape[3]!) / 16).fill(-8), shape: [1, 7, shape[2]! / 4, shape[3]! / 4] }),
    close: () => Promise.resolve(),
  });
  assert.deepEqual((await detector.find(page)).lines, []);
});
