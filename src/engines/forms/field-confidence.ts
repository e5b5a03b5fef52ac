/** What a model's details say of it: the schema in the interface's words and how right each field was in cross-validation. */
import type { FormsModel } from './model.ts';
import type { FieldSchema } from './schema.ts';

/** Signatures are left out: cross-validation, which sees no pictures, cannot judge them. */
export function fieldConfidence({ tags, accuracy }: FormsModel): Record<string, number> {
  const found: Record<string, number> = {};
  const judged = tags.map((tag, i) => ({ name: tag.path[0]!, type: tag.type, accuracy: accuracy[i]! })).filter(({ type }) => type !== 'signature');
  const byField = Map.groupBy(judged, ({ name }) => name);
  for (const [name, own] of byField) found[name] = Math.round((1000 * own.reduce((sum, one) => sum + one.accuracy, 0)) / own.length) / 1000;
  return found;
}

/** The schema without what the interface does not know. */
export function fieldSchema({ schema }: FormsModel): Record<string, FieldSchema> {
  const plain = ({ type, items, properties }: FieldSchema): FieldSchema => ({
    type,
    ...(items === undefined ? {} : { items: plain(items) }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, plain(part)])) }),
  });
  return Object.fromEntries(Object.entries(schema).map(([name, field]) => [name, plain(field)]));
}
