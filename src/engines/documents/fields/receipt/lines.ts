/** Line items of a receipt as fields of its document type. */
import type { Field } from '../field.ts';
import type { CellObserver } from '../scoring/item-fields.ts';
import { buildItem } from '../scoring/item-fields.ts';
import type { LineItem, LineItems } from '../line-items/line-items.ts';
import type { FieldPaths } from '../schema.ts';
import { categoryOf } from './receipt-type.ts';

const NAMES = { quantity: 'Quantity', price: 'Price', description: 'Description', amount: 'TotalPrice' };

/** `year` is the year of the receipt; hotel charges have day and month only. */
export function buildReceiptLines(
  lineItems: LineItems,
  fields: FieldPaths,
  year: string | undefined,
  { locale }: { locale?: string },
  observer?: CellObserver,
): Field[] {
  const completed = (cells: LineItem['cells']): LineItem['cells'] => {
    const date = cells.Date;
    const separator = date === undefined || year === undefined ? undefined : /^\d{1,2}(\D)\d{1,2}$/u.exec(date.text)?.[1];
    return separator === undefined ? cells : { ...cells, Date: { ...date!, text: `${date!.text}${separator}${year}` } };
  };
  return lineItems.rows.map((row) => buildItem(row, lineItems, { fields, names: NAMES, completed, categoryOf }, locale, observer));
}
