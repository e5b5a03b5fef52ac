/** Requests to the writer and their replies. */
import { DONE } from './apply.ts';
import type { Applier } from './apply.ts';
import type { CommitMessage } from './message.ts';
import type { Announcement, BackupRow, ReleasedBlob, Repair } from '../../../kernel/ports/store.ts';
import { repair } from './repair.ts';

export type OtherRequest =
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

export type WriterRequest = CommitMessage | OtherRequest;

/** What of an error crosses to another thread. */
export interface WriterError {
  message: string;
  errcode?: number;
}

export type WriterReply = { id: number; result?: unknown; error?: WriterError };

/** Of one message to the writer. */
export interface WriterReplies {
  /** The id and the outcome of each commit, one after the other. */
  outcomes: number[];
  others: WriterReply[];
}

/** What the thread that started the writer announces for other threads, which have committed it. */
export interface WriterAnnouncements {
  announcements: Announcement[];
}

/** The announcements of requests that were committed. */
export function committedAnnouncements(requests: readonly WriterRequest[], { outcomes }: WriterReplies): Announcement[] {
  const announcing = requests.filter((request) => Array.isArray(request) && request[6] && request[6].announcements.length > 0);
  if (announcing.length === 0) return [];
  const committed = new Set<number>();
  for (let i = 0; i < outcomes.length; i += 2) if (outcomes[i + 1] === DONE) committed.add(outcomes[i]!);
  return (announcing as CommitMessage[]).flatMap(([id, , , , , , others]) => (committed.has(id) ? others!.announcements : []));
}

/** Runs requests in order, adjacent commits in one transaction. */
export function serveRequests(applier: Applier, requests: readonly WriterRequest[]): WriterReplies {
  const served: WriterReplies = { outcomes: [], others: [] };
  for (let i = 0; i < requests.length;) {
    const first = requests[i]!;
    if (Array.isArray(first)) {
      let end = i + 1;
      while (end < requests.length && Array.isArray(requests[end])) end++;
      commitTogether(applier, requests.slice(i, end) as CommitMessage[], served);
      i = end;
    } else {
      served.others.push(serveOther(applier, first));
      i++;
    }
  }
  return served;
}

function commitTogether(applier: Applier, changes: readonly CommitMessage[], served: WriterReplies): void {
  try {
    const outcomes = applier.commit(changes);
    for (let i = 0; i < changes.length; i++) served.outcomes.push(changes[i]![0], outcomes[i]!);
  } catch (error) {
    for (const [id] of changes) served.others.push({ id, error: describeError(error) });
  }
}

function serveOther(applier: Applier, request: OtherRequest): WriterReply {
  try {
    return { id: request.id, result: resultOf(applier, request) };
  } catch (error) {
    return { id: request.id, error: describeError(error) };
  }
}

function describeError(error: unknown): WriterError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, errcode } = error as Error & { errcode?: number };
  return { message, errcode };
}

function resultOf(applier: Applier, request: OtherRequest): unknown {
  if ('sweep' in request) {
    const swept = applier.sweep(request.now, request.sweep);
    applier.emptyLog();
    return swept;
  }
  if ('eraseSome' in request) return applier.eraseSome(request.eraseSome, request.limit, request.now);
  if ('identify' in request) return applier.identify(request.identify);
  if ('dropEvents' in request) return applier.dropEvents(...request.dropEvents);
  if ('anchorAudits' in request) return applier.anchorAudits(request.anchorAudits);
  if ('emptyLog' in request) applier.emptyLog();
  if ('vacuum' in request) applier.vacuumIfDue(request.vacuum);
  if ('probe' in request) applier.probe(request.probe);
  if ('forgetReleased' in request) applier.forgetReleased(request.forgetReleased);
  if ('repair' in request) repair(applier, request.repair);
  if ('load' in request) applier.load(request.load, request.then);
  return undefined;
}
