/** Metrics, traces and the request log: what the operator sees of calls, jobs and the work that they do. */
import { pino } from 'pino';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Exchange } from '../http/exchange.ts';
import type { JobObserver } from '../jobs/runner.ts';
import type { Failure } from '../kernel/failures.ts';
import type { Report, Span, SpanAttributes, Tracing } from '../kernel/ports/telemetry.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { VERSION } from '../version.ts';
import type { ServerLog } from './log.ts';
import { databaseSystem } from './storage.ts';

export interface Observability {
  metrics: Metrics;
  /** Undefined where traces are off. */
  tracing: Tracing | undefined;
  report: Report;
  jobs: JobObserver;
  /** Measures, traces and logs a reply. */
  replied(exchange: Exchange, status: number, failure?: Failure): void;
  close(): Promise<void>;
}

export async function createObservability(config: Config, { log, writeInfo }: ServerLog): Promise<Observability> {
  const metrics = new Metrics();
  const telemetry = config.telemetry === 'off' ? undefined : await startTelemetry(config, log, metrics);
  const tracing = telemetry?.tracing;
  return {
    metrics,
    tracing,
    report: tracing ? both(metrics.report, tracing.report) : metrics.report,
    jobs: observeJobs(metrics, tracing),
    replied(exchange, status, failure) {
      const ms = performance.now() - exchange.startedAt;
      metrics.call(operationOf(exchange), status, ms / 1000);
      if (failure) metrics.failed(failure.kind);
      // A call that was refused before it was handled has no span yet.
      const span = tracing && (exchange.span ?? tracing.startCall(exchange));
      span?.end(callResult(exchange, status, failure));
      writeInfo?.(logLine(exchange, status, ms, span));
    },
    close: async () => await telemetry?.close(),
  };
}

export function operationOf({ binding }: Exchange): string {
  return binding?.prepared.operation.id ?? 'none';
}

const LINE_START = `{"level":${pino.levels.values.info},"time":`;
const PID = `,"pid":${process.pid},"request":"`;

/** The line of a call as the logger would write it, at a fraction of its cost: every call has one, and none of its texts needs escaping. */
function logLine(exchange: Exchange, status: number, ms: number, span: Span | undefined): string {
  const account = exchange.admitted?.account?.id;
  const ids = span ? `","trace_id":"${span.ids.trace_id}","span_id":"${span.ids.span_id}` : '';
  const caller = account === undefined ? '' : `","account":"${account}`;
  const call = `","method":"${exchange.method}","operation":"${operationOf(exchange)}${caller}","status":${status}`;
  return `${LINE_START}${Date.now()}${PID}${exchange.id}${ids}${call},"ms":${Math.round(ms * 100) / 100},"msg":"request"}\n`;
}

/** The SDK is loaded only where it is used. */
async function startTelemetry(config: Config, log: Logger, metrics: Metrics) {
  const { startTelemetry: start } = await import('../telemetry/opentelemetry.ts');
  return start({
    settings: config,
    registry: metrics.registry,
    log,
    version: VERSION,
    attributes: { 'perennial.role': config.role, 'perennial.region': config.region },
    database: databaseSystem(config),
    onSpans: (outcome, count) => metrics.spans(outcome, count),
  });
}

function both(first: Report, second: Report): Report {
  return (work, startedAt, endedAt) => {
    first(work, startedAt, endedAt);
    second(work, startedAt, endedAt);
  };
}

function callResult({ id, method, binding, admitted }: Exchange, status: number, failure: Failure | undefined): Parameters<Span['end']>[0] {
  const operation = binding?.prepared.operation;
  const route = operation && binding.mount.base + operation.path;
  const isError = status >= 500;
  const attributes: SpanAttributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'perennial.operation': operation?.id,
    'perennial.area': binding?.prepared.area.name,
    'perennial.version': binding?.mount.version,
    'perennial.account': admitted?.account?.id,
    'perennial.request': id,
    'perennial.failure': failure?.kind,
    ...(isError && { 'error.type': String(status) }),
  };
  return { name: route === undefined ? method : `${method} ${route}`, attributes, isError };
}

function observeJobs(metrics: Metrics, tracing: Tracing | undefined): JobObserver {
  return {
    lease: (event) => metrics.lease('job', event),
    claimed: ({ kind }, waitedMs) => metrics.jobClaimed(kind, waitedMs / 1000),
    async attempt(job, run) {
      const startedAt = performance.now();
      const span = tracing?.startJob(job());
      try {
        await (span ? span.run(run) : run());
      } finally {
        const { kind, state } = job();
        metrics.jobEnded(kind, state, (performance.now() - startedAt) / 1000);
        span?.end({ attributes: { 'perennial.state': state }, isError: state === 'failed' });
      }
    },
  };
}
