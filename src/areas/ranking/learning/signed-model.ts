/**
 * A model as a signed file: a zip archive of the model, a manifest with its digest and size, and the
 * server's signature of the manifest. What the signature does not cover is not read, nor even unpacked.
 */
import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Ports } from '../../../kernel/ports.ts';
import { InvalidCheckpoint, readCheckpoint } from '../../../engines/bandits/checkpoint.ts';
import type { Model } from '../../../engines/bandits/model.ts';
import { rankingFailure } from '../failures.ts';

const MODEL = 'model.bin';
const MANIFEST = 'manifest.json';
const SIGNATURE = 'signature';
const PURPOSE = 'ranking model';
/** The most that the manifest, and its signature, may take. */
const MOST_BYTES = 4096;

interface Manifest { format: number; bytes: number; sha256: string }
type Keyring = Ports['keyring'];
type Files = Partial<Record<string, Uint8Array>>;

export function signedModel(bytes: Uint8Array, keyring: Keyring): Uint8Array {
  const signed: Manifest = { format: 1, bytes: bytes.length, sha256: sha256(bytes) };
  const manifest = strToU8(JSON.stringify(signed));
  return zipSync({ [MODEL]: bytes, [MANIFEST]: manifest, [SIGNATURE]: strToU8(keyring.sign(manifest, PURPOSE)) });
}

/** The model of a signed file; throws the failure that says why it is none. */
export function openSignedModel(file: Uint8Array, keyring: Keyring): { bytes: Uint8Array; model: Model } {
  const { [MANIFEST]: manifest, [SIGNATURE]: signature } = unzipped(file, { [MANIFEST]: MOST_BYTES, [SIGNATURE]: MOST_BYTES });
  if (!manifest || !signature || !keyring.same(strFromU8(signature), keyring.sign(manifest, PURPOSE))) throw rankingFailure('InvalidModelImportSignature');
  const signed = JSON.parse(strFromU8(manifest)) as Manifest;
  const { [MODEL]: bytes } = unzipped(file, { [MODEL]: signed.bytes });
  if (!bytes || sha256(bytes) !== signed.sha256) throw rankingFailure('InvalidModelImportSignature');
  try {
    return { bytes, model: readCheckpoint(bytes).model };
  } catch (problem) {
    if (problem instanceof InvalidCheckpoint) throw rankingFailure('InvalidModelImportFormat', { details: problem.message });
    throw problem;
  }
}

/** The files named, none larger than it may be. */
function unzipped(file: Uint8Array, mostBytes: Readonly<Record<string, number>>): Files {
  try {
    return unzipSync(file, { filter: ({ name, originalSize }) => Object.hasOwn(mostBytes, name) && originalSize <= mostBytes[name]! });
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
