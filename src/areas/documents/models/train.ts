/** Runs in the child processes of a build: one reads a form, one trains with all forms. The files are untrusted input. */
import { saveForms } from '../../../engines/documents/forms/checkpoint.ts';
import { fieldConfidence, fieldSchema } from '../../../engines/documents/forms/confidence/model-details.ts';
import type { FieldSchema } from '../../../engines/documents/forms/files/fields-file.ts';
import { formFromLayout } from '../../../engines/documents/forms/form/form.ts';
import type { Form } from '../../../engines/documents/forms/form/form.ts';
import { isPlaced, labelForm } from '../../../engines/documents/forms/labels/labeled-form.ts';
import type { LabeledForm } from '../../../engines/documents/forms/labels/labeled-form.ts';
import { readLabelsFile } from '../../../engines/documents/forms/files/labels-file.ts';
import { readOcrFile } from '../../../engines/documents/forms/files/ocr-file.ts';
import { FormsError } from '../../../engines/documents/forms/problem.ts';
import { readFieldsFile } from '../../../engines/documents/forms/files/fields-file.ts';
import { LABELS_SUFFIX, OCR_SUFFIX } from '../training-sets/files.ts';
import { trainForms } from '../../../engines/documents/forms/train.ts';
import { UnreadableFile } from '../../../engines/documents/reading/model/unreadable-file.ts';
import type { ReportProgress } from '../../../kernel/ports/workers.ts';
import { FORM_LAYOUT, readLayout } from '../analysis/read-layout.ts';
import type { ReaderConfig } from '../analysis/read-layout.ts';
import type { BuildMode } from '../model.ts';

/** `file` is the cause, when it is a single file. */
export interface TrainingProblem {
  problem: 'fields' | 'forms' | 'file';
  file?: string;
  message: string;
}

export interface FormInput {
  name: string;
  bytes?: Uint8Array;
  ocr?: Uint8Array;
  reading: ReaderConfig;
}

/** A form from its stored layout, or read from the document when there is none. */
export async function readForm(
  { name, bytes, ocr, reading }: FormInput,
  progress: ReportProgress,
): Promise<{ form: Form } | TrainingProblem> {
  try {
    if (ocr) return { form: readOcrFile(ocr) };
    return { form: formFromLayout((await readLayout(bytes!, { plan: FORM_LAYOUT, reading }, progress)).layout) };
  } catch (problem) {
    if (problem instanceof UnreadableFile || problem instanceof FormsError) {
      return { problem: 'file', file: ocr ? `${name}${OCR_SUFFIX}` : name, message: problem.message };
    }
    throw problem;
  }
}

export interface LearnInput {
  /** Without it, every label is the name of a text field. */
  fields?: Uint8Array;
  mode: BuildMode;
  forms: readonly { name: string; form: Form; labels: Uint8Array }[];
}
export interface TrainedModel {
  learned: Uint8Array;
  fieldSchema: Record<string, FieldSchema>;
  fieldConfidence: Record<string, number>;
}

export function trainModel({ fields, mode, forms }: LearnInput, progress: (done: number) => void): TrainedModel | TrainingProblem {
  let [file, cause] = ['fields.json', 'fields' as TrainingProblem['problem']];
  try {
    const given = fields && readFieldsFile(fields);
    cause = 'file';
    const read = forms.map(({ name, form, labels }) => {
      file = `${name}${LABELS_SUFFIX}`;
      return { name, form, labels: readLabelsFile(labels) };
    });
    const schema = given ?? readFieldsFile({ fields: labelNames(read.flatMap(({ labels }) => labels)) });
    const labeled = read.map(({ name, form, labels }): LabeledForm => {
      file = `${name}${LABELS_SUFFIX}`;
      return labelForm(form, labels, schema);
    });
    if (!labeled.some(({ labels }) => labels.some(isPlaced))) {
      file = `${forms[0]!.name}${LABELS_SUFFIX}`;
      throw new FormsError('nothingLabeled', '', describeUnplaced(labeled[0]!));
    }
    [file, cause] = ['', 'forms'];
    const model = trainForms(labeled, schema, mode, {
      onProgress: (done) => {
        progress(done);
        return false;
      },
    });
    return { learned: saveForms(model), fieldSchema: fieldSchema(model), fieldConfidence: fieldConfidence(model) };
  } catch (problem) {
    if (!(problem instanceof FormsError)) throw problem;
    return { problem: cause, ...(file !== '' && { file }), message: problem.message };
  }
}

function labelNames(labels: readonly { name: string }[]): object[] {
  return [...new Set(labels.map(({ name }) => name))].map((fieldKey) => ({ fieldKey, fieldType: 'string' }));
}

/** Why none of a form's labels can be learned from. */
function describeUnplaced({ form, labels, unknown }: LabeledForm): string {
  if (labels.length === 0)
    return unknown.length === 0 ? 'there are no labels' : `no label is a field of fields.json, such as ${unknown[0]}`;
  if (form.tokens.length === 0) return 'none of the labels can be placed, because the form has no words';
  return 'none of the labels is at a word of the form';
}
