/** What a process asks for: calls that wait now, and calls that it expects soon. `kept` is what it still holds of earlier leases. */
export interface LeaseRequest {
  account: string;
  /** The id of the process. */
  process: string;
  kept: number;
  waiting: number;
  ahead: number;
}

export interface Lease {
  /** Calls that may be admitted, those that wait first; with `kept`, what the process holds from now on. */
  granted: number;
  /** How many processes have asked for this account of late, this one included. */
  processes: number;
}

/** Limits of an account that all processes on one store share. */
export interface LimitLeases {
  /** Calls of a token bucket one second deep. Those ahead may be used within `RATE_LEASE_MS`. */
  leaseRate(request: LeaseRequest & { callsPerSecond: number }): Promise<Lease & { waitMs: number }>;
  /** Calls of a month. `kept` includes calls that are not in the counters yet. */
  leaseQuota(request: LeaseRequest & { period: string; limit: number }): Promise<Lease>;
}

/** How long calls ahead may be used, from the time of the request. */
export const RATE_LEASE_MS = 250;
/** Shorter than the store counts them, so that a process never uses what was given to another. */
export const QUOTA_LEASE_MS = 5000;
