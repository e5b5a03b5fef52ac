/** A JSON schema as nested lists of fields: name, type, rules, description. */
import { escapeHtml as text } from './html.ts';
import type { Schema } from './table.ts';

/** The parts of a schema that the operations use. */
interface SchemaNode {
  description?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  patternProperties?: Record<string, SchemaNode>;
  required?: string[];
  anyOf?: SchemaNode[];
  allOf?: SchemaNode[];
}

/** Sentences about fields: `area.name`, or `name` where it means the same everywhere. */
export type Descriptions = Readonly<Record<string, string>>;

export interface FieldContext {
  area: string;
  descriptions: Descriptions;
}

/** Parameters of a path or a query. */
export function parameterList(schema: Schema | undefined, names: readonly string[] | undefined, context: FieldContext): string {
  const node = (schema ?? {}) as SchemaNode;
  const shown = names ?? Object.keys(node.properties ?? {});
  const rows = shown.map((name) =>
    fieldRow(name, node.properties?.[name] ?? { type: 'string' }, names !== undefined || (node.required?.includes(name) ?? false), context),
  );
  return rows.length === 0 ? '' : `<ul class="fields">${rows.join('')}</ul>`;
}

/** The body of a request or a reply. */
export function bodyView(schema: Schema, context: FieldContext): string {
  const node = schema as SchemaNode;
  const inner = nested(node, context, true);
  const type = typeName(node);
  if (inner === '') return `<p class="body-type"><span class="type">${text(type)}</span>${ruleList(node, false)}</p>`;
  return `${type === 'object' ? '' : `<p class="body-type"><span class="type">${text(type)}</span></p>`}${inner}`;
}

function fieldRow(name: string, field: SchemaNode, isRequired: boolean, context: FieldContext): string {
  const description = field.description ?? context.descriptions[`${context.area}.${name}`] ?? context.descriptions[name];
  return `<li><div class="field"><code class="name">${text(name)}</code> <span class="type">${text(typeName(field))}</span>${ruleList(field, isRequired)}</div>${
    description === undefined ? '' : `<p>${text(description)}</p>`
  }${nested(field, context, false)}</li>`;
}

/** The fields inside a type, folded unless it is the body itself. */
function nested(node: SchemaNode, context: FieldContext, isOpen: boolean): string {
  const inner = innerOf(node);
  const options = inner.anyOf?.filter((option) => innerOf(option).properties !== undefined) ?? [];
  const parts = [...(inner.properties ? [inner] : []), ...(inner.allOf?.filter(({ properties }) => properties) ?? [])];
  const lists = [
    ...parts.map((part) => fieldsOf(part, context)),
    ...options.map(
      (option, i) => `${options.length > 1 ? `<p class="option">Option ${i + 1}</p>` : ''}${fieldsOf(innerOf(option), context)}`,
    ),
  ].filter(Boolean);
  if (lists.length === 0) return '';
  if (isOpen) return lists.join('');
  const count = [...parts, ...options.map(innerOf)].reduce((sum, part) => sum + Object.keys(part.properties ?? {}).length, 0);
  return `<details><summary>${count} field${count === 1 ? '' : 's'}</summary>${lists.join('')}</details>`;
}

function fieldsOf({ properties = {}, required = [] }: SchemaNode, context: FieldContext): string {
  const rows = Object.entries(properties).map(([name, field]) => fieldRow(name, field, required.includes(name), context));
  return rows.length === 0 ? '' : `<ul class="fields">${rows.join('')}</ul>`;
}

/** What arrays and maps consist of. */
function innerOf(node: SchemaNode): SchemaNode {
  if (node.items) return innerOf(node.items);
  const value = Object.values(node.patternProperties ?? {})[0];
  return value ? innerOf(value) : node;
}

function typeName(node: SchemaNode): string {
  if (node.format === 'binary') return 'file';
  if (node.items) return `array of ${plural(typeName(node.items))}`;
  const value = Object.values(node.patternProperties ?? {})[0];
  if (value) return `map of ${plural(typeName(value))}`;
  if (node.anyOf) return [...new Set(node.anyOf.map(typeName))].join(' or ');
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.type !== undefined) return node.format === undefined ? node.type : `${node.type} (${node.format})`;
  if (node.enum) return [...new Set(node.enum.map((one) => typeof one))].join(' or ');
  return node.properties ? 'object' : 'any';
}

function plural(type: string): string {
  return /^(string|integer|number|boolean|object|file)$/.test(type) ? `${type}s` : type;
}

function ruleList(node: SchemaNode, isRequired: boolean): string {
  const required = isRequired && node.default === undefined ? '<span class="required">required</span>' : '';
  const rules = rulesOf(node).map((rule) => `<span class="rule">${rule}</span>`);
  return `${required === '' ? '' : ` ${required}`}${rules.length === 0 ? '' : ` ${rules.join(' ')}`}`;
}

function rulesOf(node: SchemaNode): string[] {
  const constants = node.anyOf?.map((option) => option.const) ?? [];
  const values = node.enum ?? (constants.length > 0 && !constants.includes(undefined) ? constants : undefined);
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = node;
  return [
    node.default === undefined ? '' : `default <code>${text(JSON.stringify(node.default))}</code>`,
    values ? `one of ${values.map((value) => `<code>${text(String(value))}</code>`).join(', ')}` : '',
    node.items?.enum ? `of ${node.items.enum.map((value) => `<code>${text(String(value))}</code>`).join(', ')}` : '',
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    node.pattern === undefined ? '' : `matches <code>${text(node.pattern)}</code>`,
  ].filter(Boolean);
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const number = (value: number): string => value.toLocaleString('en');
  if (min === undefined && max === undefined) return '';
  if (min === undefined) return `at most ${number(max!)}${unit}`;
  if (max === undefined) return `at least ${number(min)}${unit}`;
  return min === max ? `${number(min)}${unit}` : `${number(min)} to ${number(max)}${unit}`;
}
