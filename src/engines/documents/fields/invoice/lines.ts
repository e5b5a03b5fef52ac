/** Lines of an invoice as fields: cells get the types of the schema, and a unit next to a quantity becomes its own field. */
import type { Field, FieldType } from '../field.ts';
import type { Cell, LineItem, LineItems } from '../line-items/line-items.ts';
import { checkProduct } from '../line-items/choose-items.ts';
import type { CellEvidence } from '../line-items/item-confidence.ts';
import { cellConfidence, cellEvidence } from '../line-items/item-confidence.ts';
import { objectField } from '../scoring/field-writer.ts';
import { INVOICE_FIELDS } from './schema.ts';
import { numbersIn } from '../values/numbers.ts';
import type { SimpleType, SimpleValue } from '../values/value.ts';
import { typedValue } from '../values/value.ts';

interface LineOptions {
  locale?: string;
}

/** Called with every field and its evidence; used in training. */
export type CellObserver = (field: Field, evidence: CellEvidence) => void;

export function buildInvoiceLines(lineItems: LineItems, { locale }: LineOptions, observer?: CellObserver): Field[] {
  return lineItems.rows
    .map((row) => {
      const cells = normalizeCells(row, { locale });
      const product = checkProduct({ ...row, cells }, NAMES, locale);
      const fields: Record<string, Field> = {};
      for (const [name, cell] of Object.entries(cells)) {
        const type = typeOf(name);
        if (type === undefined) continue;
        const evidence = cellEvidence(name, cell, lineItems, product);
        const field: Field = {
          ...withValue(typedValue(type as SimpleType, cell.text, { locale }), cell.value),
          items: [...cell.items],
          confidence: cellConfidence(evidence),
        };
        if (field.value === undefined) continue;
        observer?.(field, evidence);
        fields[name] = field;
      }
      return objectField(fields);
    })
    .filter(({ value }) => Object.keys(value as object).length > 1);
}

const NAMES = { quantity: 'Quantity', price: 'UnitPrice', description: 'Description', amount: 'Amount' };

const typeOf = (name: string): FieldType | undefined => INVOICE_FIELDS[`Items.*.${name}`]?.[0];

/** A typed value with a number that the text alone does not tell. */
export function withValue(typed: SimpleValue, value: number | undefined): SimpleValue {
  if (value === undefined) return typed;
  if (typed.type === 'number') return { ...typed, value };
  return typed.type === 'currency' ? { ...typed, value: { ...typed.value, amount: value } } : typed;
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
  const rate = /\d{1,2}(?:[.,]\d{1,3})?\s?%/u.exec(own.TaxRate?.text ?? '')?.[0];
  if (own.TaxRate !== undefined && rate !== undefined) own.TaxRate = { ...own.TaxRate, text: rate };
  return own;
}
