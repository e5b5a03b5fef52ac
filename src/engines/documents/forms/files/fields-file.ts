/**
 * The fields of a custom model, from `fields.json`. Older files have neither `$schema` nor `definitions`. A dynamic table
 * is an array whose `itemType` names an object definition; a fixed table is an object whose members are its rows or
 * columns.
 */
import { entries, isAbsent, member, members, parseJson, readString, unexpectedValue } from './json-node.ts';
import type { JsonNode } from './json-node.ts';
import { FormsError } from '../problem.ts';

export const SCHEMA_TYPES = [
  'string',
  'date',
  'time',
  'phoneNumber',
  'number',
  'integer',
  'selectionMark',
  'countryRegion',
  'signature',
  'array',
  'object',
  'currency',
  'address',
  'boolean',
] as const;
export type SchemaType = (typeof SCHEMA_TYPES)[number];

/** A field of the interface's `fieldSchema`. */
export interface FieldSchema {
  type: SchemaType;
  /** As given, such as `dmy`; absent if not specified. */
  format?: string;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
}

export type Schema = Record<string, FieldSchema>;

const TYPES = new Map<string, SchemaType>(SCHEMA_TYPES.map((type) => [type.toLowerCase(), type]));

export const MAX_FIELDS = 500;
const MAX_NAME_LENGTH = 256;
export const MAX_DEPTH = 4;
const UNSPECIFIED = 'not-specified';

/** Throws `FormsError`. */
export function readFieldsFile(source: Uint8Array | string | object): Schema {
  const root = parseJson(source, 'fields.json');
  const definitions = new Map(members(member(root, 'definitions'), MAX_FIELDS));
  const list = member(root, 'fields');
  if (!Array.isArray(list.value)) throw unexpectedValue(list, 'an array of fields');
  const budget = { left: MAX_FIELDS };
  return readList(list, definitions, 1, budget);
}

function readList(list: JsonNode, definitions: ReadonlyMap<string, JsonNode>, depth: number, budget: { left: number }): Schema {
  const schema: Schema = Object.create(null) as Schema;
  for (const entry of entries(list, MAX_FIELDS)) {
    const key = member(entry, 'fieldKey');
    const name = readString(key, MAX_NAME_LENGTH);
    if (name.trim() === '') throw unexpectedValue(key, 'a name');
    if (name in schema) throw new FormsError('malformed', key.path, `duplicate field ${JSON.stringify(name)}`);
    if (budget.left-- === 0) throw new FormsError('tooLarge', entry.path, `more than ${MAX_FIELDS} fields in total`);
    schema[name] = readField(entry, definitions, depth, budget);
  }
  return schema;
}

function readField(node: JsonNode, definitions: ReadonlyMap<string, JsonNode>, depth: number, budget: { left: number }): FieldSchema {
  if (depth > MAX_DEPTH) throw new FormsError('tooLarge', node.path, `fields are nested more than ${MAX_DEPTH} levels deep`);
  const kind = member(node, 'fieldType');
  const type = isAbsent(kind) ? 'string' : TYPES.get(readString(kind, MAX_NAME_LENGTH).toLowerCase());
  if (type === undefined) throw unexpectedValue(kind, `a field type (${[...TYPES.values()].join(', ')})`);
  const format = member(node, 'fieldFormat');
  const field: FieldSchema = { type };
  if (!isAbsent(format)) {
    const given = readString(format, MAX_NAME_LENGTH);
    if (given !== UNSPECIFIED && given !== '') field.format = given;
  }
  if (type !== 'array' && type !== 'object') return field;
  const itemType = member(node, 'itemType');
  const own = member(node, 'fields');
  if (type === 'object')
    return {
      ...field,
      properties:
        Array.isArray(own.value) && own.value.length > 0
          ? readList(own, definitions, depth + 1, budget)
          : (resolveItemType(itemType, definitions, depth, budget).properties ?? {}),
    };
  if (Array.isArray(own.value) && own.value.length > 0)
    return { ...field, items: { type: 'object', properties: readList(own, definitions, depth + 1, budget) } };
  return { ...field, items: resolveItemType(itemType, definitions, depth, budget) };
}

/** Resolves `itemType`: a definition or a plain type. */
function resolveItemType(
  itemType: JsonNode,
  definitions: ReadonlyMap<string, JsonNode>,
  depth: number,
  budget: { left: number },
): FieldSchema {
  if (isAbsent(itemType)) return { type: 'object', properties: {} };
  const name = readString(itemType, MAX_NAME_LENGTH);
  const definition = definitions.get(name);
  if (definition !== undefined) return readField(definition, definitions, depth + 1, budget);
  const plain = TYPES.get(name.toLowerCase());
  if (plain === undefined || plain === 'array' || plain === 'object')
    throw unexpectedValue(itemType, 'the name of a definition or a simple type');
  return { type: plain };
}
