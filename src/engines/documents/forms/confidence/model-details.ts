/** Model details for the interface: field schema and accuracy by field. */
import type { FormsModel } from '../model.ts';
import type { FieldSchema } from '../files/fields-file.ts';

/**
 * Share of correct values by field in cross-validation; columns of a table count together. Omits fields that were not
 * measured: those labeled on fewer than two forms, and signatures, because cross-validation has no page images.
 */
export function fieldConfidence({ tags, accuracyCounts }: FormsModel): Record<string, number> {
  const measured = tags
    .map(({ path, type }, i) => ({ name: path[0]!, type, ...accuracyCounts[i]! }))
    .filter(({ type, labeled }) => type !== 'signature' && labeled > 0);
  const byField = Map.groupBy(measured, ({ name }) => name);
  const sum = (own: typeof measured, count: 'correct' | 'total'): number => own.reduce((all, one) => all + one[count], 0);
  return Object.fromEntries([...byField].map(([name, own]) => [name, Math.round((1000 * sum(own, 'correct')) / sum(own, 'total')) / 1000]));
}

/** The schema without properties that the interface does not have. */
export function fieldSchema({ schema }: FormsModel): Record<string, FieldSchema> {
  const plain = ({ type, items, properties }: FieldSchema): FieldSchema => ({
    type,
    ...(items === undefined ? {} : { items: plain(items) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, plain(part)])) }),
  });
  return Object.fromEntries(Object.entries(schema).map(([name, field]) => [name, plain(field)]));
}
