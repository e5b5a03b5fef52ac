import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { ByteBudget } from './byte-budget.ts';
import type { Overload, ShedReason } from './overload.ts';

export interface MetricsOptions {
  jobsRunning: () => number;
  damagedRows: () => number;
  overload: Pick<Overload, 'isOverloaded' | 'loopMs' | 'commitMs'>;
  bodies: Readonly<Record<'memory' | 'disk', Pick<ByteBudget, 'heldBytes'>>>;
}

/** Prometheus metrics, served at /metrics. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram<'operation' | 'status'>;
  readonly #observed = new Map<string, Map<number, { observe(seconds: number): void }>>();
  readonly #errors: Counter;
  readonly #shed: Counter<'reason'>;

  constructor({ jobsRunning, damagedRows, overload, bodies }: MetricsOptions) {
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
    this.#shed = new Counter({
      name: 'perennial_calls_shed_total',
      help: 'Calls refused because calls wait too long: in the event loop or in commits',
      labelNames: ['reason'],
      registers: [this.registry],
    });
    this.#gauge('perennial_jobs_running', 'Jobs that this process runs', jobsRunning);
    this.#gauge('perennial_overloaded', '1 while calls are shed', () => Number(overload.isOverloaded));
    this.#gauge('perennial_loop_wait_seconds', 'Longest turn of the event loop of late', () => overload.loopMs / 1000);
    this.#gauge('perennial_commit_wait_seconds', 'Age of the oldest commit in progress', () => overload.commitMs / 1000);
    this.#gauge('perennial_body_memory_bytes', 'Request bodies in memory', () => bodies.memory.heldBytes);
    this.#gauge('perennial_body_disk_bytes', 'Request bodies on disk', () => bodies.disk.heldBytes);
  }

  #gauge(name: string, help: string, value: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(value());
      },
    });
  }

  shed(reason: ShedReason): void {
    this.#shed.inc({ reason });
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
