/** Training files in an uploaded zip archive, for callers without blob storage: the same files under the same names, in folders or not. */
import { Archive } from '../../../engines/documents/reading/office/zip.ts';
import { UnreadableFile } from '../../../engines/documents/reading/model/unreadable-file.ts';
import { documentFailure } from '../failures.ts';
import { fieldsFilesIn, withByteLimit } from './files.ts';
import type { TrainingFiles } from './files.ts';

const MAX_FILES = 10_000;

export function archiveFiles(bytes: Uint8Array, maxBytes: number): TrainingFiles {
  const archive = readArchive(() => new Archive(bytes, { maxParts: MAX_FILES, maxUnpackedBytes: maxBytes }));
  // The archiver of macOS adds a file of its own for each file.
  const names = archive.names.filter((name) => !name.startsWith('__macosx/'));
  return {
    names,
    fields: fieldsFilesIn(names),
    get: withByteLimit(maxBytes, (name) => Promise.resolve(readArchive(() => archive.bytes(name)))),
  };
}

/** Throws when the bytes are not an archive. */
export function checkArchive(bytes: Uint8Array): void {
  archiveFiles(bytes, 0);
}

function readArchive<T>(work: () => T): T {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof UnreadableFile) {
      throw documentFailure('InvalidContentSourceFormat', { details: `the archive cannot be unpacked: ${problem.message}.` });
    }
    throw problem;
  }
}
