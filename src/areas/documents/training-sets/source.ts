/** Where the files of a build come from: what a caller names, and how it is kept until the build has ended. */
import type { Static } from 'typebox';
import type { Services } from '../../../kernel/ports.ts';
import type { JobContext } from '../../../kernel/job.ts';
import { documentFailure } from '../failures.ts';
import type { ContainerFiles, TrainingSource } from '../model.ts';
import type { BuildRequest } from '../schemas.ts';
import { archiveFiles } from './archive.ts';
import { parseContainerUrl, containerFiles } from './container.ts';
import { setFiles } from './set.ts';
import type { TrainingFiles } from './files.ts';

type RequestedSource = Pick<Static<typeof BuildRequest>, 'cloudBlobSource' | 'cloudBlobFileListSource'>;

const sealContext = (operationId: string): string => `training ${operationId}`;

/** An address may carry a signature: it is kept sealed, for the one operation that it was given to. */
export function sealUrl(url: string, operationId: string, { keyring }: Pick<Services, 'keyring'>): string {
  return keyring.seal(url, sealContext(operationId));
}

export function unsealUrl(sealed: string, operationId: string, { keyring }: Pick<Services, 'keyring'>): string {
  return keyring.open(sealed, sealContext(operationId));
}

/** Checked as far as it can be without asking the storage. */
export function parseSource({ cloudBlobSource, cloudBlobFileListSource }: RequestedSource, operationId: string, services: Pick<Services, 'keyring'>): ContainerFiles {
  if ((cloudBlobSource === undefined) === (cloudBlobFileListSource === undefined)) throw documentFailure('InvalidContentSourceFormat', { details: 'exactly one source must be given: a container, or a container with a file list.' });
  const { containerUrl, ...rest } = (cloudBlobSource ?? cloudBlobFileListSource)!;
  parseContainerUrl(containerUrl);
  return { sealedUrl: sealUrl(containerUrl, operationId, services), ...rest };
}

export async function openTrainingFiles(source: TrainingSource, { operationId, account, mostBytes }: { operationId: string; account: string; mostBytes: number }, { services, signal }: JobContext): Promise<TrainingFiles> {
  if ('archive' in source) {
    const bytes = await services.blobs.get(account, source.archive);
    if (!bytes) throw documentFailure('TrainingContentMissing', { details: 'the archive does not exist any more.' });
    return archiveFiles(bytes, mostBytes);
  }
  if ('trainingSet' in source) return await setFiles(source.trainingSet, account, mostBytes, services);
  const { sealedUrl, ...rest } = source;
  return await containerFiles({ containerUrl: unsealUrl(sealedUrl, operationId, services), ...rest }, account, mostBytes, services, signal);
}
