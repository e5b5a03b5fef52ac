import { TemplateProblem, parseTemplate } from '../../engines/entities/patterns.ts';
import { understandingFailure } from './failures.ts';
import { sameName } from './model.ts';
import type { Schema } from './model.ts';

const REFERENCE = /\{\s*@?([^:{}]+?)\s*(?::\s*([^{}]+?)\s*)?\}/g;

/** The entities that a template names, with their roles. */
export function compilePattern(pattern: string): { entities: string[]; roles: (string | undefined)[] } {
  const found = [...pattern.matchAll(REFERENCE)];
  return { entities: found.map(([, entity]) => entity!), roles: found.map(([, , role]) => role) };
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
