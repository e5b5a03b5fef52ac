/** Adds the fields of labels to `fields.json` of a training set. Fields that the set has are unchanged, but get new columns. */
import type { FieldSchema } from '../model.ts';
import type { FieldTypes } from './labels-from-result.ts';

interface StoredField {
  fieldKey: string;
  fieldType?: string;
  fieldFormat?: string;
  /** Of an array: a type, or the name of a definition. */
  itemType?: string | null;
  fields?: StoredField[] | null;
}

export interface FieldsFile {
  fields: StoredField[];
  definitions?: Record<string, StoredField>;
}

export function mergeFields(file: FieldsFile, types: FieldTypes): FieldsFile {
  const definitions = structuredClone(file.definitions ?? {});
  return { ...file, fields: mergeList(file.fields, types, definitions), definitions };
}

function mergeList(list: readonly StoredField[], types: FieldTypes, definitions: Record<string, StoredField>): StoredField[] {
  const known = new Map(list.map((field) => [field.fieldKey, field]));
  for (const [name, type] of Object.entries(types)) {
    const before = known.get(name);
    if (before === undefined || isSameType(before, type)) known.set(name, mergeField(before, name, type, definitions));
  }
  return [...known.values()];
}

const isSameType = ({ fieldType = 'string' }: StoredField, { type }: FieldSchema): boolean =>
  fieldType.toLowerCase() === type.toLowerCase();

/** A field that is new, or that the set has with the same type. */
function mergeField(
  before: StoredField | undefined,
  name: string,
  { type, items, properties }: FieldSchema,
  definitions: Record<string, StoredField>,
): StoredField {
  const field = before ?? { fieldKey: name, fieldType: type, fieldFormat: 'not-specified' };
  if (properties) return { ...field, fields: mergeList(field.fields ?? [], properties, definitions) };
  if (items === undefined) return field;
  // Columns may be with the field itself, or in a definition.
  if (items.properties && field.fields?.length) return { ...field, fields: mergeList(field.fields, items.properties, definitions) };
  if (!items.properties) return before ?? { ...field, itemType: items.type };
  const itemType = field.itemType ?? `${name}_object`;
  const own = Object.hasOwn(definitions, itemType) ? definitions[itemType] : undefined;
  if (own === undefined && typeof field.itemType === 'string') return field;
  definitions[itemType] = mergeField(own, itemType, items, definitions);
  return { ...field, itemType };
}
