/** Real blank tax forms, filled with random values: as PDF, and as scans and photographs read by OCR. */
import { join } from 'node:path';
import { extractDocuments } from '../../../../src/engines/documents/fields/extract.ts';
import { compare, textOf } from '../../../training/documents/evaluation/compare.ts';
import type { Leaf } from '../../../training/documents/evaluation/compare.ts';
import type { FilledTaxForm, Use } from '../../../training/documents/irs-forms/filled-tax-forms.ts';
import { OPTIONAL_FIELDS, copiesFor, filledTaxForm, seedsFor } from '../../../training/documents/irs-forms/filled-tax-forms.ts';
import type { Condition } from '../../../training/documents/irs-forms/read-filled.ts';
import { layoutOfFilled } from '../../../training/documents/irs-forms/read-filled.ts';
import { substituteForm } from '../../../training/documents/irs-forms/substitute-forms.ts';
import { hasTaxForms, taxFormCopies } from '../../../training/documents/irs-forms/tax-form-boxes.ts';
import type { FoundDocument } from '../../../../src/engines/documents/fields/field.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import type { PathResult } from './compare-paths.ts';
import type { Judged, RealSet, SetContext } from './real-set.ts';

const MODELS = {
  'prebuilt-tax.us.w2': 'W-2',
  'prebuilt-tax.us.1098': '1098',
  'prebuilt-tax.us.1098E': '1098-E',
  'prebuilt-tax.us.1098T': '1098-T',
} as const;
const CLEAN_FORMS = 42;
const DEGRADED_FORMS = 8;
const SUBSTITUTE_FORMS = { clean: 30, degraded: 5 } as const;

export const taxForms = (use: Use, conditions: readonly Condition[]): RealSet => ({
  name: `filled IRS blanks ${conditions.join(' and ')} ${use}`,
  async *judge({ data, reader, matching }: SetContext): AsyncIterable<Judged> {
    const root = join(data, 'corpora', 'irs-forms');
    if (!hasTaxForms(root)) return;
    const copies = copiesFor(taxFormCopies(root), use);
    for (const [modelId, kind] of Object.entries(MODELS))
      for (const condition of conditions)
        for (const seed of seedsFor(use, condition === 'clean' ? CLEAN_FORMS : DEGRADED_FORMS, condition === 'photo' ? 200 : 0)) {
          const filled = await filledTaxForm(copies, modelId, seed);
          const name = `${filled.name}, ${condition}`;
          if (!`${kind}: ${name}`.includes(matching)) continue;
          const layout = await layoutOfFilled(filled.pdf, condition, seed, reader);
          const found = extractDocuments(modelId, layout);
          yield {
            name: `${kind}: ${name}`,
            kind: conditions.length > 1 ? `${kind}, ${condition}` : kind,
            results: judgeForm(filled, found, layout),
          };
        }
    for (const condition of conditions.filter((one) => one !== 'photo'))
      for (const seed of seedsFor(use, condition === 'clean' ? SUBSTITUTE_FORMS.clean : SUBSTITUTE_FORMS.degraded)) {
        const filled = await substituteForm(seed);
        const kind = `${MODELS[filled.modelId as keyof typeof MODELS]} substitute`;
        const name = `${kind}: ${filled.name}, ${condition}`;
        if (!name.includes(matching)) continue;
        const layout = await layoutOfFilled(filled.pdf, condition, seed, reader);
        yield {
          name,
          kind: conditions.length > 1 ? `${kind}, ${condition}` : kind,
          results: judgeForm(filled, extractDocuments(filled.modelId, layout), layout),
        };
      }
  },
});

/** Each expected document is compared with the found one that fits best; further found documents are wrong. */
function judgeForm({ documents }: FilledTaxForm, found: readonly FoundDocument[], layout: DocumentLayout): PathResult[] {
  const rest = [...found];
  const results: PathResult[] = [];
  documents.forEach(({ fields }, i) => {
    const prefix = documents.length > 1 ? `${String(i)}: ` : '';
    const fits = rest.map((single) => compare(single.fields, fields, layout, OPTIONAL_FIELDS));
    const rights = fits.map((leaves) => leaves.filter(({ right }) => right).length);
    const at = rights.indexOf(Math.max(...rights));
    const leaves = fits[at] ?? compare({}, fields, layout, OPTIONAL_FIELDS);
    if (at >= 0) rest.splice(at, 1);
    results.push(...leaves.map((leaf) => toResult(prefix, leaf, layout, fields)));
  });
  for (const { fields } of rest)
    results.push(...compare(fields, {}, layout, OPTIONAL_FIELDS).map((leaf) => toResult('more: ', leaf, layout, {})));
  return results;
}

function toResult(prefix: string, { path, field, right, isExpected }: Leaf, layout: DocumentLayout, expected: object): PathResult {
  return {
    path: prefix + path,
    expected: isExpected ? expectedText(expected, path) : null,
    verdict: right ? 'right' : field === undefined ? 'missing' : 'wrong',
    ...(field !== undefined && {
      given: field.type === 'address' ? textOf(layout, field) : String('value' in field ? field.value : ''),
      confidence: field.confidence,
    }),
  };
}

/** What is expected, for printing. */
function expectedText(expected: unknown, path: string): string {
  const [first, second] = path.split('.') as [string, string?];
  const value = (expected as Record<string, unknown>)[first];
  const part = second === undefined || second === '*' ? value : (value as Record<string, unknown> | undefined)?.[second];
  return typeof part === 'string' ? part : JSON.stringify(part);
}
