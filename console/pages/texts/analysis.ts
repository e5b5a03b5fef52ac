/** Calls that analyze documents with a deployment. */
import type { Client } from '../../kit/api.ts';
import { runJob, versioned, type Job } from '../../shared/projects/calls.ts';

export interface FoundEntity {
  text: string;
  category: string;
  offset: number;
  length: number;
  confidenceScore: number;
}
export interface DocumentResult {
  id: string;
  entities?: FoundEntity[];
  class?: { category: string; confidenceScore: number }[];
}
interface DocumentError {
  error: { message: string; innererror?: { message: string } };
}
export interface AnalysisResponse extends Job {
  tasks: { items: { results?: { documents: DocumentResult[]; errors: DocumentError[] } }[] };
}

export interface QueryOptions {
  projectName: string;
  deploymentName: string;
  kind: string;
  language: string;
  /** Log them for review. */ log?: boolean;
}

/** Maximum number of documents per call. */
export const MAX_DOCUMENTS = 25;

/** The call; documents are numbered from 1. */
export function analysisCall(
  { projectName, deploymentName, kind, language, log = false }: QueryOptions,
  texts: readonly string[],
): { method: 'POST'; path: string; json: object } {
  const parameters = { projectName, deploymentName, stringIndexType: 'Utf16CodeUnit', ...(log && { loggingOptOut: false }) };
  return {
    method: 'POST',
    path: versioned('/language/analyze-text/jobs'),
    json: { analysisInput: { documents: texts.map((text, i) => ({ id: String(i + 1), text, language })) }, tasks: [{ kind, parameters }] },
  };
}

/** Sends documents and waits for their results, in order. */
export async function queryDocuments(
  client: Client,
  query: QueryOptions,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<{ job: AnalysisResponse; documents: DocumentResult[] }> {
  const job = await runJob<AnalysisResponse>(client, analysisCall(query, texts), signal);
  const results = job.tasks.items[0]?.results;
  // A job succeeds even if its only task fails.
  const invalid = results?.errors[0]?.error;
  const problem = job.errors?.[0]?.message ?? invalid?.innererror?.message ?? invalid?.message;
  if (problem !== undefined) throw new Error(problem);
  return { job, documents: [...results!.documents].sort((a, b) => Number(a.id) - Number(b.id)) };
}
