/** Writes custom models and classifiers into the data folder of a stopped server, for tests that do not need trained ones. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A process of its own: black-box tests import nothing of the server. */
const TASK = fileURLToPath(new URL('./document-models-task.ts', import.meta.url));

export const ARTIFACT = Buffer.from('trained data');

export async function seedModels(
  folder: string,
  account: string,
  modelIds: readonly string[],
  classifierIds: readonly string[] = [],
): Promise<void> {
  await runTask('seed', folder, account, modelIds, classifierIds);
}

interface StoredModel {
  model: { modelId: string } & Record<string, unknown>;
  artifact: string;
}

/** The models of an account with their files. */
export async function readModels(folder: string, account: string): Promise<StoredModel[]> {
  return JSON.parse(await runTask('read', folder, account)) as StoredModel[];
}

async function runTask(...args: readonly unknown[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [TASK, JSON.stringify(args)])).stdout;
}
