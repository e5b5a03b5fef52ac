/**
 * Fits weights/fields/calibration.json, which corrects the confidences of prebuilt models, on the open half of `document/real2`. Only
 * whether a value is right enters, never the value; each page counts once as read and once with OCR errors. The blind half
 * judges it (`npm run bench -- fields --only real --sets real2`). The engine was developed on these documents, so that others fare
 * worse: `--keep FILE` stores the outcomes of a run, and `--with FILE` adds those of an earlier version that had not seen the documents.
 * Other options: --data FOLDER, --cache FOLDER as in the fields bench.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { calibrationEvidence } from '../../../src/engines/documents/fields/calibration.ts';
import { fieldModel, isFieldModel } from '../../../src/engines/documents/fields/extract.ts';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import { cachedReader } from '../../bench/fields/real/cached-reader.ts';
import { comparePrinted, fieldAt } from '../../bench/fields/real/compare-paths.ts';
import type { SplitDocument } from '../../bench/fields/real/documents.ts';
import { halfOf } from '../../bench/fields/real/documents.ts';
import type { DocumentLayout } from '../../../src/engines/documents/layout/model/structure.ts';
import { withOcrConfusions } from './evaluation/ocr-confusions.ts';
import { layoutOf } from './evaluation/read-generated.ts';
import type { ConfidenceSample } from './fit-confidence.ts';
import { fitConfidence } from './fit-confidence.ts';
import { SeededRandom } from './seeded-random.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../../../shared/data', import.meta.url)) },
    cache: { type: 'string' },
    keep: { type: 'string' },
    with: { type: 'string' },
  },
});
/** How often outcomes of an earlier version count: others fare as these did. */
const EARLIER_WEIGHT = 6;
/** Fewer, copies included, do not say anything about a model. */
const MIN_SAMPLES = 100;

const reader = options.cache === undefined ? await loadReader() : cachedReader(options.cache, loadReader);
const samples = new Map<string, ConfidenceSample[]>();
const root = join(options.data, 'document', 'real2');
for (const folder of readdirSync(root).sort()) {
  const list = join(root, folder, 'expected.json');
  if (!existsSync(list)) continue;
  const documents = JSON.parse(readFileSync(list, 'utf8')) as Record<string, SplitDocument>;
  for (const [file, { model, source, fields }] of Object.entries(documents)) {
    if (halfOf(source) !== 'open' || !isFieldModel(model)) continue;
    const read = await layoutOf(readFileSync(join(root, folder, file)), reader);
    const own = [read, withOcrConfusions(read, new SeededRandom(file.length))].flatMap((layout) => outcomes(model, layout, fields));
    samples.set(model, [...(samples.get(model) ?? []), ...own]);
  }
}
await reader.close();
if (options.keep !== undefined) writeFileSync(options.keep, JSON.stringify([...samples]));
if (options.with !== undefined)
  for (const [model, earlier] of JSON.parse(readFileSync(options.with, 'utf8')) as [string, ConfidenceSample[]][])
    samples.set(model, [...(samples.get(model) ?? []), ...Array.from({ length: EARLIER_WEIGHT }, () => earlier).flat()]);
const calibration = Object.fromEntries(
  [...samples].filter(([, own]) => own.length >= MIN_SAMPLES).map(([model, own]) => [model, fitConfidence(own)]),
);
writeFileSync(new URL('../../../weights/fields/calibration.json', import.meta.url), `${JSON.stringify(calibration, undefined, 2)}\n`);
for (const [model, own] of samples) console.log(`${model}: ${String(own.length)} values`);

/** The fields of a document that are given: the evidence on each, and whether it is right. */
function outcomes(model: string, layout: DocumentLayout, fields: SplitDocument['fields']): ConfidenceSample[] {
  const found = fieldModel(model).extract(layout, {})[0]?.fields ?? {};
  const evidenceOf = calibrationEvidence(found, layout);
  return comparePrinted(found, fields, layout).flatMap(({ path, verdict }) => {
    const field = fieldAt(found, path.replace(/#$/u, ''));
    if (field === undefined || verdict === 'missing') return [];
    return [{ evidence: evidenceOf(path.replaceAll(/\[\d+\]|#$/gu, ''), field), right: verdict === 'right' }];
  });
}
