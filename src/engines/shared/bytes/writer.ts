/**
 * Writes little-endian bytes with a CRC-32 of everything at the end. A text is a u32 length and UTF-8 bytes; a list of
 * numbers is a u32 count and the numbers.
 */
import { crc32 } from 'node:zlib';

/** The header of a binary format. */
export interface Kind {
  magic: number;
  version: number;
}

export class Writer {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  begin({ magic, version }: Kind): void {
    this.u32(magic);
    this.u32(version);
  }

  /** A count and the items, each written by the caller. */
  list<T>(list: readonly T[], each: (one: T) => void): void {
    this.u32(list.length);
    for (const one of list) each(one);
  }

  u32(value: number): void {
    const at = this.#take(4);
    this.#view.setUint32(at, value, true);
  }

  f32(value: number): void {
    const at = this.#take(4);
    this.#view.setFloat32(at, value, true);
  }

  f64(value: number): void {
    const at = this.#take(8);
    this.#view.setFloat64(at, value, true);
  }

  /** An integer below 2³² as a varint. */
  difference(value: number): void {
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.#byte((rest & 127) | 128);
    this.#byte(rest);
  }

  text(value: string): void {
    this.bytes(new TextEncoder().encode(value));
  }

  bytes(value: Uint8Array): void {
    this.u32(value.length);
    const at = this.#take(value.length);
    this.#bytes.set(value, at);
  }

  floats(values: Float32Array): void {
    this.u32(values.length);
    const at = this.#take(4 * values.length);
    for (let i = 0; i < values.length; i++) this.#view.setFloat32(at + 4 * i, values[i]!, true);
  }

  /** Non-descending numbers, as their differences. */
  ascending(values: Uint32Array): void {
    this.u32(values.length);
    let previous = 0;
    for (let i = 0; i < values.length; i++) {
      this.difference(values[i]! - previous);
      previous = values[i]!;
    }
  }

  /** The bytes with their checksum. */
  finish(): Uint8Array {
    this.u32(crc32(this.#bytes.subarray(0, this.#at)));
    return this.#bytes.slice(0, this.#at);
  }

  #byte(value: number): void {
    const at = this.#take(1);
    this.#bytes[at] = value;
  }

  /** Reserves `size` bytes; may reallocate, so it must come before accessing the buffer. */
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
