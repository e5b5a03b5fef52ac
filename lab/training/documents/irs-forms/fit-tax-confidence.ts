/**
 * Fits the confidence of tax fields (weights/fields/tax.json) on filled forms of development: node
 * lab/training/documents/irs-forms/fit-tax-confidence.ts FOLDER, with FOLDER the corpus of blank forms.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConfidenceEvidence } from '../../../../src/engines/documents/fields/confidence.ts';
import type { FoundDocument } from '../../../../src/engines/documents/fields/field.ts';
import { formExtractor } from '../../../../src/engines/documents/fields/tax/extract.ts';
import type { Form } from '../../../../src/engines/documents/fields/tax/form.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import { loadReader } from '../../../../src/engines/loaders/reading/load-reader.ts';
import { compare } from '../evaluation/compare.ts';
import type { ConfidenceSample } from '../fit-confidence.ts';
import { fitConfidence } from '../fit-confidence.ts';
import type { ExpectedDocument } from '../generators/generated-page.ts';
import { OPTIONAL_FIELDS, copiesFor, filledTaxForm, seedsFor } from './filled-tax-forms.ts';
import { layoutOfFilled } from './read-filled.ts';
import { taxFormCopies } from './tax-form-boxes.ts';

const SOURCE = fileURLToPath(new URL('../../../../src/engines/documents/fields/tax/', import.meta.url));
const WEIGHTS = fileURLToPath(new URL('../../../../weights/fields/tax.json', import.meta.url));
const FORMS = ['w2', 'form-1098', 'form-1098e', 'form-1098t'].map(
  (name) => JSON.parse(readFileSync(`${SOURCE}${name}.json`, 'utf8')) as Form,
);
const COUNTS = { clean: 24, scan: 8, photo: 8 } as const;
/** Seeds of photographs are others than those of scans. */
const FIRST_PHOTO = 200;

/** Evidence of every field that is found, and whether its value is right. */
export function samplesOf(modelId: string, layout: DocumentLayout, documents: readonly ExpectedDocument[]): ConfidenceSample[] {
  const evidence: ConfidenceEvidence[] = [];
  // The confidence is the number of the evidence, so that each field leads back to it.
  const extract = formExtractor(
    FORMS.find((form) => form.modelId === modelId)!,
    (own) => evidence.push(own) - 1,
  );
  const rest: FoundDocument[] = extract(layout);
  return documents.flatMap(({ fields }) => {
    const fits = rest.map((found) => compare(found.fields, fields, layout, OPTIONAL_FIELDS));
    const rights = fits.map((leaves) => leaves.filter(({ right }) => right).length);
    const best = rights.indexOf(Math.max(...rights));
    if (best < 0) return [];
    rest.splice(best, 1);
    return fits[best]!.flatMap(({ field, right }) => (field === undefined ? [] : [{ evidence: evidence[field.confidence]!, right }]));
  });
}

export function writeWeights(samples: readonly ConfidenceSample[]): void {
  writeFileSync(WEIGHTS, `${JSON.stringify(fitConfidence(samples), null, 2)}\n`);
  console.log(`${String(samples.length)} fields, ${String(samples.filter(({ right }) => !right).length)} of them wrong`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reader = await loadReader();
  const copies = copiesFor(taxFormCopies(process.argv[2]!), 'development');
  const samples: ConfidenceSample[] = [];
  for (const condition of ['clean', 'scan', 'photo'] as const)
    for (const seed of seedsFor('development', COUNTS[condition], condition === 'photo' ? FIRST_PHOTO : 0))
      for (const { modelId } of FORMS) {
        const { pdf, documents } = await filledTaxForm(copies, modelId, seed);
        samples.push(...samplesOf(modelId, await layoutOfFilled(pdf, condition, seed, reader), documents));
      }
  await reader.close();
  writeWeights(samples);
}
