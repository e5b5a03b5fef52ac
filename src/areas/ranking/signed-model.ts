/**
 * A model as a signed file: a zip archive of the model, a manifest with its digest and size, and the
 * server's signature of the manifest. What the signature does not cover is not read.
 */
import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Services } from '../../contract/services.ts';
import { CheckpointProblem, readCheckpoint } from '../../engines/bandits/checkpoint.ts';
import type { Model } from '../../engines/bandits/model.ts';
import { rankingFailure } from './failures.ts';

const MODEL = 'model.bin';
const MANIFEST = 'manifest.json';
const SIGNATURE = 'signature';
const PURPOSE = 'ranking model';
const MOST_BYTES = { [MODEL]: 256 * 2 ** 20, [MANIFEST]: 4096, [SIGNATURE]: 1024 } as const;

type Keyring = Services['keyring'];
type Files = Partial<Record<string, Uint8Array>>;

export function signedModel(bytes: Uint8Array, keyring: Keyring): Uint8Array {
  const manifest = strToU8(JSON.stringify({ format: 1, bytes: bytes.length, sha256: sha256(bytes) }));
  return zipSync({ [MODEL]: bytes, [MANIFEST]: manifest, [SIGNATURE]: strToU8(keyring.sign(manifest, PURPOSE)) });
}

/** The model of a signed file; throws the failure that says why it is none. */
export function openSignedModel(file: Uint8Array, keyring: Keyring): { bytes: Uint8Array; model: Model } {
  const files = unzipped(file);
  const { [MODEL]: bytes, [MANIFEST]: manifest, [SIGNATURE]: signature } = files;
  if (!bytes || !manifest || !signature || !keyring.same(strFromU8(signature), keyring.sign(manifest, PURPOSE))) throw rankingFailure('InvalidModelImportSignature');
  if ((JSON.parse(strFromU8(manifest)) as { sha256: string }).sha256 !== sha256(bytes)) throw rankingFailure('InvalidModelImportSignature');
  try {
    return { bytes, model: readCheckpoint(bytes).model };
  } catch (problem) {
    if (problem instanceof CheckpointProblem) throw rankingFailure('InvalidModelImportFormat', { details: problem.message });
    throw problem;
  }
}

/** The files that belong there, none larger than it may be. */
function unzipped(file: Uint8Array): Files {
  try {
    return unzipSync(file, { filter: ({ name, originalSize }) => name in MOST_BYTES && originalSize <= MOST_BYTES[name as keyof typeof MOST_BYTES] });
  } catch {
    if (isCheckpoint(file)) throw rankingFailure('InvalidModelImportSignature', { details: 'the file is a model without a signature.' });
    throw rankingFailure('InvalidModelImportFormat', { details: 'the file is not a zip archive.' });
  }
}

function isCheckpoint(file: Uint8Array): boolean {
  return strFromU8(file.subarray(0, 4), true) === 'PBMC';
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
