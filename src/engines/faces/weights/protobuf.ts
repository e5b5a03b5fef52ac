/** Messages in the wire form of protocol buffers, as far as the ONNX format needs it: numbers, texts, bytes and messages within messages. */

/** Pieces of a message; large ones are kept as they are until the whole is put together. */
export class Message {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A whole number from 0 on. */
  number(field: number, value: number): this {
    return this.#put(Uint8Array.from([...varint(field * 8), ...varint(value)]));
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    return this.#put(Uint8Array.from(varint(field * 8 + FIXED_32))).#put(bytes);
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  bytes(field: number, value: Uint8Array): this {
    return this.#head(field, value.length).#put(value);
  }

  message(field: number, value: Message): this {
    this.#head(field, value.length);
    for (const piece of value.#pieces) this.#put(piece);
    return this;
  }

  finish(): Uint8Array {
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }

  #head(field: number, length: number): this {
    return this.#put(Uint8Array.from([...varint(field * 8 + LENGTH), ...varint(length)]));
  }

  #put(piece: Uint8Array): this {
    this.#pieces.push(piece);
    this.#length += piece.length;
    return this;
  }
}

const LENGTH = 2;
const FIXED_32 = 5;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}
