/** Runs in the child process of an analysis: reads the document page by page, builds its layout, extracts fields, and writes the result. */
import type { FoundDocument } from '../../../engines/documents/fields/field.ts';
import { loadForms } from '../../../engines/documents/forms/checkpoint.ts';
import { InvalidModel } from '../../../engines/shared/bytes/reader.ts';
import { loadClassifier } from '../../../engines/documents/forms/classifier/checkpoint.ts';
import { chooseDocument, extractWith, routeDocuments } from '../../../engines/documents/forms/compose.ts';
import type { Component, ExtractType } from '../../../engines/documents/forms/compose.ts';
import { extract } from '../../../engines/documents/forms/extract.ts';
import type { ExtractOptions } from '../../../engines/documents/forms/extract.ts';
import { onlyPages } from '../../../engines/documents/layout/only-pages.ts';
import type { DocumentLayout } from '../../../engines/documents/layout/model/structure.ts';
import { writeContent } from '../../../engines/documents/layout/output/content.ts';
import { detectLanguages } from '../../../engines/documents/reading/languages.ts';
import { PageRangeError } from '../../../engines/documents/reading/model/page-ranges.ts';
import type { Reader } from '../../../engines/documents/reading/ocr/reader.ts';
import { UnreadableFile } from '../../../engines/documents/reading/model/unreadable-file.ts';
import type { Unreadable } from '../../../engines/documents/reading/model/unreadable-file.ts';
import type { ReportProgress } from '../../../kernel/ports/workers.ts';
import { findEntities } from './entities.ts';
import type { ExtractedDocument } from './fields-view.ts';
import { OutputTooLarge, createOutputs } from './outputs.ts';
import type { Outputs } from './outputs.ts';
import { addQueryFields } from './query-fields.ts';
import { readLayout } from './read-layout.ts';
import type { ReaderConfig } from './read-layout.ts';
import { buildResult, isolateWords } from './result.ts';
import { findStyles } from './styles.ts';
import { GENERAL_DOCUMENT_MODEL, ID_MODEL, LAYOUT_MODEL, READ_MODEL } from '../model.ts';
import type { AnalysisOptions, AnalysisPlan, DocumentModel } from '../model.ts';
import { UnknownArtifact, readArtifact, readClassifier } from '../artifact.ts';
import { getVersion, isPrebuilt } from '../versions.ts';
import type { Version } from '../versions.ts';

export interface AnalysisInput {
  bytes: Uint8Array;
  modelId: string;
  version: string;
  options: AnalysisOptions;
  reading: ReaderConfig;
  /** The file of a custom model. */
  artifact?: Uint8Array;
  /** Of a model that is composed with a classifier: how the classifier splits a file, and what is done with each type. */
  routing?: Routing | undefined;
  /** In versions 2: the type of the documents of a custom model; those of a composed one have the type of their component. */
  docType?: string | undefined;
}

export type Routing = Pick<DocumentModel, 'split' | 'docTypes'>;

/** The result as JSON text with the outputs, or the reason why there is none. */
export type AnalysisOutput =
  | ({ result: Uint8Array } & Outputs)
  | { problem: Unreadable | 'pages' | 'artifact' | 'output'; message: string };

/** Reading takes most of the time; the rest is for layout and writing. */
const READING_SHARE = 0.95;
const GENERAL_MODELS: readonly string[] = [READ_MODEL, LAYOUT_MODEL, GENERAL_DOCUMENT_MODEL];

/** Calls `progress` with the share that is done, page by page. The reader is loaded as configured unless one is given. */
export async function analyze(
  { bytes, modelId, version: name, options, reading, artifact, routing }: AnalysisInput,
  progress: ReportProgress,
  ocr?: Reader,
): Promise<AnalysisOutput> {
  const version = getVersion(name);
  const fullPlan = planAnalysis(modelId, [...options.features, ...typeFeatures(routing)], version);
  progress(0);
  try {
    // Loaded before the document is read, so that an unusable model fails fast.
    const customModel = artifact && loadCustomModel(artifact, routing, await loadPrebuilt(routing));
    const { queryFields: asked = [] } = options;
    const askedOf = (docType: string): readonly string[] => [...new Set([...asked, ...(routing?.docTypes[docType]?.queryFields ?? [])])];
    const isAsking = Object.keys(routing?.docTypes ?? {}).some((docType) => askedOf(docType).length > 0) || asked.length > 0;
    const readingPlan = {
      ...fullPlan,
      barcodes: fullPlan.barcodes || modelId === ID_MODEL,
      layout: { ...fullPlan.layout, keyValuePairs: fullPlan.layout.keyValuePairs || isAsking },
    };
    const readOptions = { ...options, plan: readingPlan, reading, ink: customModel?.hasSignatures ?? false };
    const { layout: rawLayout, ink } = await readLayout(bytes, readOptions, (done, pages) => progress(READING_SHARE * done, pages), ocr);
    const layout = isolateWords(rawLayout);
    const locale = options.locale === undefined ? {} : { locale: options.locale };
    const extracted = customModel ? customModel.extract(rawLayout, { ...locale, ink }) : await extractFields(modelId, rawLayout, locale);
    const documents = isAsking ? await addQueryFields(askedOf, rawLayout, { modelId, documents: extracted, ...locale }) : extracted;
    // Features of a type apply when the file has a document of the type.
    const plan = routing ? planAnalysis(modelId, [...options.features, ...typeFeatures(routing, documents)], version) : fullPlan;
    const content = writeContent(layout, {
      format: options.format,
      selectionMarks: plan.layout.marks,
      tables: version.markdown ?? 'pipes',
    });
    const lineTexts = (): string[] =>
      content.lines.map((spans) => spans.map(({ offset, length }) => content.content.slice(offset, offset + length)).join(' '));
    const parts = {
      layout,
      content,
      languages: plan.languages ? detectLanguages(lineTexts()) : [],
      entities: plan.entities ? findEntities(layout, content, options.locale) : [],
      styles: findStyles(layout, content, plan.fonts),
      ...(documents && { documents }),
    };
    const result = Buffer.from(JSON.stringify(buildResult(parts, modelId, options, plan, version)));
    return {
      result,
      ...(await createOutputs(bytes, options.outputs ?? [], { layout: rawLayout, content }, () => progress(READING_SHARE))),
    };
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { problem: problem.reason, message: problem.message };
    if (problem instanceof UnknownArtifact || problem instanceof InvalidModel) {
      return { problem: 'artifact', message: problem.message };
    }
    if (problem instanceof PageRangeError) return { problem: 'pages', message: problem.message };
    if (problem instanceof OutputTooLarge) return { problem: 'output', message: problem.message };
    throw problem;
  }
}

/** Features of the types of a composed model, or of those types of which a document was analyzed. */
function typeFeatures(routing: Routing | undefined, documents?: readonly ExtractedDocument[]): string[] {
  const analyzed = documents && new Set(documents.filter(({ fields }) => fields).map(({ docType }) => docType));
  return Object.entries(routing?.docTypes ?? {}).flatMap(([name, { features = [] }]) => (analyzed?.has(name) === false ? [] : features));
}

export function planAnalysis(
  modelId: string,
  features: readonly string[],
  { lists, languagesOf: languageModels, keyValuePairsOf: pairModels }: Version,
): AnalysisPlan {
  const hasLayout = modelId !== READ_MODEL;
  return {
    layout: {
      tables: hasLayout,
      marks: hasLayout,
      figures: hasLayout && lists.includes('figures'),
      keyValuePairs: pairModels.includes(modelId) || features.includes('keyValuePairs'),
    },
    languages: languageModels.includes(modelId) || features.includes('languages'),
    barcodes: features.includes('barcodes'),
    formulas: features.includes('formulas'),
    highResolution: features.includes('ocrHighResolution'),
    fonts: features.includes('styleFont'),
    entities: modelId === GENERAL_DOCUMENT_MODEL && lists.includes('entities'),
  };
}

/** The documents of a prebuilt model that has fields. The engine is loaded when one is used first. */
export async function extractFields(
  modelId: string,
  layout: DocumentLayout,
  locale: { locale?: string },
): Promise<FoundDocument[] | undefined> {
  if (GENERAL_MODELS.includes(modelId)) return undefined;
  const { extractDocuments, isFieldModel } = await import('../../../engines/documents/fields/extract.ts');
  return isFieldModel(modelId) ? extractDocuments(modelId, layout, locale) : undefined;
}

export interface CustomModel {
  /** Whether it extracts signatures, which need the ink of the pages. */
  hasSignatures: boolean;
  /** Of a document type. */
  fieldNames(docType: string): string[];
  extract(layout: DocumentLayout, options: Omit<ExtractOptions, 'docType'>): ExtractedDocument[];
}

/**
 * A composed model asks its classifier, or chooses the part whose forms the document is most similar to. Throws `UnknownArtifact` and
 * `InvalidModel`.
 */
export function loadCustomModel(artifact: Uint8Array, routing?: Routing, prebuilt?: ExtractPrebuilt): CustomModel {
  const parts = readArtifact(artifact).map(({ docType, learned }) => ({ docType, model: loadForms(learned) }));
  const [first, ...others] = parts;
  const classifierFile = routing && readClassifier(artifact);
  const classifier = classifierFile && loadClassifier(classifierFile);
  const routes = new Map(
    Object.entries(routing?.docTypes ?? {}).map(([name, { confidenceThreshold, maxDocumentsToAnalyze }]) => [
      name,
      {
        ...(confidenceThreshold !== undefined && { minConfidence: confidenceThreshold }),
        ...(maxDocumentsToAnalyze !== undefined && { maxDocuments: maxDocumentsToAnalyze }),
      },
    ]),
  );
  return {
    hasSignatures: parts.some(({ model }) => model.tags.some(({ type }) => type === 'signature')),
    fieldNames: (docType) => [...new Set(parts.flatMap((part) => (part.docType === docType ? Object.keys(part.model.schema) : [])))],
    extract: (layout, options) =>
      classifier
        ? routeDocuments(classifier, routing.split ?? 'none', routes, layout, typeExtractor(routing, parts, prebuilt, layout, options))
        : first && others.length === 0
          ? extract(first.model, layout, { ...options, docType: first.docType })
          : (chooseDocument(parts, layout, options)?.documents ?? []),
  };
}

type ExtractPrebuilt = (modelId: string, layout: DocumentLayout, options: { locale?: string }) => FoundDocument[];

/** The engine of the prebuilt models, if a type has one of them. */
async function loadPrebuilt(routing: Routing | undefined): Promise<ExtractPrebuilt | undefined> {
  const ids = Object.values(routing?.docTypes ?? {}).map(({ modelId }) => modelId);
  if (!ids.some((modelId) => modelId !== undefined && isPrebuilt(modelId))) return undefined;
  return (await import('../../../engines/documents/fields/extract.ts')).extractDocuments;
}

/** Types of prebuilt models are extracted from their pages alone. */
function typeExtractor(
  { docTypes }: Routing,
  parts: readonly Component[],
  prebuilt: ExtractPrebuilt | undefined,
  layout: DocumentLayout,
  options: Omit<ExtractOptions, 'docType'>,
): ExtractType {
  const custom = extractWith(parts, layout, options);
  const locale = options.locale === undefined ? {} : { locale: options.locale };
  return (docType, pages) => {
    const modelId = docTypes[docType]?.modelId;
    if (prebuilt === undefined || modelId === undefined || !isPrebuilt(modelId)) return custom(docType, pages);
    return { fields: prebuilt(modelId, onlyPages(layout, pages), locale)[0]?.fields ?? {} };
  };
}
