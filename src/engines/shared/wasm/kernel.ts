/** Runs the numeric loops of weights/kernels.json, which lab/training/wasm assembles. */

/** The part of the platform's interface that is used; the language's library does not declare it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: Readonly<Record<string, unknown>> };
};
type GrowingMemory = { readonly buffer: ArrayBuffer; grow(pages: number): number };

const PAGE = 65536;

/** A memory of floats with the functions that work on it; places are counted in floats. */
export class Kernel {
  readonly #memory: GrowingMemory;
  readonly #functions: Readonly<Record<string, unknown>>;
  #floats: Float32Array;
  #integers: Int32Array;
  #used = 0;

  /** `code` is a module in base64, with one memory, which it exports, and functions of i32 arguments without results. */
  constructor(code: string) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(code, 'base64')));
    this.#memory = exports['memory'] as GrowingMemory;
    this.#functions = exports;
    this.#floats = new Float32Array(this.#memory.buffer);
    this.#integers = new Int32Array(this.#memory.buffer);
  }

  /** The memory; to be asked for again after anything was reserved. */
  get floats(): Float32Array {
    return this.#floats;
  }

  /** The same memory as integers. */
  get integers(): Int32Array {
    return this.#integers;
  }

  /** A function by its name; it takes addresses in bytes. */
  call(name: string): (...args: number[]) => void {
    return this.#functions[name] as (...args: number[]) => void;
  }

  /** Sets room aside for this many floats and says where. */
  reserve(count: number): number {
    const at = this.#used;
    this.#used += Math.ceil(count / 4) * 4;
    const missing = this.#used * 4 - this.#memory.buffer.byteLength;
    if (missing > 0) {
      this.#memory.grow(Math.ceil(missing / PAGE));
      this.#floats = new Float32Array(this.#memory.buffer);
      this.#integers = new Int32Array(this.#memory.buffer);
    }
    return at;
  }

  /** Stores a list of numbers. */
  store(values: Float32Array): number {
    const at = this.reserve(values.length);
    this.#floats.set(values, at);
    return at;
  }
}
