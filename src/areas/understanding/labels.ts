/** Labels as callers give them, by the names of entities and by characters with both ends included, and as they are kept. */
import { tokenize } from '../../engines/text/tokens.ts';
import type { Token } from '../../engines/text/tokens.ts';
import { understandingFailure } from './failures.ts';
import { MOST_QUERY_CHARACTERS, NONE, sameName } from './model.ts';
import type { Entity, Example, Label, Schema } from './model.ts';

export interface GivenLabel { entityName: string; startCharIndex: number; endCharIndex: number; role?: string | null }
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

function checkedLabel({ entityName, startCharIndex, endCharIndex, role }: GivenLabel, text: string, { entities }: Schema): Label {
  const { entity, childId } = entityNamed(entities, entityName);
  const invalid = (details: string): Error => understandingFailure('LabelInvalid', { entity: entityName.slice(0, 100), details });
  if (startCharIndex < 0 || endCharIndex < startCharIndex || endCharIndex >= text.length) throw invalid('it lies outside of the text.');
  if (text.slice(startCharIndex, endCharIndex + 1).trim() === '') throw invalid('it covers no word.');
  const known = role ? entity.roles.find((one) => sameName(one.name, role)) : undefined;
  if (role && !known) throw understandingFailure('RoleUnknown', { name: role.slice(0, 100), entity: entity.name });
  return { entityId: entity.id, start: startCharIndex, end: endCharIndex + 1, ...childId !== undefined && { childId }, ...known && { roleId: known.id } };
}

/** An entity by its name, or a child of a hierarchical one as `Parent::Child`. */
export function entityNamed(entities: readonly Entity[], name: string): { entity: Entity; childId?: string } {
  for (const entity of entities) {
    if (sameName(entity.name, name)) return { entity };
    const child = entity.kind === 'hierarchical' ? entity.children!.find((one) => sameName(`${entity.name}::${one.name}`, name)) : undefined;
    if (child) return { entity, childId: child.id };
  }
  throw understandingFailure('EntityUnknown', { name: name.slice(0, 100) });
}

/** Composites lie over the entities they are made of; labels of one level do not overlap. */
function checkOverlap(labels: readonly Label[], { entities }: Schema): void {
  const level = (label: Label): number => entities.find(({ id }) => id === label.entityId)!.kind === 'composite' ? 1 : 0;
  labels.forEach((a, i) => {
    for (const b of labels.slice(i + 1)) {
      if (level(a) === level(b) && a.start < b.end && b.start < a.end) {
        throw understandingFailure('LabelInvalid', { entity: entities.find(({ id }) => id === b.entityId)!.name, details: 'it overlaps with another label.' });
      }
    }
  });
}

/** The name under which a label is shown. */
export function labelName({ entityId, childId }: Label, entities: readonly Entity[]): string | undefined {
  const entity = entities.find(({ id }) => id === entityId);
  const child = entity && childId !== undefined ? entity.children?.find(({ id }) => id === childId) : undefined;
  return entity && (child ? `${entity.name}::${child.name}` : entity.name);
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
