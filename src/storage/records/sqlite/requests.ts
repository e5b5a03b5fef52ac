/** Requests to the writer and their replies. */
import { DONE } from './apply.ts';
import type { Applier } from './apply.ts';
import type { ChangeMessage } from './message.ts';
import type { Announcement, BackupRow, ReleasedBlob, Repair } from '../../../kernel/ports/store.ts';
import { repair } from './repair.ts';

export type WriterRequest =
  | { id: number; commit: ChangeMessage; now: number; announcements?: Announcement[] }
  | { id: number; sweep: number; now: number }
  | { id: number; eraseSome: string; limit: number; now: number }
  | { id: number; identify: string }
  | { id: number; emptyLog: true }
  | { id: number; vacuum: number }
  | { id: number; probe: number }
  | { id: number; forgetReleased: readonly ReleasedBlob[] }
  | { id: number; dropEvents: [account: string, log: string, before: number, now: number] }
  | { id: number; load: BackupRow[]; then?: 'commit' | 'rollback' }
  | { id: number; repair: readonly Repair[] }
  | { id: number; anchorAudits: string }
  | { id: number; close: true };

/** What of an error crosses to another thread. */
export interface WriterError {
  message: string;
  errcode?: number;
}

export type WriterReply = { id: number; result?: unknown; error?: WriterError };

/** What the thread that started the writer announces for other threads, which have committed it. */
export interface WriterAnnouncements {
  announcements: Announcement[];
}

/** The announcements of requests that were committed. */
export function committedAnnouncements(requests: readonly WriterRequest[], replies: readonly WriterReply[]): Announcement[] {
  const committed = new Set(replies.filter(({ result }) => result === DONE).map(({ id }) => id));
  return requests.flatMap((request) => ('commit' in request && committed.has(request.id) ? (request.announcements ?? []) : []));
}

/** Runs requests in order, adjacent commits in one transaction. */
export function serveRequests(applier: Applier, requests: readonly WriterRequest[]): WriterReply[] {
  const replies: WriterReply[] = [];
  for (let i = 0; i < requests.length;) {
    const group = [requests[i]!];
    if ('commit' in group[0]!)
      while (i + group.length < requests.length && 'commit' in requests[i + group.length]!) group.push(requests[i + group.length]!);
    try {
      replies.push(...serveGroup(applier, group));
    } catch (error) {
      replies.push(...group.map(({ id }) => ({ id, error: describeError(error) })));
    }
    i += group.length;
  }
  return replies;
}

function describeError(error: unknown): WriterError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, errcode } = error as Error & { errcode?: number };
  return { message, errcode };
}

function serveGroup(applier: Applier, group: readonly WriterRequest[]): WriterReply[] {
  const first = group[0]!;
  if ('commit' in first) {
    const commits = group as Extract<WriterRequest, { commit: ChangeMessage }>[];
    const outcomes = applier.commit(
      commits.map(({ commit }) => commit),
      commits.at(-1)!.now,
    );
    return commits.map(({ id }, i) => ({ id, result: outcomes[i] }));
  }
  if ('sweep' in first) {
    const swept = applier.sweep(first.now, first.sweep);
    applier.emptyLog();
    return [{ id: first.id, result: swept }];
  }
  if ('eraseSome' in first) return [{ id: first.id, result: applier.eraseSome(first.eraseSome, first.limit, first.now) }];
  if ('identify' in first) return [{ id: first.id, result: applier.identify(first.identify) }];
  if ('emptyLog' in first) applier.emptyLog();
  if ('vacuum' in first) applier.vacuumIfDue(first.vacuum);
  if ('probe' in first) applier.probe(first.probe);
  if ('forgetReleased' in first) applier.forgetReleased(first.forgetReleased);
  if ('dropEvents' in first) return [{ id: first.id, result: applier.dropEvents(...first.dropEvents) }];
  if ('repair' in first) repair(applier, first.repair);
  if ('anchorAudits' in first) return [{ id: first.id, result: applier.anchorAudits(first.anchorAudits) }];
  if ('load' in first) applier.load(first.load, first.then);
  return [{ id: first.id }];
}
