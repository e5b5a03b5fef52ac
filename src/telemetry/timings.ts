/**
 * A histogram that is cheap to observe: every call and commit is. (That of prom-client checks and hashes the labels, and looks buckets up
 * by their bounds as text, each time.) The registry reads it like its own metrics.
 */
import type { Metric, MetricValueWithName, Registry } from 'prom-client';

export interface TimingsOptions<Label extends string> {
  name: string;
  help: string;
  labelNames: readonly Label[];
  /** Upper bounds in seconds, ascending. */
  buckets: readonly number[];
}

interface Series {
  labels: Readonly<Record<string, string>>;
  /** One for each bound, and one for what is above all of them. */
  counts: number[];
  sum: number;
}

export class Timings<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  readonly type = 'histogram';
  readonly #buckets: readonly number[];
  readonly #series = new Map<string, Series>();

  constructor(registry: Registry, { name, help, labelNames, buckets }: TimingsOptions<Label>) {
    this.name = name;
    this.help = help;
    this.labelNames = labelNames;
    this.#buckets = buckets;
    registry.registerMetric(this as unknown as Metric);
  }

  /** `id` stands for the labels, which are asked for once. */
  observe(id: string, labels: () => Readonly<Record<Label, string>>, seconds: number): void {
    let series = this.#series.get(id);
    if (!series) this.#series.set(id, (series = { labels: labels(), counts: Array(this.#buckets.length + 1).fill(0) as number[], sum: 0 }));
    let bucket = 0;
    while (bucket < this.#buckets.length && seconds > this.#buckets[bucket]!) bucket++;
    series.counts[bucket]!++;
    series.sum += seconds;
  }

  get(): Promise<{ name: string; help: string; type: string; aggregator: string; values: MetricValueWithName<string>[] }> {
    const { name, help, type } = this;
    const values = [...this.#series.values()].flatMap((series) => this.#values(series));
    return Promise.resolve({ name, help, type, aggregator: 'sum', values });
  }

  #values({ labels, counts, sum }: Series): MetricValueWithName<string>[] {
    let count = 0;
    const buckets = counts.map((counted, i) => {
      const le = this.#buckets[i] ?? '+Inf';
      return { metricName: `${this.name}_bucket`, labels: { le, ...labels }, value: (count += counted) };
    });
    return [...buckets, { metricName: `${this.name}_sum`, labels, value: sum }, { metricName: `${this.name}_count`, labels, value: count }];
  }
}
