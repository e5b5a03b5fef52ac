/** Queries a deployment with documents. */
import type { Client } from '../../kit/api.ts';
import { done, versioned } from '../../projects/calls.ts';
import type { Job } from '../../projects/calls.ts';

export interface Found { text: string; category: string; offset: number; length: number; confidenceScore: number }
export interface DocumentAnswer { id: string; entities?: Found[]; class?: { category: string; confidenceScore: number }[] }
export interface Answered extends Job { tasks: { items: { results?: { documents: DocumentAnswer[]; errors: { error: { message: string } }[] } }[] } }

export interface Asked { projectName: string; deploymentName: string; kind: string; language: string; /** Log them for review. */ log?: boolean }

/** Maximum number of documents per call. */
export const MOST_AT_ONCE = 25;

/** The call; documents are numbered from 1. */
export function questionOf({ projectName, deploymentName, kind, language, log = false }: Asked, texts: readonly string[]): { method: 'POST'; path: string; json: object } {
  const parameters = { projectName, deploymentName, stringIndexType: 'Utf16CodeUnit', ...log && { loggingOptOut: false } };
  return { method: 'POST', path: versioned('/language/analyze-text/jobs'), json: { analysisInput: { documents: texts.map((text, i) => ({ id: String(i + 1), text, language })) }, tasks: [{ kind, parameters }] } };
}

/** Sends documents and waits for their results, in order. */
export async function askDocuments(client: Client, asked: Asked, texts: readonly string[], signal?: AbortSignal): Promise<{ job: Answered; documents: DocumentAnswer[] }> {
  const job = await done<Answered>(client, questionOf(asked, texts), signal);
  const results = job.tasks.items[0]?.results;
  // A job succeeds even if its only task fails.
  const problem = job.errors[0]?.message ?? results?.errors[0]?.error.message;
  if (problem !== undefined) throw new Error(problem);
  return { job, documents: [...results!.documents].sort((a, b) => Number(a.id) - Number(b.id)) };
}
