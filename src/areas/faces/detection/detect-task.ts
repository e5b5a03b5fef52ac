/** Runs in a separate process. Why an image cannot be read is part of the result, since only the message of an error reaches the caller. */
import { findFaces } from '../../../engines/loaders/faces/find-faces.ts';
import { UnreadableFile } from '../../../engines/documents/reading/model/unreadable-file.ts';
import type { DetectTaskResult } from './image.ts';

export async function detect(input: Parameters<typeof findFaces>[0]): Promise<DetectTaskResult> {
  try {
    return { image: await findFaces(input) };
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { unreadable: problem.reason };
    throw problem;
  }
}
