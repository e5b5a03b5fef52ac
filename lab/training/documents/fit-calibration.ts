/**
 * Fits weights/fields/calibration.json, which corrects the confidences of prebuilt models, on the open half of `document/real2`. Only
 * whether a value is right enters, never the value. The blind half judges it (`npm run bench -- fields --only real --sets real2`).
 * The engine was developed on these documents, so that others fare worse: `--keep FILE` stores the outcomes of a run, and `--with FILE`
 * adds those of an earlier version that had not seen the documents. Other options: --data FOLDER, --cache FOLDER as in the fields bench.
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
import { layoutOf } from './evaluation/read-generated.ts';
import type { ConfidenceSample } from './fit-confidence.ts';
import { fitConfidence } from './fit-confidence.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../../../shared/data', import.meta.url)) },
    cache: { type: 'string' },
    keep: { type: 'string' },
    with: { type: 'string' },
  },
});
/** How often outcomes of an earlier version count: others fare as these did. */
const EARLIER_WEIGHT = 3;
/** Fewer do not say anything about a model. */
const MIN_SAMPLES = 40;

const reader = options.cache === undefined ? await loadReader() : cachedReader(options.cache, loadReader);
const samples = new Map<string, ConfidenceSample[]>();
const root = join(options.data, 'document', 'real2');
for (const folder of readdirSync(root).sort()) {
  const list = join(root, folder, 'expected.json');
  if (!existsSync(list)) continue;
  const documents = JSON.parse(readFileSync(list, 'utf8')) as Record<string, SplitDocument>;
  for (const [file, { model, source, fields }] of Object.entries(documents)) {
    if (halfOf(source) !== 'open' || !isFieldModel(model)) continue;
    const layout = await layoutOf(readFileSync(join(root, folder, file)), reader);
    const found = fieldModel(model).extract(layout, {})[0]?.fields ?? {};
    const evidenceOf = calibrationEvidence(found, layout);
    for (const { path, verdict } of comparePrinted(found, fields, layout)) {
      const field = fieldAt(found, path.replace(/#$/u, ''));
      if (field === undefined || verdict === 'missing') continue;
      const evidence = evidenceOf(path.replaceAll(/\[\d+\]|#$/gu, ''), field);
      samples.set(model, [...(samples.get(model) ?? []), { evidence, right: verdict === 'right' }]);
    }
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
