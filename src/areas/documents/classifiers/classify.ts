/** What the process of a classification does: reads the file, tells which documents of which types are in it, and on which pages. */
import { FormsModelProblem } from '../../../engines/forms/checkpoint.ts';
import { loadClassifier } from '../../../engines/forms/classifier/checkpoint.ts';
import { classify } from '../../../engines/forms/classifier/classify.ts';
import { PageRangeProblem } from '../../../engines/reading/model/page-ranges.ts';
import { UnreadableFile } from '../../../engines/reading/model/unreadable-file.ts';
import type { AnalysisOutput, AnalysisInput } from '../analysis/analyze.ts';
import { documentViews } from '../analysis/fields-view.ts';
import { readLayout } from '../analysis/read-layout.ts';
import type { SPLIT_MODES } from '../model.ts';
import { roundToUnit, toPolygon, roundTo, uprightPageBox } from '../analysis/geometry.ts';
import { getVersion } from '../versions.ts';

const READING_SHARE = 0.95;
const LAYOUT = { layout: { tables: false, marks: true, figures: false, keyValuePairs: false }, barcodes: false, fine: false };

/** The text is not told: spans are empty, and pages have their measures only. */
export async function classifyFile({ bytes, modelId, version: name, options, reading, artifact: artefact, split }: AnalysisInput & { split: typeof SPLIT_MODES[number] }, progress: (done: number) => void): Promise<AnalysisOutput> {
  const version = getVersion(name);
  progress(0);
  try {
    const classifier = loadClassifier(artefact!);
    const { layout } = await readLayout(bytes, { ...options.pages !== undefined && { pages: options.pages }, plan: LAYOUT, reading }, (done) => progress(READING_SHARE * done));
    const documents = documentViews(classify(classifier, layout, split), layout, {
      element: () => ({}), spans: () => [], pageSpans: () => [],
      regions: (regions) => regions.length === 0 ? {} : { boundingRegions: regions.map(({ page, box }) => ({ pageNumber: layout.pages[page]!.number, [version.corners]: toPolygon(box, layout.pages[page]!.geometry!) })) },
      pageRegions: (page) => layout.pages[page]!.geometry ? [{ page, box: uprightPageBox(layout.pages[page]!.geometry!) }] : [],
    }, version);
    const pages = layout.pages.map(({ number, geometry }) => ({
      pageNumber: number, ...geometry && { angle: roundTo(geometry.angle, 4), width: roundToUnit(geometry.width, geometry), height: roundToUnit(geometry.height, geometry), unit: geometry.unit }, words: [], lines: [], spans: [],
    }));
    const result = { apiVersion: name, modelId, stringIndexType: options.stringIndexType, ...version.markdown && { contentFormat: 'text' }, content: '', pages, documents };
    return { result: Buffer.from(JSON.stringify(result)) };
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { problem: problem.reason, message: problem.message };
    if (problem instanceof FormsModelProblem) return { problem: 'artefact', message: problem.message };
    if (problem instanceof PageRangeProblem) return { problem: 'pages', message: problem.message };
    throw problem;
  }
}
