/**
 * What runs now in the selected account, on every page. Changes come from the live stream that all tabs share (live-worker.ts); while
 * there is none, the list is polled. Whatever is missed between two connections is read from the list, so that no end is lost.
 */
import { manager, session, toJobStatus, type Completed } from './api.ts';
import { Cell } from './cell.ts';
import { passOnChange, setLive } from './changes.ts';

export interface Work {
  accountId: string;
  jobId: string;
  kind: string;
  subject?: { id: string; name: string };
  status: string;
  percentCompleted: number;
  completed?: Completed;
  createdDateTime: string;
  startedDateTime?: string;
  lastUpdatedDateTime: string;
  endedDateTime?: string;
  errors: { message: string }[];
}

const POLL_MS = 5000;
const POLL_RUNNING_MS = 1500;
/** How long to wait for the stream before polling. */
const LIVE_WITHIN_MS = 3000;
/** Clocks of servers differ. */
const OVERLAP_MS = 5000;
const MAX_ENDED = 30;

/** Of the selected account: running, and ended since the tab was opened; newest first. */
export const work = new Cell<readonly Work[]>([]);
/** How far the server's clock is ahead of this one. */
let clockAheadMs = 0;

interface LiveMessage {
  type: 'live' | 'ended' | 'resync' | 'job' | 'change';
  isLive?: boolean;
  data?: Work;
}

type Ended = (ended: Work) => void;
const endListeners = new Set<Ended>();

let account: string | undefined;
let since: string | undefined;
let isLive = false;
let timer: ReturnType<typeof setTimeout> | undefined;

export function isRunning({ status }: Pick<Work, 'status'>): boolean {
  return ['waiting', 'running'].includes(toJobStatus(status));
}

/** Calls back when a job ends, also one that was started elsewhere. */
export function watchEnds(listener: Ended): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Follows the work of an account from now on. */
export function watchAccount(accountId: string): void {
  if (account === accountId) return;
  account = accountId;
  since = undefined;
  work.set([]);
  void read();
}

/** Connects to the stream, for as long as someone is signed in. */
export function startWork(): void {
  const stream = openStream();
  const follow = (state: ReturnType<typeof session.get>): void => {
    if (state === 'open') {
      stream?.postMessage('start');
      schedule(stream ? LIVE_WITHIN_MS : POLL_MS);
    } else {
      clearTimeout(timer);
      if (state === 'none') {
        stream?.postMessage('stop');
        account = undefined;
        work.set([]);
      }
    }
  };
  session.watch(follow);
  follow(session.get());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !isLive) void read();
  });
}

/** Reads the list again, for example after something was started here. */
export function refreshWork(): void {
  void read();
}

function openStream(): MessagePort | undefined {
  const script = document.querySelector<HTMLMetaElement>('meta[name="live-worker"]')?.content;
  if (script === undefined || typeof SharedWorker === 'undefined') return undefined;
  const { port } = new SharedWorker(script, 'perennial-live');
  const messages = new BroadcastChannel('perennial-live');
  messages.onmessage = ({ data }: MessageEvent<LiveMessage>) => {
    if (data.type === 'live') setLive((isLive = data.isLive!));
    if (data.type === 'job' || data.type === 'change') passOnChange(data.data!.kind);
    if (data.type === 'ended' && session.get() === 'open') session.set('ended');
    if (data.type === 'job' && data.data!.accountId === account) merge([data.data!]);
    if (data.type === 'resync') {
      passOnChange();
      void read();
    }
    if (data.type === 'live' && !isLive) schedule(POLL_RUNNING_MS);
  };
  port.start();
  return port;
}

function schedule(waitMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (isLive || session.get() !== 'open') return;
    if (document.visibilityState === 'visible') void read();
    else schedule(POLL_MS);
  }, waitMs);
}

async function read(): Promise<void> {
  const asked = account;
  if (asked === undefined || session.get() !== 'open') return;
  try {
    const query = { account: asked, since };
    const { at, value } = await manager.get<{ at: string; value: Work[] }>('/work', { query, quiet: true });
    if (asked !== account) return;
    clockAheadMs = new Date(at).getTime() - Date.now();
    const found = new Set(value.map(({ jobId }) => jobId));
    // What ran and is not listed any more has been deleted.
    work.set(work.get().filter((one) => !isRunning(one) || found.has(one.jobId) || since === undefined));
    since = new Date(new Date(at).getTime() - OVERLAP_MS).toISOString();
    merge(value);
  } catch {
    // Asked again; the shell says that the server is away.
  }
  if (!isLive) schedule(work.get().some(isRunning) ? POLL_RUNNING_MS : POLL_MS);
}

function merge(changed: readonly Work[]): void {
  const known = new Map(work.get().map((one) => [one.jobId, one]));
  const ended: Work[] = [];
  for (const one of changed) {
    const before = known.get(one.jobId);
    // An older state that was read before, and arrives later.
    if (before && before.lastUpdatedDateTime > one.lastUpdatedDateTime) continue;
    if (!isRunning(one) && (!before || isRunning(before))) ended.push(one);
    known.set(one.jobId, one);
  }
  const all = [...known.values()].sort((a, b) => (a.createdDateTime < b.createdDateTime ? 1 : -1));
  const kept = new Set(all.filter((one) => !isRunning(one)).slice(0, MAX_ENDED));
  work.set(all.filter((one) => isRunning(one) || kept.has(one)));
  for (const one of ended) for (const listener of [...endListeners]) listener(one);
}

/** What is left, by the progress so far; undefined while that says little. */
export function timeLeftMs({ percentCompleted, startedDateTime }: Work, now: number): number | undefined {
  if (startedDateTime === undefined || percentCompleted < 5) return undefined;
  const elapsedMs = now + clockAheadMs - new Date(startedDateTime).getTime();
  return elapsedMs < 3000 ? undefined : (elapsedMs * (100 - percentCompleted)) / percentCompleted;
}
