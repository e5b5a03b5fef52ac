import type { Clock, Ids } from '../kernel/ports.ts';
import type { Change } from '../kernel/change.ts';
import { SYSTEM } from '../kernel/collection.ts';
import type { Jobs, NewJob } from '../kernel/ports/jobs.ts';
import type { Records } from '../kernel/ports/store.ts';
import { isFinal, jobKey, jobs, NEWEST, newestTerm, withLogLine } from '../kernel/job.ts';
import type { Job, StoredJob } from '../kernel/job.ts';

const RETENTION_MS = 7 * 24 * 3600_000;

/** Jobs as records: enqueued as part of a change. */
export class JobQueue implements Jobs {
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #traceparent: () => string | undefined;

  /** `traceparent` is the trace that a new job is a part of. */
  constructor(records: Records, clock: Clock, ids: Ids, traceparent: () => string | undefined = () => undefined) {
    this.#records = records;
    this.#clock = clock;
    this.#ids = ids;
    this.#traceparent = traceparent;
  }

  enqueue(change: Change, job: NewJob): Job {
    const queued = this.#new(job);
    change.create(jobs, SYSTEM, jobKey(queued.account, queued.id), queued);
    return queued;
  }

  done(change: Change, job: NewJob, result?: unknown): Job {
    const { createdAt, ...rest } = this.#new(job);
    const done: Job = {
      ...rest,
      createdAt,
      startedAt: createdAt,
      endedAt: createdAt,
      state: 'succeeded',
      progress: 1,
      ...(result !== undefined && { result }),
    };
    change.create(jobs, SYSTEM, jobKey(done.account, done.id), done);
    return done;
  }

  async get(account: string, id: string): Promise<StoredJob | undefined> {
    return await this.#records.get(jobs, SYSTEM, jobKey(account, id));
  }

  async list(account: string, limit: number, after?: string): Promise<Job[]> {
    const last = after === undefined ? undefined : await this.get(account, after);
    if (after !== undefined && !last) return [];
    const found = await this.#records.find(jobs, SYSTEM, NEWEST, {
      from: last ? newestTerm(last.value) : `${account}/`,
      to: `${account}0`,
      limit: limit + 1,
    });
    return found
      .map(({ value }) => value)
      .filter(({ id }) => id !== after)
      .slice(0, limit);
  }

  cancel(change: Change, read: StoredJob): Job {
    const { value } = read;
    if (isFinal(value) || value.state === 'cancelling') return value;
    const now = this.#clock.now();
    const job: Job =
      value.state === 'notStarted'
        ? { ...value, state: 'cancelled', updatedAt: now, endedAt: now }
        : { ...value, state: 'cancelling', updatedAt: now };
    const logged = withLogLine(job, now, 'Cancellation requested');
    change.replace(jobs, SYSTEM, read, logged);
    return logged;
  }

  #new({ account, kind, input, subject, id = this.#ids.uuid(), delayMs = 0, retentionMs = RETENTION_MS }: NewJob): Job {
    const now = this.#clock.now();
    const trace = this.#traceparent();
    return {
      id,
      account,
      kind,
      input,
      ...(subject && { subject: { id: subject.id, name: subject.name ?? subject.id } }),
      state: 'notStarted',
      progress: 0,
      attempt: 0,
      dueAt: now + delayMs,
      createdAt: now,
      updatedAt: now,
      expiresAt: now + retentionMs,
      errors: [],
      ...(trace !== undefined && { trace }),
    };
  }
}
