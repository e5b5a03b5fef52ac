import type { Stored } from '../../../kernel/change.ts';
import { Bytes, reply } from '../../../kernel/operation.ts';
import type { Call, Reply } from '../../../kernel/operation.ts';
import { RESULT_PATH, findAnalysis } from '../analysis/result-operations.ts';
import { CLASSIFY_RESULT_PATH, findClassification } from '../classifiers/operations.ts';
import { documentFailure } from '../failures.ts';
import type { Analysis } from '../model.ts';
import { pageImage } from './page-image.ts';
import { ClassifiedPageParams, PageImageQuery, ResultPageParams, TrainingPageParams } from '../schemas.ts';
import { operation } from '../services.ts';
import type { DocumentServices } from '../services.ts';
import { findTrainingFile } from '../training-sets/operations.ts';
import { versionsWith } from '../versions.ts';

const EXTENSION_VERSIONS = versionsWith('extensions');

const renderFailures = [
  'PageNotFound',
  'InvalidContent',
  'InvalidContentDimensions',
  'InvalidContentLength',
  'UnsupportedContent',
] as const;

function imageReply(png: Uint8Array): Reply {
  return reply(200, png, { headers: { 'content-type': 'image/png', 'cache-control': 'private, max-age=3600' } });
}

const getTrainingPageImage = operation({
  id: 'documents.getTrainingPageImage',
  summary: "Get a page of a document in a training set as an image; not part of the vendor's interface",
  route: 'GET /trainingSets/{setId}/files/{fileName}/pages/{pageNumber}/image',
  versions: EXTENSION_VERSIONS,
  params: TrainingPageParams,
  query: PageImageQuery,
  replies: { 200: Bytes },
  fails: ['TrainingSetNotFound', 'TrainingFileNotFound', ...renderFailures],
  async run({ account, params: { setId, fileName, pageNumber }, query: { width }, signal }, services) {
    const { blob } = (await findTrainingFile(services, account.id, setId, fileName)).value;
    const bytes = await services.blobs.get(account.id, blob);
    if (!bytes) throw documentFailure('TrainingFileNotFound');
    return imageReply(await pageImage(bytes, Number(pageNumber), width, { account, signal }, services));
  },
});

type PageCall = Call<{ pageNumber: string }, { width: number }>;

/** A page of a document that is kept with its result. */
async function keptDocumentPage(
  { value: { document } }: Stored<Analysis>,
  { account, params: { pageNumber }, query: { width }, signal }: Pick<PageCall, 'account' | 'params' | 'query' | 'signal'>,
  services: DocumentServices,
): Promise<Reply> {
  const bytes = document === undefined ? undefined : await services.blobs.get(account.id, document);
  if (!bytes) throw documentFailure('DocumentNotKept');
  return imageReply(await pageImage(bytes, Number(pageNumber), width, { account, signal }, services));
}

const keptPageParts = {
  versions: EXTENSION_VERSIONS,
  query: PageImageQuery,
  replies: { 200: Bytes },
  fails: ['OperationNotFound', 'DocumentNotKept', ...renderFailures],
} as const;

const getResultPageImage = operation({
  ...keptPageParts,
  id: 'documents.getResultPageImage',
  summary: "Get a page of a document that was analyzed with keepDocument as an image; not part of the vendor's interface",
  route: `GET ${RESULT_PATH}/pages/{pageNumber}/image`,
  params: ResultPageParams,
  async run(call, services) {
    return await keptDocumentPage(await findAnalysis(services, call.account.id, call.params), call, services);
  },
});

const getClassifiedPageImage = operation({
  ...keptPageParts,
  id: 'documents.getClassifiedPageImage',
  summary: "Get a page of a document that was classified with keepDocument as an image; not part of the vendor's interface",
  route: `GET ${CLASSIFY_RESULT_PATH}/pages/{pageNumber}/image`,
  params: ClassifiedPageParams,
  async run(call, services) {
    return await keptDocumentPage(await findClassification(services, call.account.id, call.params), call, services);
  },
});

export const pageImageOperations = [getTrainingPageImage, getResultPageImage, getClassifiedPageImage];
