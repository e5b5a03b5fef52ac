/** Loads PDFium's WebAssembly build. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDFiumModule } from '@hyzyla/pdfium';

export type WasmFunction = (...numbers: number[]) => number;
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}
export interface WasmTable {
  set(index: number, entry: unknown): void;
}
interface Instance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** TypeScript's types have no WebAssembly without those of a browser. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => Instance;
};

/** What Emscripten's loader takes. PDFium's messages about a file are discarded. */
interface LoadOptions {
  print: () => void;
  printErr: () => void;
  instantiateWasm: (
    imports: { env: Record<string, WasmFunction> },
    done: (created: Instance, module: object) => void,
  ) => Instance['exports'];
}

export interface PdfiumExports {
  functions: Readonly<Record<string, WasmFunction>>;
  memory: WasmMemory;
  table: WasmTable;
}

let compiled: object | undefined;

/** A new instance. Its memory grows only to sizes that `canGrowTo` allows. */
export async function instantiatePdfium(canGrowTo: (bytes: number) => boolean): Promise<PdfiumExports> {
  compiled ??= new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))));
  const wasm = compiled;
  let exports: Instance['exports'] = {};
  const load = PDFiumModule as unknown as (options: LoadOptions) => Promise<unknown>;
  await load({
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm: (imports, done) => {
      const grow = imports.env['emscripten_resize_heap']!;
      imports.env['emscripten_resize_heap'] = (size) => (canGrowTo(size! >>> 0) ? grow(size!) : 0);
      const created = new WebAssembly.Instance(wasm, imports);
      exports = created.exports;
      done(created, wasm);
      return exports;
    },
  });
  return {
    functions: exports as Readonly<Record<string, WasmFunction>>,
    memory: exports['memory'] as WasmMemory,
    table: exports['__indirect_function_table'] as WasmTable,
  };
}

/** A module that imports a function of three numbers returning one, and exports it: a table accepts only exported functions. */
const PASS_THROUGH = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 3, 127, 127, 127, 1, 127, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0,
]);

/** A JavaScript function as an entry for a WebAssembly table. */
export function wasmCallback(callback: WasmFunction): unknown {
  return new WebAssembly.Instance(new WebAssembly.Module(PASS_THROUGH), { e: { f: callback } }).exports['f'];
}
