/** What fields cost beside reading: CPU seconds a page of real documents, and of pages made to be hard, for every prebuilt model. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { extractDocuments } from '../../../src/engines/documents/fields/extract.ts';
import { MODELS } from '../../../src/engines/documents/fields/registry.ts';
import { layoutDocument } from '../../../src/engines/documents/layout/layout-document.ts';
import { layoutPage } from '../../../src/engines/documents/layout/layout-page.ts';
import type { DocumentLayout } from '../../../src/engines/documents/layout/model/structure.ts';
import { IDENTITY } from '../../../src/engines/documents/reading/model/affine.ts';
import type { Line, Page } from '../../../src/engines/documents/reading/model/page.ts';
import type { Reader } from '../../../src/engines/documents/reading/ocr/reader.ts';
import { layoutOf } from '../../training/documents/evaluation/read-generated.ts';

const [PAGE_BAR, LARGE_PAGE_BAR] = [0.1, 1];
const LARGE_PAGE_WORDS = 6000;

export async function benchCost(data: string, reader: Reader): Promise<void> {
  const folder = join(data, 'document', 'real');
  const costs: { name: string; seconds: number }[] = [];
  if (existsSync(folder)) {
    const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<string, { model: string }>;
    for (const name of readdirSync(folder).filter((file) => expected[file] !== undefined)) {
      const layout = await layoutOf(readFileSync(join(folder, name)), reader);
      costs.push({ name, seconds: secondsOf(expected[name]!.model, layout) / layout.pages.length });
    }
    costs.sort((one, other) => one.seconds - other.seconds);
    const [median, last] = [costs[costs.length >> 1]!, costs.at(-1)!];
    console.log(
      `fields, CPU s a page of ${String(costs.length)} real documents: median ${median.seconds.toFixed(3)}, most ${last.seconds.toFixed(3)} (${last.name}) (bar ${String(PAGE_BAR)})`,
    );
  } else console.log('fields, CPU s a page of real documents: skipped, not found');
  for (const [name, text] of Object.entries(HARD_PAGES)) {
    const layout = hardPage(text);
    const seconds = MODELS.map(({ modelId }) => ({ modelId, seconds: secondsOf(modelId, layout, 1) }));
    const most = seconds.reduce((one, other) => (other.seconds > one.seconds ? other : one));
    console.log(
      `fields, CPU s of ${String(LARGE_PAGE_WORDS)} words, ${name}: most ${most.seconds.toFixed(3)} (${most.modelId}) (bar ${String(LARGE_PAGE_BAR)})`,
    );
  }
}

/** Of the fastest run: the first one compiles. */
function secondsOf(modelId: string, layout: DocumentLayout, runs = 3): number {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    extractDocuments(modelId, layout);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}

const WAGE_CAPTIONS =
  "1 Wages, tips, other compensation Employee's name, address, and ZIP code Other 12a 2 Federal income tax withheld 5 Medicare wages".split(
    ' ',
  );

const HARD_PAGES: Readonly<Record<string, (word: number) => string>> = {
  'running text': (i) => ['the', 'Agreement', 'between', 'parties', 'of', 'Company', 'and', 'Date'][i % 8]!,
  amounts: (i) => `${String(i % 997)}.${String(10 + (i % 90))}`,
  'labels and dates': (i) => ['Invoice', 'Total:', '12/03/2024', 'Number', 'Due', 'Date:', '4,711.00', 'Tax'][i % 8]!,
  'addresses and names': (i) => ['Main', 'Street', String(i % 100), 'Seattle,', 'WA', '98101', 'John', 'Inc.'][i % 8]!,
  'captions of wage statements': (i) => WAGE_CAPTIONS[i % WAGE_CAPTIONS.length]!,
  codes: (i) => ['A1B2C3', '12a', 'SSN', '123-45-6789', 'P<USA', '<<<<<', 'DOB', 'EXP'][i % 8]!,
};

/** Words in columns of rows with ordinary gaps, smaller than print would be. */
function hardPage(text: (word: number) => string, count = LARGE_PAGE_WORDS): DocumentLayout {
  const perLine = 40;
  const lines = Array.from({ length: count / perLine }, (_, row): Line => {
    const [top, bottom] = [row * 14, row * 14 + 10];
    const words = Array.from({ length: perLine }, (__, column) => ({
      text: text(row * perLine + column),
      box: { left: column * 50, top, right: column * 50 + 44, bottom },
      confidence: 0.9,
    }));
    return { words, box: { left: 0, top, right: perLine * 50, bottom }, turn: 0 };
  });
  const size = { width: 2100, height: 2200 };
  const page: Page = {
    number: 1,
    ...size,
    unit: 'pixel',
    angle: 0,
    toPage: IDENTITY,
    upright: size,
    lines,
    rules: [],
    marks: [],
    imageBoxes: [],
    barcodes: [],
  };
  return layoutDocument([layoutPage({ page, scale: 1 }, { tables: true, marks: true, figures: false, keyValuePairs: true })]);
}
