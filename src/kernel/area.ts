import type { AccountKind } from './account.ts';
import type { DutyHandlers } from '../jobs/duties.ts';
import type { JobHandlers } from './job.ts';
import type { Collection, Pointer } from './collection.ts';
import type { Dialect, FailureRow } from './failures.ts';
import type { Operation } from './operation.ts';

/** One place where a version of an area is served. */
export interface Mount {
  base: string;
  version: string;
  /** Whether the version is part of the base or asked for with `api-version`. */
  marker: 'path' | 'query';
}

export interface Area {
  name: string;
  title: string;
  mounts: readonly Mount[];
  /** Kinds of accounts whose keys reach it, beside MultiService. */
  kinds: readonly AccountKind[];
  dialect: Dialect;
  failures?: { readonly rows: Readonly<Record<string, FailureRow>> };
  operations: readonly Operation[];
  jobs?: JobHandlers;
  /** Jobs that a caller waits for: they have workers of their own, so that no training holds them up. */
  promptJobs?: JobHandlers;
  duties?: DutyHandlers;
  /** Its records of the system that lead to what an account owns; they go with the account. */
  pointers?: readonly Collection<Pointer>[];
}
