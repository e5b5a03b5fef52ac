/**
 * What operators may do. `view` reads; `label` also changes the content of projects, apps, training sets, groups and loops, trains and
 * tries; `manage` does everything. Reading is GET, so that an operation is open to more people only where roles.json lists it.
 */
import type { Operation } from '../kernel/operation.ts';
import operations from './roles.json' with { type: 'json' };

export const ROLES = ['view', 'label', 'manage'] as const;
export type Role = (typeof ROLES)[number];

/** Whether someone with a role may do what needs another. */
export function allows(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Calls that only read, though they are not GET. */
const READS: ReadonlySet<string> = new Set(operations.reads);
/** Calls of the management plane about running work. */
const WORK: ReadonlySet<string> = new Set(operations.work);
/** What is published to clients, leaves the account, ends a whole project, app, model or group, or sets how a server or loop behaves. */
const MANAGES: ReadonlySet<string> = new Set(operations.manages);

/** The role that an operation needs. */
export function roleFor({ id, method, needs }: Pick<Operation, 'id' | 'method' | 'needs'>): Role {
  if (MANAGES.has(id)) return 'manage';
  if (method === 'GET' || READS.has(id)) return 'view';
  return needs === 'manager' && !WORK.has(id) ? 'manage' : 'label';
}

/** The ids that are listed, for a test that they exist. */
export const LISTED_OPERATIONS: readonly string[] = [...READS, ...WORK, ...MANAGES];
