/** Lines of an invoice as fields: a unit next to a quantity becomes its own field. */
import type { Field } from '../field.ts';
import type { CellObserver } from '../scoring/item-fields.ts';
import { buildItem } from '../scoring/item-fields.ts';
import type { Cell, LineItem, LineItems } from '../line-items/line-items.ts';
import { INVOICE_FIELDS } from './schema.ts';
import { numbersIn } from '../values/numbers.ts';

const NAMES = { quantity: 'Quantity', price: 'UnitPrice', description: 'Description', amount: 'Amount' };

interface LineOptions {
  locale?: string;
}

export function buildInvoiceLines(lineItems: LineItems, { locale }: LineOptions, observer?: CellObserver): Field[] {
  const schema = { fields: INVOICE_FIELDS, names: NAMES, completed: (cells: LineItem['cells']) => normalizeCells(cells, { locale }) };
  return lineItems.rows
    .map((row) => buildItem(row, lineItems, schema, locale, observer))
    .filter(({ value }) => Object.keys(value as object).length > 1);
}

/** Splits "2 hours" into quantity and unit; a percentage in the tax column is a rate. */
function normalizeCells(cells: LineItem['cells'], { locale }: LineOptions): Record<string, Cell> {
  const own: Record<string, Cell> = { ...cells };
  const quantity = own.Quantity;
  if (quantity !== undefined && own.Unit === undefined) {
    const [number] = numbersIn(quantity.text, { locale });
    const unit = number === undefined ? '' : quantity.text.slice(number.end).trim();
    if (number !== undefined && number.start === 0 && /^\p{L}[\p{L}\p{M}\d²³.-]{0,14}(?:\s[\p{L}\p{M}.-]{1,20}){0,2}$/u.test(unit)) {
      const count = unit.split(' ').length;
      const isApart = quantity.items.length === quantity.text.split(' ').length && quantity.items.length > count;
      own.Unit = { ...quantity, text: unit, items: isApart ? quantity.items.slice(-count) : quantity.items };
      own.Quantity = {
        ...quantity,
        text: quantity.text.slice(0, number.end),
        items: isApart ? quantity.items.slice(0, -count) : quantity.items,
      };
    }
  }
  if (own.Tax !== undefined && /%/u.test(own.Tax.text) && own.TaxRate === undefined) {
    own.TaxRate = own.Tax;
    delete own.Tax;
  }
  const rate = /\d{1,2}(?:[.,]\d{1,3})?\s?%/u.exec(own.TaxRate?.text ?? '')?.[0];
  if (own.TaxRate !== undefined && rate !== undefined) own.TaxRate = { ...own.TaxRate, text: rate };
  return own;
}
