/** Lines of an invoice as fields: cells get the types of the schema, and a unit next to a quantity becomes its own field. */
import type { Field, FieldType } from '../field.ts';
import type { Cell, LineItem, LineItems } from '../line-items/line-items.ts';
import { isProduct } from '../line-items/line-items.ts';
import type { FieldWriter } from '../scoring/field-writer.ts';
import { objectField } from '../scoring/field-writer.ts';
import { INVOICE_FIELDS } from './schema.ts';
import { moneyOf } from '../values/money.ts';
import { numberOf, numbersIn } from '../values/numbers.ts';

interface LineOptions {
  locale?: string;
}

export function buildInvoiceLines({ rows, hasHeading }: LineItems, writer: FieldWriter): Field[] {
  return rows
    .map((row) => {
      const cells = normalizeCells(row, writer);
      const product = checkProduct(cells, writer);
      const fields: Record<string, Field> = {};
      for (const [name, cell] of Object.entries(cells)) {
        const type = typeOf(name);
        if (type === undefined) continue;
        const counts = name === 'Quantity' || name === 'UnitPrice' || name === 'Amount';
        const field = writer.field(type, cell, 'line', {
          score: hasHeading ? 3 : 1,
          runnerUp: 0,
          holds: counts && product === true,
          fails: counts && product === false,
          ocrConfidence: cell.confidence,
        });
        if (field.value !== undefined) fields[name] = field;
      }
      return objectField(fields);
    })
    .filter(({ value }) => Object.keys(value as object).length > 1);
}

const typeOf = (name: string): FieldType | undefined => INVOICE_FIELDS[`Items.*.${name}`]?.[0];

function checkProduct(cells: Readonly<Record<string, Cell>>, { locale }: LineOptions): boolean | undefined {
  const [quantity, price, amount] = [cells.Quantity, cells.UnitPrice, cells.Amount];
  if (quantity === undefined || price === undefined || amount === undefined) return undefined;
  const [count, each, all] = [
    numberOf(quantity.text, { locale }),
    moneyOf(price.text, { locale })?.amount,
    moneyOf(amount.text, { locale })?.amount,
  ];
  return count === undefined || each === undefined || all === undefined ? undefined : isProduct(count, each, all);
}

/** Splits "2 hours" into quantity and unit; a percentage in the tax column is a rate. */
function normalizeCells({ cells }: LineItem, { locale }: LineOptions): Record<string, Cell> {
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
  return own;
}
