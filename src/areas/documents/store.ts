import { collection } from '../../storage/collection.ts';
import type { CopyAuthorization, DocumentModel } from './model.ts';

/** Custom models by modelId. */
export const models = collection<DocumentModel>('documents.models');

/** By the digest of the access token, so that the database does not give the token away. */
export const copyAuthorizations = collection<CopyAuthorization>('documents.copyAuthorizations', { expiresAt: ({ expiresAt }) => expiresAt });
