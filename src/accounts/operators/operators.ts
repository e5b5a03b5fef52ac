/**
 * The people who sign in to the console, with their roles. The holder of the admin secret is the first of them; its record exists only
 * once its sessions were ended. A session names its operator by id and generation: removing an operator, or raising the generation, ends
 * its sessions in every process with the commit, whatever the clocks say.
 */
import { createHash } from 'node:crypto';
import type { Change, Stored } from '../../kernel/change.ts';
import { collection, SYSTEM } from '../../kernel/collection.ts';
import type { Clock, Ids } from '../../kernel/ports.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import type { Records } from '../../kernel/ports/store.ts';
import type { PasswordHash } from './passwords.ts';
import type { Rights } from '../roles.ts';

export interface Operator extends Rights {
  id: string;
  /** In the audit. */
  name: string;
  /** Raised to end all sessions. */
  generation: number;
  createdAt: number;
  /** Absent until the invitation was accepted, and for those that sign in elsewhere. */
  password?: PasswordHash;
  /** Digest of the code of the invitation that can be accepted. */
  invitation?: string;
  /** Who signs in at an OIDC issuer. */
  oidc?: { issuer: string; subject: string };
  signedInAt?: number;
}

export const operators = collection<Operator>('operators', { announced: true });

interface Invitation {
  operator: string;
  expiresAt: number;
}
/** By the digest of their code. */
export const invitations = collection<Invitation>('invitations', { expiresAt: ({ expiresAt }) => expiresAt });

const INVITATION_MS = 3 * 24 * 3600_000;

/** The key of the record of who signs in with the admin secret. */
export const ADMIN = 'admin';
/** Callers in the audit that are not operators. */
const RESERVED = new Set([ADMIN, 'console', 'server', 'anyone', 'unnamed']);
const OIDC_PREFIX = 'oidc-';

/** The key of an operator with a password; undefined for a name that nobody may have. */
export function operatorKey(name: string): string | undefined {
  const key = name.toLowerCase();
  return RESERVED.has(key) || key.startsWith(OIDC_PREFIX) ? undefined : key;
}

/** The key of an operator of an OIDC issuer. */
export function oidcOperatorKey(issuer: string, subject: string): string {
  return OIDC_PREFIX + createHash('sha256').update(`${issuer}\n${subject}`).digest('hex').slice(0, 32);
}

export async function getOperator(records: Pick<Records, 'get'>, key: string): Promise<Stored<Operator> | undefined> {
  return await records.get(operators, SYSTEM, key);
}

/** The operator of the admin secret, who is always there. */
export function adminOperator(stored: Stored<Operator> | undefined): Operator {
  return stored?.value ?? { id: ADMIN, name: ADMIN, role: 'manage', generation: 0, createdAt: 0 };
}

/** Roles in accounts, as the interface lists them. */
export function rolesView(accounts: Rights['accounts'] = {}): object[] {
  return Object.entries(accounts).map(([accountId, role]) => ({ accountId, role }));
}

/** Adds an invitation to a change; its code is returned and stored nowhere. An earlier one no longer works. */
export function invite(
  change: Change,
  key: string,
  operator: Operator,
  { keyring, ids, clock }: { keyring: Keyring; ids: Ids; clock: Clock },
): { operator: Operator; code: string; expiresAt: number } {
  const code = ids.secret();
  const digest = keyring.digest(code);
  const expiresAt = clock.now() + INVITATION_MS;
  change.create(invitations, SYSTEM, digest, { operator: key, expiresAt });
  return { operator: { ...operator, invitation: digest }, code, expiresAt };
}
