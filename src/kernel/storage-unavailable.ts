/** Why a store or a file cannot be read or written at the moment; each is answered with 503. */
export type StorageProblem = 'full' | 'readOnly' | 'failing' | 'unreachable' | 'blobsUnreachable' | 'wrongBlobs';

const MESSAGES: Record<StorageProblem, string> = {
  full: 'The disk is full.',
  readOnly: 'The storage cannot be written to.',
  failing: 'The storage reports errors.',
  unreachable: 'The database cannot be reached.',
  blobsUnreachable: 'The storage of blobs cannot be reached.',
  wrongBlobs: 'The storage of blobs is missing, or belongs to another database.',
};

/** The storage is not available now and may be later. Thrown by every store and by blobs, without an effect on what is stored. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem, cause?: unknown) {
    super(MESSAGES[problem], { cause });
    this.problem = problem;
  }
}

const FILE_ERRORS: ReadonlyMap<string, StorageProblem> = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['EROFS', 'readOnly'],
  ['EACCES', 'readOnly'],
  ['EPERM', 'readOnly'],
  ['EIO', 'failing'],
  ['EMFILE', 'failing'],
  ['ENFILE', 'failing'],
  ['ESTALE', 'failing'],
]);

/** Primary result codes of SQLite (sqlite.org/rescode.html): busy, locked, read-only, I/O error, full, cannot open. */
const SQLITE_ERRORS: Readonly<Record<number, StorageProblem>> = {
  5: 'failing',
  6: 'failing',
  8: 'readOnly',
  10: 'failing',
  13: 'full',
  14: 'failing',
};

/** An error of node:fs or node:sqlite as StorageUnavailable, also as the cause of another; undefined when it is of another kind. */
export function storageUnavailable(error: unknown): StorageUnavailable | undefined {
  if (error instanceof StorageUnavailable) return error;
  if (!(error instanceof Error)) return undefined;
  const { code = '', errcode } = error as { code?: string; errcode?: number };
  const problem = errcode === undefined ? FILE_ERRORS.get(code) : SQLITE_ERRORS[errcode & 0xff];
  return problem ? new StorageUnavailable(problem, error) : storageUnavailable(error.cause);
}
