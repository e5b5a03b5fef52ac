/** Results that people corrected become training forms, and after enough corrections the model is built again. */
import type { Static } from 'typebox';
import { readFieldsFile } from '../../../engines/documents/forms/files/fields-file.ts';
import { FormsError } from '../../../engines/documents/forms/problem.ts';
import { Change } from '../../../kernel/change.ts';
import { fail } from '../../../kernel/failures.ts';
import { reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { findAnalysis } from '../analysis/result-operations.ts';
import { documentFailure } from '../failures.ts';
import type { TrainingSet } from '../model.ts';
import { addBuild, checkModelName } from '../models/build-operations.ts';
import { AddResultRequest, AddedResult, RetrainingRequest, TrainingSetParams } from '../schemas.ts';
import { operation } from '../services.ts';
import { trainingFileKey, trainingFiles, trainingSets } from '../store.ts';
import { versionsWith } from '../versions.ts';
import { LABELS_SUFFIX, OCR_SUFFIX, isTrainingFile } from '../training-sets/files.ts';
import { labelFields } from './labels-from-result.ts';
import type { LabeledFields, StoredResult } from './labels-from-result.ts';
import { mergeFields } from './merge-fields.ts';
import type { FieldsFile } from './merge-fields.ts';
import { findTrainingSet, putFiles } from '../training-sets/operations.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const EXTENSION_VERSIONS = versionsWith('extensions');
const FIELDS_FILE = 'fields.json';

/** The fields of the set; none before it has its first. */
async function readFields(setId: string, account: string, { records, blobs }: Pick<Ports, 'records' | 'blobs'>): Promise<FieldsFile> {
  const stored = await records.get(trainingFiles, account, trainingFileKey(setId, FIELDS_FILE));
  const bytes = stored && (await blobs.get(account, stored.value.blob));
  if (!bytes) return { fields: [] };
  try {
    readFieldsFile(bytes);
  } catch (problem) {
    if (problem instanceof FormsError) throw documentFailure('InvalidFieldsDefinition', { details: problem.message });
    throw problem;
  }
  return JSON.parse(new TextDecoder().decode(bytes)) as FieldsFile;
}

/** How often each field was right, and corrected. */
function countFields({ right, corrected }: LabeledFields, before: TrainingSet['corrections']): NonNullable<TrainingSet['corrections']> {
  const fields = { ...before?.fields };
  const add = (name: string, part: 'right' | 'corrected'): void => {
    const own = Object.hasOwn(fields, name) ? fields[name]! : { right: 0, corrected: 0 };
    fields[name] = { ...own, [part]: own[part] + 1 };
  };
  for (const name of right) add(name, 'right');
  for (const name of corrected) add(name, 'corrected');
  return { forms: (before?.forms ?? 0) + 1, fields };
}

const addResult = operation({
  id: 'documents.addResultToTrainingSet',
  summary: "Add an analyzed document to a training set, labeled by its result and by corrections; not part of the vendor's interface",
  route: 'POST /trainingSets/{setId}:addResult',
  versions: EXTENSION_VERSIONS,
  inThread: 'always',
  params: TrainingSetParams,
  body: AddResultRequest,
  replies: { 200: AddedResult },
  fails: ['OperationNotFound', 'DocumentNotKept', 'InvalidFieldsDefinition', 'TrainingSetLimit'],
  example: exampleCalls.addResultToTrainingSet,
  async run({ account, params: { setId }, body, version, link }, services) {
    const { fileName } = body;
    if (fileName === FIELDS_FILE || fileName.endsWith('.json') || !isTrainingFile(fileName)) {
      throw fail('ParameterInvalid', { parameter: 'fileName', details: 'it must be the name of a document with its extension.' });
    }
    const { document, result: resultBlob } = (await findAnalysis(services, account.id, body)).value;
    const result = resultBlob === undefined ? undefined : await services.blobs.get(account.id, resultBlob);
    if (!result) throw documentFailure('OperationNotFound');
    const bytes = document === undefined ? undefined : await services.blobs.get(account.id, document);
    if (!bytes) throw documentFailure('DocumentNotKept');
    const labeled = labelFields(JSON.parse(Buffer.from(result).toString('utf8')) as StoredResult, body.fields);
    const layout = Buffer.concat([Buffer.from('{"status":"succeeded","analyzeResult":'), result, Buffer.from('}')]);
    const json = (value: object): Uint8Array => Buffer.from(JSON.stringify(value));
    const change = new Change();
    const files = [
      { name: fileName, bytes },
      { name: `${fileName}${OCR_SUFFIX}`, bytes: layout },
      { name: `${fileName}${LABELS_SUFFIX}`, bytes: json({ document: fileName, labels: labeled.labels }) },
      { name: FIELDS_FILE, bytes: json(mergeFields(await readFields(setId, account.id, services), labeled.types)) },
    ];
    let operationId: string | undefined;
    await putFiles(change, setId, files, account.id, services, (set) => {
      if (labeled.corrected.length === 0) return set;
      const corrections = countFields(labeled, set.corrections);
      const { retraining } = set;
      if (!retraining || corrections.forms < retraining.after) return { ...set, corrections };
      operationId = addBuild(change, { account, version, link }, services, {}, () => ({
        modelId: retraining.modelId,
        buildMode: retraining.buildMode,
        source: { trainingSet: setId },
        overwrite: true,
      }));
      return { ...set, corrections: undefined, previousCorrections: corrections };
    });
    return reply(
      200,
      {
        labels: labeled.labels.length,
        ...(operationId !== undefined && { operationLocation: link('/operations/{operationId}', { operationId }) }),
      },
      { change },
    );
  },
});

const setRetraining = operation({
  id: 'documents.setRetraining',
  summary: "Build a model again after a number of corrected results of a training set; not part of the vendor's interface",
  route: 'PUT /trainingSets/{setId}/retraining',
  versions: EXTENSION_VERSIONS,
  params: TrainingSetParams,
  body: RetrainingRequest,
  replies: { 204: null },
  fails: ['TrainingSetNotFound', 'ModelExists', 'DocumentModelLimit'],
  example: { params: { setId: 'my-set' }, body: { modelId: 'my-forms', buildMode: 'template', after: 10 } },
  async run({ account, params: { setId }, body }, services) {
    const set = await findTrainingSet(services, account.id, setId);
    if (body.after > 0) await checkModelName(services, account.id, body.modelId, true);
    return reply(204, undefined, {
      change: new Change().replace(trainingSets, account.id, set, { ...set.value, ...retrainingOf(body) }),
    });
  },
});

function retrainingOf({ modelId, buildMode = 'template', after }: Static<typeof RetrainingRequest>): Pick<TrainingSet, 'retraining'> {
  return { retraining: after === 0 ? undefined : { modelId, buildMode, after } };
}

export const correctionOperations = [addResult, setRetraining];
