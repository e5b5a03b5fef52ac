/** Labels as callers give them, by the names of entities and by characters with both ends included, and as they are kept. */
import { tokenize } from '../../../engines/text/tokens.ts';
import type { Token } from '../../../engines/text/tokens.ts';
import { understandingFailure } from '../failures.ts';
import { MOST_QUERY_CHARACTERS, NONE, sameName } from '../model.ts';
import type { Entity, Example, Label, Schema } from '../model.ts';
import { labelledPlace, partName, partsWithin, placeName, placeNamed, rolesOf } from '../schema/parts.ts';
import type { PartPlace } from '../schema/parts.ts';

export interface GivenLabel { entityName: string; startCharIndex: number; endCharIndex: number; role?: string | null; children?: GivenLabel[] | null }
export interface GivenExample { text: string; intentName?: string | null; entityLabels?: GivenLabel[] | null }

/** An utterance with its labels checked against the version; throws what is wrong with it. */
export function checkedExample({ text, intentName, entityLabels }: GivenExample, schema: Schema): Omit<Example, 'id'> {
  if (text.trim() === '') throw understandingFailure('UtteranceInvalid', { details: 'it is empty.' });
  if (Array.from(text).length > MOST_QUERY_CHARACTERS) throw understandingFailure('UtteranceInvalid', { details: `it has more than ${MOST_QUERY_CHARACTERS} characters.` });
  const name = intentName || NONE;
  const intent = schema.intents.find((one) => sameName(one.name, name));
  if (!intent) throw understandingFailure('IntentUnknown', { name: name.slice(0, 100) });
  const labels = (entityLabels ?? []).map((label) => checkedLabel(label, text, schema));
  checkOverlap(labels, schema);
  return { text, intentId: intent.id, labels };
}

function checkedLabel({ entityName, startCharIndex, endCharIndex, role, children }: GivenLabel, text: string, { entities }: Pick<Schema, 'entities'>, within?: Within): Label {
  const place = within ? partNamed(within.place, entityName) : entityNamed(entities, entityName);
  const { entity, way } = place;
  const invalid = (details: string): Error => understandingFailure('LabelInvalid', { entity: entityName.slice(0, 100), details });
  const [start, end] = [startCharIndex, endCharIndex + 1];
  if (start < 0 || end <= start || end > text.length) throw invalid('it lies outside of the text.');
  if (text.slice(start, end).trim() === '') throw invalid('it covers no word.');
  if (within && (start < within.start || end > within.end)) throw invalid('it lies outside of the label it is a part of.');
  const known = role ? rolesOf(place).find((one) => sameName(one.name, role)) : undefined;
  if (role && !known) throw understandingFailure('RoleUnknown', { name: role.slice(0, 100), entity: placeName(place) });
  const parts = (children ?? []).map((child) => checkedLabel(child, text, { entities }, { place, start, end }));
  parts.forEach((part, i) => {
    if (parts.slice(0, i).some((other) => part.start < other.end && other.start < part.end)) throw invalid('parts of it overlap with one another.');
  });
  const childId = way.at(-1)?.id;
  return { entityId: entity.id, start, end, ...childId !== undefined && { childId }, ...known && { roleId: known.id }, ...parts.length > 0 && { children: parts } };
}

/** The label in which another lies. */
interface Within { place: PartPlace; start: number; end: number }

/** An entity by its name, or a part of one as `Whole::Part`. */
function entityNamed(entities: readonly Entity[], name: string): PartPlace {
  const place = placeNamed(entities, name);
  if (!place) throw understandingFailure('EntityUnknown', { name: name.slice(0, 100) });
  return place;
}

/** A part by its own name, or by its full one. */
function partNamed(whole: PartPlace, name: string): PartPlace {
  const part = partsWithin(whole).find((one) => sameName(one.name, name) || sameName(partName(placeName(whole), one.name), name));
  if (!part || whole.entity.kind !== 'simple') throw understandingFailure('EntityUnknown', { name: partName(placeName(whole), name).slice(0, 200) });
  return { entity: whole.entity, way: [...whole.way, part] };
}

/** Composites lie over the entities they are made of, parts within their wholes; labels of one level do not overlap. */
function checkOverlap(labels: readonly Label[], { entities }: Schema): void {
  const places = labels.map((label) => labelledPlace(label, entities)!);
  const level = (i: number): number => places[i]!.entity.kind === 'composite' ? -1 : places[i]!.entity.kind === 'simple' ? places[i]!.way.length : 0;
  labels.forEach((a, i) => labels.slice(0, i).forEach((b, j) => {
    if (level(i) === level(j) && a.start < b.end && b.start < a.end) throw understandingFailure('LabelInvalid', { entity: placeName(places[i]!), details: 'it overlaps with another label.' });
  }));
}

/** Labels as they are shown: parts within their wholes, or all in one list under their full names; `placed` says where one lies. */
export function shownLabels(labels: readonly Label[], entities: readonly Entity[], placed: (label: Label) => object, nested: boolean, isWithin = false): object[] {
  return labels.flatMap((label) => {
    const place = labelledPlace(label, entities);
    if (!place) return [];
    const role = rolesOf(place).find(({ id }) => id === label.roleId);
    const shown = { entityName: isWithin ? place.way.at(-1)!.name : placeName(place), ...placed(label), ...role && { role: role.name, roleId: role.id } };
    const children = shownLabels(label.children ?? [], entities, placed, nested, nested);
    return nested ? [{ ...shown, children }] : [shown, ...children];
  });
}

/** Where a label lies by characters, both ends included: as callers give them. */
export function byCharacters({ start, end }: Label): Pick<GivenLabel, 'startCharIndex' | 'endCharIndex'> {
  return { startCharIndex: start, endCharIndex: end - 1 };
}

/** Where a label lies by the tokens of its text. */
export function byTokens(tokens: readonly Token[]): (label: Label) => object {
  return ({ start, end }) => tokenRange(tokens, start, end);
}

/** Tokens as answers show them: lower case. */
export function tokensOf(text: string, culture: string): { tokens: Token[]; shown: string[] } {
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
