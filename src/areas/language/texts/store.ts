import { collection } from '../../../kernel/collection.ts';
import type { ScoredClass } from './analysis/predict.ts';
import type { TextKind } from './model.ts';

/** A document that a job is asked about. */
export interface InputDocument { id: string; text: string; language?: string }

/** A task of a job: which deployment is asked. */
export interface Task { kind: TextKind; name?: string; projectName: string; deploymentName: string; stringIndexType: string; /** Whether what it is asked is kept for review. */ log?: boolean }

export interface FailedPart { code: string; message: string; inner?: string }

/** What a task says of a document; offsets are in the unit that it asked for. */
export interface Answer { classes?: ScoredClass[]; entities?: { text: string; category: string; offset: number; length: number; score: number }[] }

/** A document with its answer, or why it has none. */
export interface Entry extends Answer { id: string; characters: number; error?: FailedPart }

/** What became of a task, by the place of the task. */
export interface TaskOutcome { at: number; failure?: FailedPart; entries: Entry[] }

/** What a job was asked and what it answers, as long as the job is kept. */
export interface Analysis {
  displayName?: string;
  tasks: Task[];
  /** The blob of the documents, until they are analysed. */
  documents?: string;
  /** The blob of the outcomes, once they are. */
  outcomes?: string;
  expiresAt: number;
}

/** By job id. */
export const analyses = collection<Analysis>('texts.analyses', {
  blobs: ({ documents, outcomes }) => [documents, outcomes].filter((blob) => blob !== undefined),
  expiresAt: ({ expiresAt }) => expiresAt,
});
