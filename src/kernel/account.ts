/** An account owns data, keys, limits, a region and a kind. */
export const ACCOUNT_KINDS = [
  'MultiService',
  'DocumentAnalysis',
  'Face',
  'Language',
  'Ranking',
  'Understanding.Authoring',
  'Understanding',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export interface Limits {
  callsPerSecond?: number;
  callsPerMonth?: number;
}

export type KeyName = 'key1' | 'key2';

/** A stored key: found by its digest, readable only with the master key. */
export interface StoredKey {
  digest: string;
  sealed: string;
}

export interface Account {
  /** Owner of the data. A new account under an old name has a new id, so that it never sees the data of the former one. */
  id: string;
  subscription: string;
  resourceGroup: string;
  name: string;
  location: string;
  kind: AccountKind;
  limits: Limits;
  /** Ids of the accounts that may author what this one owns. */
  collaborators: string[];
  /** Ids of the accounts that may assign their projects and apps to this one. */
  acceptsAssignmentsFrom?: string[];
  /** The connection string of the linked blob storage, sealed. */
  sealedStorage?: string;
  blocked: boolean;
  createdAt: number;
  keys: Record<KeyName, StoredKey>;
}

/** The caller, for the audit. */
export interface Caller {
  kind: 'key' | 'manager' | 'anyone';
  name: string;
  /** The ids of the accounts that a manager sees, where not all. */
  accounts?: readonly string[];
}

/** The account's address in the management plane, as the interface's cloud account reference names it. */
export function resourceId({ subscription, resourceGroup, name }: Pick<Account, 'subscription' | 'resourceGroup' | 'name'>): string {
  return `/subscriptions/${subscription}/resourceGroups/${resourceGroup}/accounts/${name}`;
}

/** The key of an account's record; names of subscriptions, groups and accounts are case-insensitive. */
export function accountKey({ subscription, resourceGroup, name }: Pick<Account, 'subscription' | 'resourceGroup' | 'name'>): string {
  return [subscription, resourceGroup, name].join('/').toLowerCase();
}

/** Whether an account agrees in its settings that projects and apps of another answer its calls. Its collaborators could author some. */
export function acceptsAssignments({ acceptsAssignmentsFrom = [], collaborators }: Account, owner: string): boolean {
  return acceptsAssignmentsFrom.includes(owner) || collaborators.includes(owner);
}

/** Whether keys of this kind of account are prediction keys. */
export function isPredictionKind(kind: AccountKind): boolean {
  return kind === 'Understanding';
}

/** Whether keys of this account reach an area with the given kinds. */
export function reaches({ kind }: Pick<Account, 'kind'>, kinds: readonly AccountKind[]): boolean {
  return kind === 'MultiService' || kinds.includes(kind);
}
