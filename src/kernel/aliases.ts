/**
 * The vendor's names. The interface uses neutral names; the vendor's clients send and expect others. This table
 * is the only place that knows both: paths are served under either name, fields are accepted under either
 * name, and a reply uses the names of the path that was called.
 */
import type { TSchema } from 'typebox';

export type PathNaming = 'neutral' | 'vendor';

/** Path segments, and actions after a colon: neutral name → vendor's name. */
const PATH_NAMES: Readonly<Record<string, string>> = {
  documentanalysis: 'documentintelligence',
  formanalysis: 'formrecognizer',
  ranking: 'personalizer',
  cloudaccounts: 'azureaccounts',
  migrateFromUnderstanding: 'migrateFromLuis',
};

/** Fields of bodies: neutral name → vendor's name. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  cloudSubscriptionId: 'azureSubscriptionId',
  understandingKey: 'luisKey',
  cloudBlobSource: 'azureBlobSource',
  cloudBlobFileListSource: 'azureBlobFileListSource',
};

/** Fields that have the vendor's name on every path, because clients know no other. */
export const VENDOR_FIELDS = { resourceId: 'azureResourceId', resourceIds: 'azureResourceIds' } as const;

/** The path in the vendor's names; `{parameters}` keep theirs. */
export function vendorPath(path: string): string {
  return path.replace(/\{\w+\}|[A-Za-z]+/g, (word) => (Object.hasOwn(PATH_NAMES, word) ? PATH_NAMES[word]! : word));
}

const NEUTRAL_PATH_NAMES = new Map(Object.entries(PATH_NAMES).map(([neutral, vendor]) => [vendor, neutral]));

/** The path in neutral names, whichever it uses. */
export function neutralPath(path: string): string {
  return path.replace(/[A-Za-z]+/g, (word) => NEUTRAL_PATH_NAMES.get(word) ?? word);
}

export function pathIn(naming: PathNaming, path: string): string {
  return naming === 'vendor' ? vendorPath(path) : path;
}

type Rename = (value: unknown) => unknown;

/** Renames the vendor's fields of a body to ours, where the schema has such a field; undefined when it has none. */
export function toNeutral(schema: TSchema): Rename | undefined {
  return renamer(schema, (ours, vendors) => [vendors, ours]);
}

/** Renames our fields of a body to the vendor's. */
export function toVendor(schema: TSchema): Rename | undefined {
  return renamer(schema, (ours, vendors) => [ours, vendors]);
}

const vendorSchemas = new WeakMap<TSchema, TSchema>();

/** The schema with the vendor's field names: always the same one, since what is compiled from it is kept by it. */
export function vendorSchema<T extends TSchema>(schema: T): T {
  const vendors = vendorSchemas.get(schema) ?? mapSchema(schema, (name) => (Object.hasOwn(FIELD_NAMES, name) ? FIELD_NAMES[name]! : name));
  vendorSchemas.set(schema, vendors);
  return vendors as T;
}

interface SchemaNode {
  properties?: Record<string, TSchema>;
  patternProperties?: Record<string, TSchema>;
  required?: string[];
  items?: TSchema;
  anyOf?: TSchema[];
  allOf?: TSchema[];
}

function renamer(schema: TSchema, direction: (ours: string, vendors: string) => [from: string, to: string]): Rename | undefined {
  const { properties, patternProperties, items, anyOf, allOf } = schema as SchemaNode;
  const steps: Rename[] = [];
  for (const part of [...(anyOf ?? []), ...(allOf ?? [])]) {
    const step = renamer(part, direction);
    if (step) steps.push(step);
  }
  if (items) {
    const each = renamer(items, direction);
    if (each) steps.push((value) => (Array.isArray(value) ? value.map(each) : value));
  }
  for (const property of Object.values(patternProperties ?? {})) {
    const each = renamer(property, direction);
    if (each) steps.push((value) => renameInMap(value, each));
  }
  for (const [name, property] of Object.entries(properties ?? {})) {
    const inner = renamer(property, direction);
    const vendors = Object.hasOwn(FIELD_NAMES, name) ? FIELD_NAMES[name] : undefined;
    if (vendors === undefined && !inner) continue;
    const [from, to] = vendors === undefined ? [name, name] : direction(name, vendors);
    steps.push((value) => renameField(value, from, to, inner));
  }
  return steps.length === 0 ? undefined : (value) => steps.reduce((current, step) => step(current), value);
}

function renameField(value: unknown, from: string, to: string, inner: Rename | undefined): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, from)) return value;
  const { [from]: field, ...rest } = value as Record<string, unknown>;
  return { ...rest, [to]: inner ? inner(field) : field };
}

/** The names of a map are the caller's own: only the fields of its values are renamed. */
function renameInMap(value: unknown, each: Rename): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, each(entry)]));
}

function mapSchema(schema: TSchema, rename: (name: string) => string): TSchema {
  const { properties, patternProperties, required, items, anyOf, allOf, ...rest } = schema as TSchema & SchemaNode;
  const map = (part: TSchema): TSchema => mapSchema(part, rename);
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [rename(name), map(property)])),
    }),
    ...(patternProperties && {
      patternProperties: Object.fromEntries(Object.entries(patternProperties).map(([pattern, part]) => [pattern, map(part)])),
    }),
    ...(required && { required: required.map(rename) }),
    ...(items && { items: map(items) }),
    ...(anyOf && { anyOf: anyOf.map(map) }),
    ...(allOf && { allOf: allOf.map(map) }),
  } as TSchema;
}
