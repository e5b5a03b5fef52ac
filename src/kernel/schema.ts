/**
 * Builders of the JSON schemas that operations are described with. Their types are TypeBox's, so that a schema is also
 * the type of what it describes. TypeBox itself stays out of the running server: its 370 modules take a fifth of a
 * second to load, and at run time a schema is plain JSON.
 */
import type { Type as TypeBox } from 'typebox';

type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>;
type Schema = Record<string, unknown>;

/** Marks a property that may be absent; not part of the schema's JSON. */
const OPTIONAL = '~optional';

const optional = (schema: Schema): Schema => Object.defineProperty({ ...schema }, OPTIONAL, { value: true });

function object(properties: Record<string, Schema>, options: Schema = {}): Schema {
  const required = Object.keys(properties).filter((name) => !(OPTIONAL in properties[name]!));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

const builders = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly unknown[], options?: Schema) => ({ enum: [...values], ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: string | number | boolean, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: object,
  Optional: optional,
  Partial: ({ properties }: { properties: Record<string, Schema> }, options?: Schema) =>
    object(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, optional(schema)])), options),
  Record: (_key: Schema, value: Schema, options?: Schema) => ({ type: 'object', patternProperties: { '^.*$': value }, ...options }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Unsafe: (schema: Schema) => schema,
};

export const Type = builders as unknown as Builders;
