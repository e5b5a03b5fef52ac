/**
 * The weights inside the npm package @vladmandic/face-api: a list (JSON) of names, shapes and quantisation, and one file of numbers.
 * They must be the very files that were measured: their checksums are here. Licences: MIT; of the recognition network CC0.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Values } from '../../onnx/network.ts';

export type Source = keyof typeof SOURCES;

const SOURCES = {
  tiny_face_detector_model: ['5d1af4849ac48d5b985f4a9b16010c512353ddd6fcc63d50fd0bc9e9e64296e5', 'b7503ce7df31039b1c43316a9b865cab6a70dd748cc602d3fa28b551503c3871'],
  face_landmark_68_model: ['ca4886639f86e99b39fed0c155f81b63317225773bd9616716e887b0153389c9', '4611ef65c87d836d03d684b30eec4d195d8b219fa1dd58fc58945831c6b9299b'],
  face_recognition_model: ['cbaffa501b0b9275a12b63357a6843e7e30c054e1c9151e1a5f879b26e32986b', 'b413e420d6840b2775fba32008db6f3cddb07d485967fb42cfcf379c16a8c589'],
} as const;

interface Entry { name: string; shape: number[]; quantization?: { dtype: string; scale: number; min: number } }

/** Gives the numbers of a name, in the order in which the package keeps them (channels last). */
export type Weights = (name: string) => Values;

export function weightsOf(source: Source): Weights {
  const folder = join(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'), '..', 'model');
  const [listHash, numbersHash] = SOURCES[source];
  const list = checked(join(folder, `${source}-weights_manifest.json`), listHash);
  const numbers = checked(join(folder, `${source}.bin`), numbersHash);
  const entries = (JSON.parse(list.toString('utf8')) as { weights: Entry[] }[]).flatMap(({ weights }) => weights);
  const found = new Map<string, Values>();
  let at = 0;
  for (const { name, shape, quantization } of entries) {
    const count = shape.reduce((product, length) => product * length, 1);
    const bytes = quantization === undefined ? 4 * count : count;
    found.set(name, { shape, data: quantization === undefined ? floats(numbers, at, count) : dequantised(numbers.subarray(at, at + count), quantization) });
    at += bytes;
  }
  return (name) => {
    const values = found.get(name);
    if (values === undefined) throw new Error(`${source} has no weights named ${name}.`);
    return values;
  };
}

function checked(file: string, hash: string): Buffer {
  const bytes = readFileSync(file);
  if (createHash('sha256').update(bytes).digest('hex') !== hash) throw new Error(`${file} is not the file that it should be: its checksum differs.`);
  return bytes;
}

function floats(bytes: Buffer, at: number, count: number): Float32Array {
  const copy = bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + 4 * count);
  return new Float32Array(copy);
}

function dequantised(codes: Uint8Array, { dtype, scale, min }: { dtype: string; scale: number; min: number }): Float32Array {
  if (dtype !== 'uint8') throw new Error(`Weights are quantised as ${dtype}, which is not read.`);
  const values = new Float32Array(codes.length);
  for (let i = 0; i < codes.length; i++) values[i] = codes[i]! * scale + min;
  return values;
}
