/** Reads barcodes with zxing's WebAssembly build, loaded from its package, so that nothing is downloaded. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes as read } from 'zxing-wasm/reader';
import type { ReadInputBarcodeFormat, ReadResult } from 'zxing-wasm/reader';

export type BarcodeFormat = ReadInputBarcodeFormat;

/** Pixels are RGBA. */
interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

let isPrepared = false;

export async function readBarcodes(pixels: Pixels, formats: BarcodeFormat[]): Promise<ReadResult[]> {
  if (!isPrepared) {
    const binary = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
    prepareZXingModule({
      overrides: { wasmBinary: binary.buffer.slice(binary.byteOffset, binary.byteOffset + binary.length) as ArrayBuffer },
    });
    isPrepared = true;
  }
  const image = { ...pixels, colorSpace: 'srgb' } as Parameters<typeof read>[0];
  return await read(image, { formats, tryHarder: true, textMode: 'Plain' });
}
