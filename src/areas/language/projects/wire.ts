/** Wire form of records. Replies of the oldest version have both its own field names and the later ones, for clients of either. */
import type { Call } from '../../../kernel/operation.ts';
import type { Job } from '../../../kernel/job.ts';
import type { FamilyInfo } from './family.ts';
import { CONFIG_VERSION, NEVER } from './model.ts';
import type { Deployment, Project, Span, TrainedModel, TrainingMode } from './model.ts';

export const OLDEST = '2021-11-01-preview';
/** The later versions of both areas. */
export const LATER_VERSIONS = ['2022-05-01', '2022-05-15-preview', '2022-10-01-preview', '2023-04-01'];

export function toDateTime(at: number): string {
  return new Date(at).toISOString();
}

export function projectView(
  family: FamilyInfo,
  project: Project,
  { trainedAt, deployedAt }: { trainedAt?: number | undefined; deployedAt?: number | undefined },
  version: string,
): object {
  const { name, kind, language, multilingual, description, settings, container, createdAt, modifiedAt } = project;
  const former = family.kinds.find((one) => one.name === kind)!.former;
  return {
    createdDateTime: toDateTime(createdAt),
    lastModifiedDateTime: toDateTime(modifiedAt),
    ...(trainedAt !== undefined && { lastTrainedDateTime: toDateTime(trainedAt) }),
    ...(deployedAt !== undefined && { lastDeployedDateTime: toDateTime(deployedAt) }),
    ...metadataView(project),
    ...(version === OLDEST && { name, [family.formerKindField]: former, multiLingual: multilingual }),
    language,
    settings,
    ...(description !== undefined && { description }),
    ...(container !== undefined && { storageInputContainerName: container }),
  };
}

/** The metadata of an exported project. */
export function metadataView({ name, kind, language, multilingual, description, settings, container }: Project): object {
  return {
    projectKind: kind,
    projectName: name,
    multilingual,
    language,
    settings,
    ...(description !== undefined && { description }),
    ...(container !== undefined && { storageInputContainerName: container }),
  };
}

export function jobView({ id, createdAt, updatedAt, expiresAt, state, errors }: Job): object {
  return {
    jobId: id,
    createdDateTime: toDateTime(createdAt),
    lastUpdatedDateTime: toDateTime(updatedAt),
    expirationDateTime: toDateTime(expiresAt),
    status: state,
    errors: errors.map(({ code, message }) => ({ code: CODES.has(code) ? code : 'unknown', message })),
  };
}

const CODES = new Set(['notFound', 'invalidOperation']);

export interface TrainingJobInput {
  label: string;
  mode?: TrainingMode;
}

/** The share of a training job's progress that evaluation takes; it comes last. */
export const EVALUATION_SHARE = 0.1;

export function trainingJobView(job: Job, version: string): object {
  const { label, mode } = job.input as TrainingJobInput;
  const trained = job.progress / (1 - EVALUATION_SHARE);
  const training = stepView(job, Math.min(1, trained));
  const evaluation = stepView(job, Math.max(0, (job.progress - (1 - EVALUATION_SHARE)) / EVALUATION_SHARE));
  return {
    ...jobView(job),
    result: {
      modelLabel: label,
      trainingConfigVersion: CONFIG_VERSION,
      ...(mode !== undefined && { trainingMode: mode }),
      trainingStatus: training,
      evaluationStatus: evaluation,
      ...(version === OLDEST && { trainedModelLabel: label, trainStatus: training }),
    },
  };
}

function stepView({ state, startedAt, endedAt, updatedAt }: Job, share: number): object {
  const status = state === 'running' ? (share >= 1 ? 'succeeded' : share > 0 ? 'running' : 'notStarted') : state;
  const isStarted = startedAt !== undefined && status !== 'notStarted';
  return {
    percentComplete: Math.floor(100 * (state === 'succeeded' ? 1 : share)),
    status,
    ...(isStarted && { startDateTime: toDateTime(startedAt) }),
    ...(isStarted && endedAt !== undefined && { endDateTime: toDateTime(endedAt) }),
    elapsedTime: isStarted ? formatElapsed((endedAt ?? updatedAt) - startedAt) : null,
  };
}

/** hh:mm:ss */
function formatElapsed(ms: number): string {
  return new Date(Math.max(0, ms)).toISOString().slice(11, 19);
}

function spanView(span: Span): object {
  return { status: 'succeeded', startDateTime: toDateTime(span.startedAt), endDateTime: toDateTime(span.endedAt) };
}

/** Interface 2.3. */
export function modelInfoView({ label, id, trainedAt, training, evaluation, deployment }: TrainedModel): object {
  return {
    trainingJobInfo: spanView(training),
    evaluationJobInfo: spanView(evaluation),
    ...(deployment && { deploymentJobInfo: spanView(deployment) }),
    label,
    modelId: id,
    lastTrainedDateTime: toDateTime(trainedAt),
  };
}

export function modelView({ label, id, trainedAt, training }: TrainedModel): object {
  return {
    label,
    modelId: id,
    lastTrainedDateTime: toDateTime(trainedAt),
    lastTrainingDurationInSeconds: Math.ceil((training.endedAt - training.startedAt) / 1000),
    modelExpirationDate: NEVER,
    modelTrainingConfigVersion: CONFIG_VERSION,
    hasSnapshot: true,
  };
}

export function deploymentView({ name, modelId, trainedAt, deployedAt, resources }: Deployment): object {
  return {
    deploymentName: name,
    modelId,
    lastTrainedDateTime: toDateTime(trainedAt),
    lastDeployedDateTime: toDateTime(deployedAt),
    deploymentExpirationDate: NEVER,
    modelTrainingConfigVersion: CONFIG_VERSION,
    assignedResources: resources.map(({ id, region }) => ({ resourceId: id, region })),
  };
}

/** The address of a job record, under both header names that clients look for. */
export function jobHeaders(call: Call<Record<string, string>, unknown>, path: string, jobId: string): Record<string, string> {
  const address = call.link(path, { ...call.params, jobId });
  return { 'operation-location': address, location: address };
}
