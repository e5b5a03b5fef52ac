/** Training files in an archive that was sent, for those who have no blob storage: the same files under the same names, in folders or not. */
import { Archive } from '../../../engines/reading/office/zip.ts';
import { UnreadableFile } from '../../../engines/reading/problem.ts';
import { documentFailure } from '../failures.ts';
import { fieldsAmong, within } from './files.ts';
import type { TrainingFiles } from './files.ts';

const MOST_FILES = 10_000;

export function archiveFiles(bytes: Uint8Array, mostBytes: number): TrainingFiles {
  const archive = opened(() => new Archive(bytes, { mostParts: MOST_FILES, mostUnpackedBytes: mostBytes }));
  // One system's packer adds files of its own beside each that was packed.
  const names = archive.names.filter((name) => !name.startsWith('__macosx/'));
  return { names, fields: fieldsAmong(names), get: within(mostBytes, (name) => Promise.resolve(opened(() => archive.bytes(name)))) };
}

/** Throws where bytes are no archive. */
export function checkArchive(bytes: Uint8Array): void {
  archiveFiles(bytes, 0);
}

function opened<T>(work: () => T): T {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof UnreadableFile) throw documentFailure('InvalidContentSourceFormat', { details: `the archive cannot be unpacked: ${problem.message}.` });
    throw problem;
  }
}
