/** Documents with known parties: generated invoices and receipts, with and without reading errors, and e-invoices of fitted issuers. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Field } from '../../../src/engines/documents/fields/field.ts';
import type { SegmentedText } from '../../../src/engines/documents/fields/text/segmented-text.ts';
import type { PartyOptions } from '../../../src/engines/documents/fields/parties/find-parties.ts';
import { INVOICE } from '../../../src/engines/documents/fields/invoice/spec.ts';
import { RECEIPT } from '../../../src/engines/documents/fields/receipt/spec.ts';
import type { ScoringSpec } from '../../../src/engines/documents/fields/scoring/score-fields.ts';
import { prepare } from '../../../src/engines/documents/fields/scoring/score-fields.ts';
import type { DocumentLayout } from '../../../src/engines/documents/layout/model/structure.ts';
import { isHeldOut, printedFields, readEInvoice } from './e-invoices.ts';
import { isRight, isSimilarText, textOf } from './evaluation/compare.ts';
import type { GeneratedDocument } from './evaluation/expected-fields.ts';
import { withOcrConfusions } from './evaluation/ocr-confusions.ts';
import { layoutOf } from './evaluation/read-generated.ts';
import { generatePartyPage } from './generators/party-pages.ts';
import { generateReceiptHead } from './generators/receipt-heads.ts';
import { SeededRandom } from './seeded-random.ts';

export interface PartyDocument {
  layout: DocumentLayout;
  segmented: SegmentedText;
  /** What the models know when they look for parties. */
  options: PartyOptions;
  /** Expected texts of names, by field; each is right. */
  names: Readonly<Record<string, readonly string[]>>;
  /** Undefined if the document does not say whether the value is right. */
  judge(name: string, field: Field): boolean | undefined;
}

function prepared(layout: DocumentLayout, spec: ScoringSpec): Pick<PartyDocument, 'layout' | 'segmented' | 'options'> {
  const { segmented, labels, lineItems, locale } = prepare(layout, spec);
  return { layout, segmented, options: { labels, locale, ignored: lineItems.items } };
}

const namesIn = (fields: Readonly<Record<string, unknown>>): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (/Name$/u.test(name) && typeof value === 'string' ? [[name, [value]]] : [])),
  );

/** Fonts are unknown in half of the documents, as on scans; a quarter has reading errors. */
function perturbed(layout: DocumentLayout, seed: number): DocumentLayout {
  const random = new SeededRandom(seed + 31);
  const plain = random.chance(0.5) ? { ...layout, lines: layout.lines.map(({ font: _, ...line }) => line) } : layout;
  return random.chance(0.5) ? withOcrConfusions(plain, random) : plain;
}

export async function generatedParties(
  generate: (seed: number) => Promise<GeneratedDocument>,
  from: number,
  count: number,
): Promise<PartyDocument[]> {
  const found: PartyDocument[] = [];
  for (let seed = from; seed < from + count; seed++) {
    const { modelId, pdf, fields, optionalFields } = await generate(seed);
    const layout = perturbed(await layoutOf(pdf), seed);
    found.push({
      ...prepared(layout, modelId === 'prebuilt-receipt' ? RECEIPT : INVOICE),
      names: namesIn(fields),
      judge: (name, field) => {
        const expected = fields[name];
        if (expected === undefined) return optionalFields.has(name) || /Recipient$/u.test(name) ? undefined : false;
        return isRight(name, field, expected, layout);
      },
    });
  }
  return found;
}

/** Layouts of pages with parties only; a third has reading errors. */
export function partyPages(from: number, count: number): PartyDocument[] {
  return Array.from({ length: count }, (_, i) => {
    const { layout: clean, fields } = generatePartyPage(from + i);
    const random = new SeededRandom(from + i + 17);
    const layout = random.chance(0.35) ? withOcrConfusions(clean, random) : clean;
    return {
      ...prepared(layout, INVOICE),
      names: namesIn(fields),
      judge: (name, field) =>
        fields[name] === undefined
          ? /^Vendor(?:Name|Address)$/u.test(name)
            ? false
            : undefined
          : isRight(name, field, fields[name], layout),
    };
  });
}

/** Heads of receipts; half of them have reading errors. */
export function receiptHeads(from: number, count: number): PartyDocument[] {
  return Array.from({ length: count }, (_, i) => {
    const random = new SeededRandom(from + i);
    const { layout: clean, names, address } = generateReceiptHead(random);
    const layout = random.chance(0.5) ? withOcrConfusions(clean, random) : clean;
    return {
      ...prepared(layout, RECEIPT),
      names: { MerchantName: names },
      judge: (name, field) => (name === 'MerchantName' ? names : [address]).some((expected) => isRight(name, field, expected, layout)),
    };
  });
}

const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

export async function eInvoiceParties(folder: string): Promise<PartyDocument[]> {
  const found: PartyDocument[] = [];
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.json')) continue;
    const invoice = readEInvoice(join(folder, file));
    if (isHeldOut(invoice)) continue;
    const layout = await layoutOf(readFileSync(join(folder, file.replace(/json$/u, 'pdf'))));
    if (layout.items.length === 0) continue;
    const { fields, addresses } = printedFields(invoice, layout);
    const names: Record<string, readonly [string]> = {};
    for (const name of ['VendorName', 'CustomerName'] as const) {
      const value = invoice[name]?.replace(/\s+/gu, ' ').trim() ?? '';
      if (value !== '') names[name] = [value];
    }
    found.push({
      ...prepared(layout, INVOICE),
      names,
      judge: (name, field) => {
        const parts = addresses[name];
        if (parts !== undefined) {
          const text = fold(textOf(layout, field));
          return parts.every((part) => text.includes(fold(part))) && text.length <= 1.5 * fold(parts.join('')).length + 8;
        }
        if (names[name] !== undefined) return isSimilarText(textOf(layout, field), names[name][0]);
        return fields[name] === undefined ? undefined : isRight(name, field, fields[name], layout);
      },
    });
  }
  return found;
}
