import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openNetwork } from '../../onnx/network.ts';
import { asInput } from '../picture.ts';
import { detectorNetwork, landmarkNetwork, recognitionNetwork } from './convert.ts';
import { Graph } from './onnx.ts';
import { SHIPPED } from './shipped.ts';

/** A picture that is easily made anywhere. */
function pattern(side: number): Uint8Array {
  return Uint8Array.from({ length: side * side * 3 }, (_, i) => {
    const [channel, x, y] = [i % 3, Math.floor(i / 3) % side, Math.floor(i / 3 / side)];
    return (x * x + 3 * x * y + 5 * y + 40 * channel) % 256;
  });
}

async function answerOf(network: Uint8Array, side: number, part: keyof typeof SHIPPED): Promise<{ data: Float32Array; shape: readonly number[] }> {
  const loaded = await openNetwork(network);
  const input = new Float32Array(3 * side * side);
  asInput({ width: side, height: side, data: pattern(side) }, { left: 0, top: 0, width: side, height: side }, SHIPPED[part].settings.levels, input);
  const [answer] = Object.values(await loaded.run({ data: input, shape: [1, 3, side, side] }));
  await loaded.close();
  return answer!;
}

function assertNear(actual: readonly number[], expected: readonly number[], within: number): void {
  actual.forEach((value, i) => assert.ok(Math.abs(value - expected[i]!) <= within, `${value} is not within ${within} of ${expected[i]!}`));
}

// What is expected here was calculated by face-api itself (tfjs, CPU) from the same picture.

test('the detector answers what face-api answers', async () => {
  const { data, shape } = await answerOf(detectorNetwork(), 96, 'detector');
  assert.deepEqual(shape, [1, 25, 3, 3]);
  const cell = (row: number, column: number): number[] => [0, 1, 2, 3, 4].map((part) => data[part * 9 + row * 3 + column]!);
  assertNear(cell(0, 0), [1.2757, 0.314, -0.0394, -0.4257, -6.6339], 2e-4);
  assertNear(cell(1, 2), [-1.4547, -1.0192, -0.2607, -0.4033, -6.1997], 2e-4);
  assertNear(cell(2, 1), [-0.8631, -1.2507, -0.4075, -0.589, -8.047], 2e-4);
});

test('the landmark network answers what face-api answers', async () => {
  const { data, shape } = await answerOf(landmarkNetwork(), 112, 'landmarks');
  assert.deepEqual(shape, [1, 136]);
  assertNear([0, 1, 60, 61, 134, 135].map((i) => data[i]!), [0.32335, 0.44101, 0.55903, 0.48097, 0.58027, 0.54056], 2e-5);
});

test('the recognition network answers what face-api answers, and with half precision nearly so', async () => {
  const { data, shape } = await answerOf(recognitionNetwork(), 150, 'recognition');
  assert.deepEqual(shape, [1, 128]);
  assertNear([0, 1, 2, 63, 126, 127].map((i) => data[i]!), [-0.04723, 0.13447, 0.10363, -0.11924, -0.0504, 0.05745], 2e-5);
  const half = await answerOf(recognitionNetwork(true), 150, 'recognition');
  const apart = Math.hypot(...half.data.map((value, i) => value - data[i]!));
  assert.ok(apart > 0 && apart < 0.02, `${apart}`);
});

test('a graph calculates what its nodes say', async () => {
  const graph = new Graph('small');
  const from = graph.input('in', ['count', 1, 2, 2]);
  const convolved = graph.convolution(from, { filters: { shape: [1, 1, 1, 1], data: Float32Array.of(2) }, bias: Float32Array.of(-5) });
  const padded = graph.pad(graph.leakyRelu(convolved, 0.1), [0, 0, 0, 0], [0, 1, 0, 0]);
  const pooled = graph.maxPool(graph.add(padded, padded), 2, 2);
  graph.output('out', graph.dense(graph.channelMeans(pooled), { shape: [2, 1], data: Float32Array.of(1, 10) }, Float32Array.of(0.5)), ['count', 1]);
  const network = await openNetwork(graph.finish());
  const { out } = await network.run({ data: Float32Array.of(1, 2, 3, 4, 0, 0, 0, 0), shape: [2, 1, 2, 2] });
  // The largest of 2x - 5 doubled is 6; of -5 the slope leaves -0.5, doubled -1; the padded channel is 0.
  assert.deepEqual([...out!.data], [6.5, -0.5]);
  await network.close();
});
