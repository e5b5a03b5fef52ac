/** The target's side of a copy: who may bring a model here. A copy brings no key; it brings the token of an authorization. */
import { reaches } from '../../accounts/model.ts';
import type { Account } from '../../accounts/model.ts';
import type { Call } from '../../contract/operation.ts';
import type { Services } from '../../contract/services.ts';
import type { Stored } from '../../storage/change.ts';
import { documentFailure } from './failures.ts';
import type { CopyAuthorization, DocumentModel } from './model.ts';
import { copyAuthorizations, copyTokenKey, models } from './store.ts';

export const TOKEN_HEADER = 'perennial-copy-token';
export const TARGET_HEADER = 'perennial-copy-target';

/** The kinds of accounts that can hold document models. */
export const KINDS = ['DocumentAnalysis'] as const;

export interface Arrival {
  account: Account;
  tokenKey: string;
  /** Absent where the copy has arrived before. */
  authorization?: Stored<CopyAuthorization>;
  arrived?: DocumentModel;
}

const RESOURCE_ID = /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/accounts\/([^/]+)$/i;

/**
 * What a token opens: one model id of one account, once. Whatever is wrong with it, the answer is the same.
 * A token that has brought the model that is there is let in again, since the answer may have been lost on its way.
 */
export async function arrivalOf({ params, headers }: Pick<Call, 'params' | 'headers'>, { accounts, records, region }: Services): Promise<Arrival> {
  const refused = documentFailure('AuthorizationFailed', { details: 'the token does not allow to bring this model here, was used, or has expired.' });
  const [token, target] = [headers[TOKEN_HEADER], headers[TARGET_HEADER]];
  const [, subscription, resourceGroup, name] = typeof target === 'string' ? RESOURCE_ID.exec(target) ?? [] : [];
  if (typeof token !== 'string' || subscription === undefined) throw refused;
  const account = await accounts.named({ subscription, resourceGroup: resourceGroup!, name: name! });
  if (!account || account.blocked || account.location !== region || !reaches(account, KINDS)) throw refused;
  const tokenKey = copyTokenKey(token);
  const authorization = await records.get(copyAuthorizations, account.id, tokenKey);
  if (authorization?.value.modelId === params.modelId) return { account, tokenKey, authorization };
  const arrived = (await records.get(models, account.id, params.modelId!))?.value;
  if (arrived?.arrivedWith === tokenKey) return { account, tokenKey, arrived };
  throw refused;
}
