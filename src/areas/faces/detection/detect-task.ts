/** Runs in a process of its own (jobs/processes.ts). What is wrong with the picture is part of the answer: of an error only the words would come through. */
import { findFaces } from '../../../engines/runtime/faces/find-faces.ts';
import { UnreadableFile } from '../../../engines/reading/model/unreadable-file.ts';
import type { Found } from './image.ts';

export async function find(input: Parameters<typeof findFaces>[0]): Promise<Found> {
  try {
    return { picture: await findFaces(input) };
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { unreadable: problem.reason };
    throw problem;
  }
}
