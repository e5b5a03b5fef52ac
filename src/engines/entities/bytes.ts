/**
 * Numbers and texts as bytes, little endian, closed by a CRC-32. Whole numbers take as many bytes as they need,
 * seven bits each, signed ones folded so that small ones stay short. What is read is checked: altered or cut
 * bytes are refused, never half read.
 */
import { crc32 } from '../bandits/crc32.ts';

/** Why bytes are not a model. */
export class ModelProblem extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ModelProblem';
  }
}

export class Writer {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  u32(value: number): void {
    const at = this.#take(4);
    this.#view.setUint32(at, value, true);
  }

  whole(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#byte((rest % 128) | 128);
    this.#byte(rest);
  }

  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value);
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.whole(bytes.length);
    const at = this.#take(bytes.length);
    this.#bytes.set(bytes, at);
  }

  finish(): Uint8Array {
    this.u32(crc32(this.#bytes.subarray(0, this.#at)));
    return this.#bytes.slice(0, this.#at);
  }

  #byte(value: number): void {
    const at = this.#take(1);
    this.#bytes[at] = value;
  }

  /** Makes room first: the bytes may move. */
  #take(size: number): number {
    const at = this.#at;
    this.#at += size;
    if (this.#at > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#at, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}

export class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #end: number;
  #at = 0;

  /** Checks the sum over all bytes before any is read. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#end = bytes.length - 4;
    if (this.#end < 0 || crc32(bytes.subarray(0, this.#end)) !== this.#view.getUint32(this.#end, true)) throw new ModelProblem('the model is damaged: its checksum does not fit');
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  whole(): number {
    let value = 0;
    for (let shift = 0; shift < 42; shift += 7) {
      const byte = this.#bytes[this.#take(1)]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    throw new ModelProblem('a number is too long');
  }

  signed(): number {
    const value = this.whole();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  /** A count of things that take a byte each at least, so that damage cannot ask for endless room. */
  count(): number {
    const value = this.whole();
    if (value > this.#end - this.#at) throw new ModelProblem('the model is cut short');
    return value;
  }

  text(): string {
    const length = this.whole();
    const at = this.#take(length);
    return new TextDecoder().decode(this.#bytes.subarray(at, at + length));
  }

  end(): void {
    if (this.#at !== this.#end) throw new ModelProblem('the model has bytes after its end');
  }

  #take(size: number): number {
    const at = this.#at;
    this.#at += size;
    if (this.#at > this.#end) throw new ModelProblem('the model is cut short');
    return at;
  }
}
