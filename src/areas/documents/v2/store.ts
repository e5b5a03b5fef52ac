import { collection } from '../../../kernel/collection.ts';
import type { FormCopy, FormModel } from './model.ts';

/** By modelId. */
export const formModels = collection<FormModel>('documents.formModels', {
  blobs: ({ artefact }) => (artefact === undefined ? [] : [artefact]),
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** By resultId, which is also the id of the job. */
export const formCopies = collection<FormCopy>('documents.formCopies', { expiresAt: ({ expiresAt }) => expiresAt });
