import { hash } from 'node:crypto';
import { setImmediate as yieldToOtherWork } from 'node:timers/promises';
import type { Account } from '../../kernel/account.ts';
import { Change } from '../../kernel/change.ts';
import type { Stored } from '../../kernel/change.ts';
import { SYSTEM, collection, systemIndex } from '../../kernel/collection.ts';
import type { Collection } from '../../kernel/collection.ts';
import { fail } from '../../kernel/failures.ts';
import type { Ports } from '../../kernel/ports.ts';
import { testSetCollection } from '../../shared/test-sets.ts';
import { understandingFailure } from './failures.ts';
import type { App, Example, Training, Version } from './model.ts';

type RecordsPort = Pick<Ports, 'records'>;

const TEXT_INDEX = 'text';
const UID_INDEX = 'uid';
const QUERY_RETENTION_MS = 30 * 24 * 3600_000;
const EXAMPLE_ID_DIGITS = 10;
const PAGE_SIZE = 1000;
/** A version can be many megabytes, so one is read at a time. */
const VERSION_PAGE_SIZE = 1;
/** Fewer examples than this are read and skipped rather than counted. */
const MAX_SKIPPED_READS = 200;

const MAX_VERSIONS = 100;
/** The newest logged queries that wait for review count; older ones wait longer. */
const MAX_WAITING_TEXTS = 1000;
const MAX_READ_QUERIES = 20_000;

/** Key: app id. */
export const apps = collection<App>('understanding.apps', {
  blobs: ({ slots }) => Object.values(slots).map(({ blob }) => blob),
  announced: true,
});
/** The owners of public apps, which any account may query. Key: app id. */
export const publicApps = systemIndex<{ account: string }>('understanding.publicApps');
/** The owners of all apps, to distinguish a caller without access from an unknown id. Key: app id. */
export const appOwners = systemIndex<{ account: string }>('understanding.owners');
/** Key: `appId/version`. Indexed by uid, except those that version 0.1.0 wrote and that have not changed since. */
export const versions = collection<Version>('understanding.versions', { indexes: { [UID_INDEX]: ({ uid }) => [uid] } });
/** Key: `uid of the version/id`. Indexed by text. */
export const examples = collection<Example & { /** The version it belongs to. */ uid?: string }>('understanding.examples', {
  indexes: { [TEXT_INDEX]: ({ uid, text }) => (uid === undefined ? [] : [textIndexTerm(uid, text)]) },
});
/** Key: uid of the version. */
export const trainings = collection<Training>('understanding.trainings', {
  blobs: ({ trained }) => (trained ? [trained.blob, trained.evaluation, trained.entities].filter((blob) => blob !== undefined) : []),
  announced: true,
});

/** Key: app id. */
export const testSets = testSetCollection('understanding.testSets');

export interface Query {
  text: string;
  at: number;
  /** Uids of the versions in which it was ignored. */ settledIn: string[];
}
/** Distinct endpoint queries, for review. Key: `appId/digest of the text`. */
export const queries = collection<Query>('understanding.queries', { expiresAt: ({ at }) => at + QUERY_RETENTION_MS });

export interface LoggedQuery {
  text: string;
  at: number;
  answer: object;
}
/** Every endpoint query in order. Key: `appId/time/id`. Records rather than events, so that one change deletes them with their app. */
export const queryLog = collection<LoggedQuery>('understanding.queryLog', { expiresAt: ({ at }) => at + QUERY_RETENTION_MS });

export function logKey(appId: string, at: number, id: string): string {
  return `${appId}/${String(at).padStart(16, '0')}/${id}`;
}

export function queryKey(appId: string, text: string): string {
  return `${appId}/${hash('sha256', text)}`;
}

export function versionKey(appId: string, version: string): string {
  return `${appId}/${version}`;
}

export function exampleKey(uid: string, id: number): string {
  return `${uid}/${String(id).padStart(EXAMPLE_ID_DIGITS, '0')}`;
}

/** Texts that differ only in case are the same example. */
function textIndexTerm(uid: string, text: string): string {
  return `${uid}/${hash('sha256', text.toLowerCase())}`;
}

/** Yields the records with a key prefix in the order of their keys, reading one page at a time. */
export async function* streamRecords<T>(
  { records }: RecordsPort,
  from: Collection<T>,
  owner: string,
  prefix: string,
  pageSize = PAGE_SIZE,
): AsyncGenerator<Stored<T>> {
  for (let after: string | undefined; ;) {
    const page = await records.page(from, owner, { prefix, after, limit: pageSize });
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)!.key;
    await yieldToOtherWork();
  }
}

/** An app and the account that owns it. */
export interface AppContext {
  owner: string;
  app: Stored<App>;
}
export interface VersionContext extends AppContext {
  version: Stored<Version>;
}

/**
 * Finds an app of the caller's account, or of an account that has made the caller a collaborator. A caller who is neither gets 401
 * (section 7.3), an id of no app 400.
 */
export async function requireApp(
  { records, accounts }: Pick<Ports, 'records' | 'accounts'>,
  caller: Account,
  appId: string,
): Promise<AppContext> {
  const own = await records.get(apps, caller.id, appId);
  if (own) return { owner: caller.id, app: own };
  for (const { id: owner } of await accounts.sharedWith(caller.id)) {
    const app = await records.get(apps, owner, appId);
    if (app) return { owner, app };
  }
  throw (await records.get(appOwners, SYSTEM, appId)) ? fail('NotCollaborator') : understandingFailure('AppNotFound');
}

export async function requireVersion(
  ports: Pick<Ports, 'records' | 'accounts'>,
  caller: Account,
  { appId, versionId }: { appId: string; versionId: string },
): Promise<VersionContext> {
  const context = await requireApp(ports, caller, appId);
  const version = await ports.records.get(versions, context.owner, versionKey(appId, versionId));
  if (!version) throw understandingFailure('VersionNotFound');
  return { ...context, version };
}

/** A version without its schema, which can be large. */
export interface VersionSummary extends Omit<Version, 'schema'> {
  intentsCount: number;
  entitiesCount: number;
}

export function summarizeVersion({ schema, ...version }: Version): VersionSummary {
  return { ...version, intentsCount: schema.intents.length, entitiesCount: schema.entities.length };
}

/** Reads the versions of an app, oldest first. */
export async function readVersionSummaries(ports: RecordsPort, owner: string, appId: string): Promise<VersionSummary[]> {
  const summaries: VersionSummary[] = [];
  for await (const { value } of streamRecords(ports, versions, owner, `${appId}/`, VERSION_PAGE_SIZE)) {
    summaries.push(summarizeVersion(value));
  }
  return summaries.sort((a, b) => a.createdAt - b.createdAt);
}

export async function findVersionByUid(ports: RecordsPort, owner: string, appId: string, uid: string): Promise<Version | undefined> {
  const [found] = await ports.records.find(versions, owner, UID_INDEX, { from: uid, to: uid, limit: 1 });
  if (found) return found.value;
  for await (const { value } of streamRecords(ports, versions, owner, `${appId}/`, VERSION_PAGE_SIZE)) if (value.uid === uid) return value;
  return undefined;
}

export async function checkVersionLimit({ records }: RecordsPort, owner: string, appId: string): Promise<void> {
  if ((await records.count(versions, owner, `${appId}/`)) >= MAX_VERSIONS)
    throw understandingFailure('VersionLimit', { max: MAX_VERSIONS });
}

/** A change that replaces the version that was read and increments its revision, so that it needs training. */
export function replaceVersion({ owner, version }: VersionContext, update: Partial<Version>, now: number): Change {
  return new Change().replace(versions, owner, version, {
    ...version.value,
    ...update,
    revision: version.value.revision + 1,
    modifiedAt: now,
  });
}

/** Writes an example, replacing the one with the same id. */
export function putExample(change: Change, owner: string, uid: string, example: Example): void {
  change.put(examples, owner, exampleKey(uid, example.id), { ...example, uid });
}

export async function findExampleById(
  { records }: RecordsPort,
  owner: string,
  uid: string,
  id: number,
): Promise<Stored<Example> | undefined> {
  return Number.isSafeInteger(id) && id > 0 ? await records.get(examples, owner, exampleKey(uid, id)) : undefined;
}

export async function findExampleByText(
  { records }: RecordsPort,
  owner: string,
  uid: string,
  text: string,
): Promise<Stored<Example> | undefined> {
  const term = textIndexTerm(uid, text);
  const [example] = await records.find(examples, owner, TEXT_INDEX, { from: term, to: term, limit: 1 });
  return example;
}

/** Yields the examples of a version in the order in which they were added. */
export function streamExamples(ports: RecordsPort, owner: string, uid: string): AsyncGenerator<Stored<Example>> {
  return streamRecords(ports, examples, owner, `${uid}/`);
}

/** Reads all examples of a version, for training and for copies of it. */
export async function readExamples(ports: RecordsPort, owner: string, uid: string): Promise<Example[]> {
  const all: Example[] = [];
  for await (const { value } of streamExamples(ports, owner, uid)) all.push(value);
  return all;
}

/** Reads a page of the examples of a version. */
export async function pageExamples(
  { records }: RecordsPort,
  owner: string,
  uid: string,
  { skip, take }: { skip: number; take: number },
): Promise<Stored<Example>[]> {
  if (take === 0) return [];
  const { prefix, skipped } = await skipExamples({ records }, owner, uid, skip);
  if (prefix === undefined) return [];
  const page = await records.page(examples, owner, { prefix: `${uid}/`, after: prefix, limit: skip - skipped + take });
  return page.slice(skip - skipped);
}

/**
 * Finds a key prefix before which a known number of examples is, almost as many as are to be skipped. Ids have gaps, so the example
 * at an offset is found digit by digit, counting the ids that start with each prefix. Counting reads no values.
 * The prefix is undefined when fewer examples exist.
 */
async function skipExamples(
  { records }: RecordsPort,
  owner: string,
  uid: string,
  skip: number,
): Promise<{ prefix?: string; skipped: number }> {
  let prefix = `${uid}/`;
  let skipped = 0;
  for (let digits = 0; digits < EXAMPLE_ID_DIGITS && skip - skipped > MAX_SKIPPED_READS; digits++) {
    let next: string | undefined;
    for (let digit = 0; digit < 10 && next === undefined; digit++) {
      const count = await records.count(examples, owner, `${prefix}${digit}`);
      if (skipped + count > skip) next = `${prefix}${digit}`;
      else skipped += count;
    }
    if (next === undefined) return { skipped };
    prefix = next;
  }
  return { prefix, skipped };
}

/** The newest queries of an app that were neither labeled nor ignored in a version. */
export async function readWaitingTexts(
  ports: RecordsPort,
  { owner, appId, uid }: { owner: string; appId: string; uid: string },
  labeledTexts: readonly string[],
): Promise<string[]> {
  const labeled = new Set(labeledTexts.map((text) => text.toLowerCase()));
  const waiting: { text: string; at: number }[] = [];
  let readCount = 0;
  for await (const {
    value: { text, at, settledIn },
  } of streamRecords(ports, queries, owner, `${appId}/`)) {
    if (!settledIn.includes(uid) && !labeled.has(text.toLowerCase())) waiting.push({ text, at });
    if (++readCount === MAX_READ_QUERIES) break;
  }
  return waiting
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_WAITING_TEXTS)
    .map(({ text }) => text);
}
