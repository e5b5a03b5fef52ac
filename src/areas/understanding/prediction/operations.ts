import type { Account } from '../../../kernel/account.ts';
import type { Call, Reply } from '../../../kernel/operation.ts';
import { operation, reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { EntityDefinition } from '../../../engines/language/definition.ts';
import type { LanguagePrediction } from '../../../engines/language/model.ts';
import type { ClosedList } from '../../../engines/recognizers/lists.ts';
import { Change } from '../../../kernel/change.ts';
import { getPublishedModel, getVersionModel } from './loaded-models.ts';
import type { Ready } from './loaded-models.ts';
import { understandingFailure } from '../failures.ts';
import { countHit } from '../apps/hits.ts';
import { MAX_QUERY_CHARACTERS, isSameName } from '../model.ts';
import type { KINDS, SlotName } from '../model.ts';
import { applyRequirements } from '../schema/requirements.ts';
import { Prediction2, Prediction3, PredictionBody, PredictionQuery2, PredictionQuery2Get, PredictionQuery3, PredictionQuery3Get, QueryText } from '../schemas.ts';
import { logKey, queries, queryKey, queryLog } from '../store.ts';
import { toVersion2, toVersion3 } from './wire.ts';
import type { External, KindsByName } from './wire.ts';

export interface Question { text: string; referenceMs?: number; timezoneOffsetMinutes?: number; lists?: ClosedList[]; external?: readonly External[] }

export async function predict({ model, requirements }: Ready, { text, referenceMs, timezoneOffsetMinutes, lists, external = [] }: Question, { sentences, clock }: Ports): Promise<LanguagePrediction> {
  if (text.trim() === '') throw understandingFailure('QueryEmpty');
  if (Array.from(text).length > MAX_QUERY_CHARACTERS) throw understandingFailure('QueryTooLong');
  const sentence = model.needsSentence ? await sentences.vector(text) : undefined;
  const prediction = model.predict(text, { when: { referenceMs: referenceMs ?? clock.now(), timezoneOffsetMinutes }, sentence, lists });
  return applyRequirements(prediction, requirements, external.map(({ entityName, start, end }) => ({ entity: entityName, start, end })));
}

/** What is kept of a query, unless the caller says not to: once for review, and in the log with its answer. */
async function logged({ owner, app, uid }: Ready, text: string, answer: object, log: boolean, services: Ports): Promise<Change> {
  const change = new Change();
  await countHit(change, owner, { appId: app.id, uid }, services);
  if (!log) return change;
  const at = services.clock.now();
  const key = queryKey(app.id, text);
  // Asking again must not unsettle what was labelled: a query that is known is left as it is.
  if (!await services.records.get(queries, owner, key)) change.put(queries, owner, key, { text, at, settledIn: [] });
  return change.put(queryLog, owner, logKey(app.id, at, services.ids.uuid()), { text, at, answer });
}

async function answer2({ account, params, query }: Call<Record<string, string>, { verbose: boolean; staging: boolean; spellCheck: boolean; log: boolean; timezoneOffset?: number }>, text: string, services: Ports): Promise<Reply> {
  if (query.spellCheck) throw understandingFailure('SpellCheckUnsupported');
  const ready = await getPublishedModel(services, account, params.appId!, query.staging ? 'staging' : 'production');
  const prediction = await predict(ready, { text, timezoneOffsetMinutes: query.timezoneOffset }, services);
  const answer = toVersion2(text, prediction, listEntityKinds(ready), query.verbose);
  return reply(200, answer, { change: await logged(ready, text, answer, query.log, services) });
}

export const predictGet2 = operation({
  id: 'understanding.predictGet2', summary: 'Ask an app: intents and entities of an utterance', route: 'GET /apps/{appId}', needs: 'prediction', audited: false,
  query: PredictionQuery2Get, replies: { 200: Prediction2 }, fails: ['AppUnknown', 'NotPublished', 'NotAssigned', 'QueryEmpty', 'QueryTooLong', 'MustRetrain', 'SpellCheckUnsupported'],
  run: (call, services) => answer2(call as never, call.query.q, services),
});

export const predictPost2 = operation({
  id: 'understanding.predictPost2', summary: 'Ask an app: intents and entities of an utterance', route: 'POST /apps/{appId}', needs: 'prediction', audited: false,
  query: PredictionQuery2, body: QueryText, example: { body: 'fly to rome tomorrow' }, replies: { 200: Prediction2 }, fails: ['AppUnknown', 'NotPublished', 'NotAssigned', 'QueryEmpty', 'QueryTooLong', 'MustRetrain', 'SpellCheckUnsupported'],
  run: (call, services) => answer2(call as never, call.body, services),
});

/** Kinds of entities by the names that the trained project had. */
export function listEntityKinds({ model: { definition: { entities, anys } } }: Ready): KindsByName {
  const kinds = new Map([...entities.map((entity) => [entity.name, kindOf(entity)] as const), ...anys.map(({ entity }) => [entity, 'patternAny'] as const)]);
  return Object.assign(kinds, { madeOf: new Map(entities.flatMap(({ name, madeOf }) => madeOf ? [[name, madeOf]] : [])) });
}

function kindOf({ name, level, within, list, regexes, prebuilts }: EntityDefinition): keyof typeof KINDS {
  if (within !== undefined) return 'part';
  if (level !== undefined) return 'composite';
  if (list) return 'closedList';
  if (regexes) return 'regex';
  if (prebuilts) return 'prebuilt';
  return name.includes('::') ? 'hierarchicalChild' : 'simple';
}

interface PredictionRequest3 {
  query: string;
  /** What v3.0 calls preferExternalEntities, its preview called overridePredictions. */
  options?: { datetimeReference?: string | null; preferExternalEntities?: boolean | null; overridePredictions?: boolean | null } | null;
  externalEntities?: { entityName: string; startIndex: number; entityLength: number; resolution?: unknown; score?: number | null }[] | null;
  dynamicLists?: { listEntityName: string; requestLists: { canonicalForm: string; synonyms?: string[] | null }[] }[] | null;
}

type Options3 = Pick<Call<unknown, { verbose: boolean; log: boolean; 'show-all-intents': boolean }>, 'query' | 'version'>;

async function answer3(ready: Ready, request: PredictionRequest3, { query, version }: Options3, services: Ports): Promise<Reply> {
  const { query: text, options, externalEntities, dynamicLists } = request;
  const external = (externalEntities ?? []).map((given) => parseExternalEntity(given, text));
  const lists = (dynamicLists ?? []).map(({ listEntityName, requestLists }): ClosedList => ({
    entity: requireList(ready, listEntityName), items: requestLists.map(({ canonicalForm, synonyms }) => ({ canonical: canonicalForm, synonyms: synonyms ?? [] })),
  }));
  const prediction = await predict(ready, { text, lists, external, ...options?.datetimeReference && { referenceMs: parseWallClock(options.datetimeReference) } }, services);
  const kept = mergeExternalEntities(prediction, external, (options?.preferExternalEntities ?? options?.overridePredictions) === true);
  const answer = toVersion3(text, kept.prediction, listEntityKinds(ready), { verbose: query.verbose, allIntents: query['show-all-intents'], external: kept.external, preview: version === 'v3.0-preview' });
  return reply(200, answer, { change: await logged(ready, text, answer, query.log, services) });
}

/** Dates are said of the clock on the caller's wall, whatever zone it hangs in. */
function parseWallClock(time: string): number {
  const [local] = /^.*?(?=z?$|[+-]\d\d(?::?\d\d)?$)/i.exec(time)!;
  // The second that a leap adds is the one before it.
  return Date.parse(`${local.replace(/:60(?=\.|$)/, ':59')}Z`);
}

function parseExternalEntity({ entityName, startIndex, entityLength, resolution, score }: NonNullable<PredictionRequest3['externalEntities']>[number], text: string): External {
  if (startIndex < 0 || entityLength < 1 || startIndex + entityLength > text.length) throw understandingFailure('ExternalInvalid', { entity: entityName.slice(0, 100) });
  return { entityName, start: startIndex, end: startIndex + entityLength, ...resolution !== undefined && resolution !== null && { resolution }, ...typeof score === 'number' && { score } };
}

function requireList({ model }: Ready, name: string): string {
  const known = model.definition.entities.find((entity) => entity.list && isSameName(entity.name, name));
  if (!known) throw understandingFailure('ListUnknown', { name: name.slice(0, 100) });
  return known.name;
}

/** Where both found the same entity in overlapping stretches, one of them gives way: the caller's, unless it is preferred. */
function mergeExternalEntities(prediction: LanguagePrediction, external: readonly External[], prefer: boolean): { prediction: LanguagePrediction; external: External[] } {
  const meet = (one: External, entity: LanguagePrediction['entities'][number]): boolean => isSameName(one.entityName, entity.entity) && one.start < entity.end && entity.start < one.end;
  return prefer
    ? { prediction: { ...prediction, entities: prediction.entities.filter((entity) => !external.some((one) => meet(one, entity))) }, external: [...external] }
    : { prediction, external: external.filter((one) => !prediction.entities.some((entity) => meet(one, entity))) };
}

export function parseSlotName(name: string): SlotName {
  const slot = name.toLowerCase();
  if (slot !== 'production' && slot !== 'staging') throw understandingFailure('SlotUnknown', { slot: name.slice(0, 50) });
  return slot;
}

const fails = ['AppUnknown', 'NotAssigned', 'QueryEmpty', 'QueryTooLong', 'MustRetrain', 'ExternalInvalid', 'ListUnknown'];

/** An app that another area asks: at a slot, production unless it names one, or one of its versions. */
export interface PredictionTarget { appId: string; slotName?: string | undefined; appVersion?: string | undefined }

/** As prediction v3.0 answers, for other areas. */
export async function askApp(services: Ports, account: Account, { appId, slotName, appVersion }: PredictionTarget, query: string, { verbose = false, log = true, 'show-all-intents': all = false }: { verbose?: boolean; log?: boolean | undefined; 'show-all-intents'?: boolean }): Promise<Reply> {
  const ready = appVersion !== undefined && slotName === undefined ? await getVersionModel(services, account, appId, appVersion) : await getPublishedModel(services, account, appId, parseSlotName(slotName ?? 'production'));
  return await answer3(ready, { query }, { version: 'v3.0', query: { verbose, log, 'show-all-intents': all } }, services);
}

export const predictSlot = operation({
  id: 'understanding.predictSlot', summary: 'Ask the app that is published at a slot', route: 'POST /apps/{appId}/slots/{slotName}/predict', needs: 'prediction', audited: false,
  query: PredictionQuery3, body: PredictionBody, example: { body: { query: 'fly to rome tomorrow' } }, replies: { 200: Prediction3 }, fails: [...fails, 'NotPublished', 'SlotUnknown'],
  run: async (call, services) => await answer3(await getPublishedModel(services, call.account, call.params.appId!, parseSlotName(call.params.slotName!)), call.body, call, services),
});

export const predictSlotGet = operation({
  id: 'understanding.predictSlotGet', summary: 'Ask the app that is published at a slot', route: 'GET /apps/{appId}/slots/{slotName}/predict', needs: 'prediction', audited: false,
  query: PredictionQuery3Get, replies: { 200: Prediction3 }, fails: [...fails, 'NotPublished', 'SlotUnknown'],
  run: async (call, services) => await answer3(await getPublishedModel(services, call.account, call.params.appId!, parseSlotName(call.params.slotName!)), { query: call.query.query }, call, services),
});

export const predictVersion = operation({
  id: 'understanding.predictVersion', summary: 'Ask a trained version of an app', route: 'POST /apps/{appId}/versions/{versionId}/predict', needs: 'prediction', audited: false,
  query: PredictionQuery3, body: PredictionBody, example: { body: { query: 'fly to rome tomorrow' } }, replies: { 200: Prediction3 }, fails: [...fails, 'VersionUnknown', 'VersionUntrained'],
  run: async (call, services) => await answer3(await getVersionModel(services, call.account, call.params.appId!, call.params.versionId!), call.body, call, services),
});

export const predictVersionGet = operation({
  id: 'understanding.predictVersionGet', summary: 'Ask a trained version of an app', route: 'GET /apps/{appId}/versions/{versionId}/predict', needs: 'prediction', audited: false,
  query: PredictionQuery3Get, replies: { 200: Prediction3 }, fails: [...fails, 'VersionUnknown', 'VersionUntrained'],
  run: async (call, services) => await answer3(await getVersionModel(services, call.account, call.params.appId!, call.params.versionId!), { query: call.query.query }, call, services),
});
