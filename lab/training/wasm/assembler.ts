/**
 * The little of the WebAssembly binary format (core specification 2.0, section 5) that our numeric kernels need:
 * instructions as arrays of bytes, put together by TypeScript.
 * A module has one memory, which it exports, and functions of i32 arguments without results.
 */

/** A function of the module; its arguments are locals 0, 1, …, followed by the other locals. */
export interface Code {
  readonly name: string;
  readonly arguments: number;
  readonly integers: number;
  readonly vectors: number;
  readonly body: readonly number[];
}

const I32 = 0x7f;
const V128 = 0x7b;
const EMPTY = 0x40;
const [BLOCK, LOOP, BRANCH, BRANCH_IF, END] = [0x02, 0x03, 0x0c, 0x0d, 0x0b];
export const ADD = 0x6a;
export const MULTIPLY = 0x6c;
export const SHIFT_LEFT = 0x74;
const NOT_LESS_UNSIGNED = 0x4f;
export const IS_ZERO = 0x45;
export const EXCLUSIVE_OR = 0x73;

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

export const get = (local: number): number[] => [0x20, ...unsigned(local)];
export const set = (local: number): number[] => [0x21, ...unsigned(local)];
export const constant = (value: number): number[] => [0x41, ...(value < 64 ? [value] : [(value & 127) | 128, value >> 7])];
const vector = (code: number): number[] => [0xfd, ...unsigned(code)];
export const load = (offset: number): number[] => [...vector(0), 4, ...unsigned(offset)];
export const store = (offset: number): number[] => [...vector(11), 4, ...unsigned(offset)];
export const loadInteger = (offset: number): number[] => [0x28, 2, ...unsigned(offset)];
export const storeInteger = (offset: number): number[] => [0x36, 2, ...unsigned(offset)];
/** A float from memory in all four places. */
export const loadSpread = (offset: number): number[] => [...vector(9), 2, ...unsigned(offset)];
/** One float of a vector in all four places. */
export const spread = (local: number, lane: number): number[] => [
  ...get(local),
  ...get(local),
  ...vector(13),
  ...Array.from({ length: 16 }, (_, i) => 4 * lane + (i % 4)),
];
export const MULTIPLY_ADD = vector(0x105);
/** A vector of nothing but zeros. */
export const zeros = [...vector(12), ...new Array<number>(16).fill(0)];
/** Four bits, each set where the float of the first vector is greater than that of the second. */
export const GREATER_BITS = [...vector(0x44), ...vector(0xa4)];
export const ADD_FLOATS = vector(0xe4);
export const SUBTRACT_FLOATS = vector(0xe5);
export const MULTIPLY_FLOATS = vector(0xe6);
export const ADD_INTEGERS = vector(0xae);
export const INTEGERS_TO_FLOATS = vector(0xfa);
/**
 * Sixteen products of a signed byte and one of 0 to 127, added by fours to four integers. It is one of the relaxed
 * instructions, yet every processor gives the same as long as the second operand keeps to 127.
 */
export const DOT_BYTES_ADD = vector(0x113);
/** The first or the last eight of sixteen signed bytes as 16-bit integers. */
export const WIDEN_FIRST_BYTES = vector(0x87);
export const WIDEN_LAST_BYTES = vector(0x88);
/** Eight products of 16-bit integers, added by twos. */
export const DOT_SHORTS = vector(0xba);
/** Four integers of two vectors, by their places among the eight. */
export const choose = (places: readonly [number, number, number, number]): number[] => [
  ...vector(13),
  ...places.flatMap((place) => [0, 1, 2, 3].map((byte) => 4 * place + byte)),
];
const section = (id: number, bytes: number[]): number[] => [id, ...unsigned(bytes.length), ...bytes];
const named = (name: string): number[] => [name.length, ...new TextEncoder().encode(name)];

/** Repeats the body until the local reaches the limit; both are compared before each turn. */
export const until = (local: number, limit: number, body: number[]): number[] => [
  BLOCK,
  EMPTY,
  LOOP,
  EMPTY,
  ...get(local),
  ...get(limit),
  NOT_LESS_UNSIGNED,
  BRANCH_IF,
  1,
  ...body,
  BRANCH,
  0,
  END,
  END,
];

/** Adds to a local. */
export const advance = (local: number, by: number[]): number[] => [...get(local), ...by, ADD, ...set(local)];

export function encodeModule(functions: readonly Code[]): Uint8Array {
  const counted = (items: readonly number[][]): number[] => [...unsigned(items.length), ...items.flat()];
  const code = ({ integers, vectors, body }: Code): number[] => {
    const bytes = [2, ...unsigned(integers), I32, ...unsigned(vectors), V128, ...body, END];
    return [...unsigned(bytes.length), ...bytes];
  };
  return new Uint8Array([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, counted(functions.map((one) => [0x60, one.arguments, ...new Array<number>(one.arguments).fill(I32), 0]))),
    ...section(3, counted(functions.map((_, i) => [i]))),
    ...section(5, [1, 0, 1]),
    ...section(7, counted([[...named('memory'), 2, 0], ...functions.map(({ name }, i) => [...named(name), 0, i])])),
    ...section(10, counted(functions.map(code))),
  ]);
}
