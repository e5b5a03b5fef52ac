/** Documents to try a model with, drawn here: an invoice, a receipt, and a price list with a table. */
import { drawPdf, line, text, textTo } from './draw-pdf.ts';
import DOCUMENTS from './sample-documents.json' with { type: 'json' };

type Text = [size: number, x: number, y: number, words: string];
type Line = [x: number, y: number, right: number];

interface SampleDocument {
  width: number;
  height: number;
  texts: Text[];
  /** Texts that end at their `x`. */
  amounts: Text[];
  lines: Line[];
  table: SampleTable | null;
}

interface SampleTable {
  top: number;
  /** The first column starts at its place, the others end there. */
  places: number[];
  rows: string[][];
}

const SAMPLES: Readonly<Record<string, keyof typeof DOCUMENTS>> = {
  'prebuilt-invoice': 'sample-invoice.pdf',
  'prebuilt-receipt': 'sample-receipt.pdf',
  'prebuilt-layout': 'sample-price-list.pdf',
  'prebuilt-read': 'sample-price-list.pdf',
};

function draw({ texts, amounts, lines, table, ...page }: SampleDocument): Blob {
  return drawPdf(page, [
    ...texts.map((one) => text(...one)),
    ...amounts.map((one) => textTo(...one)),
    ...lines.map((one) => line(...one)),
    ...(table ? drawTable(table) : []),
  ]);
}

function drawTable({ top, places, rows }: SampleTable): string[] {
  const [left, right] = [places[0]! - 6, places.at(-1)! + 6];
  const row = (cells: readonly string[], n: number): string[] => [
    ...cells.map((cell, i) => (i === 0 ? text : textTo)(10, places[i]!, top - 22 * n, cell)),
    line(left, top - 22 * n - 7, right),
  ];
  return [line(left, top + 15, right), ...rows.flatMap(row)];
}

/** A document to try a model with, if there is one for it. */
export function sampleFor(modelId: string): File | undefined {
  const name = SAMPLES[modelId];
  return name && new File([draw(DOCUMENTS[name] as SampleDocument)], name, { type: 'application/pdf' });
}

export const hasSample = (modelId: string): boolean => Object.hasOwn(SAMPLES, modelId);
