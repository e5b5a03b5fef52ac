/** Runs in the child process of a classification: reads the file, and finds which documents of which types are on which pages. */
import { InvalidModel } from '../../../engines/shared/bytes/reader.ts';
import { loadClassifier } from '../../../engines/documents/forms/classifier/checkpoint.ts';
import { classify } from '../../../engines/documents/forms/classifier/classify.ts';
import type { DocumentPage, Region } from '../../../engines/documents/layout/model/structure.ts';
import { PageRangeError } from '../../../engines/documents/reading/model/page-ranges.ts';
import { UnreadableFile } from '../../../engines/documents/reading/model/unreadable-file.ts';
import type { ReportProgress } from '../../../kernel/ports/workers.ts';
import type { AnalysisInput, AnalysisOutput } from '../analysis/analyze.ts';
import { documentViews } from '../analysis/fields-view.ts';
import { roundTo, roundToUnit, toPolygon, uprightPageBox } from '../analysis/geometry.ts';
import { FORM_LAYOUT, readLayout } from '../analysis/read-layout.ts';
import type { SPLIT_MODES } from '../model.ts';
import { getVersion } from '../versions.ts';
import type { Version } from '../versions.ts';

const READING_SHARE = 0.95;

/** The result has no text: spans are empty, and pages have only their size and angle. */
export async function classifyFile(
  { bytes, modelId, version: name, options, reading, artifact, split }: AnalysisInput & { split: (typeof SPLIT_MODES)[number] },
  progress: ReportProgress,
): Promise<AnalysisOutput> {
  const version = getVersion(name);
  progress(0);
  try {
    const classifier = loadClassifier(artifact!);
    const readOptions = { ...(options.pages !== undefined && { pages: options.pages }), plan: FORM_LAYOUT, reading };
    const { layout } = await readLayout(bytes, readOptions, (done, pages) => progress(READING_SHARE * done, pages));
    const documents = documentViews(
      classify(classifier, layout, split),
      layout,
      {
        element: () => ({}),
        spans: () => [],
        pageSpans: () => [],
        regions: (regions) =>
          regions.length === 0
            ? {}
            : { boundingRegions: regions.map(({ page, box }) => boundingRegion(layout.pages[page]!, box, version)) },
        pageRegions: (page) => (layout.pages[page]!.geometry ? [{ page, box: uprightPageBox(layout.pages[page]!.geometry!) }] : []),
      },
      version,
      modelId,
    );
    const pages = layout.pages.map((page) => ({ ...pageSize(page), words: [], lines: [], spans: [] }));
    const result = {
      apiVersion: name,
      modelId,
      stringIndexType: options.stringIndexType,
      ...(version.markdown && { contentFormat: 'text' }),
      content: '',
      pages,
      documents,
    };
    return { result: Buffer.from(JSON.stringify(result)) };
  } catch (problem) {
    if (problem instanceof UnreadableFile) return { problem: problem.reason, message: problem.message };
    if (problem instanceof InvalidModel) return { problem: 'artifact', message: problem.message };
    if (problem instanceof PageRangeError) return { problem: 'pages', message: problem.message };
    throw problem;
  }
}

function boundingRegion({ number, geometry }: DocumentPage, box: Region['box'], { corners }: Version): object {
  return { pageNumber: number, [corners]: toPolygon(box, geometry!) };
}

function pageSize({ number, geometry }: DocumentPage): object {
  if (!geometry) return { pageNumber: number };
  const { angle, width, height, unit } = geometry;
  return { pageNumber: number, angle: roundTo(angle, 4), width: roundToUnit(width, geometry), height: roundToUnit(height, geometry), unit };
}
