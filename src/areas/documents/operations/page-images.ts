import { Bytes, operation, reply } from '../../../contract/operation.ts';
import type { Operation, Reply } from '../../../contract/operation.ts';
import { documentFailure } from '../failures.ts';
import { pageImage } from '../page-image.ts';
import { PageImageQuery, ResultPageParams, TrainingPageParams } from '../schemas.ts';
import { SET_VERSIONS } from '../versions.ts';
import { RESULT_PATH, resultOf } from './analyses.ts';
import { trainingFileOf } from './training-sets.ts';

const FAILS = ['PageNotFound', 'InvalidContent', 'InvalidContentDimensions', 'InvalidContentLength', 'UnsupportedContent'] as const;

function sent(png: Uint8Array): Reply {
  return reply(200, png, { headers: { 'content-type': 'image/png', 'cache-control': 'private, max-age=3600' } });
}

const getTrainingPageImage = operation({
  id: 'documents.getTrainingPageImage',
  summary: 'Get a page of a document of a training set as a picture; not part of the vendor\'s interface',
  route: 'GET /trainingSets/{setId}/files/{fileName}/pages/{pageNumber}/image',
  versions: SET_VERSIONS,
  needs: 'authoring',
  params: TrainingPageParams,
  query: PageImageQuery,
  replies: { 200: Bytes },
  fails: ['TrainingSetNotFound', 'TrainingFileNotFound', ...FAILS],
  async run({ account, params: { setId, fileName, pageNumber }, query: { width }, signal }, services) {
    const { value: { blob } } = await trainingFileOf(services, account.id, setId, fileName);
    const bytes = await services.blobs.get(account.id, blob);
    if (!bytes) throw documentFailure('TrainingFileNotFound');
    return sent(await pageImage(bytes, Number(pageNumber), width, { account, signal }, services));
  },
});

const getResultPageImage = operation({
  id: 'documents.getResultPageImage',
  summary: 'Get a page of a document that was analyzed with keepDocument as a picture; not part of the vendor\'s interface',
  route: `GET ${RESULT_PATH}/pages/{pageNumber}/image`,
  versions: SET_VERSIONS,
  needs: 'authoring',
  params: ResultPageParams,
  query: PageImageQuery,
  replies: { 200: Bytes },
  fails: ['OperationNotFound', 'DocumentNotKept', ...FAILS],
  async run({ account, params: { pageNumber, ...params }, query: { width }, signal }, services) {
    const { value: { document } } = await resultOf(services, account.id, params);
    const bytes = document === undefined ? undefined : await services.blobs.get(account.id, document);
    if (!bytes) throw documentFailure('DocumentNotKept');
    return sent(await pageImage(bytes, Number(pageNumber), width, { account, signal }, services));
  },
});

export const pageImageOperations: Operation[] = [getTrainingPageImage, getResultPageImage];
