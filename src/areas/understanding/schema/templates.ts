/** Patterns: templates in which `{Entity}`, `{Whole::Part}` or `{Entity:role}` stand for what is found. */
import { InvalidTemplate, parseTemplate } from '../../../engines/language/entities/matching/patterns.ts';
import { understandingFailure } from '../failures.ts';
import { isSameName } from '../model.ts';
import type { Schema } from '../model.ts';
import { joinPartName } from './parts.ts';

const SLOT = /\{([^{}]*)\}/g;
/** The inside of the braces: an entity or `Whole::Part`, and a role after a single colon. */
const INSIDE = /^(\s*@?)(.*?)(\s*)(?:(?<!:):(?!:)\s*(.*?)\s*)?$/s;

/** The entities that a template names, with their roles. */
export function parseSlots(pattern: string): { entities: string[]; roles: (string | undefined)[] } {
  const matches = [...pattern.matchAll(SLOT)].map(([, inside]) => INSIDE.exec(inside!)!);
  return { entities: matches.map(([, , entity]) => entity!), roles: matches.map(([, , , , role]) => role) };
}

/** Whether a name is that of an entity or of one of its parts. */
export function isEntityOrPart(name: string, entity: string): boolean {
  return isSameName(name, entity) || name.toLowerCase().startsWith(joinPartName(entity.toLowerCase(), ''));
}

/** Replaces the entity names in a template; spaces and roles stay. Names for which `nameFor` returns nothing stay too. */
export function replaceSlotNames(pattern: string, nameFor: (entity: string) => string | undefined): string {
  return pattern.replace(SLOT, (slot, inside: string) => {
    const [, before = '', entity = ''] = INSIDE.exec(inside)!;
    const name = nameFor(entity);
    return name === undefined ? slot : `{${before}${name}${inside.slice(before.length + entity.length)}}`;
  });
}

/** Renames an entity, or a part by its full name. Throws when a template cannot contain the new name. */
export function renameInPattern(pattern: string, from: string, to: string): string {
  return replaceSlotNames(pattern, (entity) => {
    if (!isEntityOrPart(entity, from)) return undefined;
    checkSlotName(to, pattern);
    return to + entity.slice(from.length);
  });
}

/** Renames a role of an entity and its parts. */
export function renameRoleInPattern(pattern: string, entityName: string, from: string, to: string): string {
  return pattern.replace(SLOT, (slot, inside: string) => {
    const [, before = '', entity = '', space = '', role] = INSIDE.exec(inside)!;
    if (role === undefined || !isEntityOrPart(entity, entityName) || !isSameName(role, from)) return slot;
    checkSlotName(to, pattern);
    const roleStart = before.length + entity.length + space.length;
    return `{${inside.slice(0, roleStart)}${inside.slice(roleStart).replace(role, () => to)}}`;
  });
}

function checkSlotName(name: string, pattern: string): void {
  if (!/^\s|^@|[{}]|(?<!:):(?!:)|\s$/.test(name)) return;
  throw understandingFailure('PatternInvalid', { details: `the name ${name} cannot be written in "${pattern}".` });
}

/** Checks that a template can be matched in this version. */
export function validatePattern(
  { intents, entities }: Schema,
  pattern: string,
  intentName: string,
  culture: string,
): { pattern: string; intent: string } {
  const intent = intents.find(({ name }) => isSameName(name, intentName));
  if (!intent) throw understandingFailure('IntentUnknown', { name: intentName.slice(0, 100) });
  try {
    parseTemplate(pattern, culture);
  } catch (problem) {
    if (problem instanceof InvalidTemplate) throw understandingFailure('PatternInvalid', { details: problem.message });
    throw problem;
  }
  const slots = parseSlots(pattern);
  slots.entities.forEach((name, i) => {
    const entity =
      entities.find((one) => isSameName(one.name, name)) ??
      entities.find((one) => one.children?.some((child) => isSameName(joinPartName(one.name, child.name), name)));
    if (!entity) throw understandingFailure('EntityUnknown', { name: name.slice(0, 100) });
    const role = slots.roles[i];
    if (role === undefined || entity.roles.some((one) => isSameName(one.name, role))) return;
    throw understandingFailure('RoleUnknown', { name: role.slice(0, 100), entity: entity.name });
  });
  return { pattern, intent: intent.name };
}
