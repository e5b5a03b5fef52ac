/**
 * The job that analyzes a document. The document is read in a child process, with limits on memory and on CPU time, in total and for
 * each page. It is deleted when the analysis completes, unless the caller asked to keep it with the result. A document that cannot
 * be read completes as a failed analysis with its reason.
 */
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { fail } from '../../../kernel/failures.ts';
import type { Failure } from '../../../kernel/failures.ts';
import type { JobOutcome } from '../../../kernel/job.ts';
import type { AnalysisInput, AnalysisOutput } from './analyze.ts';
import { documentFailure, isOutcome, toRecordedError, unreadableFileFailure } from '../failures.ts';
import { runFileTask } from '../file-task.ts';
import { RETENTION_MS } from '../model.ts';
import type { Analysis } from '../model.ts';
import type { DocumentJobContext, DocumentJobHandlers, DocumentServices } from '../services.ts';
import { analyses, classifiers, models } from '../store.ts';
import { formDocType } from '../v2/model.ts';
import { formModels } from '../v2/store.ts';
import { getVersion, isFormVersion } from '../versions.ts';

export const ANALYZE_JOB = 'documents.analyse';

const ANALYZE_MODULE = new URL('./analyze.ts', import.meta.url);
const FORM_MODULE = new URL('../v2/analysis/analyze-form.ts', import.meta.url);
const CLASSIFY_MODULE = new URL('../classifiers/classify.ts', import.meta.url);

export const analysisJobs: DocumentJobHandlers = {
  async [ANALYZE_JOB]({ id, account, attempt }, context): Promise<JobOutcome> {
    const { records, blobs } = context.services;
    const stored = await records.get(analyses, account, id);
    const bytes = stored?.value.document === undefined ? undefined : await blobs.get(account, stored.value.document);
    if (!stored || !bytes) return { state: 'failed', errors: [{ code: 'notFound', message: 'The document no longer exists.' }] };
    try {
      const { result, pdf, figures } = await runAnalysis(account, stored.value, bytes, attempt, context);
      const written: Partial<Analysis> = { result: await blobs.put(account, result), ...(pdf && { pdf: await blobs.put(account, pdf) }) };
      if (figures) {
        const entries = figures.map(async ({ id: figureId, png }) => [figureId, await blobs.put(account, png)] as const);
        written.figures = Object.fromEntries(await Promise.all(entries));
      }
      if (stored.value.keepDocument) written.document = stored.value.document;
      return { state: 'succeeded', change: completeAnalysis(account, stored, context, written) };
    } catch (problem) {
      if (!isOutcome(problem)) throw problem;
      const ifFailed = completeAnalysis(account, stored, context, {}, problem);
      return { state: 'failed', errors: [{ code: problem.kind, message: problem.message }], ifFailed };
    }
  },
};

function completeAnalysis(
  account: string,
  stored: Stored<Analysis>,
  { services: { clock } }: DocumentJobContext,
  written: Partial<Analysis>,
  problem?: Failure,
): Change {
  const at = clock.now();
  return new Change().replace(analyses, account, stored, {
    ...stored.value,
    document: undefined,
    ...written,
    ended: { at, ...(problem && { error: toRecordedError(problem) }) },
    expiresAt: at + RETENTION_MS,
  });
}

/** The result as JSON text with the outputs; throws a Failure when the document or its model is the reason that there is none. */
export async function runAnalysis(
  account: string,
  analysis: Pick<Analysis, 'modelId' | 'version' | 'options' | 'classifier'>,
  bytes: Uint8Array,
  attempt: number,
  context: DocumentJobContext,
): Promise<Exclude<AnalysisOutput, { problem: unknown }>> {
  const { modelId, version, options, classifier } = analysis;
  const { services, progress } = context;
  const { weights } = services.reading;
  const input: AnalysisInput = {
    bytes,
    modelId,
    version,
    options,
    reading: weights === undefined ? {} : { weights },
    ...(await loadArtifact(account, analysis, services)),
  };
  const task = classifier
    ? { module: CLASSIFY_MODULE, function: 'classifyFile', input: { ...input, split: classifier.split } }
    : isFormVersion(version)
      ? { module: FORM_MODULE, function: 'analyzeForm', input }
      : { module: ANALYZE_MODULE, function: 'analyze', input };
  const output = await runFileTask<AnalysisOutput>(
    {
      ...task,
      account,
      attempt,
      byPage: true,
      // A job whose lease is lost is stopped by its signal: a progress report that is refused needs no handling.
      onProgress: (done, pages) => void progress(done, undefined, pages).catch(() => undefined),
      onOutOfMemory: () => documentFailure('UnsupportedContent', { details: 'reading it takes more memory than this server allows.' }),
      onCrash: () => documentFailure('InvalidContent'),
    },
    context,
  );
  if ('result' in output) return output;
  if (output.problem === 'pages') throw fail('ParameterInvalid', { parameter: 'pages', details: `${output.message}.` });
  if (output.problem === 'output') throw documentFailure('UnsupportedContent', { details: `${output.message}.` });
  if (output.problem === 'artifact') {
    throw documentFailure('ModelAnalyzeError', { details: `the model file cannot be used: ${output.message}.` });
  }
  throw unreadableFileFailure(output.problem, output.message);
}

/** The file of a custom model or classifier; nothing for a prebuilt model. In versions 2 also the type of the documents it finds. */
async function loadArtifact(
  account: string,
  { modelId, version, classifier }: Pick<Analysis, 'modelId' | 'version' | 'classifier'>,
  { records, blobs }: DocumentServices,
): Promise<Pick<AnalysisInput, 'artifact' | 'docType' | 'routing'>> {
  if (!classifier && getVersion(version).models.includes(modelId)) return {};
  const readArtifact = async (blob: string | undefined): Promise<Uint8Array> => {
    const artifact = blob === undefined ? undefined : await blobs.get(account, blob);
    if (!artifact) throw documentFailure('ModelNotFound');
    return artifact;
  };
  if (!classifier && isFormVersion(version)) {
    const form = (await records.get(formModels, account, modelId))?.value;
    return { artifact: await readArtifact(form?.artefact), docType: form && formDocType(form) };
  }
  if (classifier) return { artifact: await readArtifact((await records.get(classifiers, account, modelId))?.value.artefact) };
  const model = (await records.get(models, account, modelId))?.value;
  const routing = model?.classifierId === undefined ? {} : { routing: { split: model.split, docTypes: model.docTypes } };
  return { artifact: await readArtifact(model?.artefact), ...routing };
}
