/** Predictions as the versions of the interface write them. */
import type { Info } from '../../../engines/language/models/finders.ts';
import type { LanguageEntity, LanguagePrediction } from '../../../engines/language/models/model.ts';
import type { Resolution } from '../../../engines/language/recognizers/entity.ts';
import { kindOf } from '../../../engines/language/recognizers/kinds.ts';
import { warningsOf } from '../../../prediction/warnings.ts';
import { KINDS } from '../model.ts';
import { joinPartName } from '../schema/parts.ts';
import { isEntityOrPart } from '../schema/templates.ts';

/** An entity that the caller has found itself, where it did. */
export type AnsweredEntity = LanguageEntity & {
  readonly external?: { readonly resolution?: unknown; readonly score?: number; readonly isPredicted?: boolean };
};
/** A prediction with the entities that the caller has found itself. */
export type AnsweredPrediction = LanguagePrediction & { readonly entities: readonly AnsweredEntity[] };

/** The kinds of entities by the names they had when the model was trained, and the children of composites where they are known. */
export type KindsByName = ReadonlyMap<string, keyof typeof KINDS> & { readonly madeOf?: ReadonlyMap<string, readonly string[]> };

export function roundScore(score: number): number {
  return Math.round(score * 1e7) / 1e7;
}

/** The parts that were found directly within an entity. */
export function findParts({ entity, start, end }: LanguageEntity, entities: readonly LanguageEntity[]): LanguageEntity[] {
  return entities.filter(({ whole }) => whole && whole.entity === entity && whole.start === start && whole.end === end);
}

export function nameWithin(part: LanguageEntity, whole: LanguageEntity): string {
  return part.entity.replace(joinPartName(whole.entity, ''), '');
}

function findInfo({ parts }: LanguageEntity): Info | undefined {
  return parts.find(({ info }) => info)?.info;
}

/** v2.0: a list of entities with resolutions as text, and a separate list of composites. */
export function toVersion2(query: string, prediction: LanguagePrediction, kinds: KindsByName, verbose: boolean): object {
  const { intents, entities: found } = prediction;
  const [top] = intents;
  const entities = found.toSorted((a, b) => rankOf(a, kinds) - rankOf(b, kinds));
  const isComposite = ({ entity }: LanguageEntity): boolean => kinds.get(entity) === 'composite';
  const textOf = ({ start, end }: LanguageEntity): string => query.slice(start, end).toLowerCase();
  const composites = entities.filter(isComposite);
  return {
    query,
    ...(top && { topScoringIntent: { intent: top.intent, score: roundScore(top.score) } }),
    ...(verbose && { intents: intents.map(({ intent, score }) => ({ intent, score: roundScore(score) })) }),
    entities: entities.map((entity) => toEntity2(query, entity, kinds)),
    ...(composites.length > 0 && {
      compositeEntities: composites.map((composite) => ({
        parentType: composite.entity,
        value: textOf(composite),
        children: listChildren(composite, found, kinds).map((child) => ({
          type: typeName(child, kinds),
          value: textOf(child),
        })),
      })),
    }),
    ...warningsOf(prediction),
  };
}

/** The children of a composite in v2.0: in the order in which the composite is declared. */
function listChildren(composite: LanguageEntity, entities: readonly LanguageEntity[], kinds: KindsByName): LanguageEntity[] {
  const madeOf = kinds.madeOf?.get(composite.entity) ?? [];
  const rank = (child: LanguageEntity): number => madeOf.findIndex((name) => isEntityOrPart(child.entity, name));
  return entities.filter((child) => isCompositeChild(composite, child, kinds)).sort((a, b) => rank(a) - rank(b));
}

/** v2.0 lists learned entities first, then composites, prebuilts with numbers before others, lists, expressions and Pattern.Any. */
function rankOf(entity: LanguageEntity, kinds: KindsByName): number {
  const kind = kinds.get(entity.entity) ?? 'simple';
  const rank = Math.max(0, ORDER_2.indexOf(kind));
  const info = findInfo(entity);
  return info?.is === 'prebuilt' && info.kind !== 'number' ? rank + 0.5 : rank;
}

const ORDER_2: readonly (keyof typeof KINDS)[] = ['simple', 'composite', 'prebuilt', 'closedList', 'regex', 'patternAny'];

function toEntity2(query: string, entity: LanguageEntity, kinds: KindsByName): object {
  const info = findInfo(entity);
  const resolution = info && toResolution2(info);
  return {
    entity: query.slice(entity.start, entity.end).toLowerCase(),
    type: typeName(entity, kinds),
    startIndex: entity.start,
    endIndex: entity.end - 1,
    ...(entity.learned && { score: roundScore(entity.score) }),
    ...(resolution && { resolution }),
    ...((entity.role !== undefined || kinds.get(entity.entity) === 'patternAny') && { role: entity.role ?? '' }),
  };
}

/** The type of a prebuilt entity is its kind, for dates, places and relative ordinals with the subtype. */
function typeName(entity: LanguageEntity, kinds: KindsByName): string {
  const info = findInfo(entity);
  if (info?.is !== 'prebuilt') {
    return kinds.get(entity.entity) === 'prebuilt' ? `builtin.${kindOf(entity.entity) ?? entity.entity}` : entity.entity;
  }
  const { resolution, kind } = info;
  if (resolution.is === 'datetime') return `builtin.datetimeV2.${resolution.subtype}`;
  if (resolution.is === 'ordinal' && kind === 'ordinalV2' && resolution.relativeTo !== 'start') return 'builtin.ordinalV2.relative';
  return resolution.is === 'place' ? `builtin.geographyV2.${resolution.placeKind}` : `builtin.${kind}`;
}

function toResolution2(info: Info): object | undefined {
  if (info.is === 'list') return { values: info.canonical };
  if (info.is === 'regex') return undefined;
  const { resolution } = info;
  switch (resolution.is) {
    case 'number':
      return info.kind === 'percentage'
        ? { value: `${resolution.value}%` }
        : { subtype: resolution.numberKind.toLowerCase(), value: resolution.written };
    case 'ordinal':
      return info.kind === 'ordinalV2'
        ? { offset: String(resolution.offset), relativeTo: resolution.relativeTo }
        : { value: String(resolution.offset) };
    case 'quantity':
      return { unit: resolution.unit, value: resolution.written };
    case 'datetime':
      return { values: resolution.values };
    case 'text':
      return { value: resolution.value, ...(resolution.score !== undefined && { score: String(resolution.score) }) };
    case 'boolean':
      return { value: String(resolution.value) };
    case 'phrase':
    case 'place':
      return undefined;
  }
}

/** Collects values and their `$instance` entries by name. */
class EntityMap {
  readonly values = Object.create(null) as Record<string, unknown[]>;
  readonly instances = Object.create(null) as Record<string, object[]>;

  add(name: string, value: unknown, instance: object): void {
    (this.values[name] ??= []).push(value);
    (this.instances[name] ??= []).push(instance);
  }
}

interface Options3 {
  verbose: boolean;
  allIntents: boolean;
  preview: boolean;
}

/** v3.0: typed values by the name of the entity or its role, with their origin under `$instance`. Its preview adds the normalized query. */
export function toVersion3(
  query: string,
  prediction: AnsweredPrediction,
  kinds: KindsByName,
  { verbose, allIntents, preview }: Options3,
): object {
  const { intents, entities: predicted } = prediction;
  const [top] = intents;
  const entities = withoutOldOrdinals(predicted);
  const found = new EntityMap();
  for (const entity of entities) {
    if (entity.whole || entities.some((other) => isCompositeChild(other, entity, kinds))) continue;
    found.add(entity.role ?? entity.entity, toValue3(query, entity, entities, kinds, verbose), toInstance3(query, entity, kinds));
  }
  const shownIntents = allIntents || verbose ? intents : intents.slice(0, 1);
  return {
    query,
    prediction: {
      ...(preview && { normalizedQuery: query.toLowerCase() }),
      topIntent: top?.intent ?? 'None',
      intents: Object.fromEntries(shownIntents.map(({ intent, score }) => [intent, { score: roundScore(score) }])),
      entities: { ...found.values, ...(verbose && Object.keys(found.instances).length > 0 && { $instance: found.instances }) },
    },
    ...warningsOf(prediction),
  };
}

/** v3.0 answers an ordinal once, by its newer form where the app has both. */
function withoutOldOrdinals(entities: readonly AnsweredEntity[]): readonly AnsweredEntity[] {
  const kindAt = (entity: LanguageEntity): string | undefined => {
    const info = findInfo(entity);
    return info?.is === 'prebuilt' ? info.kind : undefined;
  };
  const newer = entities.filter((one) => kindAt(one) === 'ordinalV2');
  if (newer.length === 0) return entities;
  return entities.filter((one) => kindAt(one) !== 'ordinal' || !newer.some(({ start, end }) => start <= one.start && one.end <= end));
}

/**
 * Whether an entity is a child of a composite: within it, of an entity it is made of, and neither a part of another nor a composite. A
 * list, an expression or a prebuilt with a role stands beside the composite, as the service answered.
 */
function isCompositeChild(composite: LanguageEntity, child: LanguageEntity, kinds: KindsByName): boolean {
  if (kinds.get(composite.entity) !== 'composite' || kinds.get(child.entity) === 'composite') return false;
  if (child.whole || (child.role !== undefined && !child.learned) || child.start < composite.start || child.end > composite.end)
    return false;
  return kinds.madeOf?.get(composite.entity)?.some((name) => isEntityOrPart(child.entity, name)) ?? true;
}

/** The parts of a learned entity, or the children of a composite. */
function findChildren(entity: LanguageEntity, entities: readonly LanguageEntity[], kinds: KindsByName): LanguageEntity[] {
  if (kinds.get(entity.entity) !== 'composite') return findParts(entity, entities);
  return entities.filter((other) => isCompositeChild(entity, other, kinds));
}

function toInstance3(query: string, entity: AnsweredEntity, kinds: KindsByName): object {
  const { external } = entity;
  const kind = kinds.get(entity.entity);
  const score = entity.learned ? roundScore(entity.score) : (external?.score ?? scoreOf(entity));
  return {
    type: typeName(entity, kinds),
    ...(entity.role !== undefined && { role: entity.role }),
    text: query.slice(entity.start, entity.end),
    startIndex: entity.start,
    length: entity.end - entity.start,
    ...(score !== undefined && { score }),
    ...(kind && modelOf(kind)),
    recognitionSources: [...(external && !external.isPredicted ? [] : ['model']), ...(external ? ['externalEntities'] : [])],
  };
}

/** How sure the recognizer of a prebuilt is, where it says so. */
function scoreOf(entity: LanguageEntity): number | undefined {
  const info = findInfo(entity);
  return info?.is === 'prebuilt' && info.resolution.is === 'text' ? info.resolution.score : undefined;
}

/** Predictions name two kinds in another way than authoring does. */
function modelOf(kind: keyof typeof KINDS): { modelTypeId: number; modelType: string } {
  const { typeId, readableType } = KINDS[kind === 'hierarchicalChild' ? 'hierarchical' : kind];
  return { modelTypeId: typeId, modelType: kind === 'closedList' ? 'List Entity Extractor' : readableType };
}

/** The value of an entity in v3.0. An entity with children has an object with their values by name. */
export function toValue3(
  query: string,
  entity: AnsweredEntity,
  entities: readonly LanguageEntity[],
  kinds: KindsByName,
  verbose: boolean,
): unknown {
  if (entity.external?.resolution !== undefined) return entity.external.resolution;
  const children = findChildren(entity, entities, kinds);
  if (children.length > 0 || kinds.get(entity.entity) === 'composite') {
    const found = new EntityMap();
    for (const child of children) {
      found.add(
        child.role ?? nameWithin(child, entity),
        toValue3(query, child, entities, kinds, verbose),
        toInstance3(query, child, kinds),
      );
    }
    return { ...found.values, ...(verbose && children.length > 0 && { $instance: found.instances }) };
  }
  const info = findInfo(entity);
  if (info?.is === 'list') return info.canonical;
  if (info?.is === 'prebuilt') return toResolution3(info.resolution, info.kind);
  return query.slice(entity.start, entity.end);
}

function toResolution3(resolution: Resolution, kind: string): unknown {
  switch (resolution.is) {
    case 'number':
      return resolution.value;
    case 'ordinal':
      return kind === 'ordinalV2' ? { offset: resolution.offset, relativeTo: resolution.relativeTo } : resolution.offset;
    case 'quantity':
      return { number: resolution.value, unit: resolution.unit };
    case 'datetime':
      return { type: resolution.subtype, values: groupByTimex(resolution.values) };
    case 'text':
      return resolution.value;
    case 'boolean':
    case 'phrase':
      return resolution.value;
    case 'place':
      return { value: resolution.value, type: resolution.placeKind };
  }
}

interface DatetimeValue {
  readonly timex: string;
  readonly value?: string;
  readonly start?: string;
  readonly end?: string;
}

function groupByTimex(values: readonly DatetimeValue[]): object[] {
  return [...Map.groupBy(values, ({ timex }) => timex)].map(([timex, group]) => ({
    timex,
    resolution: group.map(({ value, start, end }) =>
      value !== undefined ? { value } : { ...(start !== undefined && { start }), ...(end !== undefined && { end }) },
    ),
  }));
}
