import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Normalization } from '../../faces/image.ts';
import { writeInput } from '../../faces/image.ts';
import type { Tensor } from '../../bindings/onnx-session.ts';
import { openNetwork } from '../../bindings/onnx-session.ts';
import { SHIPPED_NETWORKS } from './shipped-networks.ts';

/** A test image that is easy to reproduce anywhere. */
function pattern(side: number): Uint8Array {
  return Uint8Array.from({ length: side * side * 3 }, (_, i) => {
    const [channel, x, y] = [i % 3, Math.floor(i / 3) % side, Math.floor(i / 3 / side)];
    return (x * x + 3 * x * y + 5 * y + 40 * channel) % 256;
  });
}

async function runOnPattern(
  name: string,
  side: number,
  { settings: { levels } }: { settings: { levels: Normalization } },
): Promise<Tensor> {
  const network = await openNetwork(readFileSync(new URL(`../../../../weights/faces/${name}.onnx`, import.meta.url)));
  const input = new Float32Array(3 * side * side);
  writeInput({ width: side, height: side, data: pattern(side) }, { left: 0, top: 0, width: side, height: side }, levels, input);
  const [output] = Object.values(await network.run({ data: input, shape: [1, 3, side, side] }));
  await network.close();
  return output!;
}

function assertNear(actual: readonly number[], expected: readonly number[], within: number): void {
  actual.forEach((value, i) => assert.ok(Math.abs(value - expected[i]!) <= within, `${value} is not within ${within} of ${expected[i]!}`));
}

// The expected numbers were computed by face-api itself (tfjs, CPU) from the same image.

test('the detector returns what face-api returns', async () => {
  const { data, shape } = await runOnPattern('detector', 96, SHIPPED_NETWORKS.detector);
  assert.deepEqual(shape, [1, 25, 3, 3]);
  const cell = (row: number, column: number): number[] => [0, 1, 2, 3, 4].map((part) => data[part * 9 + row * 3 + column]!);
  assertNear(cell(0, 0), [1.2757, 0.314, -0.0394, -0.4257, -6.6339], 2e-4);
  assertNear(cell(1, 2), [-1.4547, -1.0192, -0.2607, -0.4033, -6.1997], 2e-4);
  assertNear(cell(2, 1), [-0.8631, -1.2507, -0.4075, -0.589, -8.047], 2e-4);
});

test('the landmark network returns what face-api returns', async () => {
  const { data, shape } = await runOnPattern('landmarks', 112, SHIPPED_NETWORKS.landmarks);
  assert.deepEqual(shape, [1, 136]);
  assertNear(
    [0, 1, 60, 61, 134, 135].map((i) => data[i]!),
    [0.32335, 0.44101, 0.55903, 0.48097, 0.58027, 0.54056],
    2e-5,
  );
});

test('the recognition network returns what face-api returns, and nearly so in half precision', async () => {
  const { data, shape } = await runOnPattern('recognition', 150, SHIPPED_NETWORKS.recognition);
  assert.deepEqual(shape, [1, 128]);
  assertNear(
    [0, 1, 2, 63, 126, 127].map((i) => data[i]!),
    [-0.04723, 0.13447, 0.10363, -0.11924, -0.0504, 0.05745],
    2e-5,
  );
  const half = await runOnPattern('recognition-half', 150, SHIPPED_NETWORKS.recognition);
  const distance = Math.hypot(...half.data.map((value, i) => value - data[i]!));
  assert.ok(distance > 0 && distance < 0.02, `${distance}`);
});
