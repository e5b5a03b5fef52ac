/**
 * Invoices of `corpora/einvoice` whose structured data says what they contain. Only values that are printed on the page count. The
 * set is split by issuer: nothing is fitted on those held out.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { extractDocuments } from '../../../../src/engines/documents/fields/extract.ts';
import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import type { EInvoice } from '../../../training/documents/e-invoices.ts';
import { isHeldOut, printedFields, readEInvoice } from '../../../training/documents/e-invoices.ts';
import { compare, textOf } from '../../../training/documents/evaluation/compare.ts';
import { layoutOf } from '../../../training/documents/evaluation/read-generated.ts';
import { comparePaths } from './compare-paths.ts';
import type { PathResult } from './compare-paths.ts';
import type { Judged, RealSet, SetContext } from './real-set.ts';
import { fieldsOf } from './real-set.ts';

export const eInvoices = (counted: 'held out' | 'development'): RealSet => ({
  name: counted === 'held out' ? 'corpora/einvoice, issuers held out' : 'corpora/einvoice, issuers of development',
  groups: {
    number: /^InvoiceId$/u,
    dates: /Date$/u,
    totals: /^(?:SubTotal|TotalTax|InvoiceTotal|AmountDue)$/u,
    parties: /^(?:Vendor|Customer)(?:Name|Address|TaxId)$/u,
    items: /^Items/u,
  },
  async *judge({ data, reader, matching }: SetContext): AsyncIterable<Judged> {
    const root = join(data, 'corpora', 'einvoice');
    if (!existsSync(root)) return;
    for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!file.endsWith('.json') || !file.includes(matching)) continue;
      const invoice = readEInvoice(join(root, file));
      if (isHeldOut(invoice) !== (counted === 'held out')) continue;
      const layout = await layoutOf(readFileSync(join(root, file.replace(/json$/u, 'pdf'))), reader);
      const found = fieldsOf(extractDocuments('prebuilt-invoice', layout));
      yield { name: file.replace('.json', ''), kind: 'e-invoice', results: judgeInvoice(invoice, found, layout) };
    }
  },
});

function judgeInvoice(invoice: EInvoice, found: Readonly<Record<string, Field>>, layout: DocumentLayout): PathResult[] {
  const { fields, addresses, items } = printedFields(invoice, layout);
  const results = comparePaths(found, fields, layout);
  for (const [path, parts] of Object.entries(addresses)) results.push(judgeAddress(path, parts, found[path], layout));
  if (items.length === 0) return results;
  const given = Object.fromEntries(Object.entries(found).filter(([name]) => name === 'Items'));
  const wanted = new Set(items.flatMap((item) => Object.keys(item)));
  for (const { path, field, right, isExpected } of compare(given, { Items: items }, layout)) {
    if (!isExpected && !wanted.has(path.split('.').at(-1)!)) continue;
    results.push({
      path,
      expected: isExpected ? '(item)' : null,
      verdict: right ? 'right' : field === undefined ? 'missing' : 'wrong',
      ...(field !== undefined && { given: textOf(layout, field), confidence: field.confidence }),
    });
  }
  return results;
}

const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** All parts of the address must be in the text, and not much else. */
function judgeAddress(path: string, parts: readonly string[], field: Field | undefined, layout: DocumentLayout): PathResult {
  const expected = parts.join(' ');
  if (field === undefined) return { path, expected, verdict: 'missing' };
  const given = textOf(layout, field);
  const text = fold(given);
  const right = parts.every((part) => text.includes(fold(part))) && text.length <= 1.5 * fold(expected).length + 8;
  return { path, expected, verdict: right ? 'right' : 'wrong', given, confidence: field.confidence };
}
