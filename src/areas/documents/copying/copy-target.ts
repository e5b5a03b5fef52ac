/** The target of a copy: checks who may upload a model or classifier. An upload has no key; it has the token of an authorization. */
import { reaches, resourceId } from '../../../kernel/account.ts';
import type { Account } from '../../../kernel/account.ts';
import type { Stored } from '../../../kernel/change.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import type { Collection } from '../../../kernel/collection.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Call } from '../../../kernel/operation.ts';
import type { StoredParts } from './copy-kinds.ts';
import { documentFailure } from '../failures.ts';
import { COPY_AUTHORIZATION_MS } from '../model.ts';
import type { CopyAuthorization } from '../model.ts';
import { copyAuthorizations, copyTargets, copyTokenKey, partsOfCopyToken } from '../store.ts';

export const TOKEN_HEADER = 'perennial-copy-token';
export const TARGET_HEADER = 'perennial-copy-target';

/** The kinds of accounts that can own document models. */
export const ACCOUNT_KINDS = ['DocumentAnalysis'] as const;

export interface CopyTarget<Thing> {
  account: Account;
  tokenKey: string;
  /** Absent when this copy was uploaded before. */
  authorization?: Stored<CopyAuthorization>;
  /** What was uploaded before. */
  existing?: Thing;
}

/**
 * What a token allows: to create one id in one account, once. The failure is the same whatever is wrong. A token that created the
 * existing record is accepted again, since the reply to the first upload may have been lost.
 */
export async function openCopyTarget<Thing extends Pick<StoredParts, 'arrivedWith'>>(
  { of, collection }: Pick<CopyAuthorization, 'of'> & { collection: Collection<Thing> },
  id: string,
  headers: Call['headers'],
  { accounts, records, region, clock }: Pick<Ports, 'accounts' | 'records' | 'region' | 'clock'>,
): Promise<CopyTarget<Thing>> {
  const refused = documentFailure('AuthorizationFailed', { details: 'the token does not allow this upload, was used, or has expired.' });
  const [token, target] = [headers[TOKEN_HEADER], headers[TARGET_HEADER]];
  if (typeof token !== 'string') throw refused;
  // Callers need no key: an account is read only by its id, which strangers do not know, and whatever is found is refused alike.
  const tokenKey = copyTokenKey(token);
  const { createdAt, account: named } = partsOfCopyToken(token);
  if (!(clock.now() < createdAt + COPY_AUTHORIZATION_MS)) throw refused;
  const issuer = (await records.get(copyTargets, SYSTEM, tokenKey))?.value.account ?? named;
  const account = await accounts.byId(issuer);
  if (!account || typeof target !== 'string' || resourceId(account).toLowerCase() !== target.toLowerCase()) throw refused;
  if (account.blocked || account.location !== region || !reaches(account, ACCOUNT_KINDS)) throw refused;
  const authorization = await records.get(copyAuthorizations, account.id, tokenKey);
  if (authorization && authorization.value.modelId === id && authorization.value.of === of) return { account, tokenKey, authorization };
  const existing = (await records.get(collection, account.id, id))?.value;
  if (existing?.arrivedWith === tokenKey) return { account, tokenKey, existing };
  throw refused;
}
