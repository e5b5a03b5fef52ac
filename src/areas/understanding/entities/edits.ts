/** What an edit of an entity does to the rest of a version: to its patterns, composites, relations and labels. */
import type { Services } from '../../../kernel/ports.ts';
import type { Change } from '../../../kernel/change.ts';
import { understandingFailure } from '../failures.ts';
import { sameName } from '../model.ts';
import type { Entity, Label, Schema } from '../model.ts';
import { placeName, placesOf } from '../schema/parts.ts';
import { compilePattern, isWithin, patternRenamed } from '../schema/templates.ts';
import { examples, examplesOf } from '../store.ts';
import type { FoundVersion } from '../store.ts';
import { checkNoInstances, usesDropped, usesRenamed } from '../schema/relations.ts';
import { SUCCESS, checkName, replacedIn, schemaEdit, without } from '../version-operation.ts';
import type { Edit } from '../version-operation.ts';

export function withEntity(on: FoundVersion, next: Entity, answer?: { status: number; body: unknown }): Edit {
  return schemaEdit(on, { entities: replacedIn(on.version.value.schema.entities, next) }, answer);
}

export function added(on: FoundVersion, entity: Entity): Edit {
  const { schema } = on.version.value;
  checkName(schema, entity.name);
  return schemaEdit(on, { entities: [...schema.entities, entity] }, { status: 201, body: entity.id });
}

/** The schema with an entity under another name. */
export function renamed(schema: Schema, entity: Entity, name: string): Schema {
  checkName(schema, name, entity.id);
  return referencesRenamed({ ...schema, entities: replacedIn(schema.entities, { ...entity, name }) }, entity.name, name);
}

/** Composites with the children that are there, by their names of now. */
export function composed(entities: readonly Entity[]): Entity[] {
  const names = new Map(entities.flatMap(placesOf).map((place) => [(place.way.at(-1) ?? place.entity).id, placeName(place)]));
  return entities.map((entity) => entity.kind !== 'composite' ? entity : { ...entity, children: entity.children!.flatMap((child) => names.has(child.id) ? [{ ...child, name: names.get(child.id)! }] : []) });
}

/** The schema with an entity, or a part by its full name, under another name in patterns, composites and relations. */
export function referencesRenamed(schema: Schema, from: string, to: string): Schema {
  const patterns = schema.patterns.map((rule) => ({ ...rule, pattern: patternRenamed(rule.pattern, from, to) }));
  return usesRenamed({ ...schema, entities: composed(schema.entities), patterns }, 'modelName', from, to);
}

/** Entities, parts and roles stay as long as a pattern names them. */
export function checkNoPattern({ patterns }: Schema, name: string, role?: string): void {
  const used = patterns.find(({ pattern }) => {
    const { entities, roles } = compilePattern(pattern);
    return entities.some((one, i) => isWithin(one, name) && (role === undefined || sameName(roles[i] ?? '', role)));
  });
  if (used) throw understandingFailure('EntityInUse', { name, pattern: used.pattern });
}

/** Changes labels, and those within them, in the utterances that have them; a label that becomes nothing is gone. */
export async function relabelled({ owner, version }: FoundVersion, services: Services, changed: (label: Label) => Label | undefined): Promise<(change: Change) => void> {
  const all = (labels: readonly Label[]): Label[] => labels.flatMap((label) => {
    const next = changed(label);
    return next ? [next.children ? { ...next, children: all(next.children) } : next] : [];
  });
  const theirs = (await examplesOf(services, owner, version.value.uid)).filter(({ value }) => JSON.stringify(all(value.labels)) !== JSON.stringify(value.labels));
  return (change) => {
    for (const read of theirs) change.replace(examples, owner, read, { ...read.value, labels: all(read.value.labels) });
  };
}

/** Takes labels away from the utterances that have them. */
export async function unlabelled(on: FoundVersion, services: Services, isGone: (label: Label) => boolean): Promise<(change: Change) => void> {
  return await relabelled(on, services, (label) => isGone(label) ? undefined : label);
}

/** Deletes an entity with its labels and the relations to it. */
export async function deletion(on: FoundVersion, entity: Entity, services: Services): Promise<Edit> {
  const { schema } = on.version.value;
  checkNoPattern(schema, entity.name);
  checkNoInstances(schema, entity.name);
  const entities = composed(without(schema.entities, entity));
  return { status: 200, body: SUCCESS, next: { schema: usesDropped({ ...schema, entities }, 'modelName', entity.name) }, also: await unlabelled(on, services, (label) => label.entityId === entity.id) };
}

export function checkUnique(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name.toLowerCase())) throw understandingFailure('NameTaken', { name });
    seen.add(name.toLowerCase());
  }
}
