/** Lines of an invoice as fields: cells get the types of the schema, a unit beside a quantity becomes its own field. */
import type { Field, FieldType } from '../field.ts';
import type { Cell, Purchase, Purchases } from '../line-items/line-items.ts';
import { multiplies } from '../line-items/line-items.ts';
import type { Scribe } from '../scoring/field-writer.ts';
import { objectField } from '../scoring/field-writer.ts';
import { INVOICE_FIELDS } from './schema.ts';
import { moneyOf } from '../values/money.ts';
import { numberOf, numbersIn } from '../values/numbers.ts';

interface LineOptions { locale?: string }

export function invoiceLines({ rows, headed }: Purchases, scribe: Scribe): Field[] {
  return rows.map((row) => {
    const cells = tidied(row, scribe);
    const product = productOf(cells, scribe);
    const fields: Record<string, Field> = {};
    for (const [name, cell] of Object.entries(cells)) {
      const type = typeOf(name);
      if (type === undefined) continue;
      const counts = name === 'Quantity' || name === 'UnitPrice' || name === 'Amount';
      const field = scribe.field(type, cell, 'line', { score: headed ? 3 : 1, next: 0, holds: counts && product === true, fails: counts && product === false, read: cell.confidence });
      if (field.value !== undefined) fields[name] = field;
    }
    return objectField(fields);
  }).filter(({ value }) => Object.keys(value as object).length > 1);
}

const typeOf = (name: string): FieldType | undefined => INVOICE_FIELDS[`Items.*.${name}`]?.[0];

function productOf(cells: Readonly<Record<string, Cell>>, { locale }: LineOptions): boolean | undefined {
  const [quantity, price, amount] = [cells.Quantity, cells.UnitPrice, cells.Amount];
  if (quantity === undefined || price === undefined || amount === undefined) return undefined;
  const [count, each, all] = [numberOf(quantity.text, { locale }), moneyOf(price.text, { locale })?.amount, moneyOf(amount.text, { locale })?.amount];
  return count === undefined || each === undefined || all === undefined ? undefined : multiplies(count, each, all);
}

/** "2 hours" is a quantity and a unit; a rate stands in a column of taxes as often as an amount. */
function tidied({ cells }: Purchase, { locale }: LineOptions): Record<string, Cell> {
  const own: Record<string, Cell> = { ...cells };
  const quantity = own.Quantity;
  if (quantity !== undefined && own.Unit === undefined) {
    const [number] = numbersIn(quantity.text, { locale });
    const unit = number === undefined ? '' : quantity.text.slice(number.end).trim();
    if (number !== undefined && number.start === 0 && /^\p{L}{1,10}\.?$/u.test(unit)) {
      const texts = quantity.text.split(' ');
      const at = texts.length > 1 && quantity.items.length === texts.length ? texts.length - 1 : undefined;
      own.Unit = { ...quantity, text: unit, items: at === undefined ? quantity.items : quantity.items.slice(at) };
      own.Quantity = { ...quantity, text: quantity.text.slice(0, number.end), items: at === undefined ? quantity.items : quantity.items.slice(0, at) };
    }
  }
  if (own.Tax !== undefined && /%/u.test(own.Tax.text) && own.TaxRate === undefined) {
    own.TaxRate = own.Tax;
    delete own.Tax;
  }
  return own;
}

