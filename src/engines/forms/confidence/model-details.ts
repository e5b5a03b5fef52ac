/** What a model's details say of it: the schema in the interface's words and how right each field was in cross-validation. */
import type { FormsModel } from '../model.ts';
import type { FieldSchema } from '../files/fields-file.ts';

/**
 * The share of each field's values that was right, of a table those of all its columns. What was not measured is left out:
 * fields that no model of other forms had seen labelled when a labelled one was looked for, above all such as are labelled
 * once or never, and signatures, since cross-validation sees no pictures.
 */
export function fieldConfidence({ tags, measures }: FormsModel): Record<string, number> {
  const measured = tags.map(({ path, type }, i) => ({ name: path[0]!, type, ...measures[i]! })).filter(({ type, labelled }) => type !== 'signature' && labelled > 0);
  const byField = Map.groupBy(measured, ({ name }) => name);
  const sum = (own: typeof measured, count: 'right' | 'all'): number => own.reduce((all, one) => all + one[count], 0);
  return Object.fromEntries([...byField].map(([name, own]) => [name, Math.round((1000 * sum(own, 'right')) / sum(own, 'all')) / 1000]));
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
