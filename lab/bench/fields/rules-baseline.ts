/** Baseline: regular expressions for labels, and the number, date or word next to them. */
import type { Field } from '../../../src/engines/documents/fields/field.ts';
import { typedValue } from '../../../src/engines/documents/fields/values/value.ts';
import type { DocumentLayout } from '../../../src/engines/documents/layout/model/structure.ts';

interface Rule {
  field: string;
  label: RegExp;
  type: 'currency' | 'date' | 'string';
}

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  'prebuilt-invoice': [
    {
      field: 'InvoiceId',
      label: /invoice (?:no|number|#|id)|rechnungs?-?(?:nr|nummer)|facture n|factura n|fattura n|fatura n|factuurn/iu,
      type: 'string',
    },
    { field: 'InvoiceDate', label: /invoice date|\bdate\b|datum|fecha|\bdata\b/iu, type: 'date' },
    { field: 'DueDate', label: /due|fällig|échéance|vencim|scadenza|verval/iu, type: 'date' },
    { field: 'PurchaseOrder', label: /p\.?o\.?\s|purchase order|bestell|commande|pedido|ordine|order/iu, type: 'string' },
    { field: 'CustomerId', label: /customer (?:id|no)|kunden-?n|client|klantn/iu, type: 'string' },
    { field: 'SubTotal', label: /sub-?\s?total|netto|total ht|base imponible|imponibile|subtotaal/iu, type: 'currency' },
    { field: 'TotalTax', label: /\btax\b|vat|mwst|ust\b|tva|\biva\b|btw/iu, type: 'currency' },
    { field: 'InvoiceTotal', label: /^(?:grand |invoice )?total|gesamt|totale|totaal/iu, type: 'currency' },
    { field: 'AmountDue', label: /(?:amount|balance) due|zu zahlen|net à payer/iu, type: 'currency' },
  ],
  'prebuilt-receipt': [
    { field: 'Total', label: /^(?:grand |nett )?total|summe|gesamt|totale|totaal|amount due/iu, type: 'currency' },
    { field: 'Subtotal', label: /sub-?\s?total|zwischensumme|netto/iu, type: 'currency' },
    { field: 'TotalTax', label: /\btax\b|vat|gst|mwst|tva|\biva\b|btw/iu, type: 'currency' },
    { field: 'Tip', label: /tip|gratuity|trinkgeld/iu, type: 'currency' },
    { field: 'TransactionDate', label: /./u, type: 'date' },
  ],
};

/** Fields that the rules cover. */
export const ruleFields = (modelId: string): ReadonlySet<string> =>
  new Set([...(RULES[modelId] ?? []).map(({ field }) => field), ...(modelId === 'prebuilt-receipt' ? ['MerchantName'] : [])]);

/** The first line of a receipt is the merchant. */
export function extractByRules(modelId: string, layout: DocumentLayout): Record<string, Field> {
  const fields: Record<string, Field> = {};
  const lines = layout.lines.map(({ items, regions }) => ({
    items,
    box: regions[0]?.box,
    text: items
      .map((i) => layout.items[i]!)
      .map((item) => (item.kind === 'word' ? item.text : ''))
      .join(' '),
  }));
  for (const { field, label, type } of RULES[modelId] ?? []) {
    for (const line of lines) {
      const match = label.exec(line.text);
      if (match === null) continue;
      const rest = type === 'date' ? line.text : line.text.slice(match.index + match[0].length).replace(/^[\s.:#]+/u, '');
      const beside = lines.find(
        (other) =>
          other !== line &&
          other.box !== undefined &&
          line.box !== undefined &&
          other.box.left >= line.box.right - 0.01 &&
          Math.abs(other.box.top - line.box.top) < (line.box.bottom - line.box.top) * 0.6,
      );
      for (const [text, items] of [
        [rest, line.items],
        [beside?.text ?? '', beside?.items ?? []],
      ] as const) {
        const value =
          text === '' || (type !== 'string' && !/\d/u.test(text))
            ? undefined
            : typedValue(type, type === 'string' ? text.split(' ')[0]! : text, {});
        if (fields[field] === undefined && value?.value !== undefined) fields[field] = { ...value, items, confidence: 0.5 } as Field;
      }
    }
  }
  const first = lines[0];
  if (modelId === 'prebuilt-receipt' && first !== undefined)
    fields.MerchantName = { type: 'string', value: first.text, items: first.items, confidence: 0.5 };
  return fields;
}
