import type { Account } from '../account.ts';

/** What areas may know of accounts other than the caller's. */
export interface Accounts {
  byId(id: string): Promise<Account | undefined>;
  named(name: Pick<Account, 'subscription' | 'resourceGroup' | 'name'>): Promise<Account | undefined>;
  all(): Promise<Account[]>;
  /** The account of a subscription key; undefined for an unknown key and for one of a blocked account. */
  ofKey(key: string): Promise<Account | undefined>;
  /** The accounts that have made this one a collaborator. */
  sharedWith(id: string): Promise<Account[]>;
  /** The accounts whose settings accept assignments from this one. */
  accepting(id: string): Promise<Account[]>;
  /** The subject of a bearer token of the management plane; rejects when the token is invalid. */
  manager(authorization: string | undefined): Promise<string>;
}

/** Secrets derived from the master key, which is kept outside the database. */
export interface Keyring {
  /** The HMAC under which a subscription key, or another bearer secret, is looked up. */
  digest(secret: string): string;
  /** Encrypts a text for one context: it decrypts only with the same context. */
  seal(text: string, context: string): string;
  open(sealed: string, context: string): string;
  /** Whether two secrets are equal, in constant time. */
  same(given: string, secret: string): boolean;
  /** Signs bytes for one purpose; the same bytes have another signature for another purpose. */
  sign(bytes: Uint8Array, purpose: string): string;
}
