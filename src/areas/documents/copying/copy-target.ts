/** The target's side of a copy: who may bring a model or classifier here. A copy brings no key; it brings the token of an authorization. */
import { reaches } from '../../../kernel/account.ts';
import type { Account } from '../../../kernel/account.ts';
import type { Call } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { CopyKind, StoredParts } from './copy-kinds.ts';
import { documentFailure } from '../failures.ts';
import type { CopyAuthorization } from '../model.ts';
import { copyAuthorizations, copyTokenKey } from '../store.ts';

export const TOKEN_HEADER = 'perennial-copy-token';
export const TARGET_HEADER = 'perennial-copy-target';

/** The kinds of accounts that can hold document models. */
export const ACCOUNT_KINDS = ['DocumentAnalysis'] as const;

export interface CopyTarget<Thing> {
  account: Account;
  tokenKey: string;
  /** Absent where the copy has arrived before. */
  authorization?: Stored<CopyAuthorization>;
  arrived?: Thing;
}

const RESOURCE_ID = /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/accounts\/([^/]+)$/i;

/**
 * What a token opens: one id of one account, once. Whatever is wrong with it, the answer is the same.
 * A token that has brought what is there is let in again, since the answer may have been lost on its way.
 */
export async function openCopyTarget<Thing extends Packed & StoredParts, Packed>({ of, collection }: CopyKind<Thing, Packed>, id: string, headers: Call['headers'], { accounts, records, region }: Services): Promise<CopyTarget<Thing>> {
  const refused = documentFailure('AuthorizationFailed', { details: 'the token does not allow to bring this here, was used, or has expired.' });
  const [token, target] = [headers[TOKEN_HEADER], headers[TARGET_HEADER]];
  const [, subscription, resourceGroup, name] = typeof target === 'string' ? RESOURCE_ID.exec(target) ?? [] : [];
  if (typeof token !== 'string' || subscription === undefined) throw refused;
  const account = await accounts.named({ subscription, resourceGroup: resourceGroup!, name: name! });
  if (!account || account.blocked || account.location !== region || !reaches(account, ACCOUNT_KINDS)) throw refused;
  const tokenKey = copyTokenKey(token);
  const authorization = await records.get(copyAuthorizations, account.id, tokenKey);
  if (authorization && authorization.value.modelId === id && authorization.value.of === of) return { account, tokenKey, authorization };
  const arrived = (await records.get(collection, account.id, id))?.value;
  if (arrived?.arrivedWith === tokenKey) return { account, tokenKey, arrived };
  throw refused;
}
