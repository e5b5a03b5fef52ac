/**
 * The fields that a custom model finds, as `fields.json` names them, and in the words of the interface.
 *
 * Older files have neither `$schema` nor `definitions`. A dynamic table is an array whose `itemType` names an object
 * among the definitions; a fixed table is an object whose members are its rows, or its columns, in the same way.
 */
import { entries, isAbsent, member, members, parsed, text, wrong } from './json-node.ts';
import type { Node } from './json-node.ts';
import { FormsProblem } from '../problem.ts';

export type SchemaType = 'string' | 'date' | 'time' | 'phoneNumber' | 'number' | 'integer' | 'selectionMark' | 'countryRegion' | 'signature' | 'array' | 'object' | 'currency' | 'address' | 'boolean';

/** One field in the interface's `fieldSchema`. */
export interface FieldSchema {
  type: SchemaType;
  /** Kept as given, such as `dmy`; absent where nothing was said. */
  format?: string;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
}

export type Schema = Record<string, FieldSchema>;

export const SCHEMA_TYPES: readonly SchemaType[] = [
  'string', 'date', 'time', 'phoneNumber', 'number', 'integer', 'selectionMark', 'countryRegion', 'signature', 'array', 'object', 'currency', 'address', 'boolean',
];
const TYPES = new Map(SCHEMA_TYPES.map((type) => [type.toLowerCase(), type]));

export const MOST_FIELDS = 500;
const LONGEST_NAME = 256;
export const DEEPEST = 4;
const UNSPECIFIED = 'not-specified';

/** Throws `FormsProblem`. */
export function readFieldsFile(source: Uint8Array | string | object): Schema {
  const root = parsed(source, 'fields.json');
  const definitions = new Map(members(member(root, 'definitions'), MOST_FIELDS));
  const list = member(root, 'fields');
  if (!Array.isArray(list.value)) throw wrong(list, 'a list of fields');
  const budget = { left: MOST_FIELDS };
  return readList(list, definitions, 1, budget);
}

function readList(list: Node, definitions: ReadonlyMap<string, Node>, depth: number, budget: { left: number }): Schema {
  const schema: Schema = Object.create(null) as Schema;
  for (const entry of entries(list, MOST_FIELDS)) {
    const key = member(entry, 'fieldKey');
    const name = text(key, LONGEST_NAME);
    if (name.trim() === '') throw wrong(key, 'a name');
    if (name in schema) throw new FormsProblem('malformed', key.path, `the field ${JSON.stringify(name)} is named twice`);
    if (budget.left-- === 0) throw new FormsProblem('tooLarge', entry.path, `more than ${MOST_FIELDS} fields in all`);
    schema[name] = readField(entry, definitions, depth, budget);
  }
  return schema;
}

function readField(node: Node, definitions: ReadonlyMap<string, Node>, depth: number, budget: { left: number }): FieldSchema {
  if (depth > DEEPEST) throw new FormsProblem('tooLarge', node.path, `fields within fields go deeper than ${DEEPEST}`);
  const kind = member(node, 'fieldType');
  const type = isAbsent(kind) ? 'string' : TYPES.get(text(kind, LONGEST_NAME).toLowerCase());
  if (type === undefined) throw wrong(kind, `a type of field (${[...TYPES.values()].join(', ')})`);
  const format = member(node, 'fieldFormat');
  const field: FieldSchema = { type };
  if (!isAbsent(format)) {
    const given = text(format, LONGEST_NAME);
    if (given !== UNSPECIFIED && given !== '') field.format = given;
  }
  if (type !== 'array' && type !== 'object') return field;
  const itemType = member(node, 'itemType');
  const own = member(node, 'fields');
  if (type === 'object') return { ...field, properties: Array.isArray(own.value) && own.value.length > 0 ? readList(own, definitions, depth + 1, budget) : partsOf(itemType, definitions, depth, budget).properties ?? {} };
  if (Array.isArray(own.value) && own.value.length > 0) return { ...field, items: { type: 'object', properties: readList(own, definitions, depth + 1, budget) } };
  return { ...field, items: partsOf(itemType, definitions, depth, budget) };
}

/** What `itemType` names: a definition, or a plain type. */
function partsOf(itemType: Node, definitions: ReadonlyMap<string, Node>, depth: number, budget: { left: number }): FieldSchema {
  if (isAbsent(itemType)) return { type: 'object', properties: {} };
  const name = text(itemType, LONGEST_NAME);
  const definition = definitions.get(name);
  if (definition !== undefined) return readField(definition, definitions, depth + 1, budget);
  const plain = TYPES.get(name.toLowerCase());
  if (plain === undefined || plain === 'array' || plain === 'object') throw wrong(itemType, 'the name of a definition or a plain type');
  return { type: plain };
}
