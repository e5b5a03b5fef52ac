/**
 * A model as a signed file: a zip archive of the model, a manifest with its digest and size, and the server's signature of the manifest.
 * Nothing is unpacked that the signature does not cover.
 */
import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Ports } from '../../../kernel/ports.ts';
import { readCheckpoint } from '../../../engines/ranking/checkpoint.ts';
import { InvalidModel } from '../../../engines/shared/bytes/reader.ts';
import type { Model } from '../../../engines/ranking/model.ts';
import { rankingFailure } from '../failures.ts';

const MODEL_FILE = 'model.bin';
const MANIFEST_FILE = 'manifest.json';
const SIGNATURE_FILE = 'signature';
const PURPOSE = 'ranking model';
/** Maximum size of the manifest and of the signature. */
const MAX_MANIFEST_BYTES = 4096;

interface Manifest {
  format: number;
  bytes: number;
  sha256: string;
}
type Keyring = Ports['keyring'];
type Files = Partial<Record<string, Uint8Array>>;

export function signModel(bytes: Uint8Array, keyring: Keyring): Uint8Array {
  const signed: Manifest = { format: 1, bytes: bytes.length, sha256: sha256(bytes) };
  const manifest = strToU8(JSON.stringify(signed));
  return zipSync({ [MODEL_FILE]: bytes, [MANIFEST_FILE]: manifest, [SIGNATURE_FILE]: strToU8(keyring.sign(manifest, PURPOSE)) });
}

/** Opens a signed file; throws a failure if it is not valid. */
export function openSignedModel(file: Uint8Array, keyring: Keyring): { bytes: Uint8Array; model: Model } {
  const { [MANIFEST_FILE]: manifest, [SIGNATURE_FILE]: signature } = unzipFiles(file, {
    [MANIFEST_FILE]: MAX_MANIFEST_BYTES,
    [SIGNATURE_FILE]: MAX_MANIFEST_BYTES,
  });
  if (!manifest || !signature || !keyring.same(strFromU8(signature), keyring.sign(manifest, PURPOSE)))
    throw rankingFailure('InvalidModelImportSignature');
  const signed = JSON.parse(strFromU8(manifest)) as Manifest;
  const { [MODEL_FILE]: bytes } = unzipFiles(file, { [MODEL_FILE]: signed.bytes });
  if (!bytes || sha256(bytes) !== signed.sha256) throw rankingFailure('InvalidModelImportSignature');
  try {
    return { bytes, model: readCheckpoint(bytes).model };
  } catch (problem) {
    if (problem instanceof InvalidModel) throw rankingFailure('InvalidModelImportFormat', { details: problem.message });
    throw problem;
  }
}

/** The named files, each up to its maximum size. */
function unzipFiles(file: Uint8Array, maxBytes: Readonly<Record<string, number>>): Files {
  try {
    return unzipSync(file, { filter: ({ name, originalSize }) => Object.hasOwn(maxBytes, name) && originalSize <= maxBytes[name]! });
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
