import { TemplateProblem, parseTemplate } from '../../engines/entities/patterns.ts';
import { understandingFailure } from './failures.ts';
import { sameName } from './model.ts';
import type { Schema } from './model.ts';

const SLOT = /\{([^{}]*)\}/g;
/** What stands between the braces: an entity or `Whole::Part`, and a role after a single colon. */
const INSIDE = /^(\s*@?)(.*?)(\s*)(?:(?<!:):(?!:)\s*(.*?)\s*)?$/s;

/** The entities that a template names, with their roles. */
export function compilePattern(pattern: string): { entities: string[]; roles: (string | undefined)[] } {
  const found = [...pattern.matchAll(SLOT)].map(([, inside]) => INSIDE.exec(inside!)!);
  return { entities: found.map(([, , entity]) => entity!), roles: found.map(([, , , , role]) => role) };
}

/** The template with what its slots name put under other names, where there are any; spaces and roles stay. */
export function withSlots(pattern: string, nameFor: (entity: string) => string | undefined): string {
  return pattern.replace(SLOT, (whole, inside: string) => {
    const [, before = '', entity = ''] = INSIDE.exec(inside)!;
    const name = nameFor(entity);
    return name === undefined ? whole : `{${before}${name}${inside.slice(before.length + entity.length)}}`;
  });
}

/** The template with an entity, or a part by its full name, under another name; throws where a template cannot hold that name. */
export function patternRenamed(pattern: string, from: string, to: string): string {
  return withSlots(pattern, (entity) => {
    const isPart = entity.toLowerCase().startsWith(`${from.toLowerCase()}::`);
    if (!isPart && !sameName(entity, from)) return undefined;
    if (/^\s|^@|[{}]|(?<!:):(?!:)|\s$/.test(to)) throw understandingFailure('PatternInvalid', { details: `no entity of the name ${to} could stand in "${pattern}".` });
    return to + entity.slice(from.length);
  });
}

/** A template that can be matched in this version; throws why it cannot. */
export function checkPattern({ intents, entities }: Schema, pattern: string, intent: string, culture: string): { pattern: string; intent: string } {
  const of = intents.find(({ name }) => sameName(name, intent));
  if (!of) throw understandingFailure('IntentUnknown', { name: intent.slice(0, 100) });
  try {
    parseTemplate(pattern, culture);
  } catch (problem) {
    if (problem instanceof TemplateProblem) throw understandingFailure('PatternInvalid', { details: problem.message });
    throw problem;
  }
  const named = compilePattern(pattern);
  named.entities.forEach((name, i) => {
    const entity = entities.find((one) => sameName(one.name, name)) ?? entities.find((one) => one.children?.some((child) => sameName(`${one.name}::${child.name}`, name)));
    if (!entity) throw understandingFailure('EntityUnknown', { name: name.slice(0, 100) });
    const role = named.roles[i];
    if (role !== undefined && !entity.roles.some((one) => sameName(one.name, role))) throw understandingFailure('RoleUnknown', { name: role.slice(0, 100), entity: entity.name });
  });
  return { pattern, intent: of.name };
}
