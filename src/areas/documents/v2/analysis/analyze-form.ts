/** Runs in the child process of an analysis of versions 2. */
import { InvalidModel } from '../../../../engines/shared/bytes/reader.ts';
import { isUnlabeledForms, loadUnlabeledForms } from '../../../../engines/documents/forms/unlabeled/checkpoint.ts';
import { extractPairs } from '../../../../engines/documents/forms/unlabeled/extract.ts';
import { pageTexts } from '../../../../engines/documents/forms/unlabeled/page-text.ts';
import type { DocumentLayout } from '../../../../engines/documents/layout/model/structure.ts';
import { writeContent } from '../../../../engines/documents/layout/output/content.ts';
import { PageRangeError } from '../../../../engines/documents/reading/model/page-ranges.ts';
import { UnreadableFile } from '../../../../engines/documents/reading/model/unreadable-file.ts';
import type { Reader } from '../../../../engines/documents/reading/ocr/reader.ts';
import type { ReportProgress } from '../../../../kernel/ports/workers.ts';
import { extractFields, loadCustomModel } from '../../analysis/analyze.ts';
import type { AnalysisInput, AnalysisOutput, CustomModel } from '../../analysis/analyze.ts';
import { readLayout } from '../../analysis/read-layout.ts';
import { isolateWords } from '../../analysis/result.ts';
import { UnknownArtifact, readArtifact } from '../../artifact.ts';
import { LAYOUT_MODEL } from '../../model.ts';
import { getFormVersion } from '../versions.ts';
import { buildFormResult } from './form-result.ts';
import type { FormResultParts } from './form-result.ts';
import { toFormDocument } from './prebuilt-fields.ts';

/** Prebuilt models whose results have tables. */
const WITH_TABLES = [LAYOUT_MODEL, 'prebuilt-invoice'];
const READING_SHARE = 0.95;

type Found = Pick<FormResultParts, 'pairs' | 'documents'>;
type Extract = (layout: DocumentLayout, ink: Awaited<ReturnType<typeof readLayout>>['ink']) => Found | Promise<Found>;

export async function analyzeForm(input: AnalysisInput, progress: ReportProgress, ocr?: Reader): Promise<AnalysisOutput> {
  const { bytes, modelId, version, options, reading, artifact } = input;
  progress(0);
  try {
    const isCustom = artifact !== undefined;
    const { extract, hasSignatures } = artifact ? loadExtract(artifact, input) : prebuiltExtract(input);
    const hasTables = isCustom || WITH_TABLES.includes(modelId);
    const hasMarks = isCustom || modelId === LAYOUT_MODEL;
    const plan = {
      layout: { tables: true, marks: true, figures: false, keyValuePairs: false },
      barcodes: false,
      highResolution: false,
    };
    const readOptions = { ...options, plan, reading, ink: hasSignatures };
    const report: ReportProgress = (done, pages) => progress(READING_SHARE * done, pages);
    const { layout, ink } = await readLayout(bytes, readOptions, report, ocr);
    const found = await extract(layout, ink);
    const isolated = isolateWords(layout);
    const parts: FormResultParts = {
      layout: isolated,
      content: writeContent(isolated, { format: 'text', selectionMarks: false, tables: 'pipes' }),
      textDetails: options.textDetails ?? false,
      sortLines: options.sortLines ?? false,
      tables: hasTables,
      marks: hasMarks,
      ...found,
    };
    return { result: Buffer.from(JSON.stringify(buildFormResult(parts, getFormVersion(version)))) };
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { problem: problem.reason, message: problem.message };
    if (problem instanceof UnknownArtifact || problem instanceof InvalidModel) {
      return { problem: 'artifact', message: problem.message };
    }
    if (problem instanceof PageRangeError) return { problem: 'pages', message: problem.message };
    throw problem;
  }
}

interface Extraction {
  extract: Extract;
  hasSignatures: boolean;
}

function prebuiltExtract({ modelId, options: { locale } }: AnalysisInput): Extraction {
  return {
    hasSignatures: false,
    async extract(layout) {
      const documents = await extractFields(modelId, layout, locale === undefined ? {} : { locale });
      return documents ? { documents: documents.map((document) => toFormDocument(modelId, document)) } : {};
    },
  };
}

function loadExtract(artifact: Uint8Array, input: AnalysisInput): Extraction {
  const parts = readArtifact(artifact);
  const [first] = parts;
  if (first && isUnlabeledForms(first.learned)) {
    const model = loadUnlabeledForms(first.learned);
    return { hasSignatures: false, extract: (layout) => ({ pairs: pageTexts(layout).map((page) => extractPairs(model, page)) }) };
  }
  return labeledExtract(loadCustomModel(artifact), input);
}

function labeledExtract(model: CustomModel, { modelId, docType, options: { locale } }: AnalysisInput): Extraction {
  return {
    hasSignatures: model.hasSignatures,
    extract(layout, ink) {
      const documents = model.extract(layout, { ...(locale !== undefined && { locale }), ink });
      return {
        documents: documents.map(({ fields = {}, ...document }) => ({
          ...document,
          fields,
          docType: docType ?? `custom:${document.docType}`,
          modelId: docType === undefined ? document.docType : modelId,
          fieldNames: model.fieldNames(document.docType),
        })),
      };
    },
  };
}
