/** What an edit of an entity changes in the rest of a version: patterns, composites, relations and labels. */
import type { Change, Stored } from '../../../kernel/change.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { understandingFailure } from '../failures.ts';
import { isSameName } from '../model.ts';
import type { Entity, Example, Label, Schema } from '../model.ts';
import { fullName, listPaths } from '../schema/parts.ts';
import { checkNoInstances, removeRelations, renameInRelations } from '../schema/relations.ts';
import { isEntityOrPart, parseSlots, renameInPattern } from '../schema/templates.ts';
import { examples, streamExamples } from '../store.ts';
import type { VersionContext } from '../store.ts';
import { SUCCESS, checkModelName, editSchema, removeById, replaceById } from '../version-operation.ts';
import type { EditResult } from '../version-operation.ts';

export function replaceEntity(context: VersionContext, next: Entity, answer?: { status: number; body: unknown }): EditResult {
  return editSchema(context, { entities: replaceById(context.version.value.schema.entities, next) }, answer);
}

export function addEntity(context: VersionContext, entity: Entity): EditResult {
  const { schema } = context.version.value;
  checkModelName(schema, entity.name);
  return editSchema(context, { entities: [...schema.entities, entity] }, { status: 201, body: entity.id });
}

/** Renames an entity and every reference to it. */
export function renameEntity(schema: Schema, entity: Entity, name: string): Schema {
  checkModelName(schema, name, entity.id);
  return renameReferences({ ...schema, entities: replaceById(schema.entities, { ...entity, name }) }, entity.name, name);
}

/** Updates the names of the children of composites and removes the children that no longer exist. */
export function refreshComposites(entities: readonly Entity[]): Entity[] {
  const names = new Map(entities.flatMap(listPaths).map((path) => [(path.parts.at(-1) ?? path.entity).id, fullName(path)]));
  return entities.map((entity) => {
    if (entity.kind !== 'composite') return entity;
    return {
      ...entity,
      children: entity.children!.flatMap((child) => (names.has(child.id) ? [{ ...child, name: names.get(child.id)! }] : [])),
    };
  });
}

/** Renames an entity, or a part by its full name, in patterns, composites and relations. */
export function renameReferences(schema: Schema, from: string, to: string): Schema {
  const patterns = schema.patterns.map((rule) => ({ ...rule, pattern: renameInPattern(rule.pattern, from, to) }));
  return renameInRelations({ ...schema, entities: refreshComposites(schema.entities), patterns }, 'modelName', from, to);
}

/** Entities, parts and roles cannot be deleted while a pattern names them. */
export function checkNotInPattern({ patterns }: Schema, name: string, role?: string): void {
  const rule = patterns.find(({ pattern }) => {
    const { entities, roles } = parseSlots(pattern);
    return entities.some((entity, i) => isEntityOrPart(entity, name) && (role === undefined || isSameName(roles[i] ?? '', role)));
  });
  if (rule) throw understandingFailure('EntityInUse', { name, pattern: rule.pattern });
}

/** Changes labels at every level in all examples; a label that `relabel` turns into undefined is removed. */
export async function prepareRelabeling(
  { owner, version }: VersionContext,
  ports: Ports,
  relabel: (label: Label) => Label | undefined,
): Promise<(change: Change) => void> {
  const relabelAll = (labels: readonly Label[]): Label[] =>
    labels.flatMap((label) => {
      const next = relabel(label);
      return next ? [next.children ? { ...next, children: relabelAll(next.children) } : next] : [];
    });
  const changed: { read: Stored<Example>; labels: Label[] }[] = [];
  for await (const read of streamExamples(ports, owner, version.value.uid)) {
    const labels = relabelAll(read.value.labels);
    if (JSON.stringify(labels) !== JSON.stringify(read.value.labels)) changed.push({ read, labels });
  }
  return (change) => {
    for (const { read, labels } of changed) change.replace(examples, owner, read, { ...read.value, labels });
  };
}

export async function prepareLabelRemoval(
  context: VersionContext,
  ports: Ports,
  isRemoved: (label: Label) => boolean,
): Promise<(change: Change) => void> {
  return await prepareRelabeling(context, ports, (label) => (isRemoved(label) ? undefined : label));
}

/** Deletes an entity, its labels and the relations to it. */
export async function deleteEntityWithLabels(context: VersionContext, entity: Entity, ports: Ports): Promise<EditResult> {
  const { schema } = context.version.value;
  checkNotInPattern(schema, entity.name);
  checkNoInstances(schema, entity.name);
  const entities = refreshComposites(removeById(schema.entities, entity));
  return {
    status: 200,
    body: SUCCESS,
    update: { schema: removeRelations({ ...schema, entities }, 'modelName', entity.name) },
    writes: await prepareLabelRemoval(context, ports, (label) => label.entityId === entity.id),
  };
}

export function checkNamesUnique(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name.toLowerCase())) throw understandingFailure('NameTaken', { name });
    seen.add(name.toLowerCase());
  }
}
