import { etag, guard, writtenEtag } from '../../../kernel/conditions.ts';
import { fail } from '../../../kernel/failures.ts';
import { Bytes, operation, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import { readAll } from '../../../kernel/read-all.ts';
import type { Stored } from '../../../kernel/change.ts';
import { Change } from '../../../kernel/change.ts';
import { DOCUMENT_INPUT, documentFailure } from '../failures.ts';
import { MAX_SET_BYTES, MAX_SET_FILES, MAX_TRAINING_SETS } from '../model.ts';
import type { TrainingSet, TrainingSetFile } from '../model.ts';
import { Paging, TrainingFileParams, TrainingSetListView, TrainingSetParams, TrainingSetView } from '../schemas.ts';
import { trainingFileKey, trainingFiles, trainingSets } from '../store.ts';
import { isTrainingFile } from './files.ts';
import { EXTENSION_VERSIONS } from '../versions.ts';
import { dateTime, nextPage } from '../replies.ts';

const FILE_PATH = '/trainingSets/{setId}/files/{fileName}';
const PAGE = 100;

async function findTrainingSet({ records }: Pick<Services, 'records'>, account: string, setId: string): Promise<Stored<TrainingSet>> {
  const read = await records.get(trainingSets, account, setId);
  if (!read) throw documentFailure('TrainingSetNotFound');
  return read;
}

/** A file of a set of the account. */
export async function findTrainingFile({ records }: Pick<Services, 'records'>, account: string, setId: string, fileName: string): Promise<Stored<TrainingSetFile>> {
  const read = await records.get(trainingFiles, account, trainingFileKey(setId, fileName));
  if (!read) throw documentFailure(await records.get(trainingSets, account, setId) ? 'TrainingFileNotFound' : 'TrainingSetNotFound');
  return read;
}

function setView({ setId, createdAt, updatedAt, files, bytes }: TrainingSet): object {
  return { setId, createdDateTime: dateTime(createdAt), lastUpdatedDateTime: dateTime(updatedAt), fileCount: files, bytes };
}

const listTrainingSets = operation({
  id: 'documents.listTrainingSets',
  summary: 'List the training sets of the account; not part of the vendor\'s interface',
  route: 'GET /trainingSets',
  versions: EXTENSION_VERSIONS,
  needs: 'authoring',
  query: Paging,
  replies: { 200: TrainingSetListView },
  async run({ account, query: { after }, link }, { records }) {
    const page = await records.page(trainingSets, account.id, { after, limit: PAGE + 1 });
    return reply(200, {
      value: page.slice(0, PAGE).map(({ value }) => setView(value)),
      ...page.length > PAGE && { nextLink: nextPage({ link }, '/trainingSets', page[PAGE - 1]!.key) },
    });
  },
});

const getTrainingSet = operation({
  id: 'documents.getTrainingSet',
  summary: 'Get a training set with the names of its files; not part of the vendor\'s interface',
  route: 'GET /trainingSets/{setId}',
  versions: EXTENSION_VERSIONS,
  needs: 'authoring',
  params: TrainingSetParams,
  replies: { 200: TrainingSetView },
  fails: ['TrainingSetNotFound'],
  async run({ account, params: { setId } }, services) {
    const { value } = await findTrainingSet(services, account.id, setId);
    const files = await readAll(services.records, trainingFiles, account.id, trainingFileKey(setId, ''));
    return reply(200, { ...setView(value), files: files.map(({ value: { name, size, updatedAt } }) => ({ name, bytes: size, lastUpdatedDateTime: dateTime(updatedAt) })) });
  },
});

const deleteTrainingSet = operation({
  id: 'documents.deleteTrainingSet',
  summary: 'Delete a training set with its files; not part of the vendor\'s interface',
  route: 'DELETE /trainingSets/{setId}',
  versions: EXTENSION_VERSIONS,
  needs: 'authoring',
  params: TrainingSetParams,
  replies: { 204: null },
  fails: ['TrainingSetNotFound'],
  async run({ account, params: { setId } }, services) {
    const change = new Change().delete(trainingSets, account.id, await findTrainingSet(services, account.id, setId)).clear(trainingFiles, account.id, trainingFileKey(setId, ''));
    return reply(204, undefined, { change });
  },
});

/** A call that runs again, since another file came into the set meanwhile, does not write its bytes again. */
const storedBodies = new WeakMap<Uint8Array, Promise<string>>();

function storeOnce(bytes: Uint8Array, account: string, { blobs }: Pick<Services, 'blobs'>): Promise<string> {
  let blob = storedBodies.get(bytes);
  if (!blob) storedBodies.set(bytes, blob = blobs.put(account, bytes));
  return blob;
}

const putTrainingFile = operation({
  id: 'documents.putTrainingFile',
  summary: 'Put a file into a training set, which is made where there is none; not part of the vendor\'s interface',
  route: `PUT ${FILE_PATH}`,
  versions: EXTENSION_VERSIONS,
  needs: 'authoring',
  params: TrainingFileParams,
  body: Bytes,
  accepts: 'bytes',
  maxBytes: 'upload',
  conditional: true,
  replies: { 204: null },
  fails: ['TrainingSetLimit', 'InvalidContentLength'],
  badInput: DOCUMENT_INPUT,
  async run(call, services) {
    const { account, params: { setId, fileName: name }, body } = call;
    const { records, clock, reading } = services;
    if (!isTrainingFile(name)) throw fail('ParameterInvalid', { parameter: 'fileName', details: 'it must be fields.json, the name of a document with its ending, or that with .labels.json or .ocr.json behind it; without folders.' });
    if (body.length > reading.mostBytes) throw documentFailure('InvalidContentLength');
    const at = clock.now();
    const key = trainingFileKey(setId, name);
    const [set, before] = await Promise.all([records.get(trainingSets, account.id, setId), records.get(trainingFiles, account.id, key)]);
    const change = guard(call, new Change(), trainingFiles, account.id, key, before);
    const { files = 0, bytes = 0, createdAt = at } = set?.value ?? {};
    const after: TrainingSet = { setId, createdAt, updatedAt: at, files: files + (before ? 0 : 1), bytes: bytes - (before?.value.size ?? 0) + body.length };
    if (after.files > MAX_SET_FILES) throw documentFailure('TrainingSetLimit', { details: `it has ${MAX_SET_FILES} files, which is the most.` });
    if (after.bytes > MAX_SET_BYTES) throw documentFailure('TrainingSetLimit', { details: `together its files may have ${MAX_SET_BYTES} bytes.` });
    if (!set && (await records.page(trainingSets, account.id, { limit: MAX_TRAINING_SETS })).length === MAX_TRAINING_SETS) throw documentFailure('TrainingSetLimit', { details: `the account has ${MAX_TRAINING_SETS} sets, which is the most.` });
    const file: TrainingSetFile = { name, size: body.length, updatedAt: at, blob: await storeOnce(body, account.id, services) };
    change.put(trainingFiles, account.id, key, file);
    if (set) change.replace(trainingSets, account.id, set, after);
    else change.create(trainingSets, account.id, setId, after);
    return reply(204, undefined, { change, headers: writtenEtag(change, trainingFiles, account.id, key) });
  },
});

const getTrainingFile = operation({
  id: 'documents.getTrainingFile',
  summary: 'Get a file of a training set; not part of the vendor\'s interface',
  route: `GET ${FILE_PATH}`,
  versions: EXTENSION_VERSIONS,
  needs: 'authoring',
  params: TrainingFileParams,
  replies: { 200: Bytes },
  fails: ['TrainingSetNotFound', 'TrainingFileNotFound'],
  async run({ account, params: { setId, fileName } }, services) {
    const file = await findTrainingFile(services, account.id, setId, fileName);
    const bytes = await services.blobs.get(account.id, file.value.blob);
    if (!bytes) throw documentFailure('TrainingFileNotFound');
    // Whatever it is, no browser should show it as a page of this server.
    return reply(200, bytes, { headers: { ...etag(file), 'content-disposition': 'attachment', 'x-content-type-options': 'nosniff' } });
  },
});

const deleteTrainingFile = operation({
  id: 'documents.deleteTrainingFile',
  summary: 'Delete a file of a training set; not part of the vendor\'s interface',
  route: `DELETE ${FILE_PATH}`,
  versions: EXTENSION_VERSIONS,
  needs: 'authoring',
  params: TrainingFileParams,
  conditional: true,
  replies: { 204: null },
  fails: ['TrainingSetNotFound', 'TrainingFileNotFound'],
  async run(call, services) {
    const { account, params: { setId, fileName } } = call;
    const [file, set] = [await findTrainingFile(services, account.id, setId, fileName), await findTrainingSet(services, account.id, setId)];
    const { files, bytes } = set.value;
    const change = guard(call, new Change(), trainingFiles, account.id, file.key, file)
      .delete(trainingFiles, account.id, file)
      .replace(trainingSets, account.id, set, { ...set.value, updatedAt: services.clock.now(), files: files - 1, bytes: bytes - file.value.size });
    return reply(204, undefined, { change });
  },
});

export const trainingSetOperations: Operation[] = [listTrainingSets, getTrainingSet, deleteTrainingSet, putTrainingFile, getTrainingFile, deleteTrainingFile];
