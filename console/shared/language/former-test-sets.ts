/** Test sets that earlier versions kept in the browser's database: they are moved to the server when their page is opened. */
import type { TestSet } from './test-set.ts';

interface FormerTestSet extends Pick<TestSet, 'name' | 'content' | 'count'> {
  scope: string;
  addedAt: number;
  runs: readonly { model: string; at: number; share: number }[];
}

export interface FormerTestSets {
  sets: readonly TestSet[];
  forget: () => Promise<void>;
}

const DATABASE = 'perennial';
const STORE = 'test-sets';

/** Those of an app or project; undefined if there are none. */
export async function readFormerTestSets(scope: string): Promise<FormerTestSets | undefined> {
  if (!(await indexedDB.databases()).some(({ name }) => name === DATABASE)) return undefined;
  const range = IDBKeyRange.bound([scope], [scope, []]);
  const found = (await withStore('readonly', (store) => store.getAll(range))) as FormerTestSet[];
  if (found.length === 0) return undefined;
  return {
    sets: found.map(({ name, content, count, addedAt, runs }) => ({
      name,
      content,
      count,
      addedDateTime: new Date(addedAt).toISOString(),
      runs: runs.map(({ model, at, share }) => ({ model, share, runDateTime: new Date(at).toISOString() })),
    })),
    forget: async () => void (await withStore('readwrite', (store) => store.delete(range))),
  };
}

async function withStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await toPromise(indexedDB.open(DATABASE));
  try {
    return await toPromise(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The storage of the browser failed.'));
  });
}
