/**
 * The layout bench: tables, selection marks, reading order, paragraphs and pairs on pages that it draws itself, so that
 * the truth is known; a plain baseline in the same run. Words are the file's own, so reading is not measured here.
 * Options: --pages 40 · --seed 1000 · --only tables|marks|order|pairs · --sorts ruled,borderless,merged,pages · --ways digital,image · --worst.
 * Seeds below 1000 were used while the engine was made; figures are to be quoted for seeds from 1000 on.
 */
import { parseArgs } from 'node:util';
import { layoutDocument } from '../../src/engines/layout/layout-document.ts';
import { layoutPage } from '../../src/engines/layout/layout-page.ts';
import type { DocumentLayout, LayoutOptions } from '../../src/engines/layout/model/structure.ts';
import type { PageWithImage } from '../../src/engines/reading/model/page.ts';
import { blur, contrast, jpeg, noise } from '../reading/drawing.ts';
import type { Spoil } from '../reading/drawing.ts';
import { orderFromTop, pairsByColon, tablesByGaps } from './baseline.ts';
import { HEIGHT, WIDTH } from './canvas.ts';
import type { Canvas, TrueMark } from './canvas.ts';
import { columnPages } from './columns.ts';
import { formPage } from './forms.ts';
import { markPage } from './marks.ts';
import { seenPages } from './read.ts';
import type { Way } from './read.ts';
import { add, cellCounts, f1, none, setCounts, tablesOf } from './scores.ts';
import type { Counts } from './scores.ts';
import { tablePage } from './tables.ts';
import type { TableSort } from './tables.ts';

export const ALL: LayoutOptions = { tables: true, marks: true, figures: true, keyValuePairs: true };

const cpu = { pages: { digital: 0, image: 0 }, seconds: { digital: 0, image: 0 } };

export function laidOut(seen: readonly PageWithImage[], way: Way): DocumentLayout {
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
    options: { pages: { type: 'string', default: '40' }, seed: { type: 'string', default: '1000' }, only: { type: 'string', default: '' }, sorts: { type: 'string', default: 'ruled,borderless,merged,pages' }, ways: { type: 'string', default: 'digital,image' }, worst: { type: 'boolean', default: false } },
  });
  const [pages, seed] = [Number(values.pages), Number(values.seed)];
  const ways = values.ways.split(',') as Way[];
  const wanted = (part: string): boolean => values.only === '' || values.only === part;
  if (wanted('tables')) await benchTables(pages, seed, values.sorts.split(',') as TableSort[], ways, values.worst);
  if (wanted('marks')) await benchMarks(pages, seed, values.worst);
  if (wanted('order')) for (const way of ways) await benchOrder(pages, seed, way, values.worst);
  if (wanted('pairs')) for (const way of ways) await benchPairs(pages, seed, way, values.worst);
  for (const way of ['digital', 'image'] as const) {
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

const SPOILS: Record<string, readonly Spoil[]> = { clean: [], blur: [blur(1.2)], noise: [noise(18)], 'jpeg 40': [jpeg(40)], 'low contrast': [contrast(90, 215)], 'blur, noise, jpeg': [blur(0.8), noise(10), jpeg(50)] };

async function benchMarks(pages: number, seed: number, worst: boolean): Promise<void> {
  const all = none();
  const found = none();
  const report = (name: string, counts: Counts): void => console.log(`marks, ${name}: F1 with state ${f1(counts).toFixed(3)} (${counts.there} marks)`);
  for (const [name, spoils] of Object.entries(SPOILS)) {
    const counts = none();
    for (let i = 0; i < pages; i++) {
      const canvas = await markPage(seed + i);
      const [seen] = await seenPages(canvas, 'image');
      let shot = { image: seen!.image!, map: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } };
      for (const spoil of spoils) shot = await spoil(shot, seed + i);
      const document = laidOut([{ ...seen!, image: shot.image }], 'image');
      const own = markCounts(document, canvas, seen!.page.width / WIDTH, true);
      if (worst && f1(own) < 0.97) console.log(`  marks ${name} seed ${seed + i}: ${JSON.stringify(own)}`);
      add(counts, own);
      add(found, markCounts(document, canvas, seen!.page.width / WIDTH, false));
    }
    report(name, counts);
    add(all, counts);
  }
  console.log(`marks, all pictures: F1 with state ${f1(all).toFixed(3)} · place alone ${f1(found).toFixed(3)} (${all.there} marks)`);
  const digital = none();
  for (let i = 0; i < pages; i++) {
    const canvas = await markPage(seed + i);
    add(digital, markCounts(laidOut(await seenPages(canvas, 'digital'), 'digital'), canvas, 1 / 72, true));
  }
  report('what the file draws', digital);
}

function markCounts(document: DocumentLayout, canvas: Canvas, scale: number, withState: boolean): Counts {
  const marks = document.items.filter((item) => item.kind === 'mark');
  const free = new Set(marks);
  let right = 0;
  const matches = ({ left, top, size, selected }: TrueMark): boolean => {
    for (const mark of free) {
      const { box, state } = mark;
      const [x, y] = [(box!.left + box!.right) / 2 / scale, (box!.top + box!.bottom) / 2 / scale];
      if (Math.abs(x - left - size / 2) > 0.35 * size || Math.abs(y - top - size / 2) > 0.35 * size || (withState && (state === 'selected') !== selected)) continue;
      free.delete(mark);
      return true;
    }
    return false;
  };
  for (const mark of canvas.truth.marks) if (matches(mark)) right++;
  return { right, found: marks.length, there: canvas.truth.marks.length };
}

async function benchOrder(pages: number, seed: number, way: Way, worst: boolean): Promise<void> {
  let [exact, plain] = [0, 0];
  const [paragraphs, roles] = [none(), none()];
  for (let i = 0; i < pages; i++) {
    const canvas = await columnPages(seed + i);
    const seen = await seenPages(canvas, way);
    const document = laidOut(seen, way);
    const textOf = (items: readonly number[]): string => items.map((k) => document.items[k]).map((item) => item?.kind === 'word' ? item.text : '').join(' ');
    const truth = canvas.truth.paragraphs.map(({ text }) => text).join(' ');
    const right = textOf(document.items.map((_, k) => k)) === truth;
    if (right) exact++;
    if (seen.map(({ page }) => orderFromTop(page)).join(' ') === truth) plain++;
    const counts = setCounts(document.paragraphs.map(({ items }) => textOf(items)), canvas.truth.paragraphs.map(({ text }) => text));
    if (worst && (!right || f1(counts) < 0.9)) console.log(`  order ${way} seed ${seed + i}: ${right ? 'right' : 'wrong'}, paragraphs ${f1(counts).toFixed(3)}`);
    add(paragraphs, counts);
    const named = (list: readonly { text: string; role?: string }[]): string[] => list.filter(({ role }) => role !== undefined).map(({ text, role }) => `${role} ${text}`);
    add(roles, setCounts(named(document.paragraphs.map(({ items, role }) => ({ text: textOf(items), role }))), named(canvas.truth.paragraphs)));
  }
  console.log(`reading order, ${way}: exact in ${(exact / pages).toFixed(3)} of documents · from top to bottom ${(plain / pages).toFixed(3)} (${pages} of two pages, ${WIDTH} × ${HEIGHT} points)`);
  console.log(`paragraphs, ${way}: F1 ${f1(paragraphs).toFixed(3)} (${paragraphs.there}) · roles: F1 ${f1(roles).toFixed(3)} (${roles.there})`);
}

async function benchPairs(pages: number, seed: number, way: Way, worst: boolean): Promise<void> {
  const [ours, plain] = [none(), none()];
  for (let i = 0; i < pages; i++) {
    const canvas = await formPage(seed + i);
    const seen = await seenPages(canvas, way);
    const document = laidOut(seen, way);
    const textOf = (items: readonly number[]): string => items.map((k) => document.items[k]).map((item) => item?.kind === 'word' ? item.text : '').join(' ');
    const truth = canvas.truth.pairs.map(({ key, value }) => `${key} → ${value}`);
    const found = document.keyValuePairs.map(({ key, value }) => `${textOf(key.items)} → ${textOf(value?.items ?? [])}`);
    const counts = setCounts(found, truth);
    if (worst && f1(counts) < 0.9) console.log(`  pairs ${way} seed ${seed + i}: ${f1(counts).toFixed(3)} missed ${truth.filter((one) => !found.includes(one)).join(' ; ')} wrong ${found.filter((one) => !truth.includes(one)).join(' ; ')}`);
    add(ours, counts);
    add(plain, setCounts(seen.flatMap(({ page }) => pairsByColon(page)), truth));
  }
  console.log(`pairs, ${way}: F1 ${f1(ours).toFixed(3)} · by colons alone ${f1(plain).toFixed(3)} (${ours.there} pairs)`);
}
