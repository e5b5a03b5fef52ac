/**
 * Digital PDF: six pages that are made up here, and the sample invoice of the data folder where there is one. What reading
 * a page by its text layer and laying it out costs, beside the plain text (no places, fonts or strokes) that PDFium's own wrapper
 * gives; how many words are right; and how far the ends of lines lie from where they were drawn.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDocument } from 'pdf-lib';
import { layoutDocument } from '../../src/engines/layout/layout-document.ts';
import { layoutPage } from '../../src/engines/layout/layout-page.ts';
import type { PageLayout } from '../../src/engines/layout/model/page-layout.ts';
import { applyToBox, scaling } from '../../src/engines/reading/model/affine.ts';
import type { Line } from '../../src/engines/reading/model/page.ts';
import { readDocument } from '../../src/engines/reading/read-document.ts';
import { makePage } from './pages.ts';
import type { Drawn, Kind } from './pages.ts';
import { scoreOf } from './scores.ts';
import { bar, head, mean, row } from './table.ts';

const PAGES: readonly (readonly [Kind, number])[] = [['letter', 901], ['columns', 902], ['invoice', 903], ['statement', 904], ['letter', 905], ['columns', 906]];
const ROUNDS = 10;
const POINTS = 72;
const MOST_SECONDS = 0.15;
const EVERYTHING = { tables: true, marks: true, figures: true, keyValuePairs: true };

export async function digital({ data }: { data: string }): Promise<void> {
  const { bytes, drawn } = await document();
  head('digital PDF, CPU s a page', ['first', 'warm', 'text only']);
  const own = await costs('six made-up pages', bytes);
  const sample = join(data, 'document/prebuilt/invoice.pdf');
  if (existsSync(sample)) await costs('sample invoice', readFileSync(sample));
  const lines: Line[][] = [];
  await readDocument(bytes, { onPage: ({ page }) => { lines.push([...page.lines]); } });
  const { f1, errors } = compared(lines, drawn);
  head('digital PDF, made-up pages', ['word F1', 'pt mean', 'pt worst']);
  row('words; ends of lines', [f1, mean(errors), Math.max(...errors)]);
  bar(own <= MOST_SECONDS, `digital PDF ≤ ${MOST_SECONDS} CPU s a page (reading and layout)`);
}

async function document(): Promise<{ bytes: Uint8Array; drawn: Drawn[][] }> {
  const whole = await PDFDocument.create();
  const drawn: Drawn[][] = [];
  for (const [kind, seed] of PAGES) {
    const { pdf, lines } = await makePage(kind, seed);
    for (const page of await whole.copyPages(await PDFDocument.load(pdf), [0])) whole.addPage(page);
    drawn.push(lines);
  }
  return { bytes: await whole.save(), drawn };
}

async function costs(name: string, bytes: Uint8Array): Promise<number> {
  const read = async (): Promise<number> => {
    const pages: PageLayout[] = [];
    const { pageCount } = await readDocument(bytes, { onPage: (seen) => { pages.push(layoutPage(seen, EVERYTHING)); } });
    layoutDocument(pages);
    return pageCount;
  };
  const first = await seconds(read, 1);
  const warm = await seconds(read, ROUNDS);
  const library = await PDFiumLibrary.init();
  const plain = async (): Promise<number> => {
    const opened = await library.loadDocument(bytes);
    for (const page of opened.pages()) page.getText();
    const count = opened.getPageCount();
    opened.destroy();
    return count;
  };
  await plain();
  row(name, [first, warm, await seconds(plain, ROUNDS)], 4);
  library.destroy();
  return warm;
}

/** CPU seconds a page. */
async function seconds(step: () => Promise<number>, rounds: number): Promise<number> {
  const begin = process.cpuUsage();
  let pages = 0;
  for (let round = 0; round < rounds; round += 1) pages += await step();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1e6 / pages;
}

/** Words page by page; the ends of lines that read as they were drawn, in points. */
function compared(read: readonly (readonly Line[])[], drawn: readonly (readonly Drawn[])[]): { f1: number; errors: number[] } {
  const f1 = mean(read.map((lines, index) => scoreOf(
    drawn[index]!.map(({ text, ...box }) => ({ text, box })), lines.flatMap(({ words }) => words).map(({ text, box }) => ({ text, box: applyToBox(scaling(POINTS), box) })), false,
  ).f1));
  const errors = read.flatMap((lines, index) => lines.flatMap((line) => {
    const text = line.words.map((word) => word.text).join(' ');
    const { left, right } = applyToBox(scaling(POINTS), line.box);
    const same = drawn[index]!.filter((one) => one.text === text).map((one) => Math.max(Math.abs(one.left - left), Math.abs(one.right - right)));
    return same.length === 0 ? [] : [Math.min(...same)];
  }));
  return { f1, errors };
}
