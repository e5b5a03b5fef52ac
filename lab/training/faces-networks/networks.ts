/**
 * The three networks of face-api as ONNX. Their architectures follow face-api's own source; channels come first, and scales are
 * folded into the convolutions before them. Weights stay in bytes where the package has them in bytes (lab/training/onnx/graph.ts).
 */
import type { FloatTensor, Pads, Tensor } from '../onnx/graph.ts';
import { Graph } from '../onnx/graph.ts';
import type { StoredTensor, Weights } from './package-weights.ts';
import { readWeights, valuesOf } from './package-weights.ts';

const PAD_AROUND: Pads = [1, 1, 1, 1];
/** "same" padding of a 3×3 filter with stride 2 on an even side. */
const PAD_AFTER: Pads = [0, 0, 1, 1];

/** Detects faces: a small YOLO-style network with 25 outputs for each cell of 32×32 pixels. */
export function detectorNetwork(): Uint8Array {
  const weights = readWeights('tiny_face_detector_model');
  const graph = new Graph('detector');
  let at = graph.input('picture', ['count', 3, 'height', 'width']);
  at = graph.convolution(at, { filters: channelsFirst(weights('conv0/filters')), bias: valuesOf(weights('conv0/bias')) });
  for (const layer of [1, 2, 3, 4, 5]) {
    // The activation is monotonic, so pooling first gives the same result and leaves it a quarter of the work.
    at = graph.leakyRelu(graph.maxPool(at, 2, 2, undefined, true), 0.1);
    at = separable(graph, at, weights, `conv${layer}`, 1);
  }
  at = graph.leakyRelu(graph.maxPool(at, 2, 1, PAD_AFTER), 0.1);
  at = graph.convolution(at, { filters: channelsFirst(weights('conv8/filters')), bias: valuesOf(weights('conv8/bias')) });
  graph.output('cells', at, ['count', 25, 'rows', 'columns']);
  return graph.finish();
}

/** Locates the 68 points of a face in a square image of 112 pixels: x and y in turn, from 0 to 1. */
export function landmarkNetwork(): Uint8Array {
  const weights = readWeights('face_landmark_68_model');
  const graph = new Graph('landmarks');
  let at = graph.input('picture', ['count', 3, 112, 112]);
  for (const block of ['dense0', 'dense1', 'dense2', 'dense3']) {
    const first = `${block}/conv0`;
    const [filters, bias] = block === 'dense0' ? [channelsFirst(weights(`${first}/filters`)), valuesOf(weights(`${first}/bias`))] : [];
    let sum = filters ? graph.convolution(at, { filters, bias, stride: 2, pads: PAD_AFTER }) : separable(graph, at, weights, first, 2);
    sum = graph.relu(sum);
    at = sum;
    // Each convolution sees the sum of all before it.
    for (const layer of [1, 2, 3]) {
      sum = graph.add(sum, separable(graph, at, weights, `${block}/conv${layer}`, 1));
      at = graph.relu(sum);
    }
  }
  graph.output('points', graph.dense(graph.channelMeans(at), asStored(weights('fc/weights')), valuesOf(weights('fc/bias'))), [
    'count',
    136,
  ]);
  return graph.finish();
}

/**
 * Computes face templates: dlib's residual network, 128 numbers for an image of 150 pixels aligned to the mean face.
 * Half precision takes a little more than half the time on processors that compute in it.
 */
export function recognitionNetwork({ half = false }: { half?: boolean } = {}): Uint8Array {
  const weights = readWeights('face_recognition_model');
  const graph = new Graph('recognition', { half });
  const scaled = (from: string, name: string, stride: number, pads?: Pads): string =>
    graph.convolution(from, { ...foldScale(weights, name), stride, ...(pads !== undefined && { pads }) });
  let at = graph.input('chip', ['count', 3, 150, 150]);
  at = graph.maxPool(graph.relu(scaled(at, 'conv32_down', 2)), 3, 2);
  let [channels, side] = [32, 35];
  for (const [name, isDown] of RECOGNITION_LAYERS) {
    const inner = graph.relu(isDown ? scaled(at, `${name}/conv1`, 2) : scaled(at, `${name}/conv1`, 1, PAD_AROUND));
    let out = scaled(inner, `${name}/conv2`, 1, PAD_AROUND);
    if (isDown) {
      at = graph.averagePool(at, 2, 2);
      const [filtered, pooled] = [Math.floor((side - 3) / 2) + 1, Math.floor(side / 2)];
      if (pooled > filtered) out = graph.pad(out, [0, 0, 0, 0], [0, 0, pooled - filtered, pooled - filtered]);
      const outChannels = weights(`${name}/conv2/conv/bias`).shape[0]!;
      if (outChannels > channels) at = graph.pad(at, [0, 0, 0, 0], [0, outChannels - channels, 0, 0]);
      [channels, side] = [outChannels, pooled];
    }
    at = graph.relu(graph.add(out, at));
  }
  graph.output('template', graph.dense(graph.channelMeans(at), asStored(weights('fc'))), ['count', 128]);
  return graph.finish();
}

const RECOGNITION_LAYERS: readonly (readonly [name: string, isDown: boolean])[] = [
  ['conv32_1', false],
  ['conv32_2', false],
  ['conv32_3', false],
  ['conv64_down', true],
  ['conv64_1', false],
  ['conv64_2', false],
  ['conv64_3', false],
  ['conv128_down', true],
  ['conv128_1', false],
  ['conv128_2', false],
  ['conv256_down', true],
  ['conv256_1', false],
  ['conv256_2', false],
  ['conv256_down_out', true],
];

/** A depthwise 3×3 convolution followed by a pointwise one. */
function separable(graph: Graph, from: string, weights: Weights, name: string, stride: 1 | 2): string {
  const depthwise = weights(`${name}/depthwise_filter`);
  const [height, width, channels] = depthwise.shape as [number, number, number];
  // (height, width, channels, 1) becomes (channels, 1, height, width): each channel is an output of its own.
  const filters = channelsFirst({ ...depthwise, shape: [height, width, 1, channels] });
  const filtered = graph.convolution(from, { filters, stride, pads: stride === 1 ? PAD_AROUND : PAD_AFTER, groups: channels });
  return graph.convolution(filtered, {
    filters: channelsFirst(weights(`${name}/pointwise_filter`)),
    bias: valuesOf(weights(`${name}/bias`)),
  });
}

/** A convolution and the scale and shift after it, as one convolution. */
function foldScale(weights: Weights, name: string): { filters: Tensor; bias: Float32Array } {
  const [scale, shift] = [valuesOf(weights(`${name}/scale/weights`)), valuesOf(weights(`${name}/scale/biases`))];
  const bias = valuesOf(weights(`${name}/conv/bias`)).map((value, i) => value * scale[i]! + shift[i]!);
  const filters = channelsFirst(weights(`${name}/conv/filters`));
  if ('codes' in filters) {
    const [codeScale, codeOffset] = [filters.scale[0]!, filters.offset[0]!];
    return {
      filters: { ...filters, scale: scale.map((value) => value * codeScale), offset: scale.map((value) => value * codeOffset) },
      bias,
    };
  }
  const perChannel = filters.values.length / scale.length;
  return { filters: { shape: filters.shape, values: filters.values.map((value, i) => value * scale[Math.floor(i / perChannel)]!) }, bias };
}

function asStored(tensor: StoredTensor): Tensor {
  if ('values' in tensor) return tensor satisfies FloatTensor;
  return { shape: tensor.shape, codes: tensor.codes, scale: Float32Array.of(tensor.scale), offset: Float32Array.of(tensor.min) };
}

/** (height, width, in, out) as (out, in, height, width). */
function channelsFirst(tensor: StoredTensor): Tensor {
  const [height, width, inner, outer] = tensor.shape as [number, number, number, number];
  const area = height * width;
  const transpose = <T extends Float32Array | Uint8Array>(source: T, target: T): T => {
    for (let pixel = 0, from = 0; pixel < area; pixel++) {
      for (let i = 0; i < inner; i++) {
        for (let o = 0; o < outer; o++) target[(o * inner + i) * area + pixel] = source[from++]!;
      }
    }
    return target;
  };
  const shape = [outer, inner, height, width];
  if ('values' in tensor) return { shape, values: transpose(tensor.values, new Float32Array(tensor.values.length)) };
  return {
    ...(asStored(tensor) as Exclude<Tensor, FloatTensor>),
    shape,
    codes: transpose(tensor.codes, new Uint8Array(tensor.codes.length)),
  };
}
