/** Loads zxing's WebAssembly build from its package, so that nothing is downloaded. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule } from 'zxing-wasm/reader';

let isPrepared = false;

/** Must run before the first barcode is read; later calls do nothing. */
export function prepareZxing(): void {
  if (isPrepared) return;
  const binary = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({
    overrides: { wasmBinary: binary.buffer.slice(binary.byteOffset, binary.byteOffset + binary.length) as ArrayBuffer },
  });
  isPrepared = true;
}
