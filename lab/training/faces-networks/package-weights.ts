/**
 * Reads the weights inside the npm package @vladmandic/face-api: a manifest (JSON) of names, shapes and quantization, and one
 * file of numbers. The checksums pin the exact files that were measured. Licenses: MIT; the recognition network is CC0.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export type Source = keyof typeof SOURCES;

const SOURCES = {
  tiny_face_detector_model: {
    manifest: '5d1af4849ac48d5b985f4a9b16010c512353ddd6fcc63d50fd0bc9e9e64296e5',
    numbers: 'b7503ce7df31039b1c43316a9b865cab6a70dd748cc602d3fa28b551503c3871',
  },
  face_landmark_68_model: {
    manifest: 'ca4886639f86e99b39fed0c155f81b63317225773bd9616716e887b0153389c9',
    numbers: '4611ef65c87d836d03d684b30eec4d195d8b219fa1dd58fc58945831c6b9299b',
  },
  face_recognition_model: {
    manifest: 'cbaffa501b0b9275a12b63357a6843e7e30c054e1c9151e1a5f879b26e32986b',
    numbers: 'b413e420d6840b2775fba32008db6f3cddb07d485967fb42cfcf379c16a8c589',
  },
} as const;

interface ManifestEntry {
  name: string;
  shape: number[];
  quantization?: { dtype: string; scale: number; min: number };
}

/** A tensor as the package stores it (channels last): floats, or bytes where value = code · scale + min. */
export type StoredTensor = { shape: number[]; values: Float32Array } | { shape: number[]; codes: Uint8Array; scale: number; min: number };

/** Looks up a tensor by name. */
export type Weights = (name: string) => StoredTensor;

export function readWeights(source: Source): Weights {
  const folder = join(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'), '..', 'model');
  const hashes = SOURCES[source];
  const manifest = readChecked(join(folder, `${source}-weights_manifest.json`), hashes.manifest);
  const numbers = readChecked(join(folder, `${source}.bin`), hashes.numbers);
  const entries = (JSON.parse(manifest.toString('utf8')) as { weights: ManifestEntry[] }[]).flatMap(({ weights }) => weights);
  const tensors = new Map<string, StoredTensor>();
  let offset = 0;
  for (const { name, shape, quantization } of entries) {
    const count = shape.reduce((product, length) => product * length, 1);
    if (quantization === undefined) {
      tensors.set(name, { shape, values: floatsAt(numbers, offset, count) });
      offset += 4 * count;
    } else {
      if (quantization.dtype !== 'uint8')
        throw new Error(`${source}: ${name} is quantized to ${quantization.dtype}, which is not supported.`);
      tensors.set(name, { shape, codes: numbers.subarray(offset, offset + count), scale: quantization.scale, min: quantization.min });
      offset += count;
    }
  }
  return (name) => {
    const tensor = tensors.get(name);
    if (tensor === undefined) throw new Error(`${source} has no weights named ${name}.`);
    return tensor;
  };
}

/** The values of a tensor. */
export function valuesOf(tensor: StoredTensor): Float32Array {
  return 'values' in tensor ? tensor.values : Float32Array.from(tensor.codes, (code) => code * tensor.scale + tensor.min);
}

function floatsAt(bytes: Buffer, offset: number, count: number): Float32Array {
  const start = bytes.byteOffset + offset;
  return new Float32Array(bytes.buffer.slice(start, start + 4 * count));
}

function readChecked(file: string, hash: string): Buffer {
  const bytes = readFileSync(file);
  if (createHash('sha256').update(bytes).digest('hex') !== hash) throw new Error(`${file} has an unexpected checksum.`);
  return bytes;
}
