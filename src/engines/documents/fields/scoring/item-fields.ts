/** Cells of a line item as fields of the types that the schema has for them. */
import type { Field } from '../field.ts';
import type { FieldPaths } from '../schema.ts';
import { objectField } from './field-writer.ts';
import type { SimpleType, SimpleValue } from '../values/value.ts';
import { typedValue } from '../values/value.ts';
import type { CellNames } from '../line-items/choose-items.ts';
import { checkProduct } from '../line-items/choose-items.ts';
import type { CellEvidence } from '../line-items/item-confidence.ts';
import { cellConfidence, cellEvidence } from '../line-items/item-confidence.ts';
import type { Cell, LineItem, LineItems } from '../line-items/line-items.ts';

/** Called with every field and its evidence; used in training. */
export type CellObserver = (field: Field, evidence: CellEvidence) => void;

export interface ItemSchema {
  fields: FieldPaths;
  names: CellNames;
  /** Says what the cells leave to be understood: units beside quantities, years of dates. */
  completed: (cells: Readonly<Record<string, Cell>>) => Record<string, Cell>;
  /** The category of an item with this description. */
  categoryOf?: (description: string) => string | undefined;
}

export function buildItem(
  row: LineItem,
  lineItems: LineItems,
  { fields: schema, names, completed, categoryOf }: ItemSchema,
  locale: string | undefined,
  observer?: CellObserver,
): Field {
  const cells = completed(row.cells);
  const product = checkProduct({ ...row, cells }, names, locale);
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
    if (type !== undefined) put(name, cell, withValue(typedValue(type as SimpleType, cell.text, { locale }), cell.value), cell.items);
  }
  const description = cells[names.description];
  const category = description === undefined ? undefined : categoryOf?.(description.text);
  if (category !== undefined && schema['Items.*.Category'] !== undefined)
    put('Category', description!, { type: 'string', value: category }, []);
  return objectField(fields);
}

/** A typed value with a number that the text alone does not tell. */
function withValue(typed: SimpleValue, value: number | undefined): SimpleValue {
  if (value === undefined) return typed;
  if (typed.type === 'number') return { ...typed, value };
  return typed.type === 'currency' ? { ...typed, value: { ...typed.value, amount: value } } : typed;
}
