/**
 * What operators may do. `view` reads; `label` also changes the content of projects, apps, training sets, groups and loops, trains and
 * tries; `manage` does everything. Reading is GET, so that an operation is open to more people only where roles.json lists it.
 *
 * An operator has a role on the whole server, which may be `none`, and may have a higher one in single accounts. A role in an account
 * counts for what is done within it; what creates, deletes, limits or links accounts, and everything else of the management plane, needs
 * the role on the server.
 */
import type { Operation } from '../kernel/operation.ts';
import operations from './roles.json' with { type: 'json' };

export const ROLES = ['view', 'label', 'manage'] as const;
export type Role = (typeof ROLES)[number];

/** On the whole server. */
export const SERVER_ROLES = ['none', ...ROLES] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];

/** What someone may do: on the whole server, and by the id of an account. */
export interface Rights {
  role: ServerRole;
  accounts?: Readonly<Record<string, Role>>;
}

/** Whether someone with a role may do what needs another. */
export function allows(role: ServerRole, needed: Role): boolean {
  return SERVER_ROLES.indexOf(role) >= SERVER_ROLES.indexOf(needed);
}

/** The role that someone has in an account. */
export function roleIn({ role, accounts = {} }: Rights, account: string | undefined): ServerRole {
  const own = account !== undefined && Object.hasOwn(accounts, account) ? accounts[account]! : 'none';
  return allows(role, own === 'none' ? 'view' : own) ? role : own;
}

/** The ids of the accounts that someone sees; undefined for all. */
export function visibleAccounts({ role, accounts = {} }: Rights): readonly string[] | undefined {
  return role === 'none' ? Object.keys(accounts) : undefined;
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

/** Of the caller alone. */
const OWN: ReadonlySet<string> = new Set(operations.own);
/** Shows the accounts that the caller sees. */
const LISTS: ReadonlySet<string> = new Set(operations.lists);
/** Of a single account, but for those who have the role on the whole server. */
const SERVER: ReadonlySet<string> = new Set(operations.server);

/** Where an operation of the management plane needs its role: on the server, unless it is about a single account, or about the caller. */
export function scopeOf({ id, path }: Pick<Operation, 'id' | 'path'>): 'own' | 'list' | 'account' | 'server' {
  if (OWN.has(id)) return 'own';
  if (LISTS.has(id)) return 'list';
  return path.includes('/{account}') && !SERVER.has(id) ? 'account' : 'server';
}

/** The ids that are listed, for a test that they exist. */
export const LISTED_OPERATIONS: readonly string[] = [...READS, ...WORK, ...MANAGES, ...OWN, ...LISTS, ...SERVER];
