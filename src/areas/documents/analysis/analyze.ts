/** What the process of an analysis does: reads the document page by page, lays it out, and writes the result in the words of the version. */
import { extractDocuments, isFieldModel } from '../../../engines/fields/extract.ts';
import { writeContent } from '../../../engines/layout/output/content.ts';
import { FormsModelProblem } from '../../../engines/forms/checkpoint.ts';
import { languagesOf } from '../../../engines/reading/languages.ts';
import { PageRangeProblem } from '../../../engines/reading/model/page-ranges.ts';
import { UnreadableFile } from '../../../engines/reading/model/unreadable-file.ts';
import type { Unreadable } from '../../../engines/reading/model/unreadable-file.ts';
import { UnknownArtifact } from '../models/artifact.ts';
import { customModel } from './custom-model.ts';
import { findEntities } from './entities.ts';
import type { AnalysisOptions } from '../model.ts';
import { planAnalysis } from './options.ts';
import { OutputTooLarge, createOutputs } from './outputs.ts';
import type { Outputs } from './outputs.ts';
import { readLayout } from './read-layout.ts';
import type { ReaderConfig } from './read-layout.ts';
import { buildResult } from './result.ts';
import { isolateWords } from './isolate-graphemes.ts';
import { findStyles } from './styles.ts';
import { getVersion } from '../versions.ts';

export interface AnalysisInput {
  bytes: Uint8Array;
  modelId: string;
  version: string;
  options: AnalysisOptions;
  reading: ReaderConfig;
  /** Of a custom model, what it has learned. */
  artifact?: Uint8Array;
}

/** The result as JSON text and what was to be made beside it, or why there is none. */
export type AnalysisOutput = { result: Uint8Array } & Outputs | { problem: Unreadable | 'pages' | 'artefact' | 'output'; message: string };

/** Reading takes most of the time; the rest is for laying out and writing. */
const READING_SHARE = 0.95;

/** `progress` is told the share that is done, page by page. */
export async function analyze({ bytes, modelId, version: name, options, reading, artifact: artefact }: AnalysisInput, progress: (done: number) => void): Promise<AnalysisOutput> {
  const version = getVersion(name);
  const plan = planAnalysis(modelId, options.features, version);
  progress(0);
  try {
    // Before the document is read: what cannot be used anyway should not take long.
    const custom = artefact && customModel(artefact);
    const { layout: seen, ink } = await readLayout(bytes, { ...options, plan, reading, ink: custom?.signs ?? false }, (done) => progress(READING_SHARE * done));
    const layout = isolateWords(seen);
    const content = writeContent(layout, { format: options.format, selectionMarks: plan.layout.marks, tables: version.markdown ?? 'pipes' });
    const locale = options.locale === undefined ? {} : { locale: options.locale };
    const told = {
      layout, content,
      languages: plan.languages ? await languagesOf(content.lines.map((spans) => spans.map(({ offset, length }) => content.content.slice(offset, offset + length)).join(' '))) : [],
      entities: plan.entities ? findEntities(layout, content, options.locale) : [],
      styles: findStyles(layout, content, plan.fonts),
      documents: custom ? custom.find(seen, { ...locale, ink }) : isFieldModel(modelId) ? extractDocuments(modelId, seen, locale) : undefined,
    };
    const result = Buffer.from(JSON.stringify(buildResult(told, modelId, options, plan, version)));
    return { result, ...await createOutputs(bytes, options.outputs ?? [], { layout: seen, content }, () => progress(READING_SHARE)) };
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { problem: problem.reason, message: problem.message };
    if (problem instanceof UnknownArtifact || problem instanceof FormsModelProblem) return { problem: 'artefact', message: problem.message };
    if (problem instanceof PageRangeProblem) return { problem: 'pages', message: problem.message };
    if (problem instanceof OutputTooLarge) return { problem: 'output', message: problem.message };
    throw problem;
  }
}
