import { collection } from '../../../kernel/collection.ts';
import type { ScoredClass } from './prediction/predict.ts';
import type { TextKind } from './model.ts';

/** A document of an analysis job. */
export interface InputDocument {
  id: string;
  text: string;
  language?: string;
}

/** A task of a job, which calls a deployment. */
export interface Task {
  kind: TextKind;
  name?: string;
  projectName: string;
  deploymentName: string;
  stringIndexType: string;
  /** Whether the documents are logged for review. */ log?: boolean;
}

export interface FailedPart {
  code: string;
  message: string;
  inner?: string;
}

/** The prediction of a task for a document; offsets in the requested unit. */
export interface Answer {
  classes?: ScoredClass[];
  entities?: { text: string; category: string; offset: number; length: number; score: number }[];
}

/** The prediction for a document, or its error. */
export interface Entry extends Answer {
  id: string;
  characters: number;
  error?: FailedPart;
}

/** The outcome of a task, in the order of the tasks. */
export interface TaskOutcome {
  at: number;
  failure?: FailedPart;
  entries: Entry[];
}

/** The input and the results of a job; expires together with the job. */
export interface Analysis {
  displayName?: string;
  tasks: Task[];
  /** The blob of the documents, until the job completes. */
  documents?: string;
  /** The blob of the outcomes, after the job has completed. */
  outcomes?: string;
  expiresAt: number;
}

/** By job id. */
export const analyses = collection<Analysis>('texts.analyses', {
  blobs: ({ documents, outcomes }) => [documents, outcomes].filter((blob) => blob !== undefined),
  expiresAt: ({ expiresAt }) => expiresAt,
});
