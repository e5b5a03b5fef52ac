/** Who calls: authentication, rate and quota, as the dispatcher needs them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Account, Caller } from './account.ts';
import type { Area } from './area.ts';
import type { Operation } from './operation.ts';

export interface Admitted {
  account?: Account;
  caller: Caller;
}

/** Callers without an account, where accounts share something. */
export const MANAGEMENT = 'management';
export const UNKNOWN_CALLER = 'unknown';

/** Authenticates calls and enforces rate and quota. */
export interface Access {
  /** Admits a call, or rejects with the reason. A promise only when something has to be looked up: most calls need not wait. */
  admit(
    area: Area,
    operation: Operation,
    headers: IncomingHttpHeaders,
    query: Record<string, unknown>,
    params?: Readonly<Record<string, string>>,
  ): Admitted | Promise<Admitted>;
  /** The id of the account whose key was sent, if it is known without looking it up; otherwise `MANAGEMENT` or `UNKNOWN_CALLER`. */
  callerOf(headers: IncomingHttpHeaders, url: string): string;
}
