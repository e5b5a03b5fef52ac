import type { Lease, LeaseRequest, LimitLeases } from '../../../kernel/ports/limits.ts';

type Rows = (name: string, text: string, values: unknown[]) => Promise<unknown[][]>;

/** Shared limits by the functions of sql/addition-1-limit-leases.sql: each lease is one statement that locks one row. */
export class PostgresLimitLeases implements LimitLeases {
  readonly #rows: Rows;
  readonly #now: () => number | null;

  /** By the clock of the database, unless tests have one of their own. */
  constructor(rows: Rows, now: () => number | null = () => null) {
    this.#rows = rows;
    this.#now = now;
  }

  async leaseRate(request: LeaseRequest & { callsPerSecond: number }): Promise<Lease & { waitMs: number }> {
    const { account, callsPerSecond, process, kept, waiting, ahead } = request;
    const [row] = await this.#rows(
      'leaseRate',
      'select granted, wait_ms, processes from perennial_lease_rate($1, $2, $3, $4, $5, $6, $7)',
      [account, callsPerSecond, process, kept, waiting, ahead, this.#now()],
    );
    const [granted, waitMs, processes] = row as [number, number, number];
    return { granted, waitMs, processes };
  }

  async leaseQuota(request: LeaseRequest & { period: string; limit: number }): Promise<Lease> {
    const { account, period, limit, process, kept, waiting, ahead } = request;
    const [row] = await this.#rows('leaseQuota', 'select granted, processes from perennial_lease_quota($1, $2, $3, $4, $5, $6, $7, $8)', [
      account,
      period,
      limit,
      process,
      kept,
      waiting,
      ahead,
      this.#now(),
    ]);
    const [granted, processes] = row as [number, number];
    return { granted, processes };
  }
}
