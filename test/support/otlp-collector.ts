/** A collector of OpenTelemetry: keeps what it receives by OTLP over HTTP as JSON. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type AnyValue = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
type Attributes = { key: string; value: AnyValue }[];

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attributes;
  links: { traceId: string; spanId: string }[];
  status: { code?: number };
}

export interface CollectedSpan extends Omit<OtlpSpan, 'attributes'> {
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
}

interface OtlpPoint {
  attributes: Attributes;
  asDouble?: number;
  asInt?: number;
  count?: number | string;
  sum?: number;
  explicitBounds?: number[];
  bucketCounts?: (number | string)[];
}

export interface CollectedMetric {
  name: string;
  unit: string;
  sum?: { isMonotonic: boolean; aggregationTemporality: number; dataPoints: OtlpPoint[] };
  gauge?: { dataPoints: OtlpPoint[] };
  histogram?: { aggregationTemporality: number; dataPoints: OtlpPoint[] };
}

export interface Collector {
  readonly address: string;
  readonly spans: readonly CollectedSpan[];
  /** The newest of each name. */
  readonly metrics: ReadonlyMap<string, CollectedMetric>;
  readonly headers: readonly IncomingHttpHeaders[];
  /** How many requests were received. */
  readonly requests: number;
  close(): Promise<void>;
}

/** A silent collector accepts connections and never answers. */
export async function startCollector({ isSilent = false } = {}): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const metrics = new Map<string, CollectedMetric>();
  const headers: IncomingHttpHeaders[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    headers.push(request.headers);
    if (isSilent) return void request.resume();
    void json(request).then((body) => {
      if (request.url === '/v1/traces') spans.push(...spansOf(body as TracesBody));
      else for (const metric of metricsOf(body as MetricsBody)) metrics.set(metric.name, metric);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    headers,
    get requests() {
      return requests;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface TracesBody {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

interface MetricsBody {
  resourceMetrics: { scopeMetrics: { metrics: CollectedMetric[] }[] }[];
}

function spansOf({ resourceSpans }: TracesBody): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, attributes: attributesOf(span.attributes), resource: attributesOf(resource.attributes) })),
    ),
  );
}

function metricsOf({ resourceMetrics }: MetricsBody): CollectedMetric[] {
  return resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
}

export function attributesOf(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown]));
}
