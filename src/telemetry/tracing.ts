/** Spans by the official SDK: names and attributes by the semantic conventions, `perennial.*` for what those do not know. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, defaultTextMapGetter, defaultTextMapSetter, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span as SdkSpan, SpanOptions, Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Sampler } from '@opentelemetry/sdk-trace';
import { epochMs } from '../kernel/ports/telemetry.ts';
import type { Report, Span, Tracing, Work } from '../kernel/ports/telemetry.ts';

const propagator = new W3CTraceContextPropagator();

export class SdkTracing implements Tracing {
  readonly #tracer: Tracer;
  readonly #database: string;
  readonly #current = new AsyncLocalStorage<Context>();

  constructor(tracer: Tracer, { database }: { database: string }) {
    this.#tracer = tracer;
    this.#database = database;
  }

  startCall({ method, headers, startedAt }: Parameters<Tracing['startCall']>[0]): Span {
    const caller = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    return this.#start(method, { kind: SpanKind.SERVER, startTime: performance.timeOrigin + startedAt }, caller);
  }

  startJob({ id, account, kind, attempt, trace: enqueuedBy }: Parameters<Tracing['startJob']>[0]): Span {
    const producer =
      enqueuedBy === undefined
        ? undefined
        : trace.getSpanContext(propagator.extract(ROOT_CONTEXT, { traceparent: enqueuedBy }, defaultTextMapGetter));
    const attributes: Attributes = {
      'messaging.system': 'perennial',
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': kind,
      'messaging.message.id': id,
      'perennial.account': account,
      'perennial.attempt': attempt,
    };
    return this.#start(
      `process ${kind}`,
      { kind: SpanKind.CONSUMER, attributes, links: producer ? [{ context: producer }] : [] },
      ROOT_CONTEXT,
    );
  }

  traceparent(): string | undefined {
    const current = this.#current.getStore();
    if (!current) return undefined;
    const carrier: { traceparent?: string } = {};
    propagator.inject(current, carrier, defaultTextMapSetter);
    return carrier.traceparent;
  }

  readonly report: Report = (work, startedAt, endedAt) => {
    const current = this.#current.getStore();
    if (!current || !trace.getSpan(current)?.isRecording()) return;
    const { name, kind, attributes } = describe(work, this.#database);
    const span = this.#tracer.startSpan(name, { kind, attributes, startTime: startedAt }, current);
    if (work.outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endedAt);
  };

  #start(name: string, options: SpanOptions, parent: Context): Span {
    const span = this.#tracer.startSpan(name, options, parent);
    return new StartedSpan(span, trace.setSpan(ROOT_CONTEXT, span), this.#current);
  }
}

class StartedSpan implements Span {
  readonly ids: Span['ids'];
  readonly #span: SdkSpan;
  readonly #context: Context;
  readonly #current: AsyncLocalStorage<Context>;

  constructor(span: SdkSpan, context: Context, current: AsyncLocalStorage<Context>) {
    const { traceId, spanId } = span.spanContext();
    this.ids = { trace_id: traceId, span_id: spanId };
    this.#span = span;
    this.#context = context;
    this.#current = current;
  }

  /** What is done in a span that is not recorded does not need it: a context of its own would cost more than the span. */
  run<T>(work: () => T): T {
    return this.#span.isRecording() ? this.#current.run(this.#context, work) : work();
  }

  end({ name, attributes, isError }: Parameters<Span['end']>[0]): void {
    if (!this.#span.isRecording()) return;
    if (name !== undefined) this.#span.updateName(name);
    this.#span.setAttributes(attributes as Attributes);
    if (isError) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end(epochMs());
  }
}

function describe(work: Work, database: string): { name: string; kind: SpanKind; attributes: Attributes } {
  const isFailed = work.outcome === 'failed';
  switch (work.work) {
    case 'commit':
      return {
        name: `COMMIT ${database}`,
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': database, 'db.operation.name': 'COMMIT', 'perennial.outcome': work.outcome },
      };
    case 'blob':
      return {
        name: `${work.operation} blob`,
        kind: SpanKind.CLIENT,
        attributes: {
          'perennial.blob.adapter': work.adapter,
          'perennial.blob.operation': work.operation,
          'perennial.blob.bytes': work.bytes,
        },
      };
    case 'fetch':
      return {
        name: work.method,
        kind: SpanKind.CLIENT,
        // Neither the address nor the host: a customer gave them.
        attributes: {
          'http.request.method': work.method,
          ...(work.status !== undefined && { 'http.response.status_code': work.status }),
          ...(isFailed && { 'error.type': 'FetchRefused' }),
        },
      };
    case 'task':
      return {
        name: `${work.pool} ${work.task}`,
        kind: SpanKind.INTERNAL,
        attributes: { 'perennial.pool': work.pool, 'perennial.task': work.task },
      };
  }
}

/** A job whose call was traced is traced too: it follows its link as a child follows its parent. Others have no link. */
function followingLinks(root: Sampler): Sampler {
  return {
    shouldSample(context, traceId, name, kind, attributes, links) {
      const [link] = links;
      if (!link) return root.shouldSample(context, traceId, name, kind, attributes, links);
      const isSampled = (link.context.traceFlags & TraceFlags.SAMPLED) !== 0;
      return { decision: isSampled ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD };
    },
    toString: () => root.toString(),
  };
}

export function samplerOf(name: string, ratio: number): Sampler {
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('always_on')
      ? new AlwaysOnSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root: followingLinks(root) }) : root;
}
