/**
 * PDFium, one instance per thread, isolated so that a bad file can break it without harm.
 *
 * Its memory may grow to a limit and no further. Any exception from it (a trap, an abort, a stack overflow) leaves it in
 * an unknown state, so the instance is discarded and the next document gets a new one. An instance that has grown large
 * is discarded too, because WebAssembly memory never shrinks.
 */
import { instantiatePdfium, wasmCallback } from '../../../bindings/pdfium-module.ts';
import type { WasmFunction, WasmMemory, WasmTable } from '../../../bindings/pdfium-module.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import functionNames from './pdfium-functions.json' with { type: 'json' };

/** The functions of PDFium's public headers used here, under their own names. */
export type Calls = Readonly<Record<keyof typeof functionNames, WasmFunction>>;

/** The buffer functions write their results into; large enough for six numbers and a font name. */
const SCRATCH_BYTES = 1024;
/** An instance that holds more memory than this after a document is discarded. */
const MAX_KEPT_BYTES = 128 * 2 ** 20;

export class Pdfium {
  readonly calls: Calls;
  readonly scratch: number;
  readonly #memory: WasmMemory;
  readonly #table: WasmTable;
  #view: DataView;
  #bytes: Uint8Array;

  constructor(calls: Calls, memory: WasmMemory, table: WasmTable) {
    this.calls = calls;
    this.#memory = memory;
    this.#table = table;
    this.scratch = calls.malloc(SCRATCH_BYTES);
    this.#view = new DataView(memory.buffer);
    this.#bytes = new Uint8Array(memory.buffer);
  }

  /** The current memory: views of it become stale whenever it grows. */
  get view(): DataView {
    if (this.#view.buffer !== this.#memory.buffer) this.#view = new DataView(this.#memory.buffer);
    return this.#view;
  }

  get bytes(): Uint8Array {
    if (this.#bytes.buffer !== this.#memory.buffer) this.#bytes = new Uint8Array(this.#memory.buffer);
    return this.#bytes;
  }

  /** The numbers that a call wrote to the scratch buffer. */
  floats(count: number): number[] {
    const { view, scratch } = this;
    return Array.from({ length: count }, (_, index) => view.getFloat32(scratch + 4 * index, true));
  }

  /** A name that a call wrote to the scratch buffer, after the numbers. */
  name(address: number, length: number): string {
    return Buffer.from(this.bytes.subarray(address, address + length))
      .toString('utf8')
      .replace(/\0.*$/s, '');
  }

  /** Copies the bytes into PDFium's memory for as long as `use` runs. */
  withBytes<T>(bytes: Uint8Array, use: (address: number) => T): T {
    const address = this.calls.malloc(Math.max(1, bytes.length));
    if (address === 0) throw new UnreadableFile('tooLarge', 'not enough memory to write the PDF');
    this.bytes.set(bytes, address);
    const result = use(address);
    this.calls.free(address);
    return result;
  }

  /**
   * Collects what `call` writes through a callback, which it gets as an index into the function table.
   * The table is full and cannot grow, but entry 0 is free because it is C's null: the callback occupies it while `call` runs.
   */
  collectWrites(call: (writer: number) => void): Uint8Array[] {
    const chunks: Uint8Array[] = [];
    this.#table.set(
      0,
      wasmCallback((_self, address, count) => {
        chunks.push(this.bytes.slice(address, address! + count!));
        return 1;
      }),
    );
    try {
      call(0);
    } finally {
      this.#table.set(0, null);
    }
    return chunks;
  }

  get nameAddress(): number {
    return this.scratch + 64;
  }

  get nameBytes(): number {
    return SCRATCH_BYTES - 64;
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }
}

let instance: Promise<Pdfium> | undefined;

/** The size the instance may grow to while a document is open. */
let maxBytes = 0;

/** This thread's PDFium, for one document at a time; call `releasePdfium` when it is closed. */
export async function acquirePdfium(memoryBytes: number): Promise<Pdfium> {
  maxBytes = memoryBytes;
  instance ??= instantiate();
  return await instance;
}

function discardInstance(): void {
  instance = undefined;
}

export function releasePdfium({ memoryBytes: heldBytes }: Pdfium): void {
  if (heldBytes > MAX_KEPT_BYTES) discardInstance();
}

async function instantiate(): Promise<Pdfium> {
  const { functions, memory, table } = await instantiatePdfium((bytes) => bytes <= maxBytes);
  const calls = Object.fromEntries(Object.keys(functionNames).map((name) => [name, functions[name]!])) as Calls;
  calls.PDFium_Init();
  return new Pdfium(calls, memory, table);
}

/** Runs a call into PDFium; an exception that is not an `UnreadableFile` means that PDFium crashed. */
export function guardPdfium<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    discardInstance();
    throw new UnreadableFile('corrupt', 'the PDF cannot be read', { cause: error });
  }
}
