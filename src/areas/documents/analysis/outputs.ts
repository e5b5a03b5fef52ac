/** What is made of a document beside its result, where a caller wants it: a PDF in which the text can be found, and its figures. */
import type { Content, DocumentLayout } from '../../../engines/layout/model/structure.ts';
import { cutOut } from '../../../engines/reading/render/crop-page.ts';
import { searchablePdf } from '../../../engines/reading/searchable-pdf/searchable-pdf.ts';
import type { ReadSheet, ReadWord } from '../../../engines/reading/searchable-pdf/searchable-pdf.ts';
import { figureParts } from './figures.ts';
import type { AnalysisOptions } from '../model.ts';
import { toPolygon } from './geometry.ts';

export interface Outputs { pdf?: Uint8Array; figures?: { id: string; png: Uint8Array }[] }

/** More, or larger ones, than are kept. */
export class OutputTooLarge extends Error {
  override name = 'OutputTooLarge';
}

const MOST_FIGURES = 2000;
const MOST_FIGURE_BYTES = 128 * 2 ** 20;
const MOST_PDF_BYTES = 256 * 2 ** 20;

/** `step` is called as the work goes on. Throws `OutputTooLarge` and `UnreadableFile`. */
export async function createOutputs(bytes: Uint8Array, wanted: NonNullable<AnalysisOptions['outputs']>, { layout, content }: { layout: DocumentLayout; content: Content }, step: () => void): Promise<Outputs> {
  const outputs: Outputs = {};
  if (wanted.includes('figures')) outputs.figures = await cutFigures(bytes, layout, step);
  if (wanted.includes('pdf')) {
    const pdf = await searchablePdf(bytes, searchablePages(layout, content), { mostBytes: MOST_PDF_BYTES, step });
    if (!pdf) throw new OutputTooLarge('the PDF with its text would be larger than this server makes one; ask for fewer pages');
    outputs.pdf = pdf;
  }
  return outputs;
}

async function cutFigures(bytes: Uint8Array, layout: DocumentLayout, step: () => void): Promise<{ id: string; png: Uint8Array }[]> {
  const parts = figureParts(layout);
  if (parts.length > MOST_FIGURES) throw tooMuch();
  const figures: { id: string; png: Uint8Array }[] = [];
  let taken = 0;
  for await (const png of cutOut(bytes, parts.map(({ part }) => part))) {
    taken += png.length;
    if (taken > MOST_FIGURE_BYTES) throw tooMuch();
    figures.push({ id: parts[figures.length]!.id, png });
    step();
  }
  return figures;
}

function tooMuch(): Error {
  return new OutputTooLarge('its figures are more, or larger, than this server cuts out; ask for fewer pages');
}

/** Words by page; of a PDF those that were not in its own text, which alone is sure of every letter. */
function searchablePages({ pages, items, lines }: DocumentLayout, content: Content): ReadSheet[] {
  const lineOf = new Map(lines.flatMap((line) => line.items.map((item) => [item, line] as const)));
  return pages.map(({ number, geometry, items: { from, to } }) => {
    const words: ReadWord[] = [];
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
