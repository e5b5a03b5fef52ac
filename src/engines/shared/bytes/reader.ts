/**
 * Reads back bytes written by `Writer`. Nothing is trusted: reading past the end, numbers that are not finite and lists longer
 * than the remaining bytes throw an `InvalidModel`, or an error created by the caller.
 */
import { crc32 } from 'node:zlib';
import type { Kind } from './writer.ts';

/** Why bytes are not a model. */
export class InvalidModel extends Error {
  override name = 'InvalidModel';
}

export class Reader {
  /** That of the format, once `begin` has read it. */
  version = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #problem: (reason: string) => Error;
  #at = 0;

  constructor(bytes: Uint8Array, problem = (reason: string): Error => new InvalidModel(reason)) {
    this.#bytes = bytes;
    this.#problem = problem;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Verifies the checksum at the end. */
  check(): void {
    const body = this.#bytes.length - 4;
    if (body < 0 || crc32(this.#bytes.subarray(0, body)) !== this.#view.getUint32(body, true))
      throw this.#problem('the model is damaged: its checksum does not match');
  }

  /**
   * Verifies checksum, magic number and version, and returns the version. `name` is the expected kind with its article, `remedy`
   * what to do about a version before `oldest` or after the current one.
   */
  begin({ magic, version }: Kind, name: string, remedy: string, oldest = version): number {
    this.check();
    if (this.u32() !== magic) throw this.#problem(`these bytes are not ${name}`);
    const given = this.u32();
    if (given < oldest || given > version)
      throw this.#problem(`this is ${name} of format ${given} and this server reads ${version}; ${remedy}`);
    this.version = given;
    return given;
  }

  /** Verifies that everything was read. */
  end(): void {
    if (this.#at !== this.#bytes.length - 4) throw this.#problem('the model has bytes after its end');
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  f32(): number {
    return this.#finite(this.#view.getFloat32(this.#take(4), true));
  }

  f64(): number {
    return this.#finite(this.#view.getFloat64(this.#take(8), true));
  }

  difference(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#take(1)]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    throw this.#problem('a number is too long');
  }

  text(): string {
    return new TextDecoder().decode(this.bytes());
  }

  /** A view of the bytes, not a copy. */
  bytes(): Uint8Array {
    const length = this.u32();
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** Remaining bytes, checksum included. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** A count of items that take at least `minBytes` each. */
  count(minBytes = 1): number {
    const count = this.u32();
    if (count * minBytes > this.left) throw this.#problem('the model is cut short');
    return count;
  }

  /** Items that take at least a byte each. */
  list<T>(each: () => T): T[] {
    const count = this.count();
    const list: T[] = [];
    for (let i = 0; i < count; i++) list.push(each());
    return list;
  }

  floats(): Float32Array {
    const values = new Float32Array(this.count(4));
    const at = this.#take(4 * values.length);
    for (let i = 0; i < values.length; i++) values[i] = this.#finite(this.#view.getFloat32(at + 4 * i, true));
    return values;
  }

  /** Non-descending numbers. */
  ascending(): Uint32Array {
    const values = new Uint32Array(this.count());
    let value = 0;
    for (let i = 0; i < values.length; i++) {
      value += this.difference();
      if (value > 0xffffffff) throw this.#problem('a number is too long');
      values[i] = value;
    }
    return values;
  }

  #finite(value: number): number {
    if (!Number.isFinite(value)) throw this.#problem('the model holds a number that is not finite');
    return value;
  }

  #take(size: number): number {
    const at = this.#at;
    this.#at += size;
    if (this.#at > this.#bytes.length) throw this.#problem('the model is cut short');
    return at;
  }
}
