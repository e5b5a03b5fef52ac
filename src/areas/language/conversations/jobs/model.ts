/** What conversation jobs read, do and store. */
import type { RedactionMask } from '../../../../engines/language/personal-data/redact.ts';
import { collection } from '../../../../kernel/collection.ts';

export const SUMMARY_TASK = 'ConversationalSummarizationTask';
export const PERSONAL_DATA_TASK = 'ConversationalPIITask';

/** The forms of an item that speech recognition gives. */
export const TRANSCRIPT_FORMS = ['lexical', 'itn', 'maskedItn', 'text'] as const;
export type TranscriptForm = (typeof TRANSCRIPT_FORMS)[number];

export const MAX_CONVERSATION_CHARACTERS = 125_000;

export const SUMMARY_LENGTHS = ['short', 'medium', 'long'] as const;
export type SummaryLength = (typeof SUMMARY_LENGTHS)[number];

export const REDACTION_CHARACTERS = ['!', '#', '$', '%', '&', '*', '+', '-', '=', '?', '@', '^', '_', '~'] as const;

export interface WordTiming {
  word: string;
  offset: number;
  duration: number;
}

/** An item of a conversation; a chat has only `text`. */
export interface InputItem {
  id: string;
  participantId: string;
  role?: string;
  forms: Partial<Record<TranscriptForm, string>>;
  words?: WordTiming[];
}

/** The form of an item that people read; items of some callers have only the others. */
export function displayText({ forms: { text, itn, maskedItn, lexical } }: InputItem): string {
  return [text, itn, maskedItn, lexical].find((form) => form !== undefined && form !== '') ?? '';
}

export interface InputConversation {
  id: string;
  language: string;
  modality: 'text' | 'transcript';
  items: InputItem[];
}

interface TaskParts {
  name?: string;
  modelVersion: string;
  stringIndexType: string;
}

export const SUMMARY_ASPECTS = ['issue', 'resolution', 'chapterTitle', 'narrative', 'recap', 'follow-up tasks'] as const;
export type SummaryAspect = (typeof SUMMARY_ASPECTS)[number];

export interface SummaryTask extends TaskParts {
  kind: typeof SUMMARY_TASK;
  aspects: SummaryAspect[];
  sentenceCount?: number;
  length?: SummaryLength;
}

export interface PersonalDataTask extends TaskParts {
  kind: typeof PERSONAL_DATA_TASK;
  /** What is looked for, and the name of each category in the version that was called. */
  categories: Record<string, string>;
  source?: TranscriptForm;
  redactsAudio: boolean;
  mask: RedactionMask;
}

export type Task = SummaryTask | PersonalDataTask;

export interface FailedPart {
  code: string;
  message: string;
  inner?: string;
}

export interface SummaryView {
  aspect: string;
  text: string;
  contexts?: { conversationItemId: string; offset: number; length: number }[];
}

export interface RedactedItemView {
  id: string;
  redactedContent: Partial<Record<TranscriptForm, string>> & { audioTimings?: { offset: number; duration: number }[] };
  entities: { text: string; category: string; offset: number; length: number; confidenceScore: number }[];
}

/** The result of a task for a conversation, or its error. */
export interface Entry {
  id: string;
  characters: number;
  error?: FailedPart;
  summaries?: SummaryView[];
  conversationItems?: RedactedItemView[];
}

/** The outcome of a task, in the order of the tasks. */
export interface TaskOutcome {
  at: number;
  entries: Entry[];
}

/** The input and the results of a job; expires together with the job. */
export interface ConversationJob {
  displayName?: string;
  tasks: Task[];
  /** The blob of the conversations, until the job completes. */
  conversations?: string;
  /** The blob of the outcomes, after the job has completed. */
  outcomes?: string;
  expiresAt: number;
}

/** By job id. */
export const conversationJobs = collection<ConversationJob>('conversations.jobs', {
  blobs: ({ conversations, outcomes }) => [conversations, outcomes].filter((blob) => blob !== undefined),
  expiresAt: ({ expiresAt }) => expiresAt,
});
