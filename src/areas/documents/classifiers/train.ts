/** Runs in the child process of a classifier build, once all documents are read. */
import { InvalidModel } from '../../../engines/shared/bytes/reader.ts';
import { loadClassifier, saveClassifier } from '../../../engines/documents/forms/classifier/checkpoint.ts';
import { trainClassifier } from '../../../engines/documents/forms/classifier/train.ts';
import type { Form } from '../../../engines/documents/forms/form/form.ts';
import { FormsError } from '../../../engines/documents/forms/problem.ts';
import type { TrainingProblem } from '../models/train.ts';

export function trainFromForms(
  { docTypes, base: baseBytes }: { docTypes: Readonly<Record<string, readonly Form[]>>; base?: Uint8Array },
  progress: (done: number) => void,
): { learned: Uint8Array } | TrainingProblem {
  try {
    const base = baseBytes && loadClassifier(baseBytes);
    if (base && !base.training) {
      return { problem: 'file', message: 'the base classifier does not have its training documents; build it again' };
    }
    return { learned: saveClassifier(trainClassifier(docTypes, { onProgress: progress, ...(base && { base }) })) };
  } catch (problem) {
    if (problem instanceof FormsError) return { problem: 'forms', message: problem.message };
    if (problem instanceof InvalidModel) return { problem: 'file', message: problem.message };
    throw problem;
  }
}
