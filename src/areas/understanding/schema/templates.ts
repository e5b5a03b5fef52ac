import { TemplateProblem, parseTemplate } from '../../../engines/entities/patterns.ts';
import { understandingFailure } from '../failures.ts';
import { isSameName } from '../model.ts';
import type { Schema } from '../model.ts';

const SLOT = /\{([^{}]*)\}/g;
/** What stands between the braces: an entity or `Whole::Part`, and a role after a single colon. */
const INSIDE = /^(\s*@?)(.*?)(\s*)(?:(?<!:):(?!:)\s*(.*?)\s*)?$/s;

/** The entities that a template names, with their roles. */
export function parseSlots(pattern: string): { entities: string[]; roles: (string | undefined)[] } {
  const found = [...pattern.matchAll(SLOT)].map(([, inside]) => INSIDE.exec(inside!)!);
  return { entities: found.map(([, , entity]) => entity!), roles: found.map(([, , , , role]) => role) };
}

/** Whether a name in a template is that of an entity, or of a part of it. */
export function isWithin(name: string, entity: string): boolean {
  return isSameName(name, entity) || name.toLowerCase().startsWith(`${entity.toLowerCase()}::`);
}

/** The template with what its slots name put under other names, where there are any; spaces and roles stay. */
export function replaceSlotNames(pattern: string, nameFor: (entity: string) => string | undefined): string {
  return pattern.replace(SLOT, (whole, inside: string) => {
    const [, before = '', entity = ''] = INSIDE.exec(inside)!;
    const name = nameFor(entity);
    return name === undefined ? whole : `{${before}${name}${inside.slice(before.length + entity.length)}}`;
  });
}

/** The template with an entity, or a part by its full name, under another name; throws where a template cannot hold that name. */
export function renameInPattern(pattern: string, from: string, to: string): string {
  return replaceSlotNames(pattern, (entity) => {
    if (!isWithin(entity, from)) return undefined;
    checkSlotName(to, pattern);
    return to + entity.slice(from.length);
  });
}

/** The template with a role of an entity, and of its parts, under another name. */
export function renameRoleInPattern(pattern: string, of: string, from: string, to: string): string {
  return pattern.replace(SLOT, (whole, inside: string) => {
    const [, before = '', entity = '', space = '', role] = INSIDE.exec(inside)!;
    if (role === undefined || !isWithin(entity, of) || !isSameName(role, from)) return whole;
    checkSlotName(to, pattern);
    const at = before.length + entity.length + space.length;
    return `{${inside.slice(0, at)}${inside.slice(at).replace(role, () => to)}}`;
  });
}

function checkSlotName(name: string, pattern: string): void {
  if (/^\s|^@|[{}]|(?<!:):(?!:)|\s$/.test(name)) throw understandingFailure('PatternInvalid', { details: `nothing of the name ${name} could stand in "${pattern}".` });
}

/** A template that can be matched in this version; throws why it cannot. */
export function validatePattern({ intents, entities }: Schema, pattern: string, intent: string, culture: string): { pattern: string; intent: string } {
  const of = intents.find(({ name }) => isSameName(name, intent));
  if (!of) throw understandingFailure('IntentUnknown', { name: intent.slice(0, 100) });
  try {
    parseTemplate(pattern, culture);
  } catch (problem) {
    if (problem instanceof TemplateProblem) throw understandingFailure('PatternInvalid', { details: problem.message });
    throw problem;
  }
  const named = parseSlots(pattern);
  named.entities.forEach((name, i) => {
    const entity = entities.find((one) => isSameName(one.name, name)) ?? entities.find((one) => one.children?.some((child) => isSameName(`${one.name}::${child.name}`, name)));
    if (!entity) throw understandingFailure('EntityUnknown', { name: name.slice(0, 100) });
    const role = named.roles[i];
    if (role !== undefined && !entity.roles.some((one) => isSameName(one.name, role))) throw understandingFailure('RoleUnknown', { name: role.slice(0, 100), entity: entity.name });
  });
  return { pattern, intent: of.name };
}
