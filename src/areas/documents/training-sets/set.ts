/** The files of a training set, for a build: each as it is when the build gets to it. */
import type { Services } from '../../../kernel/ports.ts';
import { allOf } from '../../../kernel/read-all.ts';
import { trainingFileKey, trainingFiles } from '../store.ts';
import { fieldsAmong, within } from './files.ts';
import type { TrainingFiles } from './files.ts';

export async function setFiles(setId: string, account: string, mostBytes: number, { records, blobs }: Pick<Services, 'records' | 'blobs'>): Promise<TrainingFiles> {
  const names = (await allOf(records, trainingFiles, account, trainingFileKey(setId, ''))).map(({ value: { name } }) => name);
  const read = async (name: string): Promise<Uint8Array | undefined> => {
    const file = await records.get(trainingFiles, account, trainingFileKey(setId, name));
    return file && await blobs.get(account, file.value.blob);
  };
  return { names, fields: fieldsAmong(names), get: within(mostBytes, read) };
}
