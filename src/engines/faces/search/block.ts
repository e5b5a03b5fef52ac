/**
 * The templates of one group or list, packed for the scan. A number is kept as a code of 16 bits times the
 * scale of its row; the codes' upper bytes are contiguous, because the scan reads only them, and so do the lower
 * bytes, which tell the few rows apart that the scan lets through.
 *
 * Layout, little endian: "PFTB" · u32 version · u32 template length · u32 rows · u32 bytes of the planes ·
 * planes · u32 CRC-32. Planes, one after the other, an entry a row: f32 scale of the upper bytes, f32 square
 * of the length they give (a little less of it), f32 length of what they leave out (a little more), f32 sum of
 * them, u32 owner, 128 upper bytes, 128 lower bytes.
 *
 * Invariants: equal rows give equal bytes; a number comes back to 1/65,000 of the greatest of its row; altered
 * or cut bytes are rejected, never half read. Cost: 276 bytes a row, where float32 takes 512.
 */
import { crc32 } from 'node:zlib';
import { InvalidModel, Reader } from '../../shared/bytes/reader.ts';
import { TEMPLATE_LENGTH } from '../face.ts';

/** Packed templates in shared memory: handed to worker threads by reference. */
export interface Block {
  readonly memory: SharedArrayBuffer;
  readonly rows: number;
}

/** A template and the number of the person it belongs to. */
export interface Row {
  owner: number;
  template: Float32Array;
}

const MAGIC = 0x42544650;
const VERSION = 1;
const HEADER_BYTES = 20;
const ROW_BYTES = 5 * 4 + 2 * TEMPLATE_LENGTH;
/** Two gigabytes of them. */
export const MAX_ROWS = Math.floor((2 ** 31 - HEADER_BYTES - 4) / ROW_BYTES);
/** No template has such numbers; beyond them the squares would leave the range of float32. */
export const MAX_VALUE = 1e9;
const MIN_VALUE = 1e-30;
/** Codes of 16 bits go to this, so that the upper byte of the greatest is 127. */
const MAX_CODE = 127 * 256;
/** Kept lengths are made shorter or longer by this, which is more than float32 arithmetic loses. */
export const ROUNDING = 2 ** -18;

/** The planes of a block, as views of its memory. */
export interface Planes {
  scales: Float32Array;
  squares: Float32Array;
  rests: Float32Array;
  sums: Float32Array;
  owners: Uint32Array;
  upper: Int8Array;
  lower: Uint8Array;
}

export function planesOf(memory: ArrayBufferLike, from: number, rows: number): Planes {
  const plane = (number: number): [ArrayBufferLike, number, number] => [memory, from + 4 * rows * number, rows];
  const codes = (number: number): [ArrayBufferLike, number, number] => [
    memory,
    from + rows * (5 * 4 + TEMPLATE_LENGTH * number),
    rows * TEMPLATE_LENGTH,
  ];
  return {
    scales: new Float32Array(...plane(0)),
    squares: new Float32Array(...plane(1)),
    rests: new Float32Array(...plane(2)),
    sums: new Float32Array(...plane(3)),
    owners: new Uint32Array(...plane(4)),
    upper: new Int8Array(...codes(0)),
    lower: new Uint8Array(...codes(1)),
  };
}

/** Packs rows as they come, so that they need not be in memory together. */
export class BlockWriter {
  readonly #most: number;
  #bytes: Uint8Array<ArrayBuffer>;
  #planes: Planes;
  #rows = 0;

  /** `most`: rows that may be added. */
  constructor(most: number) {
    if (!Number.isSafeInteger(most) || most < 0 || most > MAX_ROWS) throw new RangeError(`A block holds 0 to ${MAX_ROWS} rows.`);
    this.#most = most;
    this.#bytes = new Uint8Array(HEADER_BYTES + ROW_BYTES * most + 4);
    this.#planes = planesOf(this.#bytes.buffer, HEADER_BYTES, most);
  }

  get rows(): number {
    return this.#rows;
  }

  add({ owner, template }: Row): void {
    if (this.#rows === this.#most) throw new RangeError(`There are more than the ${this.#most} rows that were announced.`);
    if (!Number.isInteger(owner) || owner < 0 || owner >= 2 ** 32) throw new RangeError('An owner is a whole number of 32 bits.');
    const greatest = maxMagnitude(template);
    const row = this.#rows++;
    const { scales, squares, rests, sums, owners, upper, lower } = this.#planes;
    owners[row] = owner;
    if (greatest < MIN_VALUE) return;
    const scale = Math.fround(greatest / MAX_CODE);
    const perScale = 1 / scale;
    let [square, rest, sum] = [0, 0, 0];
    for (let i = 0, at = row * TEMPLATE_LENGTH; i < TEMPLATE_LENGTH; i++, at++) {
      // Rounded; much faster than Math.round for numbers known to be of 16 bits.
      const code = ((template[i]! * perScale + 32768.5) | 0) - 32768;
      const high = (code + 128) >> 8;
      const low = code - 256 * high;
      upper[at] = high;
      lower[at] = low + 128;
      square += high * high;
      rest += low * low;
      sum += high;
    }
    scales[row] = 256 * scale;
    squares[row] = (256 * scale) ** 2 * square * (1 - ROUNDING);
    rests[row] = scale * Math.sqrt(rest) * (1 + ROUNDING);
    sums[row] = 256 * scale * sum;
  }

  /** The block of the rows that were added; nothing can be added after. */
  finish(): Uint8Array<ArrayBuffer> {
    if (this.#rows < this.#most) this.#shrink();
    const view = new DataView(this.#bytes.buffer);
    const planesBytes = ROW_BYTES * this.#rows;
    [MAGIC, VERSION, TEMPLATE_LENGTH, this.#rows, planesBytes].forEach((value, i) => view.setUint32(4 * i, value, true));
    view.setUint32(HEADER_BYTES + planesBytes, crc32(this.#bytes.subarray(0, -4)), true);
    return this.#bytes;
  }

  #shrink(): void {
    const bytes = new Uint8Array(HEADER_BYTES + ROW_BYTES * this.#rows + 4);
    const planes = planesOf(bytes.buffer, HEADER_BYTES, this.#rows);
    for (const name of Object.keys(planes) as (keyof Planes)[]) planes[name].set(this.#planes[name].subarray(0, planes[name].length));
    this.#bytes = bytes;
    this.#planes = planes;
  }
}

/** Reads a block into shared memory; throws `InvalidModel` for bytes that are none. */
export function openBlock(bytes: Uint8Array): Block {
  const input = new Reader(bytes);
  if (input.u32() !== MAGIC) throw new InvalidModel('these bytes are not a block of templates');
  const version = input.u32();
  if (version !== VERSION) throw new InvalidModel(`block format ${version} is not known; this version reads ${VERSION}`);
  input.check();
  const length = input.u32();
  if (length !== TEMPLATE_LENGTH) throw new InvalidModel(`the templates have ${length} numbers, not ${TEMPLATE_LENGTH}`);
  const rows = input.u32();
  const planes = input.bytes();
  input.end();
  if (planes.length !== rows * ROW_BYTES) throw new InvalidModel('the planes do not have the length of their rows');
  const memory = new SharedArrayBuffer(planes.length);
  new Uint8Array(memory).set(planes);
  const { scales, squares, rests, sums } = planesOf(memory, 0, rows);
  if (![scales, squares, rests].every((plane) => plane.every((value) => value >= 0 && value < Infinity)) || !sums.every(Number.isFinite))
    throw new InvalidModel('a number is not finite, or a length less than nothing');
  return { memory, rows };
}

/** Bytes of memory that a block takes. */
export function sizeInBytes(block: Block): number {
  return block.memory.byteLength;
}

/** The greatest of a template's numbers, without its sign; refuses what cannot be a template. */
export function maxMagnitude(template: Float32Array): number {
  if (template.length !== TEMPLATE_LENGTH) throw new RangeError(`A template has ${TEMPLATE_LENGTH} numbers.`);
  let greatest = 0;
  for (let i = 0; i < TEMPLATE_LENGTH; i++) {
    const value = Math.abs(template[i]!);
    if (!(value <= MAX_VALUE)) throw new RangeError(`A template's numbers lie within ±${MAX_VALUE}.`);
    if (value > greatest) greatest = value;
  }
  return greatest;
}
