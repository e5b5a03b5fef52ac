/**
 * PDFium as WebAssembly, one instance a thread, behind a door that a bad file can break without harm.
 *
 * Its memory may grow to a bound and no further. Any exception out of it (a trap, an abort, a stack overflow) leaves
 * it in an unknown state, so that the instance is given up and the next document gets a fresh one; so is one that
 * grew large, as memory of an instance never shrinks.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDFiumModule } from '@hyzyla/pdfium';
import { UnreadableFile } from '../model/unreadable-file.ts';

type Call = (...numbers: number[]) => number;
type Memory = { readonly buffer: ArrayBuffer };
type Table = { set(at: number, entry: unknown): void };
type Instance = { readonly exports: Readonly<Record<string, unknown>> };

/** The language's own types have no WebAssembly without those of a browser. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => Instance;
};

/** The functions of PDFium's public headers that are used here, under their own names. */
const NAMES = [
  'malloc', 'free', 'PDFium_Init',
  'FPDF_LoadMemDocument', 'FPDF_GetLastError', 'FPDF_CloseDocument', 'FPDF_GetPageCount', 'FPDF_LoadPage', 'FPDF_ClosePage',
  'FPDF_GetPageBoundingBox', 'FPDFPage_GetRotation', 'FPDFPage_Flatten',
  'FPDFText_LoadPage', 'FPDFText_ClosePage', 'FPDFText_CountChars', 'FPDFText_GetUnicode', 'FPDFText_GetCharBox', 'FPDFText_GetCharOrigin',
  'FPDFText_IsGenerated', 'FPDFText_HasUnicodeMapError', 'FPDFText_GetTextObject', 'FPDFText_GetMatrix',
  'FPDFText_GetFontSize', 'FPDFText_GetFontWeight', 'FPDFText_GetFontInfo', 'FPDFText_GetFillColor', 'FPDFTextObj_GetTextRenderMode',
  'FPDFPage_CountObjects', 'FPDFPage_GetObject', 'FPDFFormObj_CountObjects', 'FPDFFormObj_GetObject', 'FPDFPageObj_GetType',
  'FPDFPageObj_GetMatrix', 'FPDFPageObj_HasTransparency', 'FPDFPageObj_GetFillColor', 'FPDFPageObj_GetStrokeColor', 'FPDFPageObj_GetStrokeWidth',
  'FPDFPath_GetDrawMode', 'FPDFPath_CountSegments', 'FPDFPath_GetPathSegment', 'FPDFPathSegment_GetPoint', 'FPDFPathSegment_GetType', 'FPDFPathSegment_GetClose',
  'FPDFImageObj_GetImagePixelSize',
  'FPDFPage_GetAnnotCount', 'FPDFPage_GetAnnot', 'FPDFPage_CloseAnnot', 'FPDFAnnot_GetSubtype', 'FPDFAnnot_GetFlags', 'FPDFAnnot_GetRect',
  'FPDFAnnot_GetFormFieldType', 'FPDFAnnot_IsChecked', 'FPDFDOC_InitFormFillEnvironment', 'FPDFDOC_ExitFormFillEnvironment',
  'FORM_OnAfterLoadPage', 'FORM_OnBeforeClosePage',
  'FPDFText_LoadCidType2Font', 'FPDFPageObj_CreateTextObj', 'FPDFText_SetCharcodes', 'FPDFTextObj_SetTextRenderMode', 'FPDFPageObj_SetMatrix', 'FPDFFont_Close',
  'FPDFPage_InsertObject', 'FPDFPage_RemoveObject', 'FPDFPageObj_Destroy', 'FPDFPage_GenerateContent', 'FPDFPage_Delete', 'FPDF_SaveAsCopy',
  'FPDFBitmap_CreateEx', 'FPDFBitmap_FillRect', 'FPDFBitmap_Destroy', 'FPDFBitmap_GetBuffer', 'FPDFBitmap_GetStride', 'FPDF_RenderPageBitmap',
] as const;

export type Calls = Readonly<Record<typeof NAMES[number], Call>>;

/** Where functions write what they find; large enough for six numbers and a font's name. */
const SCRATCH_BYTES = 1024;
/** An instance that holds more than this after a document is given up. */
const KEPT_BYTES = 128 * 2 ** 20;

export class Pdfium {
  readonly calls: Calls;
  readonly scratch: number;
  readonly #memory: Memory;
  readonly #table: Table;
  #view: DataView;
  #bytes: Uint8Array;

  constructor(calls: Calls, memory: Memory, table: Table) {
    this.calls = calls;
    this.#memory = memory;
    this.#table = table;
    this.scratch = calls.malloc(SCRATCH_BYTES);
    this.#view = new DataView(memory.buffer);
    this.#bytes = new Uint8Array(memory.buffer);
  }

  /** Memory as it is now: views of it go stale whenever it grows. */
  get view(): DataView {
    if (this.#view.buffer !== this.#memory.buffer) this.#view = new DataView(this.#memory.buffer);
    return this.#view;
  }

  get bytes(): Uint8Array {
    if (this.#bytes.buffer !== this.#memory.buffer) this.#bytes = new Uint8Array(this.#memory.buffer);
    return this.#bytes;
  }

  /** The numbers that a call has left in the scratch area. */
  floats(count: number): number[] {
    const { view, scratch } = this;
    return Array.from({ length: count }, (_, index) => view.getFloat32(scratch + 4 * index, true));
  }

  /** A name that a call has left in the scratch area, behind the numbers. */
  name(at: number, length: number): string {
    return Buffer.from(this.bytes.subarray(at, at + length)).toString('utf8').replace(/\0.*$/s, '');
  }

  /** Memory of PDFium's with these bytes in it, for as long as `use` runs. */
  lent<T>(bytes: Uint8Array, use: (at: number) => T): T {
    const at = this.calls.malloc(Math.max(1, bytes.length));
    if (at === 0) throw new UnreadableFile('tooLarge', 'there is no memory for what is written');
    this.bytes.set(bytes, at);
    const result = use(at);
    this.calls.free(at);
    return result;
  }

  /**
   * What `call` writes through the function that it is told of by number, and given a pointer, a place and a count of bytes.
   * The table of functions is full and cannot grow, but for its entry 0, which is free as it is C's null: it is ours for as long as the call runs.
   */
  written(call: (writer: number) => void): Uint8Array[] {
    const parts: Uint8Array[] = [];
    this.#table.set(0, callable((_self, at, count) => {
      parts.push(this.bytes.slice(at, at! + count!));
      return 1;
    }));
    try {
      call(0);
    } finally {
      this.#table.set(0, null);
    }
    return parts;
  }

  get nameAt(): number {
    return this.scratch + 64;
  }

  get nameBytes(): number {
    return SCRATCH_BYTES - 64;
  }

  get heldBytes(): number {
    return this.#memory.buffer.byteLength;
  }
}

/** A module that imports a function of three numbers that answers one, and exports it: a table takes no other. */
const PASSING = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 3, 127, 127, 127, 1, 127, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0]);

function callable(call: Call): unknown {
  return new WebAssembly.Instance(new WebAssembly.Module(PASSING), { e: { f: call } }).exports['f'];
}

let compiled: object | undefined;
let instance: Promise<Pdfium> | undefined;

/** What the instance may grow to while a document is open. */
let mostBytes = 0;

/** The thread's PDFium: one document at a time, which is let go with `release`. */
export async function pdfium(memoryBytes: number): Promise<Pdfium> {
  mostBytes = memoryBytes;
  instance ??= instantiate();
  return await instance;
}

function giveUp(): void {
  instance = undefined;
}

export function release({ heldBytes }: Pdfium): void {
  if (heldBytes > KEPT_BYTES) giveUp();
}

/** What Emscripten's loader takes; what PDFium has to say of a file is of no use to anyone. */
interface LoadOptions {
  print: () => void;
  printErr: () => void;
  instantiateWasm: (imports: { env: Record<string, Call> }, done: (made: Instance, module: object) => void) => Instance['exports'];
}

async function instantiate(): Promise<Pdfium> {
  compiled ??= new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))));
  const wasm = compiled;
  let exports: Instance['exports'] = {};
  const load = PDFiumModule as unknown as (options: LoadOptions) => Promise<unknown>;
  await load({
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm: (imports, done) => {
      const grow = imports.env['emscripten_resize_heap']!;
      imports.env['emscripten_resize_heap'] = (size) => (size! >>> 0) > mostBytes ? 0 : grow(size!);
      const made = new WebAssembly.Instance(wasm, imports);
      exports = made.exports;
      done(made, wasm);
      return exports;
    },
  });
  const calls = Object.fromEntries(NAMES.map((name) => [name, exports[name] as Call])) as Calls;
  calls.PDFium_Init();
  return new Pdfium(calls, exports['memory'] as Memory, exports['__indirect_function_table'] as Table);
}

/** Runs a step of reading; an exception that is not our own means that PDFium broke. */
export function guarded<T>(step: () => T): T {
  try {
    return step();
  } catch (problem) {
    if (problem instanceof UnreadableFile) throw problem;
    giveUp();
    throw new UnreadableFile('corrupt', 'the PDF cannot be read', { cause: problem });
  }
}
