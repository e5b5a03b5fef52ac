import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openNetwork } from '../../../src/engines/bindings/onnx-session.ts';
import { Graph } from './graph.ts';

test('a graph computes what its nodes say', async () => {
  const graph = new Graph('small');
  const from = graph.input('in', ['count', 1, 2, 2]);
  // 4 · 0.75 - 1 = 2
  const filters = { shape: [1, 1, 1, 1], codes: Uint8Array.of(4), scale: Float32Array.of(0.75), offset: Float32Array.of(-1) };
  const convolved = graph.convolution(from, { filters, bias: Float32Array.of(-5) });
  const padded = graph.pad(graph.leakyRelu(convolved, 0.1), [0, 0, 0, 0], [0, 1, 0, 0]);
  const pooled = graph.maxPool(graph.add(padded, padded), 2, 2);
  const out = graph.dense(graph.channelMeans(pooled), { shape: [2, 1], values: Float32Array.of(1, 10) }, Float32Array.of(0.5));
  graph.output('out', out, ['count', 1]);
  const network = await openNetwork(graph.finish());
  const result = await network.run({ data: Float32Array.of(1, 2, 3, 4, 0, 0, 0, 0), shape: [2, 1, 2, 2] });
  // The maximum of 2x - 5 doubled is 6; of -5 the slope leaves -0.5, doubled -1; the padded channel is 0.
  assert.deepEqual([...result['out']!.data], [6.5, -0.5]);
  await network.close();
});
