/**
 * The shape of JSON values, and how two shapes differ. The values of one place, such as all answers of an operation, make one shape:
 * which types occur, which members objects have and in how many of them, what strings look like. Items of an array share one place,
 * so a difference is reported once, whatever the number of items.
 */
export interface Shape {
  /** Values by type. */
  types: Map<JsonType, number>;
  members: Map<string, Shape>;
  items: Shape | undefined;
  /** Formats of strings that are times; `text` for all others. */
  formats: Set<StringFormat>;
  /** Distinct scalars, as JSON; no more than MAX_VALUES. */
  values: Set<string>;
}
type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';
type StringFormat = 'time' | 'time with a fraction' | 'time without a zone' | 'date' | 'text';

export type DifferenceKind = 'missing' | 'never present' | 'extra' | 'type' | 'format' | 'spelling' | 'value';
export interface ShapeDifference {
  kind: DifferenceKind;
  path: string;
  detail: string;
}

export interface ShapeOptions {
  /** Objects whose member names are data: all their members are one place, `path.*`. */
  isMap?(path: string, group: string): boolean;
  /** Members that come and go with the content: not compared for presence. */
  isOptional?(path: string, group: string): boolean;
  /** Values that the interface fixes: both sides must have the same ones. */
  isFixed?(path: string, group: string): boolean;
  /** Free text, whose spelling is not compared. */
  isText?(path: string, group: string): boolean;
  /** The name of the answers that are compared together. */
  group?: string;
  /** The same input was sent: members that the recording has in some places must occur here too. */
  isSameInput?: boolean;
}

const MAX_VALUES = 500;
const FORMATS: readonly [StringFormat, RegExp][] = [
  ['time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/],
  ['time with a fraction', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(?:Z|[+-]\d\d:\d\d)$/],
  ['time without a zone', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
];

export function shapeOf(values: readonly unknown[], options: ShapeOptions = {}, path = ''): Shape {
  const shape: Shape = { types: new Map(), members: new Map(), items: undefined, formats: new Set(), values: new Set() };
  const items: unknown[] = [];
  const members = new Map<string, unknown[]>();
  for (const value of values) {
    const type = typeOf(value);
    shape.types.set(type, (shape.types.get(type) ?? 0) + 1);
    if (Array.isArray(value)) items.push(...(value as unknown[]));
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        const place = options.isMap?.(path, options.group ?? '') ? '*' : name;
        members.set(place, [...(members.get(place) ?? []), inner]);
      }
    } else {
      if (typeof value === 'string') shape.formats.add(formatOf(value));
      if (shape.values.size < MAX_VALUES) shape.values.add(JSON.stringify(value));
    }
  }
  if (items.length > 0) shape.items = shapeOf(items, options, `${path}[]`);
  for (const [name, inner] of members) shape.members.set(name, shapeOf(inner, options, join(path, name)));
  return shape;
}

/** What differs in `ours` from `recorded`. Places that one of them never reaches are not compared. */
export function compareShapes(recorded: Shape, ours: Shape, options: ShapeOptions = {}, path = ''): ShapeDifference[] {
  const differences: ShapeDifference[] = [];
  const add = (kind: DifferenceKind, at: string, detail: string): void => void differences.push({ kind, path: at, detail });
  if (recorded.types.size === 0 || ours.types.size === 0) return [];
  const newTypes = [...ours.types.keys()].filter((type) => !recorded.types.has(type));
  if (newTypes.length > 0) add('type', path, `${[...recorded.types.keys()].join(' or ')}, ours ${newTypes.join(' or ')}`);
  const { group = '' } = options;
  const comparison = options.isFixed?.(path, group) ? 'fixed' : options.isText?.(path, group) ? 'text' : 'words';
  compareStrings(recorded, ours, comparison, (kind, detail) => add(kind, path, detail));
  if (recorded.items && ours.items) differences.push(...compareShapes(recorded.items, ours.items, options, `${path}[]`));
  const [theirObjects, ourObjects] = [recorded.types.get('object') ?? 0, ours.types.get('object') ?? 0];
  if (theirObjects === 0 || ourObjects === 0) return differences;
  for (const name of new Set([...recorded.members.keys(), ...ours.members.keys()])) {
    const at = join(path, name);
    const [theirs, own] = [recorded.members.get(name), ours.members.get(name)];
    if (name !== '*' && !options.isOptional?.(at, group)) {
      const [theirCount, ownCount] = [countOf(theirs), countOf(own)];
      if (theirCount === theirObjects && ownCount < ourObjects) add('missing', at, `in ${ourObjects - ownCount} of ${ourObjects}`);
      else if (theirCount === 0) add('extra', at, `in ${ownCount} of ${ourObjects}`);
      else if (ownCount === 0 && options.isSameInput) add('never present', at, `recorded in ${theirCount} of ${theirObjects}`);
    }
    if (theirs && own) differences.push(...compareShapes(theirs, own, options, at));
  }
  return differences;
}

function compareStrings(
  recorded: Shape,
  ours: Shape,
  comparison: 'fixed' | 'text' | 'words',
  add: (kind: DifferenceKind, detail: string) => void,
): void {
  if (!recorded.formats.has('text')) {
    const formats = [...ours.formats].filter((format) => !recorded.formats.has(format));
    if (recorded.formats.size > 0 && formats.length > 0)
      add('format', `${[...recorded.formats].join(' or ')}, ours ${formats.join(' or ')}`);
  }
  const unknown = [...ours.values].filter((value) => !recorded.values.has(value));
  if (comparison === 'text') return;
  if (comparison === 'fixed') {
    const absent = [...recorded.values].filter((value) => !ours.values.has(value));
    if (unknown.length > 0 || absent.length > 0) add('value', `${absent.join(', ') || 'nothing'}, ours ${unknown.join(', ') || 'nothing'}`);
    return;
  }
  const spellings = new Map(
    [...recorded.values].filter((value) => /^"[A-Za-z]+"$/.test(value)).map((value) => [value.toLowerCase(), value]),
  );
  const misspelled = unknown.filter((value) => spellings.has(value.toLowerCase()));
  if (misspelled.length > 0) add('spelling', misspelled.map((value) => `${spellings.get(value.toLowerCase())!}, ours ${value}`).join('; '));
}

const countOf = (shape: Shape | undefined): number => [...(shape?.types.values() ?? [])].reduce((sum, count) => sum + count, 0);
const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function typeOf(value: unknown): JsonType {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : (typeof value as JsonType);
}

function formatOf(text: string): StringFormat {
  return FORMATS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}
