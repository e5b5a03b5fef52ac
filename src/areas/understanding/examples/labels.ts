/** Labels as callers give them, by the names of entities and by characters with both ends included, and as they are kept. */
import { tokenize } from '../../../engines/text/tokens.ts';
import type { Token } from '../../../engines/text/tokens.ts';
import { understandingFailure } from '../failures.ts';
import { MAX_QUERY_CHARACTERS, NONE_INTENT, isSameName } from '../model.ts';
import type { Entity, Example, Label, Schema } from '../model.ts';
import { findLabelPath, joinPartName, childrenAt, fullName, findPathByName, rolesAt } from '../schema/parts.ts';
import type { EntityPath } from '../schema/parts.ts';

export interface LabelInput { entityName: string; startCharIndex: number; endCharIndex: number; role?: string | null; children?: LabelInput[] | null }
export interface ExampleInput { text: string; intentName?: string | null; entityLabels?: LabelInput[] | null }

/** An utterance with its labels checked against the version; throws what is wrong with it. */
export function parseExample({ text, intentName, entityLabels }: ExampleInput, schema: Schema): Omit<Example, 'id'> {
  if (text.trim() === '') throw understandingFailure('UtteranceInvalid', { details: 'it is empty.' });
  if (Array.from(text).length > MAX_QUERY_CHARACTERS) throw understandingFailure('UtteranceInvalid', { details: `it has more than ${MAX_QUERY_CHARACTERS} characters.` });
  const name = intentName || NONE_INTENT;
  const intent = schema.intents.find((one) => isSameName(one.name, name));
  if (!intent) throw understandingFailure('IntentUnknown', { name: name.slice(0, 100) });
  const labels = (entityLabels ?? []).map((label) => parseLabel(label, text, schema));
  checkOverlap(labels, schema);
  return { text, intentId: intent.id, labels };
}

function parseLabel({ entityName, startCharIndex, endCharIndex, role, children }: LabelInput, text: string, { entities }: Pick<Schema, 'entities'>, within?: Within): Label {
  const place = within ? partNamed(within.place, entityName) : entityNamed(entities, entityName);
  const { entity, parts: way } = place;
  const invalid = (details: string): Error => understandingFailure('LabelInvalid', { entity: entityName.slice(0, 100), details });
  const [start, end] = [startCharIndex, endCharIndex + 1];
  if (start < 0 || end <= start || end > text.length) throw invalid('it lies outside of the text.');
  if (text.slice(start, end).trim() === '') throw invalid('it covers no word.');
  if (within && (start < within.start || end > within.end)) throw invalid('it lies outside of the label it is a part of.');
  const known = role ? rolesAt(place).find((one) => isSameName(one.name, role)) : undefined;
  if (role && !known) throw understandingFailure('RoleUnknown', { name: role.slice(0, 100), entity: fullName(place) });
  const parts = (children ?? []).map((child) => parseLabel(child, text, { entities }, { place, start, end }));
  parts.forEach((part, i) => {
    if (parts.slice(0, i).some((other) => part.start < other.end && other.start < part.end)) throw invalid('parts of it overlap with one another.');
  });
  const childId = way.at(-1)?.id;
  return { entityId: entity.id, start, end, ...childId !== undefined && { childId }, ...known && { roleId: known.id }, ...parts.length > 0 && { children: parts } };
}

/** The label in which another lies. */
interface Within { place: EntityPath; start: number; end: number }

/** An entity by its name, or a part of one as `Whole::Part`. */
function entityNamed(entities: readonly Entity[], name: string): EntityPath {
  const place = findPathByName(entities, name);
  if (!place) throw understandingFailure('EntityUnknown', { name: name.slice(0, 100) });
  return place;
}

/** A part by its own name, or by its full one. */
function partNamed(whole: EntityPath, name: string): EntityPath {
  const part = childrenAt(whole).find((one) => isSameName(one.name, name) || isSameName(joinPartName(fullName(whole), one.name), name));
  if (!part || whole.entity.kind !== 'simple') throw understandingFailure('EntityUnknown', { name: joinPartName(fullName(whole), name).slice(0, 200) });
  return { entity: whole.entity, parts: [...whole.parts, part] };
}

/** Composites lie over the entities they are made of, parts within their wholes; labels of one level do not overlap. */
function checkOverlap(labels: readonly Label[], { entities }: Schema): void {
  const places = labels.map((label) => findLabelPath(label, entities)!);
  const level = (i: number): number => places[i]!.entity.kind === 'composite' ? -1 : places[i]!.entity.kind === 'simple' ? places[i]!.parts.length : 0;
  labels.forEach((a, i) => labels.slice(0, i).forEach((b, j) => {
    if (level(i) === level(j) && a.start < b.end && b.start < a.end) throw understandingFailure('LabelInvalid', { entity: fullName(places[i]!), details: 'it overlaps with another label.' });
  }));
}

/** Labels as they are shown: parts within their wholes, or all in one list under their full names; `placed` says where one lies. */
export function describeLabels(labels: readonly Label[], entities: readonly Entity[], placed: (label: Label) => object, nested: boolean, isWithin = false): object[] {
  return labels.flatMap((label) => {
    const place = findLabelPath(label, entities);
    if (!place) return [];
    const role = rolesAt(place).find(({ id }) => id === label.roleId);
    const shown = { entityName: isWithin ? place.parts.at(-1)!.name : fullName(place), ...placed(label), ...role && { role: role.name, roleId: role.id } };
    const children = describeLabels(label.children ?? [], entities, placed, nested, nested);
    return nested ? [{ ...shown, children }] : [shown, ...children];
  });
}

/** Where a label lies by characters, both ends included: as callers give them. */
export function characterRange({ start, end }: Label): Pick<LabelInput, 'startCharIndex' | 'endCharIndex'> {
  return { startCharIndex: start, endCharIndex: end - 1 };
}

/** Where a label lies by the tokens of its text. */
export function tokenRangeIn(tokens: readonly Token[]): (label: Label) => object {
  return ({ start, end }) => tokenRange(tokens, start, end);
}

/** Tokens as answers show them: lower case. */
export function tokenizeForReply(text: string, culture: string): { tokens: Token[]; shown: string[] } {
  const tokens = tokenize(text, culture);
  return { tokens, shown: tokens.map((token) => token.text.toLowerCase()) };
}

/** The tokens that a stretch of text covers, both ends included. */
export function tokenRange(tokens: readonly Token[], start: number, end: number): { startTokenIndex: number; endTokenIndex: number } {
  let first = tokens.findIndex((token) => token.end > start);
  if (first < 0) first = Math.max(0, tokens.length - 1);
  let last = first;
  while (last + 1 < tokens.length && tokens[last + 1]!.start < end) last++;
  return { startTokenIndex: first, endTokenIndex: last };
}
