/** Labels as requests have them (entity names, inclusive character indexes) and as they are stored (ids, exclusive end). */
import { tokenize } from '../../../engines/shared/text/tokens.ts';
import type { Token } from '../../../engines/shared/text/tokens.ts';
import { understandingFailure } from '../failures.ts';
import { MAX_QUERY_CHARACTERS, NONE_INTENT, isSameName } from '../model.ts';
import type { Entity, Example, Label, Schema } from '../model.ts';
import { childrenAt, findLabelPath, findPathByName, fullName, joinPartName, rolesAt } from '../schema/parts.ts';
import type { EntityPath } from '../schema/parts.ts';

export interface LabelInput {
  entityName: string;
  startCharIndex: number;
  endCharIndex: number;
  role?: string | null;
  children?: LabelInput[] | null;
}
export interface ExampleInput {
  text: string;
  intentName?: string | null;
  entityLabels?: LabelInput[] | null;
}

/** The label that contains another. */
interface ParentLabel {
  path: EntityPath;
  start: number;
  end: number;
}

/** Checks an example from a request against the version. */
export function parseExample({ text, intentName, entityLabels }: ExampleInput, schema: Schema): Omit<Example, 'id'> {
  if (text.trim() === '') throw understandingFailure('UtteranceInvalid', { details: 'it is empty.' });
  if (Array.from(text).length > MAX_QUERY_CHARACTERS) {
    throw understandingFailure('UtteranceInvalid', { details: `it has more than ${MAX_QUERY_CHARACTERS} characters.` });
  }
  const name = intentName || NONE_INTENT;
  const intent = schema.intents.find((one) => isSameName(one.name, name));
  if (!intent) throw understandingFailure('IntentUnknown', { name: name.slice(0, 100) });
  const labels = (entityLabels ?? []).map((label) => parseLabel(label, text, schema.entities));
  checkOverlap(labels, schema.entities);
  return { text, intentId: intent.id, labels };
}

function parseLabel(
  { entityName, startCharIndex, endCharIndex, role: roleName, children }: LabelInput,
  text: string,
  entities: readonly Entity[],
  parent?: ParentLabel,
): Label {
  const path = parent ? requirePart(parent.path, entityName) : requireEntityPath(entities, entityName);
  const invalid = (details: string): Error => understandingFailure('LabelInvalid', { entity: entityName.slice(0, 100), details });
  const [start, end] = [startCharIndex, endCharIndex + 1];
  if (start < 0 || end <= start || end > text.length) throw invalid('it is outside of the text.');
  if (text.slice(start, end).trim() === '') throw invalid('it covers no word.');
  if (parent && (start < parent.start || end > parent.end)) throw invalid('it is outside of the label that contains it.');
  const role = roleName ? rolesAt(path).find((one) => isSameName(one.name, roleName)) : undefined;
  if (roleName && !role) throw understandingFailure('RoleUnknown', { name: roleName.slice(0, 100), entity: fullName(path) });
  const parts = (children ?? []).map((child) => parseLabel(child, text, entities, { path, start, end }));
  parts.forEach((part, i) => {
    if (parts.slice(0, i).some((other) => isOverlapping(part, other))) throw invalid('parts of it overlap.');
  });
  const childId = path.parts.at(-1)?.id;
  return {
    entityId: path.entity.id,
    start,
    end,
    ...(childId !== undefined && { childId }),
    ...(role && { roleId: role.id }),
    ...(parts.length > 0 && { children: parts }),
  };
}

/** Finds an entity by its name, or a part of one as `Whole::Part`. */
function requireEntityPath(entities: readonly Entity[], name: string): EntityPath {
  const path = findPathByName(entities, name);
  if (!path) throw understandingFailure('EntityUnknown', { name: name.slice(0, 100) });
  return path;
}

/** Finds a part by its own name or its full name. */
function requirePart(whole: EntityPath, name: string): EntityPath {
  const part = childrenAt(whole).find((one) => isSameName(one.name, name) || isSameName(joinPartName(fullName(whole), one.name), name));
  if (!part || whole.entity.kind !== 'simple') {
    throw understandingFailure('EntityUnknown', { name: joinPartName(fullName(whole), name).slice(0, 200) });
  }
  return { entity: whole.entity, parts: [...whole.parts, part] };
}

function isOverlapping(a: Label, b: Label): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Labels of the same level must not overlap. Composites may contain other entities, and wholes their parts. */
function checkOverlap(labels: readonly Label[], entities: readonly Entity[]): void {
  const paths = labels.map((label) => findLabelPath(label, entities)!);
  const levels = paths.map(({ entity, parts }) => (entity.kind === 'composite' ? -1 : entity.kind === 'simple' ? parts.length : 0));
  labels.forEach((label, i) =>
    labels.slice(0, i).forEach((other, j) => {
      if (levels[i] !== levels[j] || !isOverlapping(label, other)) return;
      throw understandingFailure('LabelInvalid', { entity: fullName(paths[i]!), details: 'it overlaps with another label.' });
    }),
  );
}

/** Describes labels: nested, or in one list under their full names. `rangeOf` returns the position of a label. */
export function describeLabels(
  labels: readonly Label[],
  entities: readonly Entity[],
  rangeOf: (label: Label) => object,
  isNested: boolean,
  isChild = false,
): object[] {
  return labels.flatMap((label) => {
    const path = findLabelPath(label, entities);
    if (!path) return [];
    const role = rolesAt(path).find(({ id }) => id === label.roleId);
    const view = {
      entityName: isChild ? path.parts.at(-1)!.name : fullName(path),
      ...rangeOf(label),
      ...(role && { role: role.name, roleId: role.id }),
    };
    const children = describeLabels(label.children ?? [], entities, rangeOf, isNested, isNested);
    return isNested ? [{ ...view, children }] : [view, ...children];
  });
}

/** The position of a label in characters, both ends inclusive. */
export function characterRange({ start, end }: Label): Pick<LabelInput, 'startCharIndex' | 'endCharIndex'> {
  return { startCharIndex: start, endCharIndex: end - 1 };
}

/** A function that returns the position of a label in tokens. */
export function tokenRangeIn(tokens: readonly Token[]): (label: Label) => object {
  return ({ start, end }) => tokenRange(tokens, start, end);
}

/** The tokens of a text, and their lower-case texts as replies show them. */
export function tokenizeForReply(text: string, culture: string): { tokens: Token[]; tokenizedText: string[] } {
  const tokens = tokenize(text, culture);
  return { tokens, tokenizedText: tokens.map((token) => token.text.toLowerCase()) };
}

/** The tokens that a span of text covers, both ends inclusive. */
export function tokenRange(tokens: readonly Token[], start: number, end: number): { startTokenIndex: number; endTokenIndex: number } {
  let first = tokens.findIndex((token) => token.end > start);
  if (first < 0) first = Math.max(0, tokens.length - 1);
  let last = first;
  while (last + 1 < tokens.length && tokens[last + 1]!.start < end) last++;
  return { startTokenIndex: first, endTokenIndex: last };
}
