/** Prometheus metrics, served at /metrics. Labels have few values: operations, kinds of jobs, names of our own; never accounts. */
import { Counter, Registry, collectDefaultMetrics } from 'prom-client';
import { LEASE_EVENTS } from '../kernel/ports/telemetry.ts';
import type { LeaseEvent, Report } from '../kernel/ports/telemetry.ts';
import { addGauges } from './gauges.ts';
import type { GaugeSources } from './gauges.ts';
import { Timings } from './timings.ts';

const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const WORK_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];
const JOB_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
/** Failures that say that a limit was reached. */
const LIMITS = ['RateExceeded', 'QuotaExceeded', 'TooManyBytes', 'Overloaded'];

export type LeaseHolder = 'job' | 'singletonTask';

export class Metrics {
  readonly registry = new Registry();
  readonly #calls: Timings<'operation' | 'status'>;
  /** By operation and status: a text that is made for each call would be hashed for each. */
  readonly #callIds = new Map<string, Map<number, string>>();
  readonly #commits: Timings<'outcome'>;
  readonly #blobs: Timings<'adapter' | 'operation' | 'outcome'>;
  readonly #fetches: Timings<'outcome'>;
  readonly #tasks: Timings<'pool' | 'task' | 'outcome'>;
  readonly #jobWaits: Timings<'kind'>;
  readonly #jobRuns: Timings<'kind' | 'state'>;
  readonly #blobBytes: Counter<'adapter' | 'direction'>;
  readonly #errors: Counter;
  readonly #shed: Counter<'reason'>;
  readonly #refused: Counter<'reason'>;
  readonly #leases: Counter<'of' | 'event'>;
  readonly #spans: Counter<'outcome'>;

  constructor() {
    const { registry } = this;
    collectDefaultMetrics({ register: registry });
    const timings = <Label extends string>(
      name: string,
      help: string,
      labelNames: readonly Label[],
      buckets = WORK_BUCKETS,
    ): Timings<Label> => new Timings(registry, { name, help, labelNames, buckets });
    this.#calls = timings('perennial_request_seconds', 'Time from a request to its answer', ['operation', 'status'], CALL_BUCKETS);
    this.#commits = timings('perennial_commit_seconds', 'Time of a commit of the store, with its waiting', ['outcome']);
    this.#blobs = timings('perennial_blob_seconds', 'Time of an operation of the blob storage', ['adapter', 'operation', 'outcome']);
    this.#fetches = timings('perennial_fetch_seconds', 'Time of fetching an address that a caller gave', ['outcome']);
    this.#tasks = timings('perennial_task_seconds', 'Time of a task in a thread or process, with its waiting', ['pool', 'task', 'outcome']);
    this.#jobWaits = timings('perennial_job_wait_seconds', 'Time from when a job is due to when a worker claims it', ['kind'], JOB_BUCKETS);
    this.#jobRuns = timings(
      'perennial_job_seconds',
      'Time of an attempt of a job, by the state it ended in; notStarted: returned to the queue, running: lost to another worker',
      ['kind', 'state'],
      JOB_BUCKETS,
    );
    const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> =>
      new Counter({ name, help, labelNames, registers: [registry] });
    this.#blobBytes = counter('perennial_blob_transferred_bytes_total', 'Bytes written to and read from the blob storage', [
      'adapter',
      'direction',
    ]);
    this.#errors = counter('perennial_unexpected_errors_total', 'Errors that no failure of the catalog describes');
    this.#shed = counter('perennial_calls_shed_total', 'Calls refused because too many are in flight: of their account, or of all', [
      'reason',
    ]);
    this.#refused = counter(
      'perennial_limits_refused_total',
      'Calls refused because a limit of their account or of the server was reached',
      ['reason'],
    );
    this.#leases = counter(
      'perennial_leases_total',
      'Leases of jobs and singleton tasks: claimed, taken over from a worker that stopped responding, renewed in time or late, lost',
      ['of', 'event'],
    );
    this.#spans = counter('perennial_telemetry_spans_total', 'Spans that were exported, or could not be', ['outcome']);
    // Rates need the first value: what has not happened yet is zero, not absent.
    for (const reason of ['account', 'process']) this.#shed.inc({ reason }, 0);
    for (const reason of LIMITS) this.#refused.inc({ reason }, 0);
    for (const holder of ['job', 'singletonTask']) for (const event of LEASE_EVENTS) this.#leases.inc({ of: holder, event }, 0);
    for (const outcome of ['exported', 'failed']) this.#spans.inc({ outcome }, 0);
  }

  /** What is measured when /metrics is asked for. */
  addGauges(sources: GaugeSources): void {
    addGauges(this.registry, sources);
  }

  call(operation: string, status: number, seconds: number): void {
    let ids = this.#callIds.get(operation);
    if (!ids) this.#callIds.set(operation, (ids = new Map()));
    let id = ids.get(status);
    if (id === undefined) ids.set(status, (id = `${operation} ${status}`));
    this.#calls.observe(id, () => ({ operation, status: String(status) }), seconds);
  }

  error(): void {
    this.#errors.inc();
  }

  shed(reason: string): void {
    this.#shed.inc({ reason });
  }

  /** Counts the failures that say that a limit was reached, among all. */
  failed(kind: string): void {
    if (LIMITS.includes(kind)) this.#refused.inc({ reason: kind });
  }

  lease(of: LeaseHolder, event: LeaseEvent): void {
    this.#leases.inc({ of, event });
  }

  jobClaimed(kind: string, waitedSeconds: number): void {
    this.#jobWaits.observe(kind, () => ({ kind }), waitedSeconds);
  }

  jobEnded(kind: string, state: string, seconds: number): void {
    this.#jobRuns.observe(`${kind} ${state}`, () => ({ kind, state }), seconds);
  }

  spans(outcome: 'exported' | 'failed', count: number): void {
    this.#spans.inc({ outcome }, count);
  }

  readonly report: Report = (done, startedAt, endedAt) => {
    const seconds = Math.max(0, endedAt - startedAt) / 1000;
    const { outcome } = done;
    switch (done.work) {
      case 'commit':
        return this.#commits.observe(outcome, () => ({ outcome }), seconds);
      case 'fetch':
        return this.#fetches.observe(outcome, () => ({ outcome }), seconds);
      case 'task': {
        const { pool, task } = done;
        return this.#tasks.observe(`${pool} ${task} ${outcome}`, () => ({ pool, task, outcome }), seconds);
      }
      case 'blob': {
        const { adapter, operation, bytes } = done;
        if (bytes > 0 && outcome === 'done') this.#blobBytes.inc({ adapter, direction: operation === 'put' ? 'written' : 'read' }, bytes);
        return this.#blobs.observe(`${adapter} ${operation} ${outcome}`, () => ({ adapter, operation, outcome }), seconds);
      }
    }
  };
}
