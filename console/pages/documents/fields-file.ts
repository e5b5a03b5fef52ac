/** `fields.json` of a training set for the editor: plain fields, tables with any number of rows, tables with named rows. */
import { escaped } from './result.ts';

export const PLAIN_TYPES = ['string', 'number', 'integer', 'date', 'time', 'currency', 'address', 'phoneNumber', 'countryRegion', 'selectionMark', 'signature', 'boolean'] as const;

export interface PlainField { name: string; type: string; format: string }
export interface LabelField extends PlainField {
  /** Of a table. */
  columns?: PlainField[];
  /** Of a table with named rows. */
  rows?: string[];
}

interface StoredField { fieldKey: string; fieldType?: string; fieldFormat?: string; itemType?: string | null; fields?: StoredField[] | null }
export interface FieldsFile { fields?: StoredField[]; definitions?: Record<string, StoredField> }

const ANY_FORMAT = 'not-specified';

const toPlainType = ({ fieldKey, fieldType = 'string', fieldFormat = ANY_FORMAT }: StoredField): PlainField => ({ name: fieldKey, type: fieldType, format: fieldFormat });

export function readFields({ fields = [], definitions = {} }: FieldsFile): LabelField[] {
  const partsOf = ({ itemType, fields: own }: StoredField): PlainField[] => (own?.length ? own : definitions[itemType ?? '']?.fields ?? []).map(toPlainType);
  return fields.map((field) => {
    const { fieldType = 'string', fields: own } = field;
    if (fieldType === 'array') return { ...toPlainType(field), columns: partsOf(field) };
    if (fieldType !== 'object') return toPlainType(field);
    const rows = own ?? [];
    return { ...toPlainType(field), rows: rows.map(({ fieldKey }) => fieldKey), columns: rows[0] ? partsOf(rows[0]) : [] };
  });
}

export function writeFields(fields: readonly LabelField[]): FieldsFile {
  const definitions: Record<string, StoredField> = {};
  const written = ({ name, type, format }: PlainField): StoredField => ({ fieldKey: name, fieldType: type, fieldFormat: format, itemType: null, fields: null });
  return {
    fields: fields.map((field) => {
      if (!field.columns) return written(field);
      const itemType = `${field.name}_object`;
      definitions[itemType] = { ...written({ name: itemType, type: 'object', format: ANY_FORMAT }), fields: field.columns.map(written) };
      return field.rows ? { ...written(field), fields: field.rows.map((name) => ({ ...written({ name, type: 'object', format: ANY_FORMAT }), itemType })) } : { ...written(field), itemType };
    }),
    definitions,
  };
}

export function toStoredField(name: string, type: string): PlainField {
  return { name, type, format: ANY_FORMAT };
}

/** The label of a cell: `Items/0/Price`. */
export function cellName({ name }: Pick<LabelField, 'name'>, row: number | string, column: string): string {
  return [name, String(row), column].map(escaped).join('/');
}
