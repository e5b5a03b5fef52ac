/** Line items of a receipt as fields of its document type. */
import type { Field } from '../field.ts';
import type { CellObserver } from '../invoice/lines.ts';
import { withValue } from '../invoice/lines.ts';
import { checkProduct } from '../line-items/choose-items.ts';
import { cellConfidence, cellEvidence } from '../line-items/item-confidence.ts';
import type { Cell, LineItems } from '../line-items/line-items.ts';
import type { FieldPaths } from '../schema.ts';
import { objectField } from '../scoring/field-writer.ts';
import type { SimpleType, SimpleValue } from '../values/value.ts';
import { typedValue } from '../values/value.ts';
import { categoryOf } from './receipt-type.ts';

/** `year` is the year of the receipt; hotel charges have day and month only. */
export function buildReceiptLines(
  lineItems: LineItems,
  schema: FieldPaths,
  year: string | undefined,
  { locale }: { locale?: string },
  observer?: CellObserver,
): Field[] {
  return lineItems.rows.map((row) => {
    const { cells } = row;
    const product = checkProduct(row, NAMES, locale);
    const fields: Record<string, Field> = {};
    const put = (name: string, cell: Cell, value: SimpleValue, items: readonly number[]): void => {
      const evidence = cellEvidence(name, cell, lineItems, product);
      const field: Field = { ...value, items: [...items], confidence: cellConfidence(evidence) };
      if (field.value === undefined) return;
      observer?.(field, evidence);
      fields[name] = field;
    };
    for (const [name, cell] of Object.entries(cells)) {
      const type = schema[`Items.*.${name}`]?.[0];
      if (type === undefined) continue;
      const text =
        name === 'Date' && /^\d{1,2}\D\d{1,2}$/u.test(cell.text) && year !== undefined
          ? `${cell.text}${/\D/u.exec(cell.text)![0]}${year}`
          : cell.text;
      put(name, cell, withValue(typedValue(type as SimpleType, text, { locale }), cell.value), cell.items);
    }
    const category =
      schema['Items.*.Category'] === undefined || cells.Description === undefined ? undefined : categoryOf(cells.Description.text);
    if (category !== undefined) put('Category', cells.Description!, { type: 'string', value: category }, []);
    return objectField(fields);
  });
}

const NAMES = { quantity: 'Quantity', price: 'Price', description: 'Description', amount: 'TotalPrice' };
