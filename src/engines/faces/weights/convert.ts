/** The three networks of the package as ONNX. Their shapes are those of face-api's own source; channels come first, and scales are folded into the convolutions before them. */
import type { Values } from '../../onnx/network.ts';
import type { Pads } from './onnx.ts';
import { Graph } from './onnx.ts';
import type { Weights } from './package.ts';
import { weightsOf } from './package.ts';

const AROUND: Pads = [1, 1, 1, 1];
/** What "same" means for a 3×3 filter that takes every other pixel of an even side. */
const BEHIND: Pads = [0, 0, 1, 1];

/** Finds faces: a small network in the manner of YOLO, one answer of 25 numbers for each 32×32 pixels. */
export function detectorNetwork(): Uint8Array {
  const weights = weightsOf('tiny_face_detector_model');
  const graph = new Graph('detector');
  let at = graph.input('picture', ['count', 3, 'height', 'width']);
  at = graph.convolution(at, { filters: channelsFirst(weights('conv0/filters')), bias: weights('conv0/bias').data });
  for (const layer of [1, 2, 3, 4, 5]) {
    // The larger stays the larger through the slope: it is taken first, of which there is less to do then.
    at = graph.leakyRelu(graph.maxPool(at, 2, 2, undefined, true), 0.1);
    at = separable(graph, at, weights, `conv${layer}`, 1);
  }
  at = graph.leakyRelu(graph.maxPool(at, 2, 1, BEHIND), 0.1);
  at = graph.convolution(at, { filters: channelsFirst(weights('conv8/filters')), bias: weights('conv8/bias').data });
  graph.output('cells', at, ['count', 25, 'rows', 'columns']);
  return graph.finish();
}

/** Says where the 68 points of a face lie in a square picture of 112 pixels, from 0 to 1: x and y in turn. */
export function landmarkNetwork(): Uint8Array {
  const weights = weightsOf('face_landmark_68_model');
  const graph = new Graph('landmarks');
  let at = graph.input('picture', ['count', 3, 112, 112]);
  for (const block of ['dense0', 'dense1', 'dense2', 'dense3']) {
    const first = `${block}/conv0`;
    let sum = block === 'dense0'
      ? graph.convolution(at, { filters: channelsFirst(weights(`${first}/filters`)), bias: weights(`${first}/bias`).data, stride: 2, pads: BEHIND })
      : separable(graph, at, weights, first, 2);
    sum = graph.relu(sum);
    at = sum;
    // Each convolution sees the sum of all before it.
    for (const layer of [1, 2, 3]) {
      sum = graph.add(sum, separable(graph, at, weights, `${block}/conv${layer}`, 1));
      at = graph.relu(sum);
    }
  }
  graph.output('points', graph.dense(graph.channelMeans(at), weights('fc/weights'), weights('fc/bias').data), ['count', 136]);
  return graph.finish();
}

/**
 * Says what a face is recognised by: dlib's residual network, 128 numbers for a picture of 150 pixels aligned to the mean face.
 * With half precision it takes a little more than half the time where the processor can calculate so (ADR 16).
 */
export function recognitionNetwork(half = false): Uint8Array {
  const weights = weightsOf('face_recognition_model');
  const graph = new Graph('recognition', { half });
  const scaled = (from: string, name: string, stride: number, pads?: Pads): string =>
    graph.convolution(from, { ...folded(weights, name), stride, ...pads !== undefined && { pads } });
  let at = graph.input('chip', ['count', 3, 150, 150]);
  at = graph.maxPool(graph.relu(scaled(at, 'conv32_down', 2)), 3, 2);
  let [channels, side] = [32, 35];
  for (const [name, isDown] of LAYERS) {
    const inner = graph.relu(isDown ? scaled(at, `${name}/conv1`, 2) : scaled(at, `${name}/conv1`, 1, AROUND));
    let out = scaled(inner, `${name}/conv2`, 1, AROUND);
    if (isDown) {
      at = graph.averagePool(at, 2, 2);
      const [filtered, pooled] = [Math.floor((side - 3) / 2) + 1, Math.floor(side / 2)];
      if (pooled > filtered) out = graph.pad(out, [0, 0, 0, 0], [0, 0, pooled - filtered, pooled - filtered]);
      const outChannels = weights(`${name}/conv2/conv/bias`).data.length;
      if (outChannels > channels) at = graph.pad(at, [0, 0, 0, 0], [0, outChannels - channels, 0, 0]);
      [channels, side] = [outChannels, pooled];
    }
    at = graph.relu(graph.add(out, at));
  }
  graph.output('template', graph.dense(graph.channelMeans(at), weights('fc')), ['count', 128]);
  return graph.finish();
}

const LAYERS: readonly (readonly [name: string, isDown: boolean])[] = [
  ['conv32_1', false], ['conv32_2', false], ['conv32_3', false],
  ['conv64_down', true], ['conv64_1', false], ['conv64_2', false], ['conv64_3', false],
  ['conv128_down', true], ['conv128_1', false], ['conv128_2', false],
  ['conv256_down', true], ['conv256_1', false], ['conv256_2', false], ['conv256_down_out', true],
];

/** A 3×3 filter for each channel, then a mix of the channels. */
function separable(graph: Graph, from: string, weights: Weights, name: string, stride: 1 | 2): string {
  const each = weights(`${name}/depthwise_filter`);
  const channels = each.shape[2]!;
  // (3, 3, channels, 1) becomes (channels, 1, 3, 3): each channel is an output of its own.
  const filters = channelsFirst({ shape: [each.shape[0]!, each.shape[1]!, 1, channels], data: each.data });
  const filtered = graph.convolution(from, { filters, stride, pads: stride === 1 ? AROUND : BEHIND, groups: channels });
  return graph.convolution(filtered, { filters: channelsFirst(weights(`${name}/pointwise_filter`)), bias: weights(`${name}/bias`).data });
}

/** A convolution and the scale and shift after it, as one convolution. */
function folded(weights: Weights, name: string): { filters: Values; bias: Float32Array } {
  const { shape, data } = channelsFirst(weights(`${name}/conv/filters`));
  const [scale, shift] = [weights(`${name}/scale/weights`).data, weights(`${name}/scale/biases`).data];
  const bias = weights(`${name}/conv/bias`).data.map((value, i) => value * scale[i]! + shift[i]!);
  const each = data.length / scale.length;
  for (let i = 0; i < data.length; i++) data[i]! *= scale[Math.floor(i / each)]!;
  return { filters: { shape, data }, bias };
}

/** (height, width, in, out) as (out, in, height, width). */
function channelsFirst({ shape, data }: Values): Values {
  const [height, width, inner, outer] = shape as [number, number, number, number];
  const turned = new Float32Array(data.length);
  const area = height * width;
  let from = 0;
  for (let place = 0; place < area; place++) {
    for (let i = 0; i < inner; i++) {
      for (let o = 0; o < outer; o++) turned[(o * inner + i) * area + place] = data[from++]!;
    }
  }
  return { shape: [outer, inner, height, width], data: turned };
}
