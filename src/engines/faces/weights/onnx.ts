/**
 * Networks written down in the ONNX format (onnx.proto3, opset 17): a graph is built node by node, each method gives the name of its result.
 * Pictures are (count, channels, height, width); filters (out, in, height, width).
 */
import type { Values } from '../../onnx/network.ts';
import { Message } from './protobuf.ts';

/** Rows and columns added above, left, below, right. */
export type Pads = readonly [number, number, number, number];

export interface Convolution { filters: Values; bias?: Float32Array; stride?: number; pads?: Pads; groups?: number }

/** A length that differs from call to call has a name. */
type Length = number | string;

const FLOAT = 1;
const INT64 = 7;
const HALF = 10;
const ATTRIBUTE = { float: 1, number: 2, numbers: 7 };

export class Graph {
  readonly #graph = new Message();
  readonly #half: boolean;
  #count = 0;

  /** `half`: it calculates with numbers of 16 bits. What goes in and comes out has 32 all the same. */
  constructor(name: string, { half = false }: { half?: boolean } = {}) {
    this.#graph.text(2, name);
    this.#half = half;
  }

  input(name: string, shape: readonly Length[]): string {
    this.#graph.message(11, valueInfo(name, shape));
    return this.#half ? this.#node('Cast', [name], { to: HALF }) : name;
  }

  output(name: string, from: string, shape: readonly Length[]): void {
    this.#node('Cast', [from], { to: FLOAT }, name);
    this.#graph.message(12, valueInfo(name, shape));
  }

  convolution(from: string, { filters, bias, stride = 1, pads = [0, 0, 0, 0], groups = 1 }: Convolution): string {
    const weights = [this.#constant(filters), ...bias === undefined ? [] : [this.#constant({ shape: [bias.length], data: bias })]];
    return this.#node('Conv', [from, ...weights], { kernel_shape: filters.shape.slice(2), strides: [stride, stride], pads, group: groups });
  }

  relu(from: string): string {
    return this.#node('Relu', [from], {});
  }

  leakyRelu(from: string, slope: number): string {
    return this.#node('LeakyRelu', [from], { alpha: { float: slope } });
  }

  add(one: string, other: string): string {
    return this.#node('Add', [one, other], {});
  }

  maxPool(from: string, size: number, stride: number, pads: Pads = [0, 0, 0, 0], ceil = false): string {
    return this.#node('MaxPool', [from], { kernel_shape: [size, size], strides: [stride, stride], pads, ceil_mode: ceil ? 1 : 0 });
  }

  averagePool(from: string, size: number, stride: number): string {
    return this.#node('AveragePool', [from], { kernel_shape: [size, size], strides: [stride, stride] });
  }

  /** Zeros before and after, along each of the axes. */
  pad(from: string, before: readonly number[], after: readonly number[]): string {
    return this.#node('Pad', [from, this.#numbers([...before, ...after])], {});
  }

  /** The mean of each channel. */
  channelMeans(from: string): string {
    return this.#node('Flatten', [this.#node('GlobalAveragePool', [from], {})], { axis: 1 });
  }

  /** Rows by weights (in, out). */
  dense(from: string, weights: Values, bias?: Float32Array): string {
    return this.#node('Gemm', [from, this.#constant(weights), ...bias === undefined ? [] : [this.#constant({ shape: [bias.length], data: bias })]], {});
  }

  finish(): Uint8Array {
    const opset = new Message().text(1, '').number(2, 17);
    return new Message().number(1, 8).text(2, 'perennial').message(7, this.#graph).message(8, opset).finish();
  }

  #node(operator: string, inputs: readonly string[], attributes: Readonly<Record<string, number | readonly number[] | { float: number }>>, result = `t${this.#count++}`): string {
    const node = new Message();
    for (const input of inputs) node.text(1, input);
    node.text(2, result).text(4, operator);
    for (const [name, value] of Object.entries(attributes)) node.message(5, attribute(name, value));
    this.#graph.message(1, node);
    return result;
  }

  #constant({ shape, data }: Values): string {
    if (this.#half) return this.#tensor(shape, HALF, new Uint8Array(Float16Array.from(data).buffer));
    return this.#tensor(shape, FLOAT, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }

  #numbers(values: readonly number[]): string {
    const whole = BigInt64Array.from(values, BigInt);
    return this.#tensor([values.length], INT64, new Uint8Array(whole.buffer));
  }

  #tensor(shape: readonly number[], kind: number, bytes: Uint8Array): string {
    const name = `w${this.#count++}`;
    const tensor = new Message();
    for (const length of shape) tensor.number(1, length);
    this.#graph.message(5, tensor.number(2, kind).text(8, name).bytes(9, bytes));
    return name;
  }
}

function attribute(name: string, value: number | readonly number[] | { float: number }): Message {
  const message = new Message().text(1, name);
  if (typeof value === 'number') return message.number(3, value).number(20, ATTRIBUTE.number);
  if ('float' in value) return message.float(2, value.float).number(20, ATTRIBUTE.float);
  for (const one of value) message.number(8, one);
  return message.number(20, ATTRIBUTE.numbers);
}

function valueInfo(name: string, shape: readonly Length[]): Message {
  const lengths = new Message();
  for (const length of shape) lengths.message(1, typeof length === 'number' ? new Message().number(1, length) : new Message().text(2, length));
  const tensor = new Message().number(1, FLOAT).message(2, lengths);
  return new Message().text(1, name).message(2, new Message().message(1, tensor));
}
