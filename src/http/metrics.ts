import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Prometheus metrics, served at /metrics. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram<'operation' | 'status'>;
  readonly #observed = new Map<string, Map<number, { observe(seconds: number): void }>>();
  readonly #errors: Counter;

  constructor({ jobsRunning, damagedRows }: { jobsRunning: () => number; damagedRows: () => number }) {
    collectDefaultMetrics({ register: this.registry });
    this.#requests = new Histogram({
      name: 'perennial_request_seconds',
      help: 'Time from a request to its answer',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [this.registry],
    });
    this.#errors = new Counter({
      name: 'perennial_unexpected_errors_total',
      help: 'Errors that no failure of the catalogue describes',
      registers: [this.registry],
    });
    new Counter({
      name: 'perennial_damaged_rows_total',
      help: 'Reads of stored rows that do not match their checksum',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(damagedRows());
      },
    });
    new Gauge({
      name: 'perennial_jobs_running',
      help: 'Jobs that this process runs',
      registers: [this.registry],
      collect() {
        this.set(jobsRunning());
      },
    });
  }

  request(operation: string, status: number, seconds: number): void {
    let byStatus = this.#observed.get(operation);
    if (!byStatus) this.#observed.set(operation, (byStatus = new Map()));
    let observed = byStatus.get(status);
    if (!observed) byStatus.set(status, (observed = this.#requests.labels({ operation, status: String(status) })));
    observed.observe(seconds);
  }

  error(): void {
    this.#errors.inc();
  }
}
