/** Test sets kept in this browser, so that they can be run again against later models, with the outcome of each run. */

export interface TestRun {
  /** What was tested. */ model: string;
  at: number;
  /** Share of the texts with the right classes, or, without classes, without a wrong entity. */ share: number;
}
export interface TestSet {
  /** An app or project of an account. */ scope: string;
  name: string;
  content: string;
  count: number;
  addedAt: number;
  /** The newest first. */ runs: readonly TestRun[];
}

const DATABASE = 'perennial';
const STORE = 'test-sets';
const MAX_RUNS = 20;

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE, { keyPath: ['scope', 'name'] });
  return toPromise(request);
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The storage of the browser failed.'));
  });
}

async function withStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await toPromise(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** Those of an app or project, by name. */
export async function listTestSets(scope: string): Promise<TestSet[]> {
  return (await withStore('readonly', (store) => store.getAll(IDBKeyRange.bound([scope], [scope, []])))) as TestSet[];
}

export async function putTestSet(set: TestSet): Promise<void> {
  await withStore('readwrite', (store) => store.put(set));
}

export async function deleteTestSet({ scope, name }: TestSet): Promise<void> {
  await withStore('readwrite', (store) => store.delete([scope, name]));
}

export function withRun(set: TestSet, run: TestRun): TestSet {
  return { ...set, runs: [run, ...set.runs].slice(0, MAX_RUNS) };
}
