import type { Stored } from '../../../../kernel/change.ts';
import { isFinal } from '../../../../kernel/job.ts';
import type { Ports } from '../../../../kernel/ports.ts';
import { MAX_MODELS } from '../../model.ts';
import { models } from '../../store.ts';
import { formFailure } from '../failures.ts';
import type { FormModel } from '../model.ts';
import { formModels } from '../store.ts';

export type FormModelStatus = 'creating' | 'ready' | 'invalid';

/** Ids are compared without regard to case. */
export async function getFormModel({ records }: Pick<Ports, 'records'>, account: string, id: string): Promise<Stored<FormModel>> {
  const stored = await records.get(formModels, account, id.toLowerCase());
  if (!stored) throw formFailure('FormModelNotFound', { modelId: id.slice(0, 100) });
  return stored;
}

export async function getReadyModel(services: Pick<Ports, 'records'>, account: string, id: string): Promise<FormModel> {
  const { value } = await getFormModel(services, account, id);
  if (value.artefact === undefined) throw formFailure('FormModelNotReady', { modelId: value.modelId });
  return value;
}

/** A model whose job was abandoned is invalid. */
export async function modelStatus({ jobs }: Pick<Ports, 'jobs'>, account: string, model: FormModel): Promise<FormModelStatus> {
  if (model.artefact !== undefined) return 'ready';
  if (model.isArriving) return 'creating';
  if (!model.training) return 'invalid';
  const job = await jobs.get(account, model.modelId);
  return job && !isFinal(job.value) ? 'creating' : 'invalid';
}

/** Models of all versions count together. */
export async function checkModelLimit({ records }: Pick<Ports, 'records'>, account: string): Promise<void> {
  const count = (await records.count(models, account)) + (await records.count(formModels, account));
  if (count >= MAX_MODELS) throw formFailure('FormModelLimit', { maximumModels: MAX_MODELS });
}
