/** Taking a document in, to be read with a model or sorted by a classifier: what such calls have in common, and the job that they begin. */
import type { Static } from 'typebox';
import type { Call } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import { Change } from '../../../kernel/change.ts';
import { DOCUMENT_INPUT, documentFailure } from '../failures.ts';
import { ANALYZE_JOB } from './job.ts';
import { MAX_WAIT_MS } from '../model.ts';
import type { Analysis } from '../model.ts';
import { AnalyzeRequest } from '../schemas.ts';
import { DOCUMENT_FAILS, DOCUMENT_TYPES, checkFileKind, readDocumentSource } from './document-source.ts';
import { OPEN_INDEX, analyses } from '../store.ts';
import { getVersion } from '../versions.ts';

/** Parts of an operation that takes a document and answers where its result will be. */
export const documentUpload = {
  needs: 'authoring', body: AnalyzeRequest, accepts: 'jsonOrBytes', mediaTypes: DOCUMENT_TYPES, maxBytes: 'upload', replies: { 202: null }, fails: DOCUMENT_FAILS, badInput: DOCUMENT_INPUT,
} as const;

const EXAMPLE_PDF = `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 32>>stream
BT/F 24 Tf 20 40 Td(Hello) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`;

export const EXAMPLE_DOCUMENT = { base64Source: Buffer.from(EXAMPLE_PDF).toString('base64') };

/** Documents of one account that wait, or are read. */
const MAX_WAITING = 1000;
const WAIT_SECONDS = 10;

/** Refuses an account that has as many documents waiting as it may have. */
async function checkWaiting({ records }: Services, account: string): Promise<void> {
  const open = await records.find(analyses, account, OPEN_INDEX, { limit: MAX_WAITING });
  if (open.length === MAX_WAITING) throw documentFailure('TooManyWaiting', { most: MAX_WAITING, retryAfter: WAIT_SECONDS });
}

export interface AnalysisRequest extends Pick<Analysis, 'modelId' | 'options' | 'classifier'> {
  /** The model that says which kinds of files are read: the one that is asked, or layout for a classifier. */
  reader: string;
  keepDocument: boolean | undefined;
}

/** The document is on disk, and the job that reads it begins with the change. */
export async function startAnalysis({ account, body, version }: Call<unknown, unknown, Uint8Array | Static<typeof AnalyzeRequest>>, { reader, keepDocument, ...wanted }: AnalysisRequest, services: Services): Promise<{ resultId: string; change: Change }> {
  await checkWaiting(services, account.id);
  const bytes = await readDocumentSource(body, services);
  checkFileKind(bytes, reader, getVersion(version), wanted.options.outputs);
  const change = new Change();
  const { id: resultId, createdAt } = services.jobs.enqueue(change, { account: account.id, kind: ANALYZE_JOB, input: {} });
  change.create(analyses, account.id, resultId, { ...wanted, version, createdAt, expiresAt: createdAt + MAX_WAIT_MS, document: await services.blobs.put(account.id, bytes), ...keepDocument === true && { keepDocument } });
  return { resultId, change };
}
