/**
 * The layout bench: tables, selection marks, reading order, paragraphs and pairs on pages that it draws itself, so that
 * the truth is known; a plain baseline in the same run. Words are the file's own, so reading is not measured here.
 * Options: --pages 40 · --seed 1000 · --only tables|marks|order|pairs|speed · --show SEED.
 * Seeds below 1000 were used while the engine was made; figures are to be quoted for seeds from 1000 on.
 */
import { parseArgs } from 'node:util';
import { layoutDocument, layoutPage } from '../../src/engines/layout/layout.ts';
import type { DocumentLayout, LayoutOptions } from '../../src/engines/layout/structure.ts';
import type { Seen } from '../../src/engines/reading/page.ts';
import { tablesByGaps } from './baseline.ts';
import { seenPages } from './read.ts';
import type { Way } from './read.ts';
import { add, cellCounts, f1, none, tablesOf } from './scores.ts';
import { tablePage } from './tables.ts';
import type { TableSort } from './tables.ts';

export const ALL: LayoutOptions = { tables: true, marks: true, figures: true, keyValuePairs: true };

const cpu = { pages: { digital: 0, picture: 0 }, seconds: { digital: 0, picture: 0 } };

export function laidOut(seen: readonly Seen[], way: Way): DocumentLayout {
  const before = process.cpuUsage();
  const document = layoutDocument(seen.map((one) => layoutPage(one, ALL)));
  const { user, system } = process.cpuUsage(before);
  cpu.pages[way] += seen.length;
  cpu.seconds[way] += (user + system) / 1e6;
  return document;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { pages: { type: 'string', default: '40' }, seed: { type: 'string', default: '1000' }, only: { type: 'string', default: '' }, sorts: { type: 'string', default: 'ruled,borderless,merged,pages' }, ways: { type: 'string', default: 'digital,picture' }, worst: { type: 'boolean', default: false } },
  });
  const [pages, seed] = [Number(values.pages), Number(values.seed)];
  const wanted = (part: string): boolean => values.only === '' || values.only === part;
  if (wanted('tables')) await benchTables(pages, seed, values.sorts.split(',') as TableSort[], values.ways.split(',') as Way[], values.worst);
  for (const way of ['digital', 'picture'] as const) {
    if (cpu.pages[way] > 0) console.log(`layout of ${cpu.pages[way]} pages, ${way}: ${(cpu.seconds[way] / cpu.pages[way]).toFixed(3)} CPU s a page`);
  }
}

async function benchTables(pages: number, seed: number, sorts: readonly TableSort[], ways: readonly Way[], worst: boolean): Promise<void> {
  for (const sort of sorts) {
    for (const way of ways) {
      const [ours, plain] = [none(), none()];
      for (let i = 0; i < pages; i++) {
        const canvas = await tablePage(sort, seed + i);
        const seen = await seenPages(canvas, way);
        const counts = cellCounts(tablesOf(laidOut(seen, way)), canvas.truth.tables);
        if (worst && f1(counts) < 0.9) console.log(`  ${sort} ${way} seed ${seed + i}: ${f1(counts).toFixed(3)}`);
        add(ours, counts);
        add(plain, cellCounts(seen.flatMap(({ page }) => tablesByGaps(page)), canvas.truth.tables));
      }
      console.log(`tables ${sort}, ${way}: cell F1 ${f1(ours).toFixed(3)} · by gaps alone ${f1(plain).toFixed(3)} (${pages} documents, ${ours.there} cells)`);
    }
  }
}
