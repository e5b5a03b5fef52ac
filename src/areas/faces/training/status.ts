/** How the training of a gallery stands, by its own record and by that of its job. */
import type { Ports } from '../../../kernel/ports.ts';
import { isFinal } from '../../../kernel/job.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { Training } from '../model.ts';
import { trainings } from '../store.ts';

export type TrainingState = 'notStarted' | 'running' | 'succeeded' | 'failed';

export interface TrainingStanding { state: TrainingState; training: Training; lastActionAt: number; message?: string }

const GIVEN_UP = 'The training was given up after several attempts.';

export async function standingOf({ key, value }: Stored<Training>, account: string, { records, jobs }: Pick<Ports, 'records' | 'jobs'>): Promise<TrainingStanding> {
  const job = value.ended ? undefined : (await jobs.get(account, value.job))?.value;
  if (job && !isFinal(job)) return { state: job.state === 'notStarted' ? 'notStarted' : 'running', training: value, lastActionAt: job.updatedAt };
  // It may have ended between two readings: a job that has ended has written the end of its training.
  const training = value.ended ? value : (await records.get(trainings, account, key))?.value ?? value;
  const { at, problem } = training.ended ?? { at: job?.updatedAt ?? training.createdAt, problem: GIVEN_UP };
  return { state: problem === undefined ? 'succeeded' : 'failed', training, lastActionAt: at, message: problem };
}

export function isUnderWay({ state }: TrainingStanding): boolean {
  return state === 'notStarted' || state === 'running';
}
