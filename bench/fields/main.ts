/**
 * The fields bench: invoices and receipts that are made up here, clean and as spoiled pictures, beside label expressions
 * with the nearest number; real samples where they are at hand; the other prebuilt models; custom models.
 * Options: --only invoice,receipt,real,sroie,others,custom · --documents 100 · --degraded 20 · --seed 5000 · --worst ·
 * --data FOLDER (or PERENNIAL_BENCH_DATA; samples in FOLDER/document) · --expected FILE (expected fields of the samples).
 * Training used seeds below 3000 (training/fields); figures are to be quoted for seeds from 5000 on.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadReader } from '../../src/engines/reading/ocr/load.ts';
import type { Reader } from '../../src/engines/reading/ocr/reader.ts';
import { benchMadeUp } from './made-up.ts';
import { benchSamples, benchSroie } from './real.ts';

const HOME = fileURLToPath(new URL('../../../shared/data', import.meta.url));

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' }, documents: { type: 'string', default: '100' }, degraded: { type: 'string', default: '20' }, seed: { type: 'string', default: '5000' },
      worst: { type: 'boolean', default: false }, data: { type: 'string', default: process.env['PERENNIAL_BENCH_DATA'] ?? HOME }, expected: { type: 'string' },
    },
  });
  const parts = values.only.split(',').filter((part) => part !== '');
  const only = (part: string): boolean => parts.length === 0 || parts.includes(part);
  const folder = join(values.data, 'document');
  let loaded: Promise<Reader> | undefined;
  const reader = (): Promise<Reader> => loaded ??= loadReader();
  await benchMadeUp({ documents: Number(values.documents), degraded: Number(values.degraded), seed: Number(values.seed), worst: values.worst, only }, reader);
  if (only('real')) await benchSamples(join(folder, 'prebuilt'), values.expected ?? join(folder, 'prebuilt', 'expected.json'), reader, values.worst);
  if (only('sroie')) await benchSroie(join(folder, 'sroie'), reader);
  await (await loaded)?.close();
  if (only('others')) await part('others', 'otherModelsBench', values.data);
  if (only('custom')) await part('custom', 'customBench', values.data);
}

/** Parts of the bench that stand in a file of their own. */
async function part(file: string, name: string, data: string): Promise<void> {
  const url = new URL(`./${file}.ts`, import.meta.url);
  if (!existsSync(url)) return;
  const { [name]: bench } = await import(url.href) as Record<string, ((options: { data: string }) => Promise<void>) | undefined>;
  await bench?.({ data });
}
