/**
 * The reading bench: pages that it draws itself, clean and spoiled, and receipts of a folder, read by our reader and by
 * Tesseract alone in the same run; the recognisers alone on lines cut out by their true boxes; and digital PDFs by their text.
 * Options: --data FOLDER (or PERENNIAL_BENCH_DATA; the receipts are in FOLDER/document/sroie) · --only pages|receipts|recognisers|digital|confidence|calibration|handwriting
 * · --condition TEXT (only pages in conditions whose names have it) · --weights FOLDER (other OCR weights) · --tesseract native|wasm|none.
 * Pages are made up by seed; what is tuned is tuned on other seeds (TUNING_SEEDS in calibration.ts).
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ReaderOptions } from '../../src/engines/reading/ocr/reader.ts';
import { calibration } from './calibration.ts';
import { confidence } from './confidence.ts';
import { handwriting } from './handwriting.ts';
import { pages } from './made-up.ts';
import { digital } from './pdf.ts';
import { realReceipts } from './real.ts';
import { recognisers } from './recognisers.ts';

const HOME = fileURLToPath(new URL('../../../shared/data', import.meta.url));

export interface Settings { data: string; condition: string; reader: ReaderOptions }

/** Run in this order; the last two, which fit what is in the code, only when asked for. */
const PARTS: Readonly<Record<string, (settings: Settings) => Promise<void>>> = { pages, receipts: realReceipts, recognisers, digital, confidence, calibration, handwriting };
const ON_REQUEST = ['calibration', 'handwriting'];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: process.env['PERENNIAL_BENCH_DATA'] ?? HOME }, only: { type: 'string', default: '' },
      weights: { type: 'string' }, condition: { type: 'string', default: '' }, tesseract: { type: 'string', default: 'auto' },
    },
  });
  const settings: Settings = { data: values.data, condition: values.condition, reader: { tesseract: values.tesseract as ReaderOptions['tesseract'], ...values.weights !== undefined && { weights: values.weights } } };
  for (const [name, part] of Object.entries(PARTS)) {
    if (values.only === '' ? !ON_REQUEST.includes(name) : values.only === name) await part(settings);
  }
  console.log(`\npeak resident memory of this process: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB (bar: 1,500)`);
}
