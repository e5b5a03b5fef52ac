/** Runs in the child process of a classifier build, once all documents are read. */
import { saveClassifier } from '../../../engines/documents/forms/classifier/checkpoint.ts';
import { trainClassifier } from '../../../engines/documents/forms/classifier/train.ts';
import type { Form } from '../../../engines/documents/forms/form/form.ts';
import { FormsError } from '../../../engines/documents/forms/problem.ts';
import type { TrainingProblem } from '../models/train.ts';

export function trainFromForms(
  { docTypes }: { docTypes: Readonly<Record<string, readonly Form[]>> },
  progress: (done: number) => void,
): { learned: Uint8Array } | TrainingProblem {
  try {
    return { learned: saveClassifier(trainClassifier(docTypes, { onProgress: progress })) };
  } catch (problem) {
    if (problem instanceof FormsError) return { problem: 'forms', message: problem.message };
    throw problem;
  }
}
