/**
 * The fields bench: real documents first; generated invoices and receipts, clean and as degraded scans, compared with label
 * expressions plus the nearest number; the other prebuilt models; custom models.
 * Options: --only real,query,cost,invoice,receipt,forms,custom · --worst · --data FOLDER (or PERENNIAL_BENCH_DATA) · of real documents
 * --sets NAMES, --matching NAME and --cache FOLDER (or PERENNIAL_BENCH_CACHE) · of generated ones --documents 100, --degraded 20 and
 * --seed 5000. Training used seeds below 3000 (lab/training/documents). Quote figures for seeds from 5000 on only.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import type { Reader } from '../../../src/engines/documents/reading/ocr/reader.ts';
import { benchGenerated } from './generated.ts';
import { benchCustom } from './custom/custom.ts';
import { benchForms } from './forms.ts';
import { benchCost } from './cost.ts';
import { cachedReader } from './real/cached-reader.ts';
import { benchQuery } from './query/main.ts';
import { benchReal } from './real/main.ts';

const HOME = fileURLToPath(new URL('../../../../shared/data', import.meta.url));

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
      sets: { type: 'string', default: '' },
      matching: { type: 'string', default: '' },
      cache: { type: 'string', default: process.env['PERENNIAL_BENCH_CACHE'] },
    },
  });
  const parts = values.only.split(',').filter((part) => part !== '');
  const only = (part: string): boolean => parts.length === 0 || parts.includes(part);
  let loaded: Promise<Reader> | undefined;
  const reader = (): Promise<Reader> => (loaded ??= loadReader());
  await benchGenerated(
    { documents: Number(values.documents), degraded: Number(values.degraded), seed: Number(values.seed), worst: values.worst, only },
    reader,
  );
  await (await loaded)?.close();
  if (only('cost')) await benchCost(values.data, values.cache === undefined ? await reader() : cachedReader(values.cache, loadReader));
  const real = {
    data: values.data,
    sets: values.sets.split(',').filter((set) => set !== ''),
    matching: values.matching,
    worst: values.worst,
    cache: values.cache,
  };
  if (only('real')) await benchReal(real);
  if (only('query')) await benchQuery(real);
  if (only('forms')) await benchForms({ data: values.data });
  if (only('custom')) await benchCustom({ data: values.data });
}
