/** The status of a gallery's training, from its own record and that of its job. */
import type { Static } from 'typebox';
import type { Ports } from '../../../kernel/ports.ts';
import { isFinal } from '../../../kernel/job.ts';
import type { Stored } from '../../../kernel/change.ts';
import { Type } from '../../../kernel/schema.ts';
import type { Training } from '../model.ts';
import { trainings } from '../store.ts';
import { getVersion } from '../versions.ts';

export type TrainingState = 'notStarted' | 'running' | 'succeeded' | 'failed';

export interface TrainingStatus {
  state: TrainingState;
  training: Training;
  lastActionAt: number;
  message?: string;
}

const ABANDONED = 'The training was abandoned after several attempts.';

export async function readTrainingStatus(
  { key, value }: Stored<Training>,
  account: string,
  { records, jobs }: Pick<Ports, 'records' | 'jobs'>,
): Promise<TrainingStatus> {
  const job = value.ended ? undefined : (await jobs.get(account, value.job))?.value;
  if (job && !isFinal(job))
    return { state: job.state === 'notStarted' ? 'notStarted' : 'running', training: value, lastActionAt: job.updatedAt };
  // The job may have finished between the two reads; a finished job has updated the record of its training.
  const training = value.ended ? value : ((await records.get(trainings, account, key))?.value ?? value);
  const { at, problem } = training.ended ?? { at: job?.updatedAt ?? training.createdAt, problem: ABANDONED };
  return { state: problem === undefined ? 'succeeded' : 'failed', training, lastActionAt: at, message: problem };
}

export function isInProgress({ state }: TrainingStatus): boolean {
  return state === 'notStarted' || state === 'running';
}

export const TrainingView = Type.Object({
  status: Type.String(),
  createdDateTime: Type.String(),
  lastActionDateTime: Type.String(),
  lastSuccessfulTrainingDateTime: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
});

export function trainingView({ state, training, lastActionAt, message }: TrainingStatus, version: string): Static<typeof TrainingView> {
  return {
    status: state === 'notStarted' ? getVersion(version).notStarted : state,
    createdDateTime: toDateTime(training.createdAt),
    lastActionDateTime: toDateTime(lastActionAt),
    lastSuccessfulTrainingDateTime: training.lastSuccessAt === undefined ? undefined : toDateTime(training.lastSuccessAt),
    message,
  };
}

export function toDateTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
