/**
 * Queries that callers asked to log: utterances and documents that are pending review. Each text is stored once, with its
 * latest prediction and the number of times it was queried, until thirty days after the last time. Of more than a thousand
 * texts the least recent are deleted. Logging never delays or fails a prediction: records are overwritten without reading
 * them, and counted with tallies.
 */
import { hash } from 'node:crypto';
import type { Ports } from '../../../../kernel/ports.ts';
import { readAll } from '../../../../shared/read-all.ts';
import type { Change } from '../../../../kernel/change.ts';
import { collection } from '../../../../kernel/collection.ts';
import { addTally, isTimeToSum, deleteTallies, tallyGroups, sumTallies } from '../../../../shared/tally.ts';
import type { Tallied } from '../../../../shared/tally.ts';
import type { FamilyName, Project } from '../model.ts';
import { partKey, projectKey, projects } from '../store.ts';

export interface Scored {
  category: string;
  score: number;
}
/** The prediction for a text; offsets in UTF-16. */
export interface LoggedPrediction {
  intents?: Scored[];
  classes?: Scored[];
  entities?: (Scored & { offset: number; length: number })[];
}
export interface LoggedQuery extends LoggedPrediction {
  text: string;
  language?: string | undefined;
  deployment: string;
}
export interface StoredQuery extends LoggedQuery {
  at: number;
}

/** `sure` is the lowest score of the prediction. */
interface QueryTally extends Tallied {
  sure: number;
}

const RETENTION_MS = 30 * 24 * 3600_000;
export const MAX_QUERIES = 1000;
/** Longer texts are not logged. */
export const MAX_QUERY_CHARACTERS = 10_000;
const MAX_INTENTS = 3;
const ID_CHARACTERS = 32;

/** By `uid of the project/id of the text`. */
export const queries = collection<StoredQuery>('projects.queries', { expiresAt: ({ at }) => at + RETENTION_MS });
/** One record for each time a text was queried: by `uid of the project/id of the text/id`. The name is that of stored records. */
export const queryCounts = collection<QueryTally>('projects.askings', { expiresAt: ({ at }) => at + RETENTION_MS });

/** Texts that differ only in case or surrounding space have the same id. */
export function queryId(text: string): string {
  return hash('sha256', text.trim().toLowerCase()).slice(0, ID_CHARACTERS);
}

/** 0 for an empty prediction. */
function lowestScore({ intents = [], classes = [], entities = [] }: LoggedPrediction): number {
  const scores = [...intents.slice(0, 1), ...classes, ...entities].map(({ score }) => score);
  return scores.length === 0 ? 0 : Math.min(...scores);
}

export interface QueriedProject {
  owner: string;
  project: Pick<Project, 'uid' | 'name'>;
}

/** Logs queries of a project; does nothing for a project that no longer exists. */
export async function logQueries(
  change: Change,
  family: FamilyName,
  { owner, project: { uid, name } }: QueriedProject,
  given: readonly LoggedQuery[],
  { records, ids, clock }: Pick<Ports, 'records' | 'ids' | 'clock'>,
): Promise<void> {
  const logged = given.filter(({ text }) => text.length <= MAX_QUERY_CHARACTERS);
  const read = logged.length === 0 ? undefined : await records.get(projects, owner, projectKey(family, name));
  if (read?.value.uid !== uid) return;
  // Deleting the project deletes its log, so nothing may be written after that.
  change.expect(projects, owner, read);
  const at = clock.now();
  for (const [id, same] of Map.groupBy(logged, ({ text }) => queryId(text))) {
    const { intents, ...query } = same.at(-1)!;
    const latest = { ...query, ...(intents && { intents: intents.slice(0, MAX_INTENTS) }) };
    change.put(queries, owner, partKey(uid, id), { ...latest, at });
    addTally(change, queryCounts, owner, `${partKey(uid, id)}/`, { count: same.length, at, sure: lowestScore(latest) }, ids.uuid());
  }
}

/** Occasionally sums the tallies, and deletes the least recent queries over the limit. `added` is the number of new queries. */
export async function compactQueries(
  change: Change,
  { owner, project: { uid } }: QueriedProject,
  added: number,
  { records, ids }: Pick<Ports, 'records' | 'ids'>,
): Promise<void> {
  if (!isTimeToSum(added)) return;
  const groups = [...tallyGroups(await readAll(records, queryCounts, owner, partKey(uid, '')))]
    .map(([group, read]) => ({ group, read, total: sumTallies(read) }))
    .sort((a, b) => b.total.at - a.total.at);
  for (const { group, read, total } of groups.slice(0, MAX_QUERIES)) {
    if (read.length === 1) continue;
    deleteTallies(change, queryCounts, owner, read);
    addTally(change, queryCounts, owner, group, total, ids.uuid());
  }
  for (const { group, read } of groups.slice(MAX_QUERIES)) {
    deleteTallies(change, queryCounts, owner, read);
    change.clear(queries, owner, group.slice(0, -1));
  }
}

export interface ListedQuery extends QueryTally {
  id: string;
}

/** Pending queries, lowest score first, without the texts that the project is taught already. */
export async function listPendingQueries(
  { records }: Pick<Ports, 'records'>,
  owner: string,
  uid: string,
  taught: Iterable<string>,
): Promise<ListedQuery[]> {
  const known = new Set([...taught].map(queryId));
  const prefix = partKey(uid, '');
  const all = [...tallyGroups(await readAll(records, queryCounts, owner, prefix))].map(([group, read]) => ({
    id: group.slice(prefix.length, -1),
    ...sumTallies(read),
  }));
  return all
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_QUERIES)
    .filter(({ id }) => !known.has(id))
    .sort((a, b) => a.sure - b.sure || b.count - a.count || b.at - a.at);
}

/** The latest queries, without the texts that the project is taught already. */
export async function readLoggedTexts(
  { records }: Pick<Ports, 'records'>,
  owner: string,
  uid: string,
  taught: Iterable<string>,
): Promise<Pick<StoredQuery, 'text' | 'language'>[]> {
  const known = new Set([...taught].map(queryId));
  return (await readAll(records, queries, owner, partKey(uid, '')))
    .map(({ value }) => value)
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_QUERIES)
    .filter(({ text }) => !known.has(queryId(text)));
}

/** Deletes queries by their ids. */
export function deleteQueries(change: Change, owner: string, uid: string, queryIds: Iterable<string>): void {
  for (const id of queryIds) {
    change.clear(queries, owner, partKey(uid, id));
    change.clear(queryCounts, owner, `${partKey(uid, id)}/`);
  }
}

/** Deletes the queries that an import has added to the project. */
export async function removeTaughtQueries(
  change: Change,
  owner: string,
  uid: string,
  taught: Iterable<string>,
  { records }: Pick<Ports, 'records'>,
): Promise<void> {
  const prefix = partKey(uid, '');
  const groups = tallyGroups(await readAll(records, queryCounts, owner, prefix));
  if (groups.size > 0) deleteQueries(change, owner, uid, new Set([...taught].map(queryId).filter((id) => groups.has(`${prefix}${id}/`))));
}
