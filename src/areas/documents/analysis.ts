/** What the process of an analysis does: reads the document page by page, lays it out, and writes the result in the words of the version. */
import { extractDocuments, isFieldModel } from '../../engines/fields/extract.ts';
import { layoutDocument, layoutFlow, layoutPage } from '../../engines/layout/layout.ts';
import type { PageLayout } from '../../engines/layout/page-layout.ts';
import type { DocumentLayout } from '../../engines/layout/structure.ts';
import { writeContent } from '../../engines/layout/content.ts';
import { languagesOf } from '../../engines/reading/languages.ts';
import { loadReader } from '../../engines/reading/ocr/load.ts';
import type { Reader, ReaderOptions } from '../../engines/reading/ocr/reader.ts';
import { PageRangeProblem } from '../../engines/reading/page-ranges.ts';
import { UnreadableFile } from '../../engines/reading/problem.ts';
import type { Unreadable } from '../../engines/reading/problem.ts';
import { readDocument } from '../../engines/reading/read.ts';
import { entitiesOf } from './entities.ts';
import type { AnalysisOptions } from './model.ts';
import { planOf } from './options.ts';
import type { Plan } from './options.ts';
import { resultOf } from './result.ts';
import { withStandingWords } from './standing.ts';
import { stylesOf } from './styles.ts';
import { versionNamed } from './versions.ts';

export interface AnalysisInput {
  bytes: Uint8Array;
  modelId: string;
  version: string;
  options: AnalysisOptions;
  weights?: string;
  tesseract: NonNullable<ReaderOptions['tesseract']>;
}

/** The result as JSON text, or why there is none. */
export type Analysed = { result: Uint8Array } | { problem: Unreadable | 'pages'; message: string };

/** Reading takes most of the time; the rest is for laying out and writing. */
const READING_SHARE = 0.95;

/** `progress` is told the share that is done, page by page. */
export async function analyse({ bytes, modelId, version: name, options, weights, tesseract }: AnalysisInput, progress: (done: number) => void): Promise<Analysed> {
  const version = versionNamed(name);
  const plan = planOf(modelId, options.features, version);
  progress(0);
  try {
    const seen = await laidOut(bytes, options, plan, readerFor({ ...weights !== undefined && { weights }, tesseract }), (done) => progress(READING_SHARE * done));
    const layout = withStandingWords(seen);
    const content = writeContent(layout, { format: options.format, selectionMarks: plan.layout.marks, tables: version.markdown ?? 'pipes' });
    const told = {
      layout, content,
      languages: plan.languages ? await languagesOf(content.lines.map((spans) => spans.map(({ offset, length }) => content.content.slice(offset, offset + length)).join(' '))) : [],
      entities: plan.entities ? entitiesOf(layout, content, options.locale) : [],
      styles: stylesOf(layout, content, plan.fonts),
      ...isFieldModel(modelId) && { documents: extractDocuments(modelId, seen, options.locale === undefined ? {} : { locale: options.locale }) },
    };
    return { result: Buffer.from(JSON.stringify(resultOf(told, modelId, options, plan, version))) };
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { problem: problem.reason, message: problem.message };
    if (problem instanceof PageRangeProblem) return { problem: 'pages', message: problem.message };
    throw problem;
  }
}

async function laidOut(bytes: Uint8Array, { pages }: AnalysisOptions, plan: Plan, ocr: Reader, progress: (done: number) => void): Promise<DocumentLayout> {
  const laid: PageLayout[] = [];
  const { flow } = await readDocument(bytes, {
    ...pages !== undefined && { pages }, ocr, features: { barcodes: plan.barcodes, fine: plan.fine, handwriting: true },
    onPage: (seen, { done, of }) => {
      laid.push(layoutPage(seen, plan.layout));
      progress(done / of);
    },
  });
  return flow ? layoutFlow(flow) : layoutDocument(laid);
}

/** Readers of a process stay loaded; a document that needs none loads none. */
let loaded: { key: string; reader: Promise<Reader> } | undefined;

function readerFor(options: ReaderOptions): Reader {
  const key = JSON.stringify(options);
  const reader = (): Promise<Reader> => (loaded?.key === key ? loaded : loaded = { key, reader: loadReader(options) }).reader;
  return { read: async (picture, wanted) => await (await reader()).read(picture, wanted), close: () => Promise.resolve() };
}
