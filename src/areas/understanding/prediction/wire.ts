/** Predictions as the versions of the interface write them. */
import type { LanguageEntity, LanguagePrediction } from '../../../engines/language/model.ts';
import type { Info } from '../../../engines/language/finders.ts';
import type { Resolution } from '../../../engines/recognizers/resolution.ts';
import type { Token } from '../../../engines/text/tokens.ts';
import { tokenRange } from '../examples/labels.ts';
import { KINDS } from '../model.ts';
import { isWithin } from '../schema/templates.ts';

/** Intents and entities beside a reviewed utterance, by tokens; parts within their wholes, or all in one list under their full names. */
export function describePrediction(prediction: LanguagePrediction | undefined, text: string, tokens: readonly Token[], nested: boolean): { intentPredictions: object[]; entityPredictions: object[] } {
  const { intents = [], entities = [] } = prediction ?? {};
  const shown = (entity: LanguageEntity, entityName: string): object => ({ entityName, ...tokenRange(tokens, entity.start, entity.end), phrase: text.slice(entity.start, entity.end).toLowerCase() });
  const tree = (entity: LanguageEntity, entityName: string): object => ({ ...shown(entity, entityName), children: partsOf(entity, entities).map((part) => tree(part, nameWithin(part, entity))) });
  return {
    intentPredictions: intents.map(({ intent, score }) => ({ name: intent, score: rounded(score) })),
    entityPredictions: nested ? entities.filter(({ whole }) => !whole).map((entity) => tree(entity, entity.entity)) : entities.map((entity) => shown(entity, entity.entity)),
  };
}

/** The parts that were found directly within an entity. */
function partsOf({ entity, start, end }: LanguageEntity, entities: readonly LanguageEntity[]): LanguageEntity[] {
  return entities.filter(({ whole }) => whole && whole.entity === entity && whole.start === start && whole.end === end);
}

function nameWithin(part: LanguageEntity, whole: LanguageEntity): string {
  return part.entity.replace(`${whole.entity}::`, '');
}

function rounded(score: number): number {
  return Math.round(score * 1e7) / 1e7;
}

/** What a caller hands in as found already. */
export interface External { entityName: string; start: number; end: number; resolution?: unknown; score?: number }

/** Kinds of entities by name, as the trained project had them. */
export type KindsByName = ReadonlyMap<string, keyof typeof KINDS> & { /** What composites are made of, where that is known. */ readonly madeOf?: ReadonlyMap<string, readonly string[]> };

function infoOf({ parts }: LanguageEntity): Info | undefined {
  return parts.find(({ info }) => info)?.info;
}

/** v2.0: a list of entities with text resolutions, and composites apart. */
export function toVersion2(query: string, { intents, entities }: LanguagePrediction, kinds: KindsByName, verbose: boolean): object {
  const [top] = intents;
  const flat = entities.filter(({ entity }) => kinds.get(entity) !== 'composite').map((entity) => flatEntity(query, entity));
  const composites = entities.filter(({ entity }) => kinds.get(entity) === 'composite').map((composite) => ({
    parentType: composite.entity, value: query.slice(composite.start, composite.end).toLowerCase(),
    children: entities.filter((child) => holds(composite, child, kinds)).map((child) => ({ type: typeOf(child), value: query.slice(child.start, child.end).toLowerCase() })),
  }));
  return {
    query,
    ...top && { topScoringIntent: { intent: top.intent, score: rounded(top.score) } },
    ...verbose && { intents: intents.map(({ intent, score }) => ({ intent, score: rounded(score) })) },
    entities: [...flat, ...entities.filter(({ entity }) => kinds.get(entity) === 'composite').map((entity) => flatEntity(query, entity))],
    ...composites.length > 0 && { compositeEntities: composites },
  };
}

function flatEntity(query: string, entity: LanguageEntity): object {
  const info = infoOf(entity);
  const resolution = info && resolution2(info);
  return {
    entity: query.slice(entity.start, entity.end).toLowerCase(), type: typeOf(entity), startIndex: entity.start, endIndex: entity.end - 1,
    ...entity.learned && { score: rounded(entity.score) }, ...resolution && { resolution }, ...entity.role !== undefined && { role: entity.role },
  };
}

/** Prebuilt entities have their kind as type, dates with what they are. */
function typeOf(entity: LanguageEntity): string {
  const info = infoOf(entity);
  if (info?.is !== 'prebuilt') return entity.entity;
  return info.resolution.is === 'datetime' ? `builtin.datetimeV2.${info.resolution.subtype}` : `builtin.${info.kind}`;
}

function resolution2(info: Info): object | undefined {
  if (info.is === 'list') return { values: info.canonical };
  if (info.is === 'regex') return undefined;
  const { resolution } = info;
  switch (resolution.is) {
    case 'number': return { subtype: resolution.numberKind.toLowerCase(), value: info.kind === 'percentage' ? `${resolution.value}%` : resolution.written };
    case 'ordinal': return info.kind === 'ordinalV2' ? { offset: String(resolution.offset), relativeTo: resolution.relativeTo } : { value: String(resolution.offset) };
    case 'quantity': return { unit: resolution.unit, value: resolution.written };
    case 'datetime': return { values: resolution.values };
    case 'text': return { value: resolution.value, ...resolution.score !== undefined && { score: String(resolution.score) } };
    case 'boolean': return { value: String(resolution.value) };
  }
}

/** v3.0: typed values by the name of the entity, or of its role; where they came from under `$instance`. Its preview repeats the query as it was read. */
export function toVersion3(query: string, { intents, entities }: LanguagePrediction, kinds: KindsByName, { verbose, allIntents, external, preview }: { verbose: boolean; allIntents: boolean; external: readonly External[]; preview: boolean }): object {
  const [top] = intents;
  const values: Record<string, unknown[]> = Object.create(null) as Record<string, unknown[]>;
  const instances: Record<string, object[]> = Object.create(null) as Record<string, object[]>;
  const add = (name: string, value: unknown, instance: object): void => {
    (values[name] ??= []).push(value);
    (instances[name] ??= []).push(instance);
  };
  for (const entity of entities) {
    if (entity.whole || entities.some((other) => holds(other, entity, kinds))) continue;
    add(entity.role ?? entity.entity, value3(query, entity, entities, kinds, verbose), instanceOf(query, entity, kinds));
  }
  for (const { entityName, start, end, resolution, score } of external) {
    add(entityName, resolution ?? query.slice(start, end), { type: entityName, text: query.slice(start, end), startIndex: start, length: end - start, ...score !== undefined && { score }, recognitionSources: ['externalEntities'] });
  }
  const shown = allIntents || verbose ? intents : intents.slice(0, 1);
  return {
    query,
    prediction: {
      ...preview && { normalizedQuery: query.toLowerCase() },
      topIntent: top?.intent ?? 'None',
      intents: Object.fromEntries(shown.map(({ intent, score }) => [intent, { score: rounded(score) }])),
      entities: { ...values, ...verbose && Object.keys(instances).length > 0 && { $instance: instances } },
    },
  };
}

/** Whether one is a composite and the other one of its children: within it, of an entity that it is made of, neither a part of another nor a composite. */
function holds(whole: LanguageEntity, child: LanguageEntity, kinds: KindsByName): boolean {
  if (kinds.get(whole.entity) !== 'composite' || kinds.get(child.entity) === 'composite' || child.whole || child.start < whole.start || child.end > whole.end) return false;
  return kinds.madeOf?.get(whole.entity)?.some((name) => isWithin(child.entity, name)) ?? true;
}

/** What an entity is made of: the parts of a learned one, the children of a composite. */
function madeOf(entity: LanguageEntity, entities: readonly LanguageEntity[], kinds: KindsByName): LanguageEntity[] {
  if (kinds.get(entity.entity) !== 'composite') return partsOf(entity, entities);
  return entities.filter((other) => holds(entity, other, kinds));
}

/** An entity that is made of others: these by their names. */
function wholeValue(query: string, whole: LanguageEntity, parts: readonly LanguageEntity[], entities: readonly LanguageEntity[], kinds: KindsByName, verbose: boolean): object {
  const values: Record<string, unknown[]> = Object.create(null) as Record<string, unknown[]>;
  const instances: Record<string, object[]> = Object.create(null) as Record<string, object[]>;
  for (const part of parts) {
    const name = part.role ?? nameWithin(part, whole);
    (values[name] ??= []).push(value3(query, part, entities, kinds, verbose));
    (instances[name] ??= []).push(instanceOf(query, part, kinds));
  }
  return { ...values, ...verbose && parts.length > 0 && { $instance: instances } };
}

function instanceOf(query: string, entity: LanguageEntity, kinds: KindsByName): object {
  const info = infoOf(entity);
  const kind = kinds.get(entity.entity);
  const model = kind && KINDS[kind];
  return {
    type: info?.is === 'prebuilt' ? typeOf(entity) : entity.entity, ...entity.role !== undefined && { role: entity.role },
    text: query.slice(entity.start, entity.end), startIndex: entity.start, length: entity.end - entity.start,
    ...entity.learned && { score: rounded(entity.score) }, ...model && { modelTypeId: model.typeId, modelType: model.readableType }, recognitionSources: ['model'],
  };
}

/** What an entity stands for, as v3.0 writes it. */
export function value3(query: string, entity: LanguageEntity, entities: readonly LanguageEntity[], kinds: KindsByName, verbose: boolean): unknown {
  const parts = madeOf(entity, entities, kinds);
  if (parts.length > 0 || kinds.get(entity.entity) === 'composite') return wholeValue(query, entity, parts, entities, kinds, verbose);
  const info = infoOf(entity);
  if (info?.is === 'list') return info.canonical;
  if (info?.is === 'prebuilt') return prebuilt3(info.resolution, info.kind);
  return query.slice(entity.start, entity.end);
}

function prebuilt3(resolution: Resolution, kind: string): unknown {
  switch (resolution.is) {
    case 'number': return resolution.value;
    case 'ordinal': return kind === 'ordinalV2' ? { offset: resolution.offset, relativeTo: resolution.relativeTo } : resolution.offset;
    case 'quantity': return { number: resolution.value, units: resolution.unit };
    case 'datetime': return { type: resolution.subtype, values: datetimeValues(resolution.values) };
    case 'text': return resolution.value;
    case 'boolean': return resolution.value;
  }
}

/** Values of one TIMEX expression together. */
function datetimeValues(values: readonly { readonly timex: string; readonly value?: string; readonly start?: string; readonly end?: string }[]): object[] {
  return [...Map.groupBy(values, ({ timex }) => timex)].map(([timex, of]) => ({ timex, resolution: of.map(({ value, start, end }) => value !== undefined ? { value } : { ...start !== undefined && { start }, ...end !== undefined && { end } }) }));
}
