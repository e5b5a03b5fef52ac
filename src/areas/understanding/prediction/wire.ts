/** Predictions as the versions of the interface write them. */
import type { Info } from '../../../engines/language/models/finders.ts';
import type { LanguageEntity, LanguagePrediction } from '../../../engines/language/models/model.ts';
import type { Resolution } from '../../../engines/language/recognizers/entity.ts';
import { KINDS } from '../model.ts';
import { joinPartName } from '../schema/parts.ts';
import { isEntityOrPart } from '../schema/templates.ts';

/** An entity that the caller has found itself. */
export interface ExternalEntity {
  entityName: string;
  start: number;
  end: number;
  resolution?: unknown;
  score?: number;
}

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
export function toVersion2(query: string, { intents, entities }: LanguagePrediction, kinds: KindsByName, verbose: boolean): object {
  const [top] = intents;
  const isComposite = ({ entity }: LanguageEntity): boolean => kinds.get(entity) === 'composite';
  const textOf = ({ start, end }: LanguageEntity): string => query.slice(start, end).toLowerCase();
  const composites = entities.filter(isComposite);
  return {
    query,
    ...(top && { topScoringIntent: { intent: top.intent, score: roundScore(top.score) } }),
    ...(verbose && { intents: intents.map(({ intent, score }) => ({ intent, score: roundScore(score) })) }),
    entities: [...entities.filter((entity) => !isComposite(entity)), ...composites].map((entity) => toEntity2(query, entity)),
    ...(composites.length > 0 && {
      compositeEntities: composites.map((composite) => ({
        parentType: composite.entity,
        value: textOf(composite),
        children: entities
          .filter((child) => isCompositeChild(composite, child, kinds))
          .map((child) => ({
            type: typeName(child),
            value: textOf(child),
          })),
      })),
    }),
  };
}

function toEntity2(query: string, entity: LanguageEntity): object {
  const info = findInfo(entity);
  const resolution = info && toResolution2(info);
  return {
    entity: query.slice(entity.start, entity.end).toLowerCase(),
    type: typeName(entity),
    startIndex: entity.start,
    endIndex: entity.end - 1,
    ...(entity.learned && { score: roundScore(entity.score) }),
    ...(resolution && { resolution }),
    ...(entity.role !== undefined && { role: entity.role }),
  };
}

/** The type of a prebuilt entity is its kind, for dates and places with the subtype. */
function typeName(entity: LanguageEntity): string {
  const info = findInfo(entity);
  if (info?.is !== 'prebuilt') return entity.entity;
  const { resolution } = info;
  if (resolution.is === 'datetime') return `builtin.datetimeV2.${resolution.subtype}`;
  return resolution.is === 'place' ? `builtin.geographyV2.${resolution.placeKind}` : `builtin.${info.kind}`;
}

function toResolution2(info: Info): object | undefined {
  if (info.is === 'list') return { values: info.canonical };
  if (info.is === 'regex') return undefined;
  const { resolution } = info;
  switch (resolution.is) {
    case 'number':
      return {
        subtype: resolution.numberKind.toLowerCase(),
        value: info.kind === 'percentage' ? `${resolution.value}%` : resolution.written,
      };
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
  external: readonly ExternalEntity[];
  preview: boolean;
}

/** v3.0: typed values by the name of the entity or its role, with their origin under `$instance`. Its preview adds the normalized query. */
export function toVersion3(
  query: string,
  { intents, entities }: LanguagePrediction,
  kinds: KindsByName,
  { verbose, allIntents, external, preview }: Options3,
): object {
  const [top] = intents;
  const found = new EntityMap();
  for (const entity of entities) {
    if (entity.whole || entities.some((other) => isCompositeChild(other, entity, kinds))) continue;
    found.add(entity.role ?? entity.entity, toValue3(query, entity, entities, kinds, verbose), toInstance3(query, entity, kinds));
  }
  for (const { entityName, start, end, resolution, score } of external) {
    const text = query.slice(start, end);
    found.add(entityName, resolution ?? text, {
      type: entityName,
      text,
      startIndex: start,
      length: end - start,
      ...(score !== undefined && { score }),
      recognitionSources: ['externalEntities'],
    });
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
  };
}

/** Whether an entity is a child of a composite: within it, of an entity it is made of, and neither a part of another nor a composite. */
function isCompositeChild(composite: LanguageEntity, child: LanguageEntity, kinds: KindsByName): boolean {
  if (kinds.get(composite.entity) !== 'composite' || kinds.get(child.entity) === 'composite') return false;
  if (child.whole || child.start < composite.start || child.end > composite.end) return false;
  return kinds.madeOf?.get(composite.entity)?.some((name) => isEntityOrPart(child.entity, name)) ?? true;
}

/** The parts of a learned entity, or the children of a composite. */
function findChildren(entity: LanguageEntity, entities: readonly LanguageEntity[], kinds: KindsByName): LanguageEntity[] {
  if (kinds.get(entity.entity) !== 'composite') return findParts(entity, entities);
  return entities.filter((other) => isCompositeChild(entity, other, kinds));
}

function toInstance3(query: string, entity: LanguageEntity, kinds: KindsByName): object {
  const info = findInfo(entity);
  const kind = kinds.get(entity.entity);
  const model = kind && KINDS[kind];
  return {
    type: info?.is === 'prebuilt' ? typeName(entity) : entity.entity,
    ...(entity.role !== undefined && { role: entity.role }),
    text: query.slice(entity.start, entity.end),
    startIndex: entity.start,
    length: entity.end - entity.start,
    ...(entity.learned && { score: roundScore(entity.score) }),
    ...(model && { modelTypeId: model.typeId, modelType: model.readableType }),
    recognitionSources: ['model'],
  };
}

/** The value of an entity in v3.0. An entity with children has an object with their values by name. */
export function toValue3(
  query: string,
  entity: LanguageEntity,
  entities: readonly LanguageEntity[],
  kinds: KindsByName,
  verbose: boolean,
): unknown {
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
      return { number: resolution.value, units: resolution.unit };
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
