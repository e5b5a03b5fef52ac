import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { detectorNetwork, landmarkNetwork, recognitionNetwork } from './networks.ts';

test('the shipped files are what the converter writes', () => {
  for (const [name, network] of [
    ['detector', detectorNetwork()],
    ['landmarks', landmarkNetwork()],
    ['recognition', recognitionNetwork()],
    ['recognition-half', recognitionNetwork({ half: true })],
  ] as const)
    assert.ok(readFileSync(new URL(`../../../weights/faces/${name}.onnx`, import.meta.url)).equals(network), name);
});
