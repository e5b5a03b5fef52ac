/**
 * Fits weights/fields/query.json, by which candidates for a name compete, on the open half of `document/real2` and on `document/real`:
 * the names of their fields are asked, and each candidate is right or wrong. Only that enters, never the value. The blind half judges it
 * (`npm run bench -- fields --only query`). Options: --data FOLDER, --cache FOLDER as in the fields bench.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FieldQuery } from '../../../src/engines/documents/fields/query/query-fields.ts';
import current from '../../../weights/fields/query.json' with { type: 'json' };
import { encodeTexts } from '../../../src/engines/loaders/language/sentence-encoder.ts';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import { askedDocuments, layoutsWith } from '../../bench/fields/query/asked-documents.ts';
import { cachedReader } from '../../bench/fields/real/cached-reader.ts';
import type { ConfidenceSample } from './fit-confidence.ts';
import { fitConfidence } from './fit-confidence.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../../../shared/data', import.meta.url)) },
    cache: { type: 'string' },
  },
});
/** Asked names are the fields' own, so the samples do not say how far other names for them are to be trusted. */
const INDIRECT = -2;
/** All names are compared by meaning, also those that words find. */
const ALWAYS = 2;

const reader = options.cache === undefined ? await loadReader() : cachedReader(options.cache, loadReader);
const encode = async (texts: readonly string[]): Promise<Float32Array[]> => (await encodeTexts(texts)).map(({ sentence }) => sentence);
const samples: ConfidenceSample[] = [];
for (const set of ['open', 'real'] as const)
  for await (const { layout, asked, expected } of askedDocuments(options.data, layoutsWith(reader), set)) {
    const query = new FieldQuery(layout, { modelId: 'prebuilt-layout', encode });
    for (const [name, candidates] of await query.candidates(asked, undefined, ALWAYS))
      for (const { field, evidence } of candidates) {
        const entries = field.type === 'array' ? field.value : [field];
        const own = expected.filter((one) => one.asked === name);
        samples.push({ evidence, right: own.some(({ accepts }) => entries.some((entry) => accepts(entry, layout))) });
      }
  }
await reader.close();
// Clauses compete by weights that are set by hand: these documents have hardly any.
const kept = Object.entries(current).filter(([name]) => name.startsWith('clause') || name === 'strange');
const captioned = samples.filter(({ evidence }) => evidence['clause'] !== 1);
const weights = { ...fitConfidence(captioned), ...Object.fromEntries(kept), indirect: INDIRECT };
writeFileSync(new URL('../../../weights/fields/query.json', import.meta.url), `${JSON.stringify(weights, undefined, 2)}\n`);
console.log(`${String(samples.length)} candidates, ${String(samples.filter(({ right }) => right).length)} right`);
