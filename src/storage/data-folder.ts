/** Checks that the data folder can be used, so that a start fails with one sentence instead of an error of the file system. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StorageUnusable } from './storage-unusable.ts';

const PROBE_BYTES = 64 * 1024;

/** Creates the folder if it is missing, and writes and removes a small file in it. */
export function prepareDataFolder(data: string): void {
  const folder = resolve(data);
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    writeProbe(join(folder, `.probe-${process.pid}`));
  } catch (error) {
    throw unusableFolder(error, folder);
  }
}

/** Not by the recursive form of mkdir, which reports a read-only file system as ENOENT. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

function writeProbe(path: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, Buffer.alloc(PROBE_BYTES, 1));
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}

/** An error of node:fs or node:sqlite on the data folder, in words. */
export function unusableFolder(error: unknown, data: string): Error {
  const { code = '', errcode } = error as { code?: string; errcode?: number };
  const isFileError = errcode === undefined && typeof (error as NodeJS.ErrnoException).syscall === 'string';
  const other: Words | undefined = isFileError ? (folder) => `The data folder ${folder} cannot be used (${code}).` : undefined;
  const problem = (errcode === undefined ? FILE_PROBLEMS[code] : SQLITE_PROBLEMS[errcode & 0xff]) ?? other;
  return problem ? new StorageUnusable(problem(resolve(data)), { cause: error }) : (error as Error);
}

type Words = (folder: string) => string;

const full: Words = (folder) =>
  `The disk of the data folder ${folder} is full. Free some space (removing its file "reserve" is enough to start), or choose another folder with --data.`;
const readOnly: Words = (folder) =>
  `The data folder ${folder} is on a read-only file system. Mount it writable, or choose another folder with --data.`;
const noRights: Words = (folder) =>
  `The data folder ${folder} cannot be written to by this user. Change its owner or permissions, or choose another folder with --data.`;
const notFolder: Words = (folder) => `The data folder ${folder} is not a folder. Choose another with --data.`;
const failing: Words = (folder) =>
  `The disk of the data folder ${folder} reports errors. Check the disk and its mount, or restore a backup to another folder.`;
const damaged: Words = (folder) =>
  `The database in the data folder ${folder} is damaged. Restore the last backup into an empty folder, and start with that as --data.`;

const FILE_PROBLEMS: Readonly<Record<string, Words>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EROFS: readOnly,
  EACCES: noRights,
  EPERM: noRights,
  ENOTDIR: notFolder,
  EEXIST: notFolder,
  ELOOP: notFolder,
  ENAMETOOLONG: notFolder,
  EISDIR: noRights,
  EIO: failing,
  ESTALE: failing,
};

/** By the primary result codes of SQLite. */
const SQLITE_PROBLEMS: Readonly<Record<number, Words>> = {
  8: noRights,
  10: failing,
  11: damaged,
  13: full,
  14: noRights,
  26: damaged,
};
