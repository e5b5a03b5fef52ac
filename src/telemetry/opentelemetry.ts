/**
 * Traces and metrics for a collector, by OTLP over HTTP. Loaded only when telemetry is on. A collector that is slow or down costs a bounded
 * queue of spans, whose newest are dropped, and one export at a time; nothing waits for it.
 */
import { randomUUID } from 'node:crypto';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import type { Resource } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Registry } from 'prom-client';
import type { Log } from '../kernel/ports.ts';
import type { Tracing } from '../kernel/ports/telemetry.ts';
import type { SettingValues } from '../kernel/settings.ts';
import { RegistryProducer } from './metric-producer.ts';
import type { telemetrySettings } from './settings.ts';
import { SdkTracing, samplerOf } from './tracing.ts';

const SCOPE = 'perennial';
/** Spans that wait for the collector; about 2 KB each. */
const MAX_QUEUED_SPANS = 2048;
const MAX_BATCH_SPANS = 512;
/** At the stop of the server, for what is left. */
const CLOSE_MS = 2000;
const PROBLEM_LOG_MS = 60_000;
const MAX_PROBLEM_LENGTH = 300;

export interface TelemetryOptions {
  settings: SettingValues<typeof telemetrySettings>;
  registry: Registry;
  log: Log;
  version: string;
  attributes: Readonly<Record<string, string>>;
  /** The database by its name in the semantic conventions. */
  database: string;
  onSpans(outcome: 'exported' | 'failed', count: number): void;
}

export interface Telemetry {
  tracing: Tracing | undefined;
  /** Flushes pending data, with a short timeout. */
  close(): Promise<void>;
}

export function startTelemetry(options: TelemetryOptions): Telemetry {
  const { settings, log } = options;
  logProblems(log);
  const resource = resourceOf(options);
  const traces = settings.tracesExporter === 'otlp' ? startTraces(options, resource) : undefined;
  const metrics = settings.metricsExporter === 'otlp' ? startMetrics(options, resource) : undefined;
  return {
    tracing: traces && new SdkTracing(traces.getTracer(SCOPE, options.version), { database: options.database }),
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, CLOSE_MS);
      await Promise.race([Promise.allSettled([traces?.shutdown(), metrics?.shutdown()]), late]);
      clearTimeout(timer);
    },
  };
}

function startTraces({ settings, onSpans }: TelemetryOptions, resource: Resource): TracerProvider {
  const { otlpEndpoint, otlpTracesEndpoint, tracesSampler, tracesSamplerArg, spansDelayMs } = settings;
  const exporter = new OTLPTraceExporter({ url: otlpTracesEndpoint ?? `${otlpEndpoint}/v1/traces`, headers: settings.otlpHeaders });
  const processor = new BatchSpanProcessor({
    exporter: counted(exporter, onSpans),
    scheduledDelayMillis: spansDelayMs,
    maxQueueSize: MAX_QUEUED_SPANS,
    maxExportBatchSize: MAX_BATCH_SPANS,
  });
  return new TracerProvider({ resource, sampler: samplerOf(tracesSampler, tracesSamplerArg), spanProcessors: [processor] });
}

function counted(exporter: SpanExporter, onSpans: TelemetryOptions['onSpans']): SpanExporter {
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        onSpans(result.code === 0 ? 'exported' : 'failed', spans.length);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

function startMetrics({ settings, registry, version }: TelemetryOptions, resource: Resource): MeterProvider {
  const { otlpEndpoint, otlpMetricsEndpoint, metricsIntervalMs } = settings;
  const exporter = new OTLPMetricExporter({ url: otlpMetricsEndpoint ?? `${otlpEndpoint}/v1/metrics`, headers: settings.otlpHeaders });
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: metricsIntervalMs,
    metricProducers: [new RegistryProducer(registry, { name: SCOPE, version })],
  });
  return new MeterProvider({ resource, readers: [reader] });
}

function resourceOf({ settings, version, attributes }: TelemetryOptions): Resource {
  const own = { 'service.name': 'perennial', 'service.version': version, 'service.instance.id': randomUUID(), ...attributes };
  return defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes(settings.serviceName === undefined ? {} : { 'service.name': settings.serviceName }));
}

/** The SDK reports problems, such as a collector that does not answer, to a logger of the whole process. */
function logProblems(log: Log): void {
  let loggedAt = -Infinity;
  const warn = (problem: string): void => {
    if (performance.now() - loggedAt < PROBLEM_LOG_MS) return;
    loggedAt = performance.now();
    log.warn({ problem: problem.slice(0, MAX_PROBLEM_LENGTH) }, 'telemetry could not be sent');
  };
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
