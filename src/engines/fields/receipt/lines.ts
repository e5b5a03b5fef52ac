/** Line items of a receipt as fields of its document type. */
import type { Field } from '../field.ts';
import type { Cell, LineItems } from '../line-items/line-items.ts';
import { isProduct } from '../line-items/line-items.ts';
import type { FieldPaths } from '../schema.ts';
import type { Evidence } from '../scoring/confidence.ts';
import type { FieldWriter } from '../scoring/field-writer.ts';
import { objectField } from '../scoring/field-writer.ts';
import { moneyOf } from '../values/money.ts';
import { numberOf } from '../values/numbers.ts';
import { categoryOf } from './receipt-type.ts';

/** `year` is the year of the receipt; hotel charges have day and month only. */
export function buildReceiptLines(
  { rows, total }: LineItems,
  schema: FieldPaths,
  sums: readonly (number | undefined)[],
  year: string | undefined,
  writer: FieldWriter,
): Field[] {
  const adds = total !== undefined && sums.some((sum) => sum !== undefined && Math.abs(sum - total) < 0.055);
  return rows.map(({ cells }) => {
    const product = checkProduct(cells, writer.locale);
    const fields: Record<string, Field> = {};
    const evidence = (cell: Cell, counts: boolean): Evidence => ({
      score: adds ? 3 : 1,
      runnerUp: 0,
      holds: counts && product === true,
      fails: counts && product === false,
      ocrConfidence: cell.confidence,
    });
    for (const [name, cell] of Object.entries(cells)) {
      const type = schema[`Items.*.${name}`]?.[0];
      if (type === undefined) continue;
      const source =
        name === 'Date' && /^\d{1,2}\D\d{1,2}$/u.test(cell.text) && year !== undefined
          ? { ...cell, text: `${cell.text}${/\D/u.exec(cell.text)![0]}${year}` }
          : cell;
      const field = writer.field(type, source, 'line', evidence(cell, name !== 'Description'));
      if (field.value !== undefined) fields[name] = field;
    }
    const category =
      schema['Items.*.Category'] === undefined || cells.Description === undefined ? undefined : categoryOf(cells.Description.text);
    if (category !== undefined)
      fields.Category = writer.value(
        { type: 'string', value: category },
        { text: '', items: [] },
        'category',
        evidence(cells.Description!, false),
      );
    return objectField(fields);
  });
}

function checkProduct(
  { Quantity: quantity, Price: price, TotalPrice: total }: Readonly<Record<string, Cell>>,
  locale?: string,
): boolean | undefined {
  if (quantity === undefined || price === undefined || total === undefined) return undefined;
  const [count, each, all] = [
    numberOf(quantity.text, { locale }),
    moneyOf(price.text, { locale })?.amount,
    moneyOf(total.text, { locale })?.amount,
  ];
  return count === undefined || each === undefined || all === undefined ? undefined : isProduct(count, each, all);
}
