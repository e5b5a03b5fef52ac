/** What an edit of an entity does to the rest of a version: to its patterns, composites, relations and labels. */
import type { Ports } from '../../../kernel/ports.ts';
import type { Change } from '../../../kernel/change.ts';
import { understandingFailure } from '../failures.ts';
import { isSameName } from '../model.ts';
import type { Entity, Label, Schema } from '../model.ts';
import { fullName, listPaths } from '../schema/parts.ts';
import { parseSlots, isWithin, renameInPattern } from '../schema/templates.ts';
import { examples, readExamples } from '../store.ts';
import type { VersionContext } from '../store.ts';
import { checkNoInstances, removeRelations, renameInRelations } from '../schema/relations.ts';
import { SUCCESS, checkModelName, replaceById, editSchema, removeById } from '../version-operation.ts';
import type { EditResult } from '../version-operation.ts';

export function replaceEntity(on: VersionContext, next: Entity, answer?: { status: number; body: unknown }): EditResult {
  return editSchema(on, { entities: replaceById(on.version.value.schema.entities, next) }, answer);
}

export function added(on: VersionContext, entity: Entity): EditResult {
  const { schema } = on.version.value;
  checkModelName(schema, entity.name);
  return editSchema(on, { entities: [...schema.entities, entity] }, { status: 201, body: entity.id });
}

/** The schema with an entity under another name. */
export function renamed(schema: Schema, entity: Entity, name: string): Schema {
  checkModelName(schema, name, entity.id);
  return renameReferences({ ...schema, entities: replaceById(schema.entities, { ...entity, name }) }, entity.name, name);
}

/** Composites with the children that are there, by their names of now. */
export function refreshComposites(entities: readonly Entity[]): Entity[] {
  const names = new Map(entities.flatMap(listPaths).map((place) => [(place.parts.at(-1) ?? place.entity).id, fullName(place)]));
  return entities.map((entity) => entity.kind !== 'composite' ? entity : { ...entity, children: entity.children!.flatMap((child) => names.has(child.id) ? [{ ...child, name: names.get(child.id)! }] : []) });
}

/** The schema with an entity, or a part by its full name, under another name in patterns, composites and relations. */
export function renameReferences(schema: Schema, from: string, to: string): Schema {
  const patterns = schema.patterns.map((rule) => ({ ...rule, pattern: renameInPattern(rule.pattern, from, to) }));
  return renameInRelations({ ...schema, entities: refreshComposites(schema.entities), patterns }, 'modelName', from, to);
}

/** Entities, parts and roles stay as long as a pattern names them. */
export function checkNotInPattern({ patterns }: Schema, name: string, role?: string): void {
  const used = patterns.find(({ pattern }) => {
    const { entities, roles } = parseSlots(pattern);
    return entities.some((one, i) => isWithin(one, name) && (role === undefined || isSameName(roles[i] ?? '', role)));
  });
  if (used) throw understandingFailure('EntityInUse', { name, pattern: used.pattern });
}

/** Changes labels, and those within them, in the utterances that have them; a label that becomes nothing is gone. */
export async function prepareRelabelling({ owner, version }: VersionContext, services: Ports, changed: (label: Label) => Label | undefined): Promise<(change: Change) => void> {
  const all = (labels: readonly Label[]): Label[] => labels.flatMap((label) => {
    const next = changed(label);
    return next ? [next.children ? { ...next, children: all(next.children) } : next] : [];
  });
  const theirs = (await readExamples(services, owner, version.value.uid)).filter(({ value }) => JSON.stringify(all(value.labels)) !== JSON.stringify(value.labels));
  return (change) => {
    for (const read of theirs) change.replace(examples, owner, read, { ...read.value, labels: all(read.value.labels) });
  };
}

/** Takes labels away from the utterances that have them. */
export async function prepareLabelRemoval(on: VersionContext, services: Ports, isGone: (label: Label) => boolean): Promise<(change: Change) => void> {
  return await prepareRelabelling(on, services, (label) => isGone(label) ? undefined : label);
}

/** Deletes an entity with its labels and the relations to it. */
export async function deleteEntityWithLabels(on: VersionContext, entity: Entity, services: Ports): Promise<EditResult> {
  const { schema } = on.version.value;
  checkNotInPattern(schema, entity.name);
  checkNoInstances(schema, entity.name);
  const entities = refreshComposites(removeById(schema.entities, entity));
  return { status: 200, body: SUCCESS, update: { schema: removeRelations({ ...schema, entities }, 'modelName', entity.name) }, writes: await prepareLabelRemoval(on, services, (label) => label.entityId === entity.id) };
}

export function checkNamesUnique(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name.toLowerCase())) throw understandingFailure('NameTaken', { name });
    seen.add(name.toLowerCase());
  }
}
