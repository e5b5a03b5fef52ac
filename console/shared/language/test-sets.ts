/** Test sets of an app or project: kept on the server, to be run again against later models, with the outcome of each run. */
import { isConflict, type Client } from '../../kit/api.ts';
import { readFormerTestSets } from './former-test-sets.ts';
import type { TestRun, TestSet } from './test-set.ts';

export interface TestSetPlace {
  /** Of the operations on the test sets. */ path: string;
  /** The name of the app or project under which browsers kept its sets before the server did. */ formerScope: string;
}

/** Collections to follow. */
export const TEST_SETS = ['projects.testSets', 'understanding.testSets'];

const MAX_RUNS = 20;
const MAX_TRIES = 5;

export async function listTestSets(client: Client, { path, formerScope }: TestSetPlace, signal?: AbortSignal): Promise<readonly TestSet[]> {
  const former = await readFormerTestSets(formerScope);
  if (former) {
    // Without the right to change them, or room for them, they stay in the browser.
    const moved = await changeTestSets(client, path, (sets) => [
      ...sets,
      ...former.sets.filter(({ name }) => !sets.some((one) => one.name === name)),
    ]).then(
      () => true,
      () => false,
    );
    if (moved) await former.forget();
  }
  return (await client.get<{ value: TestSet[] }>(path, { signal, quiet: true })).value;
}

export async function putTestSet(client: Client, { path }: TestSetPlace, set: TestSet): Promise<void> {
  await changeTestSets(client, path, (sets) =>
    [...sets.filter(({ name }) => name !== set.name), set].sort((a, b) => a.name.localeCompare(b.name)),
  );
}

export async function deleteTestSet(client: Client, { path }: TestSetPlace, { name: gone }: TestSet): Promise<void> {
  await changeTestSets(client, path, (sets) => sets.filter(({ name }) => name !== gone));
}

export function withRun(set: TestSet, run: TestRun): TestSet {
  return { ...set, runs: [run, ...set.runs].slice(0, MAX_RUNS) };
}

/** Reads, changes and writes all sets; again if someone else has written meanwhile. */
async function changeTestSets(client: Client, path: string, change: (sets: readonly TestSet[]) => readonly TestSet[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { body, headers } = await client.call<{ value: TestSet[] }>('GET', path, { quiet: true });
    const tag = headers.get('etag');
    const condition: Record<string, string> = tag === null ? { 'if-none-match': '*' } : { 'if-match': tag };
    try {
      await client.call('PUT', path, { json: { value: change(body.value) }, headers: condition, quiet: true });
      return;
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
    }
  }
}
