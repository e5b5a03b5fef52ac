/** Creates what a caller requests besides the result: a searchable PDF, and images of the figures. */
import type { Content, DocumentLayout } from '../../../engines/documents/layout/model/structure.ts';
import { cropParts, renderEmbeddedImages } from '../../../engines/documents/reading/render/crop-page.ts';
import type { PagePart } from '../../../engines/documents/reading/render/crop-page.ts';
import { createSearchablePdf } from '../../../engines/documents/reading/searchable-pdf/searchable-pdf.ts';
import type { PageWords, OverlayWord } from '../../../engines/documents/reading/searchable-pdf/searchable-pdf.ts';
import { toPolygon } from './geometry.ts';
import { figureIds } from './result.ts';
import type { AnalysisOptions } from '../model.ts';

export interface Outputs {
  pdf?: Uint8Array;
  figures?: { id: string; png: Uint8Array }[];
}

/** More, or larger, than this server stores. */
export class OutputTooLarge extends Error {
  override name = 'OutputTooLarge';
}

const MAX_FIGURES = 2000;
const MAX_FIGURE_BYTES = 128 * 2 ** 20;
const MAX_PDF_BYTES = 256 * 2 ** 20;

/** Calls `step` as the work proceeds. Throws `OutputTooLarge` and `UnreadableFile`. */
export async function createOutputs(
  bytes: Uint8Array,
  requested: NonNullable<AnalysisOptions['outputs']>,
  { layout, content }: { layout: DocumentLayout; content: Content },
  step: () => void,
): Promise<Outputs> {
  const outputs: Outputs = {};
  if (requested.includes('figures')) outputs.figures = await cutFigures(bytes, layout, step);
  if (requested.includes('pdf')) {
    const pdf = await createSearchablePdf(bytes, searchablePages(layout, content), { maxBytes: MAX_PDF_BYTES, onPage: step });
    if (!pdf) throw new OutputTooLarge('the searchable PDF would be larger than this server allows; request fewer pages');
    outputs.pdf = pdf;
  }
  return outputs;
}

async function cutFigures(bytes: Uint8Array, layout: DocumentLayout, step: () => void): Promise<{ id: string; png: Uint8Array }[]> {
  const parts = figureParts(layout);
  if (parts.length > MAX_FIGURES) throw figuresTooLarge();
  const figures: { id: string; png: Uint8Array }[] = [];
  let totalBytes = 0;
  const embedded = layout.figures.flatMap(({ embedded }) => (embedded ? [embedded.part] : []));
  const ids = embedded.length > 0 ? figureIds(layout) : parts.map(({ id }) => id);
  const images =
    embedded.length > 0
      ? renderEmbeddedImages(bytes, embedded)
      : cropParts(
          bytes,
          parts.map(({ part }) => part),
        );
  for await (const png of images) {
    totalBytes += png.length;
    if (totalBytes > MAX_FIGURE_BYTES) throw figuresTooLarge();
    figures.push({ id: ids[figures.length]!, png });
    step();
  }
  return figures;
}

function figuresTooLarge(): Error {
  return new OutputTooLarge('it has more or larger figures than this server extracts; request fewer pages');
}

/** Words by page; in a PDF only those that were recognized, since its own text is there already. */
function searchablePages({ pages, items, lines }: DocumentLayout, content: Content): PageWords[] {
  const lineOf = new Map(lines.flatMap((line) => line.items.map((item) => [item, line] as const)));
  return pages.map(({ number, geometry, items: { from, to } }) => {
    const words: OverlayWord[] = [];
    for (let n = from; n < to && geometry; n++) {
      const item = items[n]!;
      if (item.kind !== 'word' || !item.box || (geometry.unit === 'inch' && item.confidence === 1)) continue;
      const [span, next] = [content.items[n]!, content.items[n + 1]];
      const spaced = lineOf.get(n) === lineOf.get(n + 1) && next !== undefined && next.offset > span.offset + span.length;
      words.push({ text: item.text, corners: toPolygon(item.box, geometry, lineOf.get(n)?.turn), spaced });
    }
    return { number, words };
  });
}

/** The boxes to crop. */
function figureParts(layout: DocumentLayout): { id: string; part: PagePart }[] {
  const ids = figureIds(layout);
  return layout.figures.flatMap(({ regions: [region] }, n) => {
    const geometry = region && layout.pages[region.page]!.geometry;
    if (!geometry) return [];
    const { width, height, toPage, angle } = geometry;
    return [{ id: ids[n]!, part: { page: layout.pages[region.page]!.number, box: region.box, toPage, angle, width, height } }];
  });
}
