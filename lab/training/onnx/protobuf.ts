/** Writes protocol buffer messages, as far as the ONNX format needs them: integers, floats, strings, bytes and nested messages. */

/** The encoded chunks of a message; they are concatenated once, in `finish`. */
export class Message {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A non-negative integer. */
  integer(field: number, value: number): this {
    return this.#append(Uint8Array.from([...varint(field * 8), ...varint(value)]));
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    return this.#append(Uint8Array.from(varint(field * 8 + FIXED_32))).#append(bytes);
  }

  string(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  bytes(field: number, value: Uint8Array): this {
    return this.#appendHeader(field, value.length).#append(value);
  }

  message(field: number, value: Message): this {
    this.#appendHeader(field, value.length);
    for (const chunk of value.#chunks) this.#append(chunk);
    return this;
  }

  finish(): Uint8Array {
    const all = new Uint8Array(this.#length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, offset);
      offset += chunk.length;
    }
    return all;
  }

  #appendHeader(field: number, length: number): this {
    return this.#append(Uint8Array.from([...varint(field * 8 + LENGTH_DELIMITED), ...varint(length)]));
  }

  #append(chunk: Uint8Array): this {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    return this;
  }
}

const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}
