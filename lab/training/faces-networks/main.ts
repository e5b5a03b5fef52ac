/** Converts the networks of @vladmandic/face-api and writes them to weights/faces (or to the folder given as argument). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { detectorNetwork, landmarkNetwork, recognitionNetwork } from './networks.ts';

const folder = process.argv[2] ?? fileURLToPath(new URL('../../../weights/faces', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, network] of [
  ['detector.onnx', detectorNetwork()],
  ['landmarks.onnx', landmarkNetwork()],
  ['recognition.onnx', recognitionNetwork()],
  ['recognition-half.onnx', recognitionNetwork({ half: true })],
] as const) {
  writeFileSync(join(folder, name), network);
  console.log(`${name}: ${network.length} bytes`);
}
