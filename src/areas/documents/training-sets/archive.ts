/** Training files in an archive that was sent, for those who have no blob storage: the same files under the same names, in folders or not. */
import { Archive } from '../../../engines/reading/office/zip.ts';
import { UnreadableFile } from '../../../engines/reading/model/unreadable-file.ts';
import { documentFailure } from '../failures.ts';
import { fieldsFilesIn, withByteLimit } from './files.ts';
import type { TrainingFiles } from './files.ts';

const MAX_FILES = 10_000;

export function archiveFiles(bytes: Uint8Array, mostBytes: number): TrainingFiles {
  const archive = unpacking(() => new Archive(bytes, { mostParts: MAX_FILES, mostUnpackedBytes: mostBytes }));
  // One system's packer adds files of its own beside each that was packed.
  const names = archive.names.filter((name) => !name.startsWith('__macosx/'));
  return { names, fields: fieldsFilesIn(names), get: withByteLimit(mostBytes, (name) => Promise.resolve(unpacking(() => archive.bytes(name)))) };
}

/** Throws where bytes are no archive. */
export function checkArchive(bytes: Uint8Array): void {
  archiveFiles(bytes, 0);
}

function unpacking<T>(work: () => T): T {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof UnreadableFile) throw documentFailure('InvalidContentSourceFormat', { details: `the archive cannot be unpacked: ${problem.message}.` });
    throw problem;
  }
}
