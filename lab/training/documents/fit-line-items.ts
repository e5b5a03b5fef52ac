/**
 * Fits the confidences of line items (weights/fields/line-items.json) on generated invoices and receipts, half of them with simulated OCR
 * errors, and on invoices with structured data of the issuers that may be fitted on.
 *
 *     node lab/training/documents/fit-line-items.ts <folder of the data>
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Field } from '../../../src/engines/documents/fields/field.ts';
import { buildInvoiceLines } from '../../../src/engines/documents/fields/invoice/lines.ts';
import { INVOICE } from '../../../src/engines/documents/fields/invoice/spec.ts';
import type { CellEvidence } from '../../../src/engines/documents/fields/line-items/item-confidence.ts';
import { buildReceiptLines } from '../../../src/engines/documents/fields/receipt/lines.ts';
import { RECEIPT_FIELDS } from '../../../src/engines/documents/fields/receipt/schema.ts';
import { RECEIPT } from '../../../src/engines/documents/fields/receipt/spec.ts';
import { arrayField } from '../../../src/engines/documents/fields/scoring/field-writer.ts';
import { prepare } from '../../../src/engines/documents/fields/scoring/score-fields.ts';
import type { DocumentLayout } from '../../../src/engines/documents/layout/model/structure.ts';
import { isHeldOut, printedFields, readEInvoice } from './e-invoices.ts';
import { compare } from './evaluation/compare.ts';
import type { ExpectedValue } from './evaluation/expected-fields.ts';
import { withOcrConfusions } from './evaluation/ocr-confusions.ts';
import { layoutOf } from './evaluation/read-generated.ts';
import type { ConfidenceSample } from './fit-confidence.ts';
import { fitConfidence } from './fit-confidence.ts';
import { generateInvoice } from './generators/invoice.ts';
import { generateReceipt } from './generators/receipt.ts';
import { SeededRandom } from './seeded-random.ts';

const WEIGHTS = fileURLToPath(new URL('../../../weights/fields/line-items.json', import.meta.url));
const [FIRST_SEED, GENERATED] = [1000, 120];

const samples = new Map<string, ConfidenceSample[]>();

/** `onlyExpected`: cells that the truth does not have are not judged. */
function addSamples(layout: DocumentLayout, kind: 'invoice' | 'receipt', expected: readonly ExpectedValue[], onlyExpected: boolean): void {
  const { lineItems, locale } = prepare(layout, kind === 'invoice' ? INVOICE : RECEIPT);
  const seen = new Map<Field, CellEvidence>();
  const observe = (field: Field, evidence: CellEvidence): void => {
    seen.set(field, evidence);
  };
  const lines =
    kind === 'invoice'
      ? buildInvoiceLines(lineItems, { locale }, observe)
      : buildReceiptLines(lineItems, RECEIPT_FIELDS, undefined, { locale }, observe);
  const wanted = new Set(expected.flatMap((item) => Object.keys(item as object)));
  for (const { path, field, right, isExpected } of compare({ Items: arrayField(lines) }, { Items: expected }, layout)) {
    const evidence = field === undefined ? undefined : seen.get(field);
    if (evidence === undefined || (!isExpected && (onlyExpected || !wanted.has(path.split('.').at(-1)!)))) continue;
    samples.set(evidence.group, [...(samples.get(evidence.group) ?? []), { evidence: evidence.evidence, right }]);
  }
}

for (const [kind, generate] of [
  ['invoice', generateInvoice],
  ['receipt', generateReceipt],
] as const)
  for (let seed = FIRST_SEED; seed < FIRST_SEED + GENERATED; seed++) {
    const { pdf, fields } = await generate(seed);
    const layout = await layoutOf(pdf);
    const read = seed % 2 === 0 ? layout : withOcrConfusions(layout, new SeededRandom(seed));
    if (Array.isArray(fields.Items)) addSamples(read, kind, fields.Items as readonly ExpectedValue[], false);
  }

const root = join(process.argv[2] ?? '', 'corpora', 'einvoice');
if (process.argv[2] !== undefined && existsSync(root))
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.json')) continue;
    const invoice = readEInvoice(join(root, file));
    if (isHeldOut(invoice)) continue;
    const layout = await layoutOf(readFileSync(join(root, file.replace(/json$/u, 'pdf'))));
    const { items } = printedFields(invoice, layout);
    if (items.length > 0) addSamples(layout, 'invoice', items, true);
  }

const fitted = Object.fromEntries([...samples].sort(([a], [b]) => a.localeCompare(b)).map(([group, own]) => [group, fitConfidence(own)]));
writeFileSync(WEIGHTS, `${JSON.stringify(fitted, undefined, 2)}\n`);
for (const [group, own] of samples)
  console.log(`${group}: ${String(own.length)} cells, ${(own.filter(({ right }) => right).length / own.length).toFixed(3)} right`);
