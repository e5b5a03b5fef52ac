/** Fields of one reader take the type that the document's schema gives them. */
import type { Field, FieldType } from '../field.ts';

/** An address of a type that has it as text alone keeps its words. */
export function asTyped(field: Field, type: FieldType): Field {
  if (field.type === type || type !== 'string' || field.type !== 'address') return field;
  const { streetAddress, city, state, postalCode } = field.value ?? {};
  return { type: 'string', value: [streetAddress, city, state, postalCode].filter((part) => part !== undefined).join(' '), items: field.items, confidence: field.confidence };
}
