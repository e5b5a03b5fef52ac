import { failureCatalog, plainDialect } from '../kernel/failures.ts';
import type { Dialect } from '../kernel/failures.ts';
import rows from './failures.json' with { type: 'json' };

export const accountFailure = failureCatalog(rows);

/** Like the plain dialect, but a missing account or job keeps its own code. */
export const managementDialect: Dialect = (failure) =>
  failure.kind in accountFailure.rows ? { body: { error: { code: failure.kind, message: failure.message } } } : plainDialect(failure);
