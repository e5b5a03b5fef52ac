/**
 * Live changes, as server-sent events: of jobs with their state, and of the records of areas that stores announce, by the name of their
 * collection alone. Stores announce each change to all processes; what changed within a moment is read once and sent to everyone who
 * listens, so that a busy queue costs the same however many do. When too much changes, listeners are
 * asked to read the list again. A stream ends immediately with the session that opened it, and at the latest after half an hour: clients
 * connect again and read what they missed.
 */
import { Readable } from 'node:stream';
import { SYSTEM } from '../../kernel/collection.ts';
import { fail } from '../../kernel/failures.ts';
import { jobs } from '../../kernel/job.ts';
import type { Job } from '../../kernel/job.ts';
import type { Announcement, Records } from '../../kernel/ports/store.ts';
import { operators } from '../operators/operators.ts';
import { visibleAccounts } from '../roles.ts';
import { sessions as sessionRecords } from '../operators/sessions.ts';
import type { Sessions, SignedIn } from '../operators/sessions.ts';

const MAX_PER_OPERATOR = 12;
const MAX_STREAMS = 500;
const GATHER_MS = 250;
const MAX_GATHERED = 100;
const HEARTBEAT_MS = 20_000;
const LONGEST_MS = 30 * 60_000;
const MAX_UNSENT_BYTES = 256 * 1024;
const RETRY_SECONDS = 30;

export interface WorkFeedOptions {
  store: Pick<Records, 'get'> & { onAnnouncement(listener: (announcement: Announcement | undefined) => void): void };
  sessions: Pick<Sessions, 'again'>;
  view: (job: Job) => object;
  onError: (error: unknown) => void;
}

interface Listener {
  stream: Readable;
  name: string;
  /** Undefined for a bearer token. */
  signedIn: SignedIn | undefined;
  account: string | undefined;
  openedAt: number;
}

export class WorkFeed {
  readonly #options: WorkFeedOptions;
  readonly #listeners = new Set<Listener>();
  /** Keys of jobs. */
  #changed = new Set<string>();
  /** Collections and accounts, as the data of their events. */
  #changedRecords = new Map<string, { accountId: string; kind: string }>();
  #isGathering = false;
  #heartbeat: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WorkFeedOptions) {
    this.#options = options;
    options.store.onAnnouncement((announcement) => {
      if (this.#listeners.size > 0) this.#noticed(announcement);
    });
  }

  /** A stream of the jobs of one account, or of all. */
  open({ name, signedIn, account }: Pick<Listener, 'name' | 'signedIn' | 'account'>): Readable {
    if (this.#isClosed) throw fail('Unavailable', { retryAfter: 1 });
    const own = [...this.#listeners].filter((one) => one.name === name).length;
    if (own >= MAX_PER_OPERATOR || this.#listeners.size >= MAX_STREAMS) throw fail('RateExceeded', { retryAfter: RETRY_SECONDS });
    const stream = new Readable({ read: () => undefined });
    const listener: Listener = { stream, name, signedIn, account, openedAt: performance.now() };
    this.#listeners.add(listener);
    stream.once('close', () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
    });
    this.#heartbeat ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    stream.push(`retry: 3000\n${event('resync')}`);
    return stream;
  }

  close(): void {
    this.#isClosed = true;
    for (const { stream } of this.#listeners) stream.push(null);
    clearInterval(this.#heartbeat);
  }

  #noticed(announcement: Announcement | undefined): void {
    if (!announcement) {
      for (const { stream } of this.#listeners) send(stream, event('resync'));
      this.#checkSessions();
    } else if (announcement.collection === jobs.name) {
      this.#changed.add(announcement.key);
      this.#gather();
    } else if (announcement.collection.includes('.')) {
      // Of an area: the name of its collections begins with its own.
      const { collection: kind, account: accountId } = announcement;
      this.#changedRecords.set(`${accountId} ${kind}`, { accountId, kind });
      this.#gather();
    } else if (announcement.collection === sessionRecords.name || announcement.collection === operators.name) this.#checkSessions();
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    setTimeout(() => void this.#sendChanged().catch(this.#options.onError), GATHER_MS).unref();
  }

  async #sendChanged(): Promise<void> {
    this.#isGathering = false;
    const keys = this.#changed;
    const records = this.#changedRecords;
    this.#changed = new Set();
    this.#changedRecords = new Map();
    if (keys.size + records.size > MAX_GATHERED) {
      for (const { stream } of this.#listeners) send(stream, event('resync'));
      return;
    }
    const { store, view } = this.#options;
    const read = await Promise.all([...keys].map((key) => store.get(jobs, SYSTEM, key)));
    for (const job of read) if (job) this.#send(event('job', { accountId: job.value.account, ...view(job.value) }), job.value.account);
    for (const record of records.values()) this.#send(event('change', record), record.accountId);
  }

  #send(text: string, of: string): void {
    for (const { stream, account, signedIn } of this.#listeners) {
      const seen = signedIn && visibleAccounts(signedIn.operator);
      if ((account === undefined || account === of) && (seen?.includes(of) ?? true)) send(stream, text);
    }
  }

  #beat(): void {
    const now = performance.now();
    for (const { stream, openedAt } of this.#listeners) {
      if (now - openedAt > LONGEST_MS) stream.push(null);
      else send(stream, ':\n\n');
    }
    this.#checkSessions();
  }

  /** Ends the streams of sessions that are over, and shows the others what their operator may see now. */
  #checkSessions(): void {
    for (const listener of this.#listeners) {
      const { stream, signedIn } = listener;
      if (!signedIn) continue;
      this.#options.sessions.again(signedIn).then(
        (now) => (listener.signedIn = now),
        (error: unknown) => {
          if ((error as { kind?: string }).kind !== 'SessionEnded') return this.#options.onError(error);
          if (stream.readableEnded || stream.destroyed) return;
          stream.push(event('ended'));
          stream.push(null);
        },
      );
    }
  }
}

/** A client that does not read is dropped. */
function send(stream: Readable, text: string): void {
  if (stream.readableLength > MAX_UNSENT_BYTES) stream.destroy();
  else if (!stream.readableEnded && !stream.destroyed) stream.push(text);
}

function event(name: string, data: object = {}): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
