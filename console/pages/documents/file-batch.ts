/** Many files analyzed with one model, a few at a time. It goes on while other pages of the console are open. */
import type { Account } from '../../kit/accounts.ts';
import type { CallFailed, Client } from '../../kit/api.ts';
import { Cell } from '../../kit/cell.ts';
import { analyze, startAnalysis } from './calls.ts';
import { addRecent } from './hooks.ts';
import { fieldRows, type AnalyzeResult } from './result.ts';
import { emptyProblem } from './training-files.ts';

export interface BatchFile {
  /** Its place in the batch. */ id: number;
  name: string;
  state: 'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** Why it failed. */ message?: string;
  resultId?: string;
  pages?: number;
}

export interface FileBatch {
  account: string;
  modelId: string;
  files: readonly BatchFile[];
}

/** The last one; a new one replaces it. */
export const fileBatch = new Cell<FileBatch | undefined>(undefined);
let stop = new AbortController();

const CONCURRENCY = 3;

export interface BatchCall {
  account: Account;
  client: Client;
  modelId: string;
  query: Readonly<Record<string, string>>;
}

export function isRunning(batch: FileBatch | undefined): boolean {
  return batch?.files.some(({ state }) => state === 'waiting' || state === 'running') ?? false;
}

/** A file that fails does not stop the others. */
export function startFileBatch({ account, client, modelId, query }: BatchCall, files: readonly File[]): void {
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  fileBatch.set({
    account: account.id,
    modelId,
    files: files.map((file, id) => {
      const problem = emptyProblem(file);
      const one = { id, name: file.name };
      return problem === undefined ? { ...one, state: 'waiting' as const } : { ...one, state: 'failed' as const, message: problem };
    }),
  });
  const update = (id: number, change: Partial<BatchFile>): void => {
    const batch = fileBatch.get();
    if (batch && !signal.aborted)
      fileBatch.set({ ...batch, files: batch.files.map((one) => (one.id === id ? { ...one, ...change } : one)) });
  };
  const open = [...fileBatch.get()!.files.filter(({ state }) => state === 'waiting')];
  const work = async (): Promise<void> => {
    for (let next = open.shift(); next && !signal.aborted; next = open.shift()) {
      const { id, name } = next;
      update(id, { state: 'running' });
      try {
        const analysis = await startAnalysis(client, modelId, files[id]!, { ...query, keepDocument: 'true' });
        update(id, { resultId: analysis.resultId });
        const { pages } = await analyze(client, account, analysis, signal);
        addRecent({ account: account.id, ...analysis, name, at: Date.now() });
        update(id, { state: 'succeeded', pages: pages.length });
      } catch (error) {
        update(id, { state: 'failed', message: describe(error) });
      }
    }
  };
  for (let n = 0; n < CONCURRENCY; n++) void work();
}

function describe(error: unknown): string {
  const { message, remedy } = error as Partial<CallFailed>;
  return [message ?? String(error), remedy].filter(Boolean).join(' ');
}

/** Files that were not started stay out; what is running on the server ends there. */
export function cancelFileBatch(): void {
  stop.abort();
  const batch = fileBatch.get();
  if (batch)
    fileBatch.set({
      ...batch,
      files: batch.files.map((one) => (one.state === 'waiting' || one.state === 'running' ? { ...one, state: 'cancelled' } : one)),
    });
}

export interface NamedResult {
  name: string;
  result: AnalyzeResult;
}

/** The fields of all files, one line each. */
export function batchRows(results: readonly NamedResult[]): (string | number | undefined)[][] {
  return [
    ['File', 'Document', 'Type', 'Field', 'Value', 'Content', 'Confidence'],
    ...results.flatMap(({ name, result: { documents = [] } }) => fieldRows(documents).map((row) => [name, ...row])),
  ];
}

/** Names of files in an archive: a second `a.pdf` becomes `a (2).pdf`. */
export function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : name.replace(/(\.[^./]*)?$/, ` (${count})$1`);
  });
}
