import { hash } from 'node:crypto';
import { collection } from '../../storage/collection.ts';
import type { CopyAuthorization, DocumentModel } from './model.ts';

/** Custom models by modelId. */
export const models = collection<DocumentModel>('documents.models');

/** By the key of the access token, which does not give the token away. */
export const copyAuthorizations = collection<CopyAuthorization>('documents.copyAuthorizations', { expiresAt: ({ expiresAt }) => expiresAt });

const TIME_DIGITS = 12;

/** 208 random bits behind the time, so that authorizations made together lie together in the store. */
export function newCopyToken(now: number, secret: string): string {
  return now.toString(16).padStart(TIME_DIGITS, '0') + secret.slice(TIME_DIGITS);
}

export function copyTokenKey(token: string): string {
  return token.slice(0, TIME_DIGITS) + hash('sha256', token);
}
