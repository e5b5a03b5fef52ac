/** The files of a training set, for a build: each as it is when the build gets to it. */
import type { Services } from '../../../kernel/ports.ts';
import { readAll } from '../../../kernel/read-all.ts';
import { trainingFileKey, trainingFiles } from '../store.ts';
import { fieldsFilesIn, withByteLimit } from './files.ts';
import type { TrainingFiles } from './files.ts';

export async function setFiles(setId: string, account: string, mostBytes: number, { records, blobs }: Pick<Services, 'records' | 'blobs'>): Promise<TrainingFiles> {
  const names = (await readAll(records, trainingFiles, account, trainingFileKey(setId, ''))).map(({ value: { name } }) => name);
  const read = async (name: string): Promise<Uint8Array | undefined> => {
    const file = await records.get(trainingFiles, account, trainingFileKey(setId, name));
    return file && await blobs.get(account, file.value.blob);
  };
  return { names, fields: fieldsFilesIn(names), get: withByteLimit(mostBytes, read) };
}
