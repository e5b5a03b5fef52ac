/**
 * What projects were asked and callers said to keep: utterances and documents that wait to be looked at. Each text is kept
 * once, with what was answered last and how often it was asked, for thirty days since; of more than a thousand the ones
 * asked longest ago leave. Nothing here holds an answer up or makes it fail: what is kept is written without regard to
 * what is there, and counted by tallies.
 */
import { hash } from 'node:crypto';
import type { Ports } from '../../../../kernel/ports.ts';
import { readAll } from '../../../../kernel/read-all.ts';
import type { Change } from '../../../../kernel/change.ts';
import { collection } from '../../../../kernel/collection.ts';
import { addTally, isTimeToSum, takeOut, tallyGroups, totalOf } from '../../../../kernel/tally.ts';
import type { Tallied } from '../../../../kernel/tally.ts';
import type { FamilyName, Project } from '../model.ts';
import { partKey, projectKey, projects } from '../store.ts';

export interface Scored { category: string; score: number }
/** What was said of a text: offsets in UTF-16. */
export interface LoggedPrediction {
  intents?: Scored[];
  classes?: Scored[];
  entities?: (Scored & { offset: number; length: number })[];
}
export interface LoggedQuery extends LoggedPrediction { text: string; language?: string | undefined; deployment: string }
export interface StoredQuery extends LoggedQuery { at: number }

/** `sure` is how sure the answer was. */
interface QueryTally extends Tallied { sure: number }

const RETENTION_MS = 30 * 24 * 3600_000;
export const MAX_QUERIES = 1000;
/** Longer texts are not kept. */
export const MAX_QUERY_CHARACTERS = 10_000;
const MAX_INTENTS = 3;
const ID_CHARACTERS = 32;

/** By `uid of the project/id of the text`. */
export const queries = collection<StoredQuery>('projects.queries', { expiresAt: ({ at }) => at + RETENTION_MS });
/** Each time that one was asked: by `uid of the project/id of the text/id`. */
export const queryCounts = collection<QueryTally>('projects.askings', { expiresAt: ({ at }) => at + RETENTION_MS });

/** Texts are the same without regard to case. */
export function queryId(text: string): string {
  return hash('sha256', text.trim().toLowerCase()).slice(0, ID_CHARACTERS);
}

/** As sure as of the least sure thing that was said; where nothing was, not at all. */
function lowestScore({ intents = [], classes = [], entities = [] }: LoggedPrediction): number {
  const scores = [...intents.slice(0, 1), ...classes, ...entities].map(({ score }) => score);
  return scores.length === 0 ? 0 : Math.min(...scores);
}

export interface QueriedProject { owner: string; project: Pick<Project, 'uid' | 'name'> }

/** Keeps what a project was asked; nothing for one that is not there any more. */
export async function logQueries(change: Change, family: FamilyName, { owner, project: { uid, name } }: QueriedProject, asked: readonly LoggedQuery[], { records, ids, clock }: Pick<Ports, 'records' | 'ids' | 'clock'>): Promise<void> {
  const kept = asked.filter(({ text }) => text.length <= MAX_QUERY_CHARACTERS);
  const read = kept.length === 0 ? undefined : await records.get(projects, owner, projectKey(family, name));
  if (read?.value.uid !== uid) return;
  // Whoever deletes the project meanwhile erases all of it: so this must not be written after.
  change.expect(projects, owner, read);
  const at = clock.now();
  for (const [id, same] of Map.groupBy(kept, ({ text }) => queryId(text))) {
    const { intents, ...last } = same.at(-1)!;
    const said = { ...last, ...intents && { intents: intents.slice(0, MAX_INTENTS) } };
    change.put(queries, owner, partKey(uid, id), { ...said, at });
    addTally(change, queryCounts, owner, `${partKey(uid, id)}/`, { count: same.length, at, sure: lowestScore(said) }, ids.uuid());
  }
}

/** Now and then adds up how often each was asked, and lets go of the oldest where there are too many. `added` are so many as come now. */
export async function compactQueries(change: Change, { owner, project: { uid } }: QueriedProject, added: number, { records, ids }: Pick<Ports, 'records' | 'ids'>): Promise<void> {
  if (!isTimeToSum(added)) return;
  const groups = [...tallyGroups(await readAll(records, queryCounts, owner, partKey(uid, '')))].map(([group, read]) => ({ group, read, total: totalOf(read) })).sort((a, b) => b.total.at - a.total.at);
  for (const { group, read, total } of groups.slice(0, MAX_QUERIES)) {
    if (read.length === 1) continue;
    takeOut(change, queryCounts, owner, read);
    addTally(change, queryCounts, owner, group, total, ids.uuid());
  }
  for (const { group, read } of groups.slice(MAX_QUERIES)) {
    takeOut(change, queryCounts, owner, read);
    change.clear(queries, owner, group.slice(0, -1));
  }
}

export interface ListedQuery extends QueryTally { id: string }

/** What waits, the least sure first; `held` are texts that the project has. */
export async function listPendingQueries({ records }: Pick<Ports, 'records'>, owner: string, uid: string, held: Iterable<string>): Promise<ListedQuery[]> {
  const known = new Set([...held].map(queryId));
  const prefix = partKey(uid, '');
  const all = [...tallyGroups(await readAll(records, queryCounts, owner, prefix))].map(([group, read]) => ({ id: group.slice(prefix.length, -1), ...totalOf(read) }));
  return all.sort((a, b) => b.at - a.at).slice(0, MAX_QUERIES).filter(({ id }) => !known.has(id)).sort((a, b) => a.sure - b.sure || b.count - a.count || b.at - a.at);
}

/** Lets go of some, by their ids. */
export function deleteQueries(change: Change, owner: string, uid: string, wanted: Iterable<string>): void {
  for (const id of wanted) {
    change.clear(queries, owner, partKey(uid, id));
    change.clear(queryCounts, owner, `${partKey(uid, id)}/`);
  }
}

/** Lets go of those that the project has from now on. */
export async function removeTaughtQueries(change: Change, owner: string, uid: string, held: Iterable<string>, { records }: Pick<Ports, 'records'>): Promise<void> {
  const prefix = partKey(uid, '');
  const groups = tallyGroups(await readAll(records, queryCounts, owner, prefix));
  if (groups.size > 0) deleteQueries(change, owner, uid, new Set([...held].map(queryId).filter((id) => groups.has(`${prefix}${id}/`))));
}
