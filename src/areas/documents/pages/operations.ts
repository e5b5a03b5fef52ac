import { Bytes, operation, reply } from '../../../kernel/operation.ts';
import type { Call, Operation, Reply } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import type { Stored } from '../../../kernel/change.ts';
import { documentFailure } from '../failures.ts';
import type { Analysis } from '../model.ts';
import { pageImage } from './page-image.ts';
import { ClassifiedPageParams, PageImageQuery, ResultPageParams, TrainingPageParams } from '../schemas.ts';
import { EXTENSION_VERSIONS } from '../versions.ts';
import { RESULT_PATH, findAnalysis } from '../analysis/operations.ts';
import { CLASSIFY_RESULT_PATH, findClassification } from '../classifiers/operations.ts';
import { findTrainingFile } from '../training-sets/operations.ts';

const renderFailures = ['PageNotFound', 'InvalidContent', 'InvalidContentDimensions', 'InvalidContentLength', 'UnsupportedContent'] as const;

function imageReply(png: Uint8Array): Reply {
  return reply(200, png, { headers: { 'content-type': 'image/png', 'cache-control': 'private, max-age=3600' } });
}

const getTrainingPageImage = operation({
  id: 'documents.getTrainingPageImage',
  summary: 'Get a page of a document of a training set as a picture; not part of the vendor\'s interface',
  route: 'GET /trainingSets/{setId}/files/{fileName}/pages/{pageNumber}/image',
  versions: EXTENSION_VERSIONS,
  needs: 'authoring',
  params: TrainingPageParams,
  query: PageImageQuery,
  replies: { 200: Bytes },
  fails: ['TrainingSetNotFound', 'TrainingFileNotFound', ...renderFailures],
  async run({ account, params: { setId, fileName, pageNumber }, query: { width }, signal }, services) {
    const { value: { blob } } = await findTrainingFile(services, account.id, setId, fileName);
    const bytes = await services.blobs.get(account.id, blob);
    if (!bytes) throw documentFailure('TrainingFileNotFound');
    return imageReply(await pageImage(bytes, Number(pageNumber), width, { account, signal }, services));
  },
});

/** A page of a document that was kept with its result. */
async function keptDocumentPage({ value: { document } }: Stored<Analysis>, { account, params: { pageNumber }, query: { width }, signal }: Pick<Call<{ pageNumber: string }, { width: number }>, 'account' | 'params' | 'query' | 'signal'>, services: Services): Promise<Reply> {
  const bytes = document === undefined ? undefined : await services.blobs.get(account.id, document);
  if (!bytes) throw documentFailure('DocumentNotKept');
  return imageReply(await pageImage(bytes, Number(pageNumber), width, { account, signal }, services));
}

const KEPT_PAGE = { versions: EXTENSION_VERSIONS, needs: 'authoring', query: PageImageQuery, replies: { 200: Bytes }, fails: ['OperationNotFound', 'DocumentNotKept', ...renderFailures] } as const;

const getResultPageImage = operation({
  ...KEPT_PAGE,
  id: 'documents.getResultPageImage',
  summary: 'Get a page of a document that was analyzed with keepDocument as a picture; not part of the vendor\'s interface',
  route: `GET ${RESULT_PATH}/pages/{pageNumber}/image`,
  params: ResultPageParams,
  async run(call, services) {
    return await keptDocumentPage(await findAnalysis(services, call.account.id, call.params), call, services);
  },
});

const getClassifiedPageImage = operation({
  ...KEPT_PAGE,
  id: 'documents.getClassifiedPageImage',
  summary: 'Get a page of a document that was classified with keepDocument as a picture; not part of the vendor\'s interface',
  route: `GET ${CLASSIFY_RESULT_PATH}/pages/{pageNumber}/image`,
  params: ClassifiedPageParams,
  async run(call, services) {
    return await keptDocumentPage(await findClassification(services, call.account.id, call.params), call, services);
  },
});

export const pageImageOperations: Operation[] = [getTrainingPageImage, getResultPageImage, getClassifiedPageImage];
