/** Predictions of a loaded model in the form of each version of the interface, and the log of queries. */
import type { LanguageEntity, LanguagePrediction } from '../../../engines/language/models/model.ts';
import type { ClosedList } from '../../../engines/language/recognizers/lists.ts';
import type { Account } from '../../../kernel/account.ts';
import { Change } from '../../../kernel/change.ts';
import { Failure } from '../../../kernel/failures.ts';
import type { Call, Reply } from '../../../kernel/operation.ts';
import { reply } from '../../../kernel/operation.ts';
import { countHit } from '../apps/hits.ts';
import { understandingFailure } from '../failures.ts';
import { MAX_QUERY_CHARACTERS, isSameName } from '../model.ts';
import type { SlotName } from '../model.ts';
import { applyRequirements } from '../schema/requirements.ts';
import type { UnderstandingServices } from '../services.ts';
import { logKey, queries, queryKey, queryLog } from '../store.ts';
import { getPublishedModel, getVersionModel } from './loaded-models.ts';
import type { AppModel } from './loaded-models.ts';
import { toVersion2, toVersion3 } from './wire.ts';
import type { AnsweredEntity, AnsweredPrediction } from './wire.ts';

interface PredictionInput {
  text: string;
  referenceMs?: number;
  timezoneOffsetMinutes?: number;
  lists?: ClosedList[];
  external?: readonly AnsweredEntity[];
}

/** A prediction, and the template of the pattern that decided. */
interface AppPrediction extends LanguagePrediction {
  template?: string;
}

export async function predict(
  { model, requirements }: AppModel,
  account: Account,
  { text, referenceMs, timezoneOffsetMinutes, lists, external = [] }: PredictionInput,
  { predictor, clock }: UnderstandingServices,
): Promise<AppPrediction> {
  if (text.trim() === '') throw understandingFailure('QueryEmpty');
  if (Array.from(text).length > MAX_QUERY_CHARACTERS) throw understandingFailure('QueryTooLong');
  const { prediction, template } = await predictor.predict(model, {
    account: account.id,
    text,
    when: { referenceMs: referenceMs ?? clock.now(), timezoneOffsetMinutes },
    lists,
    given: external.map(({ entity, start, end, external: { resolution } = {} }) => ({
      entity,
      start,
      end,
      ...(typeof resolution === 'number' && { value: String(resolution) }),
    })),
  });
  return applyRequirements({ ...prediction, ...(template !== undefined && { template }) }, requirements, external);
}

/** Counts the call. Unless the caller opted out or the app is a public one of others, also stores the query for review and in the log. */
async function logQuery(
  { owner, mayLog, app, uid }: AppModel,
  text: string,
  answer: object,
  isLogged: boolean,
  services: UnderstandingServices,
): Promise<Change> {
  const change = new Change();
  await countHit(change, owner, { appId: app.id, uid }, services);
  if (!isLogged || !mayLog) return change;
  const at = services.clock.now();
  const key = queryKey(app.id, text);
  // An existing query stays unchanged, so that labeled and ignored ones do not return to review.
  if (!(await services.records.get(queries, owner, key))) change.put(queries, owner, key, { text, at, settledIn: [] });
  return change.put(queryLog, owner, logKey(app.id, at, services.ids.uuid()), { text, at, answer });
}

export interface Query2 {
  verbose: boolean;
  staging: boolean;
  spellCheck: boolean;
  log: boolean;
  timezoneOffset?: number;
}

/** Replies in the form of prediction v2.0. */
export async function replyVersion2(
  account: Account,
  appId: string,
  text: string,
  query: Query2,
  services: UnderstandingServices,
): Promise<Reply> {
  if (query.spellCheck) throw understandingFailure('SpellCheckUnsupported');
  const model = await getPublishedModel(services, account, appId, query.staging ? 'staging' : 'production');
  const prediction = await predict(model, account, { text, timezoneOffsetMinutes: query.timezoneOffset }, services);
  const answer = toVersion2(text, prediction, model.entities.kinds, query.verbose);
  return reply(200, answer, { change: await logQuery(model, text, answer, query.log, services) });
}

interface PredictionRequest3 {
  query: string;
  /** preferExternalEntities in v3.0, overridePredictions in its preview. */
  options?: { datetimeReference?: string | null; preferExternalEntities?: boolean | null; overridePredictions?: boolean | null } | null;
  externalEntities?: { entityName: string; startIndex: number; entityLength: number; resolution?: unknown; score?: number | null }[] | null;
  dynamicLists?: { listEntityName: string; requestLists: { canonicalForm: string; synonyms?: string[] | null }[] }[] | null;
}

type Options3 = Pick<Call<unknown, { verbose: boolean; log: boolean; 'show-all-intents': boolean }>, 'account' | 'query' | 'version'>;

/** Replies in the form of prediction v3.0. */
export async function replyVersion3(
  model: AppModel,
  request: PredictionRequest3,
  { account, query, version }: Options3,
  services: UnderstandingServices,
): Promise<Reply> {
  const { query: text, options, externalEntities, dynamicLists } = request;
  const external = (externalEntities ?? []).map((entity) => parseExternalEntity(entity, text, model));
  const lists = (dynamicLists ?? []).map(({ listEntityName, requestLists }): ClosedList => ({
    entity: requireListName(model, listEntityName),
    items: requestLists.map(({ canonicalForm, synonyms }) => ({ canonical: canonicalForm, synonyms: synonyms ?? [] })),
  }));
  const referenceMs = options?.datetimeReference ? parseWallClock(options.datetimeReference) : undefined;
  const prediction = await predict(model, account, { text, lists, external, referenceMs }, services);
  const merged = mergeExternalEntities(prediction, external, (options?.preferExternalEntities ?? options?.overridePredictions) === true);
  const answer = toVersion3(text, merged, model.entities.kinds, {
    verbose: query.verbose,
    allIntents: query['show-all-intents'],
    preview: version === 'v3.0-preview',
  });
  return reply(200, answer, { change: await logQuery(model, text, answer, query.log, services) });
}

/** Dates are relative to the caller's wall clock, whatever its time zone. */
function parseWallClock(time: string): number {
  const [local] = /^.*?(?=z?$|[+-]\d\d(?::?\d\d)?$)/i.exec(time)!;
  // A leap second counts as the second before it.
  return Date.parse(`${local.replace(/:60(?=\.|$)/, ':59')}Z`);
}

function parseExternalEntity(
  { entityName, startIndex, entityLength, resolution, score }: NonNullable<PredictionRequest3['externalEntities']>[number],
  text: string,
  { entities: { kinds } }: AppModel,
): AnsweredEntity {
  if (startIndex < 0 || entityLength < 1 || startIndex + entityLength > text.length) {
    throw understandingFailure('ExternalInvalid', { entity: entityName.slice(0, 100) });
  }
  return {
    entity: [...kinds.keys()].find((name) => isSameName(name, entityName)) ?? entityName,
    start: startIndex,
    end: startIndex + entityLength,
    score: 1,
    learned: false,
    parts: [],
    external: {
      ...(resolution !== undefined && resolution !== null && { resolution }),
      ...(typeof score === 'number' && { score }),
    },
  };
}

function requireListName({ entities }: AppModel, name: string): string {
  const list = entities.listNames.find((one) => isSameName(one, name));
  if (list === undefined) throw understandingFailure('ListUnknown', { name: name.slice(0, 100) });
  return list;
}

/**
 * The entities of the caller among the predicted ones, in order of place. Where both of a name overlap, the predicted one is kept unless
 * those of the caller are preferred; one over the very same span is both.
 */
function mergeExternalEntities(
  prediction: LanguagePrediction,
  external: readonly AnsweredEntity[],
  isExternalPreferred: boolean,
): AnsweredPrediction {
  if (external.length === 0) return prediction;
  const overlaps = (a: LanguageEntity, b: LanguageEntity): boolean => isSameName(a.entity, b.entity) && a.start < b.end && b.start < a.end;
  const isSame = (a: LanguageEntity, b: LanguageEntity): boolean => overlaps(a, b) && a.start === b.start && a.end === b.end;
  if (!isExternalPreferred) {
    const added = external.filter((one) => !prediction.entities.some((other) => overlaps(one, other)));
    return { ...prediction, entities: inOrder([...prediction.entities, ...added]) };
  }
  const kept = prediction.entities.flatMap((entity): AnsweredEntity[] => {
    const given = external.find((one) => isSame(one, entity));
    if (given) return [{ ...entity, external: { ...given.external, isPredicted: true } }];
    return external.some((one) => overlaps(one, entity)) ? [] : [entity];
  });
  const added = external.filter((one) => !prediction.entities.some((entity) => isSame(one, entity)));
  return { ...prediction, entities: inOrder([...kept, ...added]) };
}

function inOrder(entities: AnsweredEntity[]): AnsweredEntity[] {
  return entities.sort((a, b) => a.start - b.start || b.end - a.end);
}

export function parseSlotName(name: string): SlotName {
  const slot = name.toLowerCase();
  if (slot !== 'production' && slot !== 'staging') throw understandingFailure('SlotUnknown', { slot: name.slice(0, 50) });
  return slot;
}

/** An app at a slot, by default production, or one of its versions. */
export interface PredictionTarget {
  appId: string;
  slotName?: string | undefined;
  appVersion?: string | undefined;
}
interface TargetOptions {
  verbose?: boolean;
  log?: boolean | undefined;
  'show-all-intents'?: boolean;
}

/**
 * Queries an app with the permissions of an account, for another area, which gets the reply of prediction v3.0. Another caller has agreed
 * that this account reads its queries, so they are not logged in apps of others. An app that this account may not query is unknown: the
 * key of the caller is not what lacks access to it.
 */
export async function queryApp(
  services: UnderstandingServices,
  account: Account,
  caller: Account,
  { appId, slotName, appVersion }: PredictionTarget,
  query: string,
  { verbose = false, log = true, 'show-all-intents': allIntents = false }: TargetOptions,
): Promise<Reply> {
  const found =
    appVersion !== undefined && slotName === undefined
      ? getVersionModel(services, account, appId, appVersion)
      : getPublishedModel(services, account, appId, parseSlotName(slotName ?? 'production'));
  const model = await found.catch((error: unknown) => {
    throw error instanceof Failure && error.kind === 'NotAssigned' ? understandingFailure('AppUnknown') : error;
  });
  const mayLog = model.mayLog && (caller.id === account.id || model.owner === account.id);
  return await replyVersion3(
    { ...model, mayLog },
    { query },
    { account: caller, version: 'v3.0', query: { verbose, log, 'show-all-intents': allIntents } },
    services,
  );
}
