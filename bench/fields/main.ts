/**
 * The fields bench: generated invoices and receipts, clean and as degraded scans, compared with label expressions plus
 * the nearest number; real samples if present; the other prebuilt models; custom models.
 * Options: --only invoice,receipt,real,sroie,forms,custom · --documents 100 · --degraded 20 · --seed 5000 · --worst ·
 * --data FOLDER (or PERENNIAL_BENCH_DATA; samples in FOLDER/document) · --expected FILE (expected fields of the samples).
 * Training used seeds below 3000 (training/documents). Quote figures for seeds from 5000 on only.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadReader } from '../../src/engines/runtime/reading/load-reader.ts';
import type { Reader } from '../../src/engines/reading/ocr/reader.ts';
import { benchGenerated } from './generated.ts';
import { benchCustom } from './custom/custom.ts';
import { benchForms } from './forms.ts';
import { benchSamples, benchSroie } from './real-samples.ts';

const HOME = fileURLToPath(new URL('../../../shared/data', import.meta.url));

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      documents: { type: 'string', default: '100' },
      degraded: { type: 'string', default: '20' },
      seed: { type: 'string', default: '5000' },
      worst: { type: 'boolean', default: false },
      data: { type: 'string', default: process.env['PERENNIAL_BENCH_DATA'] ?? HOME },
      expected: { type: 'string' },
    },
  });
  const parts = values.only.split(',').filter((part) => part !== '');
  const only = (part: string): boolean => parts.length === 0 || parts.includes(part);
  const folder = join(values.data, 'document');
  let loaded: Promise<Reader> | undefined;
  const reader = (): Promise<Reader> => (loaded ??= loadReader());
  await benchGenerated(
    { documents: Number(values.documents), degraded: Number(values.degraded), seed: Number(values.seed), worst: values.worst, only },
    reader,
  );
  if (only('real'))
    await benchSamples(join(folder, 'prebuilt'), values.expected ?? join(folder, 'prebuilt', 'expected.json'), reader, values.worst);
  if (only('sroie')) await benchSroie(join(folder, 'sroie'), reader);
  await (await loaded)?.close();
  if (only('forms')) await benchForms({ data: values.data });
  if (only('custom')) await benchCustom({ data: values.data });
}
