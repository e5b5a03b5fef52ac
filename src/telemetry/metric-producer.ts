/** The metrics of /metrics as OpenTelemetry sees them: one registry, two ways to read it. */
import { ValueType } from '@opentelemetry/api';
import type { HrTime } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import { AggregationTemporality, DataPointType } from '@opentelemetry/sdk-metrics';
import type { DataPoint, Histogram, MetricData, MetricDescriptor, MetricProducer } from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client';

type PromMetric = MetricObjectWithValues<MetricValueWithName<string>>;

const UNITS: readonly (readonly [ending: RegExp, unit: string])[] = [
  [/_seconds(_total)?$/, 's'],
  [/_bytes(_total)?$/, 'By'],
];

export class RegistryProducer implements MetricProducer {
  readonly #registry: Registry;
  readonly #scope: { name: string; version: string };
  readonly #startTime = hrTime(performance.timeOrigin);

  constructor(registry: Registry, scope: { name: string; version: string }) {
    this.#registry = registry;
    this.#scope = scope;
  }

  async collect(): ReturnType<MetricProducer['collect']> {
    const found = (await this.#registry.getMetricsAsJSON()) as PromMetric[];
    const times = { startTime: this.#startTime, endTime: hrTime(Date.now()) };
    const metrics = found.filter(({ values }) => values.length > 0).map((metric) => convert(metric, times));
    return { resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: this.#scope, metrics }] }, errors: [] };
  }
}

function convert(metric: PromMetric, times: { startTime: HrTime; endTime: HrTime }): MetricData {
  const { name, help, values } = metric;
  const descriptor: MetricDescriptor = {
    name,
    description: help,
    unit: UNITS.find(([ending]) => ending.test(name))?.[1] ?? '',
    valueType: ValueType.DOUBLE,
  };
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  // A text, though the library declares a number.
  const type = String(metric.type);
  if (type === 'histogram') return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, name, times) };
  const dataPoints = values.map(({ labels, value }): DataPoint<number> => ({ ...times, attributes: { ...labels }, value }));
  return type === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** The buckets of a series follow each other, each counting those below it too. */
function histograms(values: PromMetric['values'], name: string, times: { startTime: HrTime; endTime: HrTime }): DataPoint<Histogram>[] {
  const points = new Map<
    string,
    { attributes: Record<string, string | number>; boundaries: number[]; below: number[]; sum: number; count: number }
  >();
  for (const { labels, value, metricName } of values) {
    const { le, ...attributes } = labels as Record<string, string | number>;
    const id = JSON.stringify(attributes);
    let point = points.get(id);
    if (!point) points.set(id, (point = { attributes, boundaries: [], below: [], sum: 0, count: 0 }));
    if (metricName === `${name}_sum`) point.sum = value;
    else if (metricName === `${name}_count`) point.count = value;
    else if (le !== '+Inf') {
      point.boundaries.push(Number(le));
      point.below.push(value);
    }
  }
  return [...points.values()].map(({ attributes, boundaries, below, sum, count }) => {
    const counts = [...below, count].map((total, index, all) => total - (all[index - 1] ?? 0));
    return { ...times, attributes, value: { buckets: { boundaries, counts }, sum, count } };
  });
}

function hrTime(epochMs: number): HrTime {
  const seconds = Math.floor(epochMs / 1000);
  return [seconds, Math.round((epochMs - seconds * 1000) * 1e6)];
}
