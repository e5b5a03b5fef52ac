/**
 * What was typed and is not saved yet, also over a reload and over signing out and in again. Drafts are in the browser's database,
 * encrypted with a key that the server gives to their operator alone: on a shared machine nobody else can read them. Where the browser
 * has no cryptography (http on another machine), they are in memory only.
 */
import { Cell } from './cell.ts';

const DATABASE = 'perennial-drafts';
const STORE = 'drafts';
const WRITE_MS = 300;
const FORGET_MS = 30 * 24 * 3600_000;

interface Sealed {
  at: number;
  nonce: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

/** What was opened, tried and analyzed last: written immediately, and leaving the page need not wait for it. */
export type Memo = 'visits' | 'tried' | 'analyses';
const MEMOS: ReadonlySet<string> = new Set<Memo>(['visits', 'tried', 'analyses']);

const drafts = new Map<string, unknown>();
/** Drafts whose state is not in the database yet. */
const unwritten = new Map<string, ReturnType<typeof setTimeout>>();
let vault: { key: CryptoKey; owner: string; database: IDBDatabase } | undefined;

/** Pages that keep drafts wait for this. */
export const areDraftsRead = new Cell(false);

let opening: Promise<IDBDatabase> | undefined;

/** Opens the database ahead, while the server is asked who signed in. */
export function prepareDrafts(): void {
  if (!isSecureContext) return;
  opening ??= openDatabase();
  opening.catch(() => (opening = undefined));
}

/** Reads the drafts of the operator; call it when someone has signed in. Without them the console works as well. */
export async function openDrafts(secret: string | undefined): Promise<void> {
  await readDrafts(secret).catch(() => undefined);
  areDraftsRead.set(true);
}

async function readDrafts(secret: string | undefined): Promise<void> {
  if (secret === undefined || !isSecureContext) return;
  const owner = await ownerOf(secret);
  if (vault?.owner === owner) return;
  const bytes = Uint8Array.from(secret.match(/../g)!, (pair) => parseInt(pair, 16));
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  prepareDrafts();
  vault = { key, owner, database: await opening! };
  const range = IDBKeyRange.bound(`${owner}/`, `${owner}0`);
  const [names, values] = await Promise.all([
    request(table('readonly').getAllKeys(range)),
    request(table('readonly').getAll(range) as IDBRequest<Sealed[]>),
  ]);
  await Promise.all(values.map((sealed, i) => readDraft(String(names[i]).slice(owner.length + 1), sealed)));
}

/** Forgets the drafts here; they stay in the database for their operator. */
export async function closeDrafts(): Promise<void> {
  await Promise.all([...unwritten.keys()].map(write));
  drafts.clear();
  areDraftsRead.set(false);
  vault = undefined;
}

export function getDraft<T>(name: string): T | undefined {
  return drafts.get(name) as T | undefined;
}

export function putDraft(name: string, value: unknown): void {
  drafts.set(name, value);
  writeSoon(name);
}

export function deleteDraft(name: string): void {
  if (drafts.delete(name)) writeSoon(name);
}

// What is in the database outlives the page; what is only in memory does not.
if (typeof addEventListener === 'function')
  addEventListener('beforeunload', (event) => {
    const isLost = [...(vault ? unwritten : drafts).keys()].some((name) => !MEMOS.has(name) && drafts.has(name));
    for (const name of [...unwritten.keys()]) void write(name);
    if (isLost) event.preventDefault();
  });

function writeSoon(name: string): void {
  clearTimeout(unwritten.get(name));
  unwritten.set(
    name,
    setTimeout(() => void write(name), MEMOS.has(name) ? 0 : WRITE_MS),
  );
}

async function write(name: string): Promise<void> {
  const timer = unwritten.get(name);
  clearTimeout(timer);
  if (!vault) return void unwritten.delete(name);
  const { key, owner } = vault;
  const value = drafts.get(name);
  try {
    if (value === undefined) await request(table('readwrite').delete(`${owner}/${name}`));
    else {
      const nonce = crypto.getRandomValues(new Uint8Array(12));
      const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, new TextEncoder().encode(JSON.stringify(value)));
      const sealed: Sealed = { at: Date.now(), nonce, bytes };
      await request(table('readwrite').put(sealed, `${owner}/${name}`));
    }
  } catch {
    // The database is full or was closed: the draft stays in memory, and leaving the page asks.
    return;
  }
  // It may have changed meanwhile.
  if (unwritten.get(name) === timer) unwritten.delete(name);
}

async function readDraft(name: string, { at, nonce, bytes }: Sealed): Promise<void> {
  try {
    if (Date.now() - at > FORGET_MS) throw new Error('It is too old.');
    const text = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, vault!.key, bytes));
    if (!drafts.has(name)) drafts.set(name, JSON.parse(text));
  } catch {
    // Too old, or of a server with another master key: nobody can use it.
    await request(table('readwrite').delete(`${vault!.owner}/${name}`));
  }
}

/** Distinguishes operators without revealing the key. */
async function ownerOf(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return [...new Uint8Array(digest.slice(0, 8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
  return request(opening);
}

function table(mode: IDBTransactionMode): IDBObjectStore {
  return vault!.database.transaction(STORE, mode).objectStore(STORE);
}

function request<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('The database of the browser failed.'));
  });
}
