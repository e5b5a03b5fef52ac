/** The job that copies a model of versions 2: it uploads the model to the address in the token, like copies of later versions. */
import { Change } from '../../../../kernel/change.ts';
import type { Stored } from '../../../../kernel/change.ts';
import { Failure } from '../../../../kernel/failures.ts';
import type { JobOutcome } from '../../../../kernel/job.ts';
import { uploadWithRetry } from '../../copying/job.ts';
import { documentFailure } from '../../failures.ts';
import { RETENTION_MS } from '../../model.ts';
import type { DocumentJobHandlers } from '../../services.ts';
import type { FormCopy, FormError } from '../model.ts';
import { formCopies, formModels } from '../store.ts';
import { packForm } from './package.ts';
import { uploadAddress } from './token.ts';

export const COPY_FORM_JOB = 'documents.copyForm';

export const NOT_AUTHORIZED: FormError = {
  code: 'AuthorizationError',
  message: 'Could not retrieve authorization metadata. If this issue persists use a different target model to copy into.',
};

export const formCopyJobs: DocumentJobHandlers = {
  async [COPY_FORM_JOB]({ id, account }, context): Promise<JobOutcome> {
    const { records, blobs, clock } = context.services;
    const stored = await records.get(formCopies, account, id);
    const target = stored?.value.target;
    if (!target) return { state: 'failed', errors: [{ code: 'notFound', message: 'The copy no longer exists.' }] };
    const complete = (errors: FormError[]): Change => completeCopy(account, stored, clock.now(), errors);
    try {
      const model = (await records.get(formModels, account, stored.value.source))?.value;
      const artifact = model?.artefact === undefined ? undefined : await blobs.get(account, model.artefact);
      if (!model || !artifact) throw documentFailure('ModelNotFound');
      const address = uploadAddress(target.location, stored.value.targetModelId)!;
      const { resourceId: targetResourceId, sealedToken } = target;
      await uploadWithRetry(id, { account, targetResourceId, sealedToken }, address, packForm(model, artifact), context);
      return { state: 'succeeded', change: complete([]) };
    } catch (problem) {
      if (!(problem instanceof Failure) || problem.status >= 500) throw problem;
      const errors = [
        problem.kind === 'AuthorizationFailed' ? NOT_AUTHORIZED : { code: 'ResourceResolverError', message: problem.message },
      ];
      return { state: 'failed', errors, ifFailed: complete(errors) };
    }
  },
};

function completeCopy(account: string, stored: Stored<FormCopy>, at: number, errors: FormError[]): Change {
  const { target: _, ...rest } = stored.value;
  return new Change().replace(formCopies, account, stored, { ...rest, ended: { at, errors }, expiresAt: at + RETENTION_MS });
}
