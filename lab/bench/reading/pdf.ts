/**
 * Digital PDFs: six synthetic pages, and the sample invoice of the data folder if present. Measures the cost of reading and
 * laying out a page compared with PDFium's plain text extraction (no positions, fonts or strokes), the share of right words,
 * and the distance of line ends from where they were drawn.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDocument } from 'pdf-lib';
import { layoutDocument } from '../../../src/engines/documents/layout/layout-document.ts';
import { layoutPage } from '../../../src/engines/documents/layout/layout-page.ts';
import type { PageLayout } from '../../../src/engines/documents/layout/model/page-layout.ts';
import { applyToBox, scaling } from '../../../src/engines/documents/reading/model/affine.ts';
import type { Line } from '../../../src/engines/documents/reading/model/page.ts';
import { readDocument } from '../../../src/engines/documents/reading/read-document.ts';
import { createPage } from './pages.ts';
import type { DrawnText, PageKind } from './pages.ts';
import { scorePage } from './scores.ts';
import { printBar, printHeader, mean, printRow } from './table.ts';

const PAGES: readonly (readonly [PageKind, number])[] = [
  ['letter', 901],
  ['columns', 902],
  ['invoice', 903],
  ['statement', 904],
  ['letter', 905],
  ['columns', 906],
];
const ROUNDS = 10;
const POINTS = 72;
const MAX_SECONDS = 0.15;
const EVERYTHING = { tables: true, marks: true, figures: true, keyValuePairs: true };

export async function benchDigital({ data }: { data: string }): Promise<void> {
  const { bytes, drawn } = await createDocument();
  printHeader('digital PDF, CPU s per page', ['first', 'warm', 'text only']);
  const own = await measureCosts('six synthetic pages', bytes);
  const sample = join(data, 'document/prebuilt/invoice.pdf');
  if (existsSync(sample)) await measureCosts('sample invoice', readFileSync(sample));
  const lines: Line[][] = [];
  await readDocument(bytes, {
    onPage: ({ page }) => {
      lines.push([...page.lines]);
    },
  });
  const { f1, errors } = compareLines(lines, drawn);
  printHeader('digital PDF, synthetic pages', ['word F1', 'mean pt', 'max pt']);
  printRow('words; ends of lines', [f1, mean(errors), Math.max(...errors)]);
  printBar(own <= MAX_SECONDS, `digital PDF ≤ ${MAX_SECONDS} CPU s per page (reading and layout)`);
}

async function createDocument(): Promise<{ bytes: Uint8Array; drawn: DrawnText[][] }> {
  const whole = await PDFDocument.create();
  const drawn: DrawnText[][] = [];
  for (const [kind, seed] of PAGES) {
    const { pdf, lines } = await createPage(kind, seed);
    for (const page of await whole.copyPages(await PDFDocument.load(pdf), [0])) whole.addPage(page);
    drawn.push(lines);
  }
  return { bytes: await whole.save(), drawn };
}

async function measureCosts(name: string, bytes: Uint8Array): Promise<number> {
  const read = async (): Promise<number> => {
    const pages: PageLayout[] = [];
    const { pageCount } = await readDocument(bytes, {
      onPage: (seen) => {
        pages.push(layoutPage(seen, EVERYTHING));
      },
    });
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
  printRow(name, [first, warm, await seconds(plain, ROUNDS)], 4);
  library.destroy();
  return warm;
}

/** CPU seconds per page. */
async function seconds(step: () => Promise<number>, rounds: number): Promise<number> {
  const start = process.cpuUsage();
  let pages = 0;
  for (let round = 0; round < rounds; round += 1) pages += await step();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6 / pages;
}

/** Word F1, and for lines that were read exactly the error of their ends in points. */
function compareLines(read: readonly (readonly Line[])[], drawn: readonly (readonly DrawnText[])[]): { f1: number; errors: number[] } {
  const f1 = mean(
    read.map(
      (lines, index) =>
        scorePage(
          drawn[index]!.map(({ text, ...box }) => ({ text, box })),
          lines.flatMap(({ words }) => words).map(({ text, box }) => ({ text, box: applyToBox(scaling(POINTS), box) })),
          false,
        ).f1,
    ),
  );
  const errors = read.flatMap((lines, index) =>
    lines.flatMap((line) => {
      const text = line.words.map((word) => word.text).join(' ');
      const { left, right } = applyToBox(scaling(POINTS), line.box);
      const same = drawn[index]!.filter((one) => one.text === text).map((one) =>
        Math.max(Math.abs(one.left - left), Math.abs(one.right - right)),
      );
      return same.length === 0 ? [] : [Math.min(...same)];
    }),
  );
  return { f1, errors };
}
