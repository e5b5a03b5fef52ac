/** Tables of real PDFs: adjacency relations beside a baseline, by document and overall; every other document is only counted. */
import { existsSync, readFileSync } from 'node:fs';
import { layoutDocument } from '../../../../src/engines/documents/layout/layout-document.ts';
import { layoutPage } from '../../../../src/engines/documents/layout/layout-page.ts';
import { LIMITS } from '../../../../src/engines/documents/reading/model/limits.ts';
import type { Box, PageWithImage } from '../../../../src/engines/documents/reading/model/page.ts';
import { PdfDocument } from '../../../../src/engines/documents/reading/pdf/document.ts';
import { readPageContent } from '../../../../src/engines/documents/reading/pdf/page-content.ts';
import { f1, plainTables } from '../scores.ts';
import type { Counts, PlainTable } from '../scores.ts';
import { addRegionCounts, comparePage, emptyRegionCounts, normalizeCell } from './adjacency.ts';
import type { RegionCounts, TrueRegion } from './adjacency.ts';
import type { TableDocument } from './truth.ts';
import { readTableDocuments } from './truth.ts';
import { tablesByWhitespace } from './whitespace-tables.ts';

const ALL = { tables: true, marks: true, figures: true, keyValuePairs: true };

interface Judged {
  document: TableDocument;
  ours: RegionCounts;
  baseline: RegionCounts;
}

export async function benchRealTables(data: string, matching: string): Promise<void> {
  const judged: Judged[] = [];
  let [seconds, pageCount] = [0, 0];
  for (const document of readTableDocuments(data)) {
    if (!document.name.includes(matching) || !existsSync(document.pdf)) continue;
    const pages = await readPdf(document.pdf);
    const before = process.cpuUsage();
    const layouts = pages.map((page) => layoutDocument([layoutPage(page, ALL)]));
    const { user, system } = process.cpuUsage(before);
    seconds += (user + system) / 1e6;
    pageCount += pages.length;
    const regions = document.regions.map((region) => (region.page > 0 ? region : { ...region, page: pageWithWords(region, pages) }));
    const [ours, baseline] = [emptyRegionCounts(), emptyRegionCounts()];
    pages.forEach(({ page }, i) => {
      const expected = regions.filter((region) => region.page === i + 1);
      if (!document.isComplete && expected.length === 0) return;
      const found = plainTables(layouts[i]!);
      const inside =
        document.area === undefined ? found : found.map((table, t) => clip(table, layouts[i]!.tables[t]!.cells, document.area!));
      addRegionCounts(ours, comparePage(inside, expected));
      addRegionCounts(baseline, comparePage(tablesByWhitespace(page), expected));
    });
    judged.push({ document, ours, baseline });
    print(document.name + (document.isHeldOut ? ' (counted only)' : ''), ours, baseline);
  }
  if (judged.length === 0) {
    console.log('tables of real documents: skipped, no documents found');
    return;
  }
  printGroup(
    'looked at',
    judged.filter(({ document }) => !document.isHeldOut),
  );
  printGroup(
    'counted only',
    judged.filter(({ document }) => document.isHeldOut),
  );
  printGroup('all', judged);
  console.log(`layout of ${String(pageCount)} pages: ${(seconds / pageCount).toFixed(3)} CPU s per page`);
}

const precision = ({ right, found }: Counts): string => (found === 0 ? 1 : right / found).toFixed(3);
const recall = ({ right, expected }: Counts): string => (expected === 0 ? 1 : right / expected).toFixed(3);
const score = (counts: Counts): string => f1(counts).toFixed(3);

function print(name: string, { relations, structure, regions }: RegionCounts, baseline: RegionCounts): void {
  console.log(
    `${name}: adjacency P ${precision(relations)} R ${recall(relations)} F1 ${score(relations)}` +
      ` · structure of tables found ${score(structure)} · regions ${String(regions.right)} of ${String(regions.expected)}, found ${String(regions.found)}` +
      ` · by whitespace F1 ${score(baseline.relations)}`,
  );
}

function printGroup(name: string, judged: readonly Judged[]): void {
  const [ours, baseline] = [emptyRegionCounts(), emptyRegionCounts()];
  for (const one of judged) {
    addRegionCounts(ours, one.ours);
    addRegionCounts(baseline, one.baseline);
  }
  print(`${name}, ${String(judged.length)} documents`, ours, baseline);
  const mean = (of: (one: Judged) => RegionCounts): string =>
    (judged.reduce((sum, one) => sum + f1(of(one).relations), 0) / Math.max(1, judged.length)).toFixed(3);
  console.log(`  mean of documents: F1 ${mean(({ ours: own }) => own)} · by whitespace ${mean(({ baseline: own }) => own)}`);
}

async function readPdf(file: string): Promise<PageWithImage[]> {
  const pdf = await PdfDocument.open(readFileSync(file), LIMITS);
  try {
    return Array.from({ length: pdf.pageCount }, (_, i) => pdf.withPage(i + 1, (page) => readPageContent(page, i + 1, { ocr: false })));
  } finally {
    pdf.close();
  }
}

function pageWithWords(region: TrueRegion, pages: readonly PageWithImage[]): number {
  const words = new Set(region.cells.flatMap(({ text }) => text.split(/\s+/u).map(normalizeCell)));
  const counts = pages.map(
    ({ page }) => page.lines.flatMap((line) => line.words).filter(({ text }) => words.has(normalizeCell(text))).length,
  );
  return counts.indexOf(Math.max(...counts)) + 1;
}

/** The cells inside the part of the page that the truth covers. */
function clip(table: PlainTable, cells: readonly { regions: readonly { box: Box }[] }[], area: Box): PlainTable {
  return {
    cells: table.cells.filter((_, i) => {
      const box = cells[i]!.regions[0]!.box;
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
    }),
  };
}
