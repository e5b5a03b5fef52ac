import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { etag, guard, writtenEtag } from '../../../kernel/conditions.ts';
import { fail } from '../../../kernel/failures.ts';
import { Bytes, inVersions, reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { readAll } from '../../../shared/read-all.ts';
import { DOCUMENT_INPUT, documentFailure } from '../failures.ts';
import { MAX_SET_BYTES, MAX_SET_FILES, MAX_TRAINING_SETS } from '../model.ts';
import type { TrainingSet, TrainingSetFile } from '../model.ts';
import { dateTime, nextPage } from '../replies.ts';
import { Paging, TrainingFileParams, TrainingSetListView, TrainingSetParams, TrainingSetView } from '../schemas.ts';
import { operation } from '../services.ts';
import { trainingFileKey, trainingFiles, trainingSets } from '../store.ts';
import { isTrainingFile } from './files.ts';
import { versionsWith } from '../versions.ts';

const EXTENSION_VERSIONS = versionsWith('extensions');

const FILE_PATH = '/trainingSets/{setId}/files/{fileName}';
const PAGE_SIZE = 100;
const FILE_NAME_RULE = 'it must be fields.json, or a document name with its extension, optionally followed by .labels.json or .ocr.json.';

export async function findTrainingSet({ records }: Pick<Ports, 'records'>, account: string, setId: string): Promise<Stored<TrainingSet>> {
  const stored = await records.get(trainingSets, account, setId);
  if (!stored) throw documentFailure('TrainingSetNotFound');
  return stored;
}

export async function findTrainingFile(
  { records }: Pick<Ports, 'records'>,
  account: string,
  setId: string,
  fileName: string,
): Promise<Stored<TrainingSetFile>> {
  const stored = await records.get(trainingFiles, account, trainingFileKey(setId, fileName));
  if (!stored) throw documentFailure((await records.get(trainingSets, account, setId)) ? 'TrainingFileNotFound' : 'TrainingSetNotFound');
  return stored;
}

function setView({ setId, createdAt, updatedAt, files, bytes }: TrainingSet): object {
  return { setId, createdDateTime: dateTime(createdAt), lastUpdatedDateTime: dateTime(updatedAt), fileCount: files, bytes };
}

const listTrainingSets = operation({
  id: 'documents.listTrainingSets',
  summary: "List the training sets of the account; not part of the vendor's interface",
  route: 'GET /trainingSets',
  query: Paging,
  replies: { 200: TrainingSetListView },
  async run({ account, query: { after }, link }, { records }) {
    const page = await records.page(trainingSets, account.id, { after, limit: PAGE_SIZE + 1 });
    return reply(200, {
      value: page.slice(0, PAGE_SIZE).map(({ value }) => setView(value)),
      ...(page.length > PAGE_SIZE && { nextLink: nextPage({ link }, '/trainingSets', page[PAGE_SIZE - 1]!.key) }),
    });
  },
});

const getTrainingSet = operation({
  id: 'documents.getTrainingSet',
  summary: "Get a training set with the names of its files; not part of the vendor's interface",
  route: 'GET /trainingSets/{setId}',
  inThread: 'largeBody',
  params: TrainingSetParams,
  replies: { 200: TrainingSetView },
  fails: ['TrainingSetNotFound'],
  async run({ account, params: { setId } }, services) {
    const { value } = await findTrainingSet(services, account.id, setId);
    const files = await readAll(services.records, trainingFiles, account.id, trainingFileKey(setId, ''));
    const { corrections, previousCorrections, retraining } = value;
    return reply(200, {
      ...setView(value),
      corrections,
      previousCorrections,
      retraining,
      files: files.map(({ value: { name, size, updatedAt } }) => ({ name, bytes: size, lastUpdatedDateTime: dateTime(updatedAt) })),
    });
  },
});

const deleteTrainingSet = operation({
  id: 'documents.deleteTrainingSet',
  summary: "Delete a training set with its files; not part of the vendor's interface",
  route: 'DELETE /trainingSets/{setId}',
  params: TrainingSetParams,
  replies: { 204: null },
  fails: ['TrainingSetNotFound'],
  async run({ account, params: { setId } }, services) {
    const change = new Change()
      .delete(trainingSets, account.id, await findTrainingSet(services, account.id, setId))
      .clear(trainingFiles, account.id, trainingFileKey(setId, ''));
    return reply(204, undefined, { change });
  },
});

/** A call that runs again after a conflict does not store its body again. */
const storedBodies = new WeakMap<Uint8Array, Promise<string>>();

function storeOnce(bytes: Uint8Array, account: string, { blobs }: Pick<Ports, 'blobs'>): Promise<string> {
  let blob = storedBodies.get(bytes);
  if (!blob) {
    storedBodies.set(bytes, (blob = blobs.put(account, bytes)));
    blob.catch(() => storedBodies.delete(bytes));
  }
  return blob;
}

/** Adds files to a set, or replaces them; the set is created when it does not exist. `edit` changes the record of the set. */
export async function putFiles(
  change: Change,
  setId: string,
  files: readonly { name: string; bytes: Uint8Array }[],
  account: string,
  services: Pick<Ports, 'records' | 'blobs' | 'clock'>,
  edit: (set: TrainingSet) => TrainingSet = (set) => set,
): Promise<void> {
  const { records, clock } = services;
  const at = clock.now();
  const set = await records.get(trainingSets, account, setId);
  const after: TrainingSet = { files: 0, bytes: 0, createdAt: at, ...set?.value, setId, updatedAt: at };
  for (const { name, bytes } of files) {
    const before = await records.get(trainingFiles, account, trainingFileKey(setId, name));
    after.files += before ? 0 : 1;
    after.bytes += bytes.length - (before?.value.size ?? 0);
  }
  if (after.files > MAX_SET_FILES) {
    throw documentFailure('TrainingSetLimit', { details: `it has ${MAX_SET_FILES} files, which is the maximum.` });
  }
  if (after.bytes > MAX_SET_BYTES) {
    throw documentFailure('TrainingSetLimit', { details: `its files may have at most ${MAX_SET_BYTES} bytes in total.` });
  }
  if (!set && (await records.count(trainingSets, account)) >= MAX_TRAINING_SETS) {
    throw documentFailure('TrainingSetLimit', { details: `the account has ${MAX_TRAINING_SETS} training sets, which is the maximum.` });
  }
  for (const { name, bytes } of files) {
    const file: TrainingSetFile = { name, size: bytes.length, updatedAt: at, blob: await storeOnce(bytes, account, services) };
    change.put(trainingFiles, account, trainingFileKey(setId, name), file);
  }
  if (set) change.replace(trainingSets, account, set, edit(after));
  else change.create(trainingSets, account, setId, edit(after));
}

const putTrainingFile = operation({
  id: 'documents.putTrainingFile',
  summary: "Upload a file to a training set, which is created when it does not exist; not part of the vendor's interface",
  route: `PUT ${FILE_PATH}`,
  params: TrainingFileParams,
  body: Bytes,
  accepts: 'bytes',
  maxBytes: 'upload',
  conditional: true,
  replies: { 204: null },
  fails: ['TrainingSetLimit', 'InvalidContentLength'],
  badInput: DOCUMENT_INPUT,
  async run(call, services) {
    const { account, body } = call;
    const { setId, fileName: name } = call.params;
    const { records, reading } = services;
    if (!isTrainingFile(name)) throw fail('ParameterInvalid', { parameter: 'fileName', details: FILE_NAME_RULE });
    if (body.length > reading.maxBytes) throw documentFailure('InvalidContentLength');
    const key = trainingFileKey(setId, name);
    const change = guard(call, new Change(), trainingFiles, account.id, key, await records.get(trainingFiles, account.id, key));
    await putFiles(change, setId, [{ name, bytes: body }], account.id, services);
    return reply(204, undefined, { change, headers: writtenEtag(change, trainingFiles, account.id, key) });
  },
});

const getTrainingFile = operation({
  id: 'documents.getTrainingFile',
  summary: "Get a file of a training set; not part of the vendor's interface",
  route: `GET ${FILE_PATH}`,
  params: TrainingFileParams,
  replies: { 200: Bytes },
  fails: ['TrainingSetNotFound', 'TrainingFileNotFound'],
  async run({ account, params: { setId, fileName } }, services) {
    const file = await findTrainingFile(services, account.id, setId, fileName);
    const bytes = await services.blobs.get(account.id, file.value.blob);
    if (!bytes) throw documentFailure('TrainingFileNotFound');
    // No browser may show the content as a page of this server.
    return reply(200, bytes, { headers: { ...etag(file), 'content-disposition': 'attachment', 'x-content-type-options': 'nosniff' } });
  },
});

const deleteTrainingFile = operation({
  id: 'documents.deleteTrainingFile',
  summary: "Delete a file of a training set; not part of the vendor's interface",
  route: `DELETE ${FILE_PATH}`,
  params: TrainingFileParams,
  conditional: true,
  replies: { 204: null },
  fails: ['TrainingSetNotFound', 'TrainingFileNotFound'],
  async run(call, services) {
    const { account } = call;
    const { setId, fileName } = call.params;
    const [file, set] = [await findTrainingFile(services, account.id, setId, fileName), await findTrainingSet(services, account.id, setId)];
    const { files, bytes } = set.value;
    const change = guard(call, new Change(), trainingFiles, account.id, file.key, file)
      .delete(trainingFiles, account.id, file)
      .replace(trainingSets, account.id, set, {
        ...set.value,
        updatedAt: services.clock.now(),
        files: files - 1,
        bytes: bytes - file.value.size,
      });
    return reply(204, undefined, { change });
  },
});

export const trainingSetOperations = inVersions(EXTENSION_VERSIONS, [
  listTrainingSets,
  getTrainingSet,
  deleteTrainingSet,
  putTrainingFile,
  getTrainingFile,
  deleteTrainingFile,
]);
