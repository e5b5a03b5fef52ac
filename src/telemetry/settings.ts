import { address, anyText, integer, oneOf } from '../kernel/settings.ts';

/** The standard variables may be there for other programs: they count, and are checked, only when telemetry is on. */
const needs = 'telemetry';
const endpoint = address('http:', 'https:');

export const telemetrySettings = {
  telemetry: {
    env: 'PERENNIAL_TELEMETRY',
    default: 'off',
    help: 'whether traces and metrics are sent to a collector of OpenTelemetry',
    ...oneOf('off', 'otlp'),
  },
  otlpEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: 'http://localhost:4318',
    help: 'address of the collector, by OTLP over HTTP',
    needs,
    ...endpoint,
  },
  otlpTracesEndpoint: { env: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', help: 'whole address for traces, if another', needs, ...endpoint },
  otlpMetricsEndpoint: { env: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', help: 'whole address for metrics, if another', needs, ...endpoint },
  otlpHeaders: {
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    secret: true,
    help: 'headers for the collector, such as its key',
    needs,
    read: readHeaders,
    allowed: 'name=value,…, with values as in addresses',
  },
  otlpProtocol: {
    env: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    default: 'http/json',
    help: 'collectors that accept http/protobuf accept http/json too, which is what is sent',
    needs,
    ...oneOf('http/json', 'http/protobuf'),
  },
  tracesExporter: {
    env: 'OTEL_TRACES_EXPORTER',
    default: 'otlp',
    help: 'whether traces are sent when telemetry is on',
    needs,
    ...oneOf('otlp', 'none'),
  },
  metricsExporter: {
    env: 'OTEL_METRICS_EXPORTER',
    default: 'otlp',
    help: 'whether metrics are sent when telemetry is on; /metrics is there in any case',
    needs,
    ...oneOf('otlp', 'none'),
  },
  tracesSampler: {
    env: 'OTEL_TRACES_SAMPLER',
    default: 'parentbased_always_on',
    help: 'which calls are traced',
    needs,
    ...oneOf('always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'),
  },
  tracesSamplerArg: {
    env: 'OTEL_TRACES_SAMPLER_ARG',
    default: 1,
    help: 'the part of calls that a ratio sampler traces',
    needs,
    read: (text: string) => (/^(0|1|0?\.\d+|[01]\.\d*)$/.test(text) && Number(text) <= 1 ? Number(text) : undefined),
    allowed: 'a number from 0 to 1',
  },
  spansDelayMs: {
    env: 'OTEL_BSP_SCHEDULE_DELAY',
    default: 5000,
    help: 'milliseconds between two exports of spans',
    needs,
    ...integer(10, 600_000),
  },
  metricsIntervalMs: {
    env: 'OTEL_METRIC_EXPORT_INTERVAL',
    default: 60_000,
    help: 'milliseconds between two exports of metrics',
    needs,
    ...integer(100, 3_600_000),
  },
  serviceName: {
    env: 'OTEL_SERVICE_NAME',
    help: 'name of this service in traces and metrics; perennial when unset',
    needs,
    ...anyText,
  },
} as const;

/** Undefined unless each part is a name and a value. */
function readHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    if (name === undefined || value === undefined || value === '') return undefined;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return undefined;
    }
  }
  return headers;
}
