/** Tesseract, which people would use instead, with its English data. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createTesseract } from '../../../src/engines/documents/reading/ocr/recognition/tesseract.ts';
import type { Tesseract } from '../../../src/engines/documents/reading/ocr/recognition/tesseract.ts';
import { loadTesseractWasm } from '../../../src/engines/bindings/tesseract-wasm.ts';

const require = createRequire(import.meta.url);

export async function loadTesseract(): Promise<Tesseract> {
  const folder = dirname(require.resolve('@tesseract.js-data/eng/package.json'));
  return createTesseract(await loadTesseractWasm({ file: join(folder, '4.0.0_best_int', 'eng.traineddata.gz'), name: 'eng' }));
}
