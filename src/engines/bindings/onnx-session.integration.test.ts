import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { Random } from '../shared/random.ts';
import { shippedDetector, shippedRecognizer } from '../loaders/reading/ocr-weights.ts';
import { idleCores } from './idle-cores.ts';
import { openNetwork, openThreadedNetworkFile } from './onnx-session.ts';

const INPUTS = [
  { file: shippedDetector(), shape: [1, 1, 160, 96] },
  { file: (await shippedRecognizer()).file, shape: [2, 1, 32, 160] },
];

test('networks give the same bits in one thread and in several', async () => {
  const random = new Random(5);
  for (const { file, shape } of INPUTS) {
    const bytes = await readFile(file);
    const data = Float32Array.from({ length: shape.reduce((size, side) => size * side, 1) }, () => random.next());
    const outputs = [];
    for (const threads of [1, 2, 4]) {
      const network = await openNetwork(bytes, threads);
      outputs.push(await network.run({ data, shape }));
      await network.close();
    }
    assert.deepEqual(outputs[1], outputs[0]);
    assert.deepEqual(outputs[2], outputs[0]);
    const threaded = await openThreadedNetworkFile(file);
    assert.deepEqual(await threaded.run({ data, shape }), Object.values(outputs[0]!)[0]);
    await threaded.close();
  }
});

test('counts the core that asks as busy', () => {
  assert.ok(idleCores() < availableParallelism());
});
