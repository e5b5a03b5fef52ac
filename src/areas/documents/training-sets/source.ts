/** The source of training files: what a caller names, and how it is stored until the build completes. */
import type { Static } from 'typebox';
import type { Ports } from '../../../kernel/ports.ts';
import { readAll } from '../../../shared/read-all.ts';
import { documentFailure } from '../failures.ts';
import type { ContainerFiles, TrainingSource } from '../model.ts';
import type { BuildRequest } from '../schemas.ts';
import type { DocumentJobContext } from '../services.ts';
import { trainingFileKey, trainingFiles } from '../store.ts';
import { archiveFiles } from './archive.ts';
import { containerFiles, parseContainerUrl } from './container.ts';
import { fieldsFilesIn, withByteLimit } from './files.ts';
import type { TrainingFiles } from './files.ts';

type RequestedSource = Pick<Static<typeof BuildRequest>, 'cloudBlobSource' | 'cloudBlobFileListSource'>;

const sealContext = (operationId: string): string => `training ${operationId}`;

/** A URL may have a signature: it is stored sealed, and bound to the operation it was given to. */
export function sealUrl(url: string, operationId: string, { keyring }: Pick<Ports, 'keyring'>): string {
  return keyring.seal(url, sealContext(operationId));
}

export function unsealUrl(sealed: string, operationId: string, { keyring }: Pick<Ports, 'keyring'>): string {
  return keyring.open(sealed, sealContext(operationId));
}

/** Checks what can be checked without a request to the storage. */
export function parseSource(
  { cloudBlobSource, cloudBlobFileListSource }: RequestedSource,
  operationId: string,
  ports: Pick<Ports, 'keyring'>,
): ContainerFiles {
  if ((cloudBlobSource === undefined) === (cloudBlobFileListSource === undefined)) {
    throw documentFailure('InvalidContentSourceFormat', {
      details: 'exactly one source must be given: a container, or a container with a file list.',
    });
  }
  const { containerUrl, ...rest } = (cloudBlobSource ?? cloudBlobFileListSource)!;
  parseContainerUrl(containerUrl);
  return { sealedUrl: sealUrl(containerUrl, operationId, ports), ...rest };
}

export async function openTrainingFiles(
  source: TrainingSource,
  { operationId, account, maxBytes }: { operationId: string; account: string; maxBytes: number },
  { services, signal }: DocumentJobContext,
): Promise<TrainingFiles> {
  if ('archive' in source) {
    const bytes = await services.blobs.get(account, source.archive);
    if (!bytes) throw documentFailure('TrainingContentMissing', { details: 'the archive no longer exists.' });
    return archiveFiles(bytes, maxBytes);
  }
  if ('trainingSet' in source) return await setFiles(source.trainingSet, account, maxBytes, services);
  const { sealedUrl, ...rest } = source;
  return await containerFiles({ containerUrl: unsealUrl(sealedUrl, operationId, services), ...rest }, account, maxBytes, services, signal);
}

/** Each file is read when the build gets to it, in its current state. */
async function setFiles(
  setId: string,
  account: string,
  maxBytes: number,
  { records, blobs }: Pick<Ports, 'records' | 'blobs'>,
): Promise<TrainingFiles> {
  const names = (await readAll(records, trainingFiles, account, trainingFileKey(setId, ''))).map(({ value: { name } }) => name);
  const read = async (name: string): Promise<Uint8Array | undefined> => {
    const file = await records.get(trainingFiles, account, trainingFileKey(setId, name));
    return file && (await blobs.get(account, file.value.blob));
  };
  return { names, fields: fieldsFilesIn(names), get: withByteLimit(maxBytes, read) };
}
