import { hash } from 'node:crypto';
import { isCollaborator } from '../../kernel/account.ts';
import type { Account } from '../../kernel/account.ts';
import { fail } from '../../kernel/failures.ts';
import type { Ports } from '../../kernel/ports.ts';
import { readAll } from '../../kernel/read-all.ts';
import { Change } from '../../kernel/change.ts';
import type { Stored } from '../../kernel/change.ts';
import { SYSTEM, collection, systemIndex } from '../../kernel/collection.ts';
import { understandingFailure } from './failures.ts';
import type { App, Example, Training, Version } from './model.ts';

const TEXT_INDEX = 'text';

/** By app id. */
export const apps = collection<App>('understanding.apps', { blobs: ({ slots }) => Object.values(slots).map(({ blob }) => blob), announced: true });
/** Whose an app is, for callers of other accounts: by app id, owned by the system. */
export const owners = systemIndex<{ account: string }>('understanding.owners', { announced: true });
/** By `appId/version`. */
export const versions = collection<Version>('understanding.versions');
/** By `uid/number`; found by their text too. */
export const examples = collection<Example & { /** The version it belongs to. */ uid?: string }>('understanding.examples', { indexes: { [TEXT_INDEX]: ({ uid, text }) => uid === undefined ? [] : [textIndexTerm(uid, text)] } });
/** By the uid of the version. */
export const trainings = collection<Training>('understanding.trainings', { blobs: ({ trained }) => trained ? [trained.blob, trained.evaluation, trained.entities].filter((blob) => blob !== undefined) : [], announced: true });

export interface Query { text: string; at: number; /** Versions in which it was labelled or ignored, by uid. */ settledIn: string[] }
const QUERY_RETENTION_MS = 30 * 24 * 3600_000;
/** Queries that the endpoint was asked, once each: by `appId/digest of the text`. */
export const queries = collection<Query>('understanding.queries', { expiresAt: ({ at }) => at + QUERY_RETENTION_MS });

export interface LoggedQuery { text: string; at: number; answer: object }
/** What an app was asked, each time, in order: by `appId/time/id`. Records rather than events, so that they go with their app in one change. */
export const queryLog = collection<LoggedQuery>('understanding.queryLog', { expiresAt: ({ at }) => at + QUERY_RETENTION_MS });

export function logKey(appId: string, at: number, id: string): string {
  return `${appId}/${String(at).padStart(16, '0')}/${id}`;
}

export function versionKey(appId: string, version: string): string {
  return `${appId}/${version}`;
}

export function exampleKey(uid: string, number: number): string {
  return `${uid}/${String(number).padStart(10, '0')}`;
}

/** Texts are the same without regard to case. */
function textIndexTerm(uid: string, text: string): string {
  return `${uid}/${hash('sha256', text.toLowerCase())}`;
}

/** Adds an utterance to a version, in place of what had its number. */
export function putExample(change: Change, owner: string, uid: string, example: Example): void {
  change.put(examples, owner, exampleKey(uid, example.id), { ...example, uid });
}

/** The utterance of a version that has a number. */
export async function findExampleById({ records }: Pick<Ports, 'records'>, owner: string, uid: string, number: number): Promise<Stored<Example> | undefined> {
  return Number.isSafeInteger(number) && number > 0 ? await records.get(examples, owner, exampleKey(uid, number)) : undefined;
}

/** The utterance of a version that has a text. */
export async function findExampleByText({ records }: Pick<Ports, 'records'>, owner: string, uid: string, text: string): Promise<Stored<Example> | undefined> {
  const term = textIndexTerm(uid, text);
  const [found] = await records.find(examples, owner, TEXT_INDEX, { from: term, to: term, limit: 1 });
  return found;
}

export function queryKey(appId: string, text: string): string {
  return `${appId}/${hash('sha256', text)}`;
}

/** An app as an author may work on it, and the account whose it is. */
export interface AppContext { owner: string; app: Stored<App> }

/** An app of the caller's account, or of one that has made the caller a collaborator. */
export async function requireApp({ records, accounts }: Ports, caller: Account, appId: string): Promise<AppContext> {
  const own = await records.get(apps, caller.id, appId);
  if (own) return { owner: caller.id, app: own };
  const owner = (await records.get(owners, SYSTEM, appId))?.value.account;
  const app = owner === undefined ? undefined : await records.get(apps, owner, appId);
  if (!app) throw understandingFailure('AppNotFound');
  if (!isCollaborator(await accounts.byId(owner!), caller)) throw fail('NotCollaborator');
  return { owner: owner!, app };
}

export interface VersionContext extends AppContext { version: Stored<Version> }

export async function requireVersion(services: Ports, caller: Account, { appId, versionId }: { appId: string; versionId: string }): Promise<VersionContext> {
  const found = await requireApp(services, caller, appId);
  const version = await services.records.get(versions, found.owner, versionKey(appId, versionId));
  if (!version) throw understandingFailure('VersionNotFound');
  return { ...found, version };
}

/** All versions of an app, oldest first. */
export async function readVersions({ records }: Ports, owner: string, appId: string): Promise<Stored<Version>[]> {
  const found = await records.page(versions, owner, { prefix: `${appId}/`, limit: MAX_VERSIONS });
  return found.sort((a, b) => a.value.createdAt - b.value.createdAt);
}

export const MAX_VERSIONS = 100;

/** All utterances of a version, in the order in which they were added. */
export async function readExamples({ records }: Pick<Ports, 'records'>, owner: string, uid: string): Promise<Stored<Example>[]> {
  return await readAll(records, examples, owner, `${uid}/`);
}

/** A change that puts an edited version in place of the one that was read; training sees that it was edited. */
export function replaceVersion({ owner, version }: VersionContext, next: Partial<Version>, now: number): Change {
  return new Change().replace(versions, owner, version, { ...version.value, ...next, revision: version.value.revision + 1, modifiedAt: now });
}
