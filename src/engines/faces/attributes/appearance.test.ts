import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tensor } from '../../bindings/onnx-session.ts';
import { createAppearanceEstimator, likeliest, toAppearance } from './appearance.ts';
import { CROP_SIDE, cropTransform } from './crop.ts';
import { apply } from '../../documents/reading/model/affine.ts';

/** Landmarks of a face whose aligned square (recognition/align.ts) is the image itself. */
const PLACES: Readonly<Record<number, readonly [x: number, y: number]>> = {
  27: [74, 45],
  30: [74, 77],
  33: [74, 88],
  36: [37, 47],
  39: [58, 48],
  42: [90, 48],
  45: [111, 47],
  48: [50, 103],
  51: [74, 99],
  54: [98, 103],
};
const POINTS = Array.from({ length: 68 }, (_, i) => {
  const last = Object.keys(PLACES).findLast((place) => Number(place) <= i) ?? '27';
  const [x, y] = PLACES[Number(last)]!;
  return { x, y };
});
const near = (actual: number, expected: number): void => {
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`);
};

test('corrects how frequent faces without glasses are', () => {
  const { glasses, mask, headwear, covered } = toAppearance([0, 0, 0, 0, 0, 0, 0, 0, -20, 20, -20, 20]);
  near(glasses.noGlasses, 10 / 12.2);
  near(glasses.sunglasses, 1 / 12.2);
  near(mask.faceMask, 1 / 3);
  near(headwear, 0.5);
  assert.deepEqual(
    Object.values(covered).map((share) => Math.round(share)),
    [0, 1, 0, 1],
  );
  assert.deepEqual(Object.keys(covered), ['forehead', 'eyes', 'nose', 'mouth']);
});

test('keeps probabilities finite for extreme scores', () => {
  const { glasses, headwear } = toAppearance([-900, 900, 0, 0, 900, 0, 0, -900, 0, 0, 0, 0]);
  assert.deepEqual([likeliest(glasses), headwear], [{ kind: 'readingGlasses', share: 1 }, 0]);
});

test('rejects a network with another number of outputs', () => {
  assert.throws(() => toAppearance([1, 2, 3]), /returns 3 numbers; expected 12/);
});

test('gives the network the values it was trained with', async () => {
  let seen: Tensor | undefined;
  const network = {
    run: (input: Tensor): Promise<Record<string, Tensor>> => {
      seen = input;
      return Promise.resolve({
        scores: { data: Float32Array.from({ length: 24 }, (_, i) => (i === 7 ? 4 : i === 19 ? -4 : 0)), shape: [2, 12] },
      });
    },
    close: (): Promise<void> => Promise.resolve(),
  };
  const [width, height] = [400, 400];
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => [255, 0, 51][i % 3]!);
  const points = POINTS.map(({ x, y }) => ({ x: x + 120, y: y + 120 }));
  const { headwear } = await createAppearanceEstimator(network).estimate({ width, height, data }, points);
  assert.equal(headwear, 0.5, 'the mean of the face and its mirror image');
  assert.deepEqual(seen!.shape, [2, 3, CROP_SIDE, CROP_SIDE]);
  const middle = (CROP_SIDE * CROP_SIDE) / 2 + CROP_SIDE / 2;
  for (const [channel, expected] of [1, -1, -0.6].entries()) near(seen!.data[channel * CROP_SIDE ** 2 + middle]!, Math.fround(expected));
});

test('a border moves the crop and does not change its scale', () => {
  const [plain, wide] = [cropTransform(POINTS), cropTransform(POINTS, 48)];
  const [a, b] = [apply(plain, 60, 70), apply(wide, 60, 70)];
  near(b.x - a.x, 48);
  near(b.y - a.y, 48);
});
