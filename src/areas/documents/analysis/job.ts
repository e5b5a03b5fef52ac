/**
 * The analysis of a document. It runs in a process of its own, under caps on memory, on the time of the whole and on the time of each
 * page. The document goes when it is analysed, whatever came of that, unless the caller wants it kept with the result; what cannot be
 * read ends as a failed analysis with its reason.
 */
import { Failure, fail } from '../../../kernel/failures.ts';
import type { JobContext, JobHandlers, JobOutcome } from '../../../kernel/job.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { AnalysisOutput, AnalysisInput } from './analyze.ts';
import { documentFailure, toRecordedError } from '../failures.ts';
import { RETENTION_MS } from '../model.ts';
import type { Analysis } from '../model.ts';
import { findModel } from '../models/operations.ts';
import { runFileTask } from '../file-task.ts';
import { unreadableFileFailure } from './document-source.ts';
import { analyses, classifiers } from '../store.ts';
import { getVersion } from '../versions.ts';
import type { Version } from '../versions.ts';

export const ANALYZE_JOB = 'documents.analyse';

const MODULE = new URL('./analyze.ts', import.meta.url);
const CLASSIFICATION = new URL('../classifiers/classify.ts', import.meta.url);

export const analysisJobs: JobHandlers = {
  async [ANALYZE_JOB]({ id, account, attempt }, context): Promise<JobOutcome> {
    const { services: { records, blobs } } = context;
    const read = await records.get(analyses, account, id);
    const bytes = read?.value.document === undefined ? undefined : await blobs.get(account, read.value.document);
    if (!read || !bytes) return { state: 'failed', errors: [{ code: 'notFound', message: 'The document does not exist any more.' }] };
    try {
      const { result, pdf, figures } = await runAnalysis(account, read.value, bytes, attempt, context);
      const kept: Partial<Analysis> = { result: await blobs.put(account, result), ...pdf && { pdf: await blobs.put(account, pdf) } };
      if (figures) kept.figures = Object.fromEntries(await Promise.all(figures.map(async ({ id: figureId, png }) => [figureId, await blobs.put(account, png)] as const)));
      return { state: 'succeeded', change: completeAnalysis(account, read, context, { ...kept, ...read.value.keepDocument && { document: read.value.document } }) };
    } catch (problem) {
      if (!(problem instanceof Failure) || problem.status >= 500) throw problem;
      return { state: 'failed', errors: [{ code: problem.kind, message: problem.message }], ifFailed: completeAnalysis(account, read, context, {}, problem) };
    }
  },
};

function completeAnalysis(account: string, read: Stored<Analysis>, { services: { clock } }: JobContext, more: Partial<Analysis>, problem?: Failure): Change {
  const at = clock.now();
  return new Change().replace(analyses, account, read, { ...read.value, document: undefined, ...more, ended: { at, ...problem && { error: toRecordedError(problem) } }, expiresAt: at + RETENTION_MS });
}

/** The result as JSON text, and what was made beside it; a Failure where the document, or its model, is to blame that there is none. */
export async function runAnalysis(account: string, { modelId, version, options, classifier }: Pick<Analysis, 'modelId' | 'version' | 'options' | 'classifier'>, bytes: Uint8Array, attempt: number, context: JobContext): Promise<Exclude<AnalysisOutput, { problem: unknown }>> {
  const { services, progress } = context;
  const { weights, tesseract, pageMs } = services.reading;
  const artefact = await (classifier ? loadClassifierArtifact(account, modelId, services) : loadModelArtifact(account, modelId, getVersion(version), services));
  const input: AnalysisInput = { bytes, modelId, version, options, reading: { tesseract, ...weights !== undefined && { weights } }, ...artefact && { artifact: artefact } };
  const answer = await runFileTask<AnalysisOutput>({
    ...classifier ? { module: CLASSIFICATION, function: 'classifyFile', input: { ...input, split: classifier.split } } : { module: MODULE, function: 'analyze', input }, attempt, stepMs: pageMs,
    // A job that is no longer held is stopped by its signal; nobody is told twice.
    onProgress: (done) => void progress(done).catch(() => undefined),
    takesTooLong: () => documentFailure('UnsupportedContent', { details: 'reading it takes longer than this server allows.' }),
    takesTooMuch: () => documentFailure('UnsupportedContent', { details: 'reading it takes more memory than this server allows.' }),
    endsProcess: () => documentFailure('InvalidContent'),
  }, context);
  if ('result' in answer) return answer;
  if (answer.problem === 'pages') throw fail('ParameterInvalid', { parameter: 'pages', details: `${answer.message}.` });
  if (answer.problem === 'output') throw documentFailure('UnsupportedContent', { details: `${answer.message}.` });
  if (answer.problem === 'artefact') throw documentFailure('ModelAnalyzeError', { details: `what the model has learned cannot be used: ${answer.message}.` });
  throw unreadableFileFailure(answer.problem, answer.message);
}

async function loadClassifierArtifact(account: string, classifierId: string, { records, blobs }: JobContext['services']): Promise<Uint8Array> {
  const classifier = (await records.get(classifiers, account, classifierId))?.value;
  const artefact = classifier && await blobs.get(account, classifier.artefact);
  if (!artefact) throw documentFailure('ModelNotFound');
  return artefact;
}

/** What a custom model has learned; undefined for one that every account has. */
async function loadModelArtifact(account: string, modelId: string, version: Version, services: JobContext['services']): Promise<Uint8Array | undefined> {
  const model = await findModel(services, account, modelId, version);
  if (!model) return undefined;
  const artefact = await services.blobs.get(account, model.value.artefact);
  if (!artefact) throw documentFailure('ModelNotFound');
  return artefact;
}
