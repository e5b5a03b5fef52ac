/** Labels on spans of a text, as values: entities with roles, and nested parts. */
import type { Span } from './tokens.ts';

export interface Label extends Span { entity: string; role?: string; children?: readonly Label[] }

export interface LabelledText { text: string; intent: string; labels: readonly Label[] }

/** An entity that can be labelled. */
export interface EntityChoice {
  name: string;
  roles?: readonly string[];
  /** Its child entities. */
  parts?: readonly EntityChoice[];
  /** Spans other labels, as composites do. */
  over?: boolean;
}

/** One way to label a span. */
export interface LabelChoice { title: string; entity: string; role?: string; /** The label it becomes a child of. */ within?: Label }

export interface Nested { label: Label; depth: number; /** The outermost label around it. */ top: Label }

/** All labels including nested ones, each after its parent. */
export function flattenLabels(labels: readonly Label[], depth = 0, top?: Label): Nested[] {
  return labels.flatMap((label) => [{ label, depth, top: top ?? label }, ...flattenLabels(label.children ?? [], depth + 1, top ?? label)]);
}

const covers = (outer: Span, inner: Span): boolean => outer.start <= inner.start && outer.end >= inner.end;
const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** How a span may be labelled: as a child of its parent label first, then as any entity in any of its roles. */
export function choicesFor(span: Span, labels: readonly Label[], entities: readonly EntityChoice[]): LabelChoice[] {
  return [...partChoices(span, labels, entities), ...entities.flatMap((entity) => choicesInRoles(entity))];
}

function partChoices(span: Span, labels: readonly Label[], entities: readonly EntityChoice[]): LabelChoice[] {
  return labels.filter((label) => covers(label, span)).flatMap((label) => {
    const parts = entities.find(({ name }) => name === label.entity)?.parts ?? [];
    return [...partChoices(span, label.children ?? [], parts), ...parts.flatMap((part) => choicesInRoles(part, label))];
  });
}

function choicesInRoles({ name, roles = [] }: EntityChoice, within?: Label): LabelChoice[] {
  const title = within ? `${within.entity} › ${name}` : name;
  return [{ title, entity: name, ...within && { within } }, ...roles.map((role) => ({ title: `${title} : ${role}`, entity: name, role, ...within && { within } }))];
}

/** With the span labelled; overlapping labels of the same level are removed. */
export function addLabel(labels: readonly Label[], { start, end }: Span, { entity, role, within }: LabelChoice, entities: readonly EntityChoice[]): Label[] {
  const added: Label = { entity, start, end, ...role !== undefined && { role } };
  if (within) return replaceLabel(labels, within, (label) => [{ ...label, children: sortLabels([...(label.children ?? []).filter((child) => !overlaps(child, added)), added]) }]);
  const over = new Set(entities.filter((one) => one.over).map(({ name }) => name));
  return sortLabels([...labels.filter((label) => over.has(label.entity) !== over.has(entity) || !overlaps(label, added)), added]);
}

export function removeLabel(labels: readonly Label[], gone: Label): Label[] {
  return replaceLabel(labels, gone, () => []);
}

function replaceLabel(labels: readonly Label[], wanted: Label, by: (label: Label) => readonly Label[]): Label[] {
  return labels.flatMap((label) => label === wanted ? by(label) : label.children ? [{ ...label, children: replaceLabel(label.children, wanted, by) }] : [label]);
}

function sortLabels(labels: readonly Label[]): Label[] {
  return [...labels].sort((a, b) => a.start - b.start || b.end - a.end);
}

const COLOURS = 6;

/** The colour number of an entity, the same everywhere. */
export function colourOf(name: string, entities: readonly Pick<EntityChoice, 'name'>[]): number {
  const at = entities.findIndex((entity) => entity.name === name);
  return at < 0 ? 0 : at % COLOURS + 1;
}
