/** What the process of an analysis does: reads the document page by page, lays it out, and writes the result in the words of the version. */
import { extractDocuments, isFieldModel } from '../../../engines/fields/extract.ts';
import { writeContent } from '../../../engines/layout/content.ts';
import { FormsModelProblem } from '../../../engines/forms/checkpoint.ts';
import { languagesOf } from '../../../engines/reading/languages.ts';
import { PageRangeProblem } from '../../../engines/reading/page-ranges.ts';
import { UnreadableFile } from '../../../engines/reading/problem.ts';
import type { Unreadable } from '../../../engines/reading/problem.ts';
import { UnknownArtefact } from '../models/artifact.ts';
import { customModel } from './custom-model.ts';
import { entitiesOf } from './entities.ts';
import type { AnalysisOptions } from '../model.ts';
import { planOf } from './options.ts';
import { OutputTooLarge, outputsOf } from './outputs.ts';
import type { Outputs } from './outputs.ts';
import { laidOut } from './read-layout.ts';
import type { HowToRead } from './read-layout.ts';
import { resultOf } from './result.ts';
import { withStandingWords } from './isolate-graphemes.ts';
import { stylesOf } from './styles.ts';
import { versionNamed } from '../versions.ts';

export interface AnalysisInput {
  bytes: Uint8Array;
  modelId: string;
  version: string;
  options: AnalysisOptions;
  reading: HowToRead;
  /** Of a custom model, what it has learned. */
  artefact?: Uint8Array;
}

/** The result as JSON text and what was to be made beside it, or why there is none. */
export type Analysed = { result: Uint8Array } & Outputs | { problem: Unreadable | 'pages' | 'artefact' | 'output'; message: string };

/** Reading takes most of the time; the rest is for laying out and writing. */
const READING_SHARE = 0.95;

/** `progress` is told the share that is done, page by page. */
export async function analyse({ bytes, modelId, version: name, options, reading, artefact }: AnalysisInput, progress: (done: number) => void): Promise<Analysed> {
  const version = versionNamed(name);
  const plan = planOf(modelId, options.features, version);
  progress(0);
  try {
    // Before the document is read: what cannot be used anyway should not take long.
    const custom = artefact && customModel(artefact);
    const { layout: seen, ink } = await laidOut(bytes, { ...options, plan, reading, ink: custom?.signs ?? false }, (done) => progress(READING_SHARE * done));
    const layout = withStandingWords(seen);
    const content = writeContent(layout, { format: options.format, selectionMarks: plan.layout.marks, tables: version.markdown ?? 'pipes' });
    const locale = options.locale === undefined ? {} : { locale: options.locale };
    const told = {
      layout, content,
      languages: plan.languages ? await languagesOf(content.lines.map((spans) => spans.map(({ offset, length }) => content.content.slice(offset, offset + length)).join(' '))) : [],
      entities: plan.entities ? entitiesOf(layout, content, options.locale) : [],
      styles: stylesOf(layout, content, plan.fonts),
      documents: custom ? custom.find(seen, { ...locale, ink }) : isFieldModel(modelId) ? extractDocuments(modelId, seen, locale) : undefined,
    };
    const result = Buffer.from(JSON.stringify(resultOf(told, modelId, options, plan, version)));
    return { result, ...await outputsOf(bytes, options.outputs ?? [], { layout: seen, content }, () => progress(READING_SHARE)) };
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { problem: problem.reason, message: problem.message };
    if (problem instanceof UnknownArtefact || problem instanceof FormsModelProblem) return { problem: 'artefact', message: problem.message };
    if (problem instanceof PageRangeProblem) return { problem: 'pages', message: problem.message };
    if (problem instanceof OutputTooLarge) return { problem: 'output', message: problem.message };
    throw problem;
  }
}
