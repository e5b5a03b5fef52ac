/** Wire form of records. Replies of the oldest version have both its own field names and the later ones, for clients of either. */
import { VENDOR_FIELDS } from '../../../kernel/aliases.ts';
import type { Call } from '../../../kernel/operation.ts';
import type { Job } from '../../../kernel/job.ts';
import type { FamilyInfo } from './family.ts';
import { CONFIG_VERSION, NEVER } from './model.ts';
import type { Deployment, Project, Span, TrainedModel, TrainingMode } from './model.ts';
import { OLDEST, languageVersion } from './versions.ts';

export function toDateTime(at: number): string {
  return new Date(at).toISOString();
}

/** The times of projects, deployments and jobs in the later versions, which have no fractions of a second. */
export function toWholeSeconds(at: number): string {
  return toDateTime(at).replace(/\.\d+/, '');
}

export function projectView(
  family: FamilyInfo,
  project: Project,
  { trainedAt, deployedAt }: { trainedAt?: number | undefined; deployedAt?: number | undefined },
  version: string,
): object {
  const { name, kind, language, multilingual, description, settings, container, createdAt, modifiedAt } = project;
  const former = family.kinds.find((one) => one.name === kind)!.former;
  const { settings: _settings, ...metadata } = metadataView(project);
  const toText = version === OLDEST ? toDateTime : toWholeSeconds;
  return {
    createdDateTime: toText(createdAt),
    lastModifiedDateTime: toText(modifiedAt),
    ...(trainedAt !== undefined && { lastTrainedDateTime: toDateTime(trainedAt) }),
    ...(deployedAt !== undefined && { lastDeployedDateTime: toDateTime(deployedAt) }),
    ...metadata,
    ...(version === OLDEST && { name, [family.formerKindField]: former, multiLingual: multilingual }),
    language,
    ...((version === OLDEST || Object.keys(settings).length > 0) && { settings }),
    ...(description !== undefined && { description }),
    ...(container !== undefined && { storageInputContainerName: container }),
  };
}

/** The metadata of an exported project. */
export function metadataView({ name, kind, language, multilingual, description, settings, container }: Project): Record<string, unknown> {
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

/** The later versions leave an empty list of errors out. */
export function jobView({ id, createdAt, updatedAt, expiresAt, state, errors }: Job, version: string): object {
  const isOldest = version === OLDEST;
  const toText = isOldest ? toDateTime : toWholeSeconds;
  const codes = isOldest ? FORMER_CODES : CODES;
  return {
    jobId: id,
    createdDateTime: toText(createdAt),
    lastUpdatedDateTime: toText(updatedAt),
    expirationDateTime: toText(expiresAt),
    status: state,
    ...((isOldest || errors.length > 0) && {
      errors: errors.map(({ code, message }) => ({ code: codes.get(code) ?? codes.get('')!, message })),
    }),
  };
}

/** Codes of errors of a job on the wire; that of all others under the empty name. */
const FORMER_CODES = new Map([
  ['notFound', 'notFound'],
  ['invalidOperation', 'invalidOperation'],
  ['', 'unknown'],
]);
const CODES = new Map([
  ['notFound', 'NotFound'],
  ['invalidOperation', 'InvalidArgument'],
  ['', 'InternalServerError'],
]);

export interface TrainingJobInput {
  label: string;
  mode?: TrainingMode;
  /** The training configuration version that the caller asked for. */
  configVersion?: string;
}

/** The share of a training job's progress that evaluation takes; it comes last. */
export const EVALUATION_SHARE = 0.1;

export function trainingJobView({ name }: FamilyInfo, job: Job, version: string): object {
  const { label, mode, configVersion = CONFIG_VERSION } = job.input as TrainingJobInput;
  const trained = job.progress / (1 - EVALUATION_SHARE);
  const training = stepView(job, Math.min(1, trained), version);
  const evaluation = stepView(job, Math.max(0, (job.progress - (1 - EVALUATION_SHARE)) / EVALUATION_SHARE), version);
  const generates = name === 'conversations' && languageVersion(version).dataGeneration;
  return {
    ...jobView(job, version),
    ...(version !== OLDEST && job.state === 'succeeded' && { warnings: [] }),
    result: {
      modelLabel: label,
      trainingConfigVersion: configVersion,
      ...(mode !== undefined && { trainingMode: mode }),
      ...(generates && { dataGenerationStatus: { percentComplete: 0, status: 'notStarted' } }),
      trainingStatus: training,
      evaluationStatus: evaluation,
      ...(version === OLDEST && { trainedModelLabel: label, trainStatus: training }),
    },
  };
}

function stepView({ state, startedAt, endedAt, updatedAt }: Job, share: number, version: string): object {
  const status = state === 'running' ? (share >= 1 ? 'succeeded' : share > 0 ? 'running' : 'notStarted') : state;
  const isStarted = startedAt !== undefined && status !== 'notStarted';
  return {
    percentComplete: Math.floor(100 * (state === 'succeeded' ? 1 : share)),
    status,
    ...(isStarted && { startDateTime: toDateTime(startedAt) }),
    ...(isStarted && endedAt !== undefined && { endDateTime: toDateTime(endedAt) }),
    ...(version === OLDEST && { elapsedTime: isStarted ? formatElapsed((endedAt ?? updatedAt) - startedAt) : null }),
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

export function deploymentView({ name, modelId, trainedAt, deployedAt, resources }: Deployment, version: string): object {
  const idField = languageVersion(version).projectResourceNames ? VENDOR_FIELDS.resourceId : 'resourceId';
  return {
    deploymentName: name,
    modelId,
    lastTrainedDateTime: toDateTime(trainedAt),
    lastDeployedDateTime: version === OLDEST ? toDateTime(deployedAt) : toWholeSeconds(deployedAt),
    deploymentExpirationDate: NEVER,
    modelTrainingConfigVersion: CONFIG_VERSION,
    assignedResources: resources.map(({ id, region }) => ({ [idField]: id, region })),
  };
}

/**
 * The address of a job record. In the oldest version also as `location`; clients of the later ones would read that last, without the
 * parameters they poll with.
 */
export function jobHeaders(call: Call<Record<string, string>, unknown>, path: string, jobId: string): Record<string, string> {
  const address = call.link(path, { ...call.params, jobId });
  return { 'operation-location': address, ...(call.version === OLDEST && { location: address }) };
}

/** Characters per transaction. */
const TRANSACTION_CHARACTERS = 1000;

export function countTransactions(characters: number): number {
  return Math.max(1, Math.ceil(characters / TRANSACTION_CHARACTERS));
}

/** Statistics of the documents or conversations of a task. */
export function taskStatistics(entries: readonly { error?: unknown; characters: number }[]): Record<string, number> {
  const valid = entries.filter(({ error }) => !error);
  return {
    documentsCount: entries.length,
    validDocumentsCount: valid.length,
    erroneousDocumentsCount: entries.length - valid.length,
    transactionsCount: valid.reduce((sum, { characters }) => sum + countTransactions(characters), 0),
  };
}
