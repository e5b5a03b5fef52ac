/**
 * What the operator sees of the server: the work that is done for calls and jobs, measured for /metrics, and where tracing is on, a trace
 * of each. Keys, content and texts of customers do not belong into any of it.
 */
import type { Job } from '../job.ts';

type Outcome = 'done' | 'failed';

export type Work =
  | { work: 'commit'; outcome: 'committed' | 'conflict' | 'failed' }
  | { work: 'blob'; adapter: string; operation: 'put' | 'get' | 'read' | 'delete' | 'erase'; bytes: number; outcome: Outcome }
  | { work: 'fetch'; method: string; status?: number; outcome: Outcome }
  | { work: 'task'; pool: 'thread' | 'process'; task: string; outcome: Outcome };

/** Reports work that has ended. Times are as of `epochMs`. */
export type Report = (work: Work, startedAt: number, endedAt: number) => void;

/** The time, exact enough for spans, and the same in all threads. */
export function epochMs(): number {
  return performance.timeOrigin + performance.now();
}

/** What happens to the leases of jobs and singleton tasks; a worker takes over from one that stopped responding. */
export const LEASE_EVENTS = ['claimed', 'takenOver', 'renewed', 'renewedLate', 'lost'] as const;
export type LeaseEvent = (typeof LEASE_EVENTS)[number];

/** A lease is renewed each third of its time: when more than this part has passed, it is renewed late. */
export const LATE_RENEWAL = 2 / 3;

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A call or a job in progress. */
export interface Span {
  /** For the log. */
  readonly ids: { readonly trace_id: string; readonly span_id: string };
  /** Runs the work as a part of the span. */
  run<T>(work: () => T): T;
  end(result: { attributes: SpanAttributes; name?: string; isError: boolean }): void;
}

export interface Tracing {
  /** The span of a call; it continues the trace that the headers name. */
  startCall(call: {
    method: string;
    headers: Readonly<Record<string, string | string[] | undefined>>;
    /** As of `performance.now()`. */
    startedAt: number;
  }): Span;
  /** The span of an attempt of a job, linked to the call or job that enqueued it. */
  startJob(job: Pick<Job, 'id' | 'account' | 'kind' | 'attempt' | 'trace'>): Span;
  /** The span in progress, as a `traceparent` header. */
  traceparent(): string | undefined;
  /** Work that was done in the span in progress. */
  readonly report: Report;
}
