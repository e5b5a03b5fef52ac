/**
 * Writes networks in the ONNX format (onnx.proto3, opset 17). A graph is built node by node; each method returns the name of its result.
 * Images are (count, channels, height, width), filters (out, in, height, width).
 */
import { Message } from './protobuf.ts';

export interface FloatTensor {
  shape: readonly number[];
  values: Float32Array;
}

/**
 * A tensor stored in bytes: value = code · scale + offset, where scale and offset have one number, or one for each index of the
 * first axis. The runtime expands it while it loads the network (constant folding), so it costs nothing at run time.
 */
export interface ByteTensor {
  shape: readonly number[];
  codes: Uint8Array;
  scale: Float32Array;
  offset: Float32Array;
}

export type Tensor = FloatTensor | ByteTensor;

/** Rows and columns added above, left, below, right. */
export type Pads = readonly [number, number, number, number];

export interface Convolution {
  filters: Tensor;
  bias?: Float32Array;
  stride?: number;
  pads?: Pads;
  groups?: number;
}

/** A dimension that varies from call to call has a name. */
type Dimension = number | string;
type Attribute = number | readonly number[] | { float: number };

const FLOAT = 1;
const UINT8 = 2;
export const INT64 = 7;
const FLOAT16 = 10;
const ATTRIBUTE_TYPE = { float: 1, integer: 2, integers: 7 };

export class Graph {
  readonly #graph = new Message();
  readonly #half: boolean;
  #count = 0;

  /** `half`: computes in half precision; inputs and outputs keep single precision. */
  constructor(name: string, { half = false }: { half?: boolean } = {}) {
    this.#graph.string(2, name);
    this.#half = half;
  }

  input(name: string, shape: readonly Dimension[]): string {
    this.#graph.message(11, valueInfo(name, shape));
    return this.#half ? this.node('Cast', [name], { to: FLOAT16 }) : name;
  }

  output(name: string, from: string, shape: readonly Dimension[]): void {
    this.node('Cast', [from], { to: FLOAT }, name);
    this.#graph.message(12, valueInfo(name, shape));
  }

  convolution(from: string, { filters, bias, stride = 1, pads = [0, 0, 0, 0], groups = 1 }: Convolution): string {
    const inputs = [from, this.constant(filters), ...(bias === undefined ? [] : [this.#vector(bias)])];
    return this.node('Conv', inputs, { kernel_shape: filters.shape.slice(2), strides: [stride, stride], pads, group: groups });
  }

  relu(from: string): string {
    return this.node('Relu', [from], {});
  }

  leakyRelu(from: string, slope: number): string {
    return this.node('LeakyRelu', [from], { alpha: { float: slope } });
  }

  add(left: string, right: string): string {
    return this.node('Add', [left, right], {});
  }

  maxPool(from: string, size: number, stride: number, pads: Pads = [0, 0, 0, 0], ceil = false): string {
    return this.node('MaxPool', [from], { kernel_shape: [size, size], strides: [stride, stride], pads, ceil_mode: ceil ? 1 : 0 });
  }

  averagePool(from: string, size: number, stride: number): string {
    return this.node('AveragePool', [from], { kernel_shape: [size, size], strides: [stride, stride] });
  }

  /** Zeros before and after, along each axis. */
  pad(from: string, before: readonly number[], after: readonly number[]): string {
    return this.node('Pad', [from, this.integers([...before, ...after])], {});
  }

  /** The mean of each channel. */
  channelMeans(from: string): string {
    return this.node('Flatten', [this.node('GlobalAveragePool', [from], {})], { axis: 1 });
  }

  /** Rows times weights (in, out). */
  dense(from: string, weights: Tensor, bias?: Float32Array): string {
    return this.node('Gemm', [from, this.constant(weights), ...(bias === undefined ? [] : [this.#vector(bias)])], {});
  }

  /** Adds any node of one output. */
  node(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
    result = `t${this.#count++}`,
  ): string {
    const node = new Message();
    for (const input of inputs) node.string(1, input);
    node.string(2, result).string(4, operator);
    for (const [name, value] of Object.entries(attributes)) node.message(5, attributeMessage(name, value));
    this.#graph.message(1, node);
    return result;
  }

  constant(tensor: Tensor): string {
    if ('codes' in tensor) return this.#expanded(tensor);
    const { shape, values } = tensor;
    return this.#half
      ? this.#initializer(shape, FLOAT16, bytesOf(Float16Array.from(values)))
      : this.#initializer(shape, FLOAT, bytesOf(values));
  }

  /** A constant list of integers. */
  integers(values: readonly number[]): string {
    return this.#initializer([values.length], INT64, bytesOf(BigInt64Array.from(values, BigInt)));
  }

  finish(): Uint8Array {
    const opset = new Message().string(1, '').integer(2, 17);
    return new Message().integer(1, 8).string(2, 'perennial').message(7, this.#graph).message(8, opset).finish();
  }

  #vector(values: Float32Array): string {
    return this.constant({ shape: [values.length], values });
  }

  #expanded({ shape, codes, scale, offset }: ByteTensor): string {
    const perFirstAxis = (values: Float32Array): string =>
      this.#initializer([values.length, ...new Array<number>(shape.length - 1).fill(1)], FLOAT, bytesOf(values));
    const codesAsFloats = this.node('Cast', [this.#initializer(shape, UINT8, codes)], { to: FLOAT });
    const scaled = this.node('Mul', [codesAsFloats, perFirstAxis(scale)], {});
    const values = this.node('Add', [scaled, perFirstAxis(offset)], {});
    return this.#half ? this.node('Cast', [values], { to: FLOAT16 }) : values;
  }

  #initializer(shape: readonly number[], type: number, bytes: Uint8Array): string {
    const name = `w${this.#count++}`;
    const tensor = new Message();
    for (const length of shape) tensor.integer(1, length);
    this.#graph.message(5, tensor.integer(2, type).string(8, name).bytes(9, bytes));
    return name;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function attributeMessage(name: string, value: Attribute): Message {
  const message = new Message().string(1, name);
  if (typeof value === 'number') return message.integer(3, value).integer(20, ATTRIBUTE_TYPE.integer);
  if ('float' in value) return message.float(2, value.float).integer(20, ATTRIBUTE_TYPE.float);
  for (const item of value) message.integer(8, item);
  return message.integer(20, ATTRIBUTE_TYPE.integers);
}

function valueInfo(name: string, shape: readonly Dimension[]): Message {
  const dimensions = new Message();
  for (const dimension of shape) {
    dimensions.message(1, typeof dimension === 'number' ? new Message().integer(1, dimension) : new Message().string(2, dimension));
  }
  const tensor = new Message().integer(1, FLOAT).message(2, dimensions);
  return new Message().string(1, name).message(2, new Message().message(1, tensor));
}
