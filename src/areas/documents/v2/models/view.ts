/** Models as versions 2 write them. */
import type { FormError, FormModel, TrainResult } from '../model.ts';
import { dateTime } from '../replies.ts';
import type { FormVersion } from '../versions.ts';
import type { FormModelStatus } from './lookup.ts';

const ABANDONED: FormError = { code: '3014', message: 'Generic error during training.' };

export function modelInfo(model: FormModel, status: FormModelStatus, { details }: FormVersion): object {
  const { modelId, modelName, kind, createdAt, updatedAt } = model;
  return {
    modelId,
    ...(details && modelName !== undefined && { modelName }),
    // Models that were trained without labels have none.
    ...(details && status === 'ready' && kind !== 'unlabelled' && { attributes: { isComposed: kind === 'composed' } }),
    status,
    createdDateTime: dateTime(createdAt),
    lastUpdatedDateTime: dateTime(updatedAt),
  };
}

export function errorsOf({ errors, training }: FormModel, status: FormModelStatus): FormError[] {
  return status === 'invalid' && training ? [ABANDONED] : errors;
}

export function modelView(model: FormModel, status: FormModelStatus, version: FormVersion, includeKeys: boolean): object {
  const info = { modelInfo: modelInfo(model, status, version) };
  if (status === 'creating') return info;
  const { kind, results } = model;
  const errors = errorsOf(model, status);
  if (kind === 'composed') return { ...info, composedTrainResults: results.map((result) => resultView(result, [])) };
  const result = results[0] ?? { trainingDocuments: [] };
  return {
    ...info,
    ...(includeKeys && kind === 'unlabelled' && { keys: { clusters: result.keys ?? {} } }),
    trainResult: resultView(result, errors),
  };
}

function resultView({ modelId, averageModelAccuracy, trainingDocuments, fields }: TrainResult, errors: readonly FormError[]): object {
  return { modelId, averageModelAccuracy, trainingDocuments, fields, errors };
}
