/** Files of a training set: names, `fields.json`, and files dropped on it. */
import { t } from '../../i18n/messages.ts';
import { escaped } from './result.ts';

export const PLAIN_TYPES = [
  'string',
  'number',
  'integer',
  'date',
  'time',
  'currency',
  'address',
  'phoneNumber',
  'countryRegion',
  'selectionMark',
  'signature',
  'boolean',
] as const;

const TYPE_TITLES: Readonly<Record<string, string>> = {
  string: t('Text'),
  number: t('Number'),
  integer: t('Whole number'),
  date: t('Date'),
  time: t('Time'),
  currency: t('Amount of money'),
  address: t('Address'),
  phoneNumber: t('Phone number'),
  countryRegion: t('Country or region'),
  selectionMark: t('Check box'),
  signature: t('Signature'),
  boolean: t('Yes or no'),
  array: t('Table (variable rows)'),
  object: t('Table (named rows)'),
};

/** The type of a field as people say it. */
export function typeTitle(type: string): string {
  return TYPE_TITLES[type] ?? type;
}

export interface PlainField {
  name: string;
  type: string;
  format: string;
}
export interface LabelField extends PlainField {
  /** Of a table. */
  columns?: PlainField[];
  /** Of a table with named rows. */
  rows?: string[];
  /** A list or an object of plain values, as it is stored: its only column has no name. */
  stored?: StoredField;
}

interface StoredField {
  fieldKey: string;
  fieldType?: string;
  fieldFormat?: string;
  itemType?: string | null;
  fields?: StoredField[] | null;
}
export interface FieldsFile {
  fields?: StoredField[];
  definitions?: Record<string, StoredField>;
}

const ANY_FORMAT = 'not-specified';

const toPlainType = ({ fieldKey, fieldType = 'string', fieldFormat = ANY_FORMAT }: StoredField): PlainField => ({
  name: fieldKey,
  type: fieldType,
  format: fieldFormat,
});

export function readFields({ fields = [], definitions = {} }: FieldsFile): LabelField[] {
  const partsOf = ({ itemType, fields: own }: StoredField): PlainField[] =>
    (own?.length ? own : (definitions[itemType ?? '']?.fields ?? [])).map(toPlainType);
  return fields.map((field) => {
    const { fieldType = 'string', fields: own, itemType } = field;
    if (fieldType !== 'array' && fieldType !== 'object') return toPlainType(field);
    const rows = fieldType === 'object' ? (own ?? []) : undefined;
    const columns = partsOf(rows ? (rows[0] ?? { fieldKey: '' }) : field);
    const table = { ...toPlainType(field), ...(rows && { rows: rows.map(({ fieldKey }) => fieldKey) }) };
    return columns.length > 0 ? { ...table, columns } : { ...table, columns: [toStoredField('', itemType ?? 'string')], stored: field };
  });
}

export function writeFields(fields: readonly LabelField[]): FieldsFile {
  const definitions: Record<string, StoredField> = {};
  const written = ({ name, type, format }: PlainField): StoredField => ({
    fieldKey: name,
    fieldType: type,
    fieldFormat: format,
    itemType: null,
    fields: null,
  });
  return {
    fields: fields.map((field) => {
      if (field.stored) return { ...field.stored, fieldKey: field.name };
      if (!field.columns) return written(field);
      const itemType = `${field.name}_object`;
      definitions[itemType] = { ...written({ name: itemType, type: 'object', format: ANY_FORMAT }), fields: field.columns.map(written) };
      return field.rows
        ? {
            ...written(field),
            fields: field.rows.map((name) => ({ ...written({ name, type: 'object', format: ANY_FORMAT }), itemType })),
          }
        : { ...written(field), itemType };
    }),
    definitions,
  };
}

export function toStoredField(name: string, type: string): PlainField {
  return { name, type, format: ANY_FORMAT };
}

/** The label of a cell: `Items/0/Price`; `Items/0` where the column has no name. */
export function cellName({ name }: Pick<LabelField, 'name'>, row: number | string, column: string): string {
  return [name, String(row), ...(column === '' ? [] : [column])].map(escaped).join('/');
}

/** File names in a training set: `X.pdf` has `X.pdf.labels.json` and `X.pdf.ocr.json` beside it; `fields.json` belongs to the set. */
export const LABELS = '.labels.json';
export const LAYOUT = '.ocr.json';
export const FIELDS = 'fields.json';

/** Whether fields or labels of a set were saved after a model was built from it. */
export function isChangedSince(
  { files }: { files: readonly { name: string; lastUpdatedDateTime: string }[] },
  { createdDateTime }: { createdDateTime: string },
): boolean {
  return files.some(({ name, lastUpdatedDateTime }) => (name === FIELDS || name.endsWith(LABELS)) && lastUpdatedDateTime > createdDateTime);
}

/** Suffixes of documents and of files beside them. */
export const FORM_SUFFIXES = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.bmp,.heif,.heic,.docx,.xlsx,.pptx,.html,.htm,.json';

const DOCUMENT = /\.(?:pdf|png|jpe?g|tiff?|bmp|heif|heic|docx|xlsx|pptx|html?)$/i;

interface NamedFile {
  name: string;
  size: number;
}

export interface DroppedFiles<F> {
  forms: F[];
  /** `fields.json`, labels and layouts. */
  beside: F[];
  refused: string[];
}

/** Why a file is not uploaded. */
export const emptyProblem = ({ name, size }: NamedFile): string | undefined => (size === 0 ? t('{name} is empty.', { name }) : undefined);

export function sortDropped<F extends NamedFile>(files: readonly F[]): DroppedFiles<F> {
  const dropped: DroppedFiles<F> = { forms: [], beside: [], refused: [] };
  for (const file of files) {
    const { name } = file;
    const empty = emptyProblem(file);
    if (empty !== undefined) dropped.refused.push(empty);
    else if (DOCUMENT.test(name)) dropped.forms.push(file);
    else if (name === FIELDS || [LABELS, LAYOUT].some((end) => name.endsWith(end) && DOCUMENT.test(name.slice(0, -end.length))))
      dropped.beside.push(file);
    else dropped.refused.push(t('{name} is not a supported document or labeling file.', { name }));
  }
  return dropped;
}

/** Files to delete when forms are replaced: old labels and layouts, unless new ones were dropped with them. */
export function replacedFiles(replaced: readonly NamedFile[], existing: ReadonlySet<string>, sent: readonly NamedFile[]): string[] {
  const names = new Set(sent.map(({ name }) => name));
  return replaced.flatMap(({ name }) => [name + LABELS, name + LAYOUT]).filter((name) => existing.has(name) && !names.has(name));
}

/** Validation of model, classifier and training set names. */
const PATTERN = /^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$/;

/** What is wrong with a name; nothing while it is empty. */
export function nameProblem(name: string): string | undefined {
  if (name === '' || (PATTERN.test(name) && !name.startsWith('prebuilt-'))) return undefined;
  return name.startsWith('prebuilt-')
    ? t('Names that start with prebuilt- are reserved.')
    : t('Use 2 to 64 letters, digits, dots, dashes, underscores and tildes, starting with a letter or digit.');
}

export const isName = (name: string): boolean => name !== '' && nameProblem(name) === undefined;
