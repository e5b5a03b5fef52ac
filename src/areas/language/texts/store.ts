import { collection } from '../../../kernel/collection.ts';
import type { ScoredClass } from './prediction/predict.ts';
import type { TextKind } from './model.ts';

/** A document of an analysis job. */
export interface InputDocument {
  id: string;
  text: string;
  language?: string;
}

/** A task of a job. */
export type Task = CustomTask | PrebuiltTask;

/** A task that calls a deployment. */
export interface CustomTask {
  kind: TextKind;
  name?: string;
  projectName: string;
  deploymentName: string;
  stringIndexType: string;
  /** Whether the documents are logged for review. */ log?: boolean;
}

/** A task of a prebuilt kind, which fails; `prebuilt` is its list in the request. */
export interface PrebuiltTask {
  prebuilt: string;
  name?: string;
}

export function isPrebuiltTask(task: Task): task is PrebuiltTask {
  return 'prebuilt' in task;
}

/** `inner` is the code and `details` the message of its inner error; the message is the same when omitted. */
export interface FailedPart {
  code: string;
  message: string;
  inner?: string;
  details?: string;
}

/** The language of a document that asked for its detection; the code is absent where none was found. */
export interface DetectedLanguage {
  code?: string;
  confidence?: number;
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
  detected?: DetectedLanguage;
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
  /** Of documents whose language is to be detected and is not found. */
  defaultLanguage?: string;
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
