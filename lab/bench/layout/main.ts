/**
 * The layout bench: tables of real PDFs; tables, selection marks, reading order, paragraphs and pairs on synthetic pages with
 * known truth; a simple baseline in the same run. Words come from the file, so OCR is not measured here.
 * Options: --only real|tables|marks|order|pairs · of real tables --data FOLDER (or PERENNIAL_BENCH_DATA) and --matching NAME
 * · of synthetic pages --pages 40 · --seed 1000 · --kinds ruled,borderless,merged,pages · --sources digital,image · --worst.
 * Seeds below 1000 were used during development; quote figures for seeds from 1000 on.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { layoutDocument } from '../../../src/engines/documents/layout/layout-document.ts';
import { layoutPage } from '../../../src/engines/documents/layout/layout-page.ts';
import type { DocumentLayout, LayoutOptions } from '../../../src/engines/documents/layout/model/structure.ts';
import type { PageWithImage } from '../../../src/engines/documents/reading/model/page.ts';
import { blur, contrast, jpeg, noise } from '../reading/degrade.ts';
import type { Degradation } from '../reading/degrade.ts';
import { readTopToBottom, pairsByColon, tablesByGaps } from './baseline.ts';
import { HEIGHT, WIDTH } from './canvas.ts';
import type { Canvas, TrueMark } from './canvas.ts';
import { columnPages } from './columns.ts';
import { formPage } from './forms.ts';
import { markPage } from './marks.ts';
import { readPages } from './read.ts';
import type { Source } from './read.ts';
import { add, cellCounts, f1, emptyCounts, setCounts, plainTables } from './scores.ts';
import type { Counts } from './scores.ts';
import { benchRealTables } from './real/main.ts';
import { tablePage } from './tables.ts';
import type { TableKind } from './tables.ts';

const HOME = fileURLToPath(new URL('../../../../shared/data', import.meta.url));

export const ALL: LayoutOptions = { tables: true, marks: true, figures: true, keyValuePairs: true };

const cpu = { pages: { digital: 0, image: 0 }, seconds: { digital: 0, image: 0 } };

export function layoutTimed(read: readonly PageWithImage[], source: Source): DocumentLayout {
  const before = process.cpuUsage();
  const document = layoutDocument(read.map((one) => layoutPage(one, ALL)));
  const { user, system } = process.cpuUsage(before);
  cpu.pages[source] += read.length;
  cpu.seconds[source] += (user + system) / 1e6;
  return document;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      pages: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1000' },
      only: { type: 'string', default: '' },
      kinds: { type: 'string', default: 'ruled,borderless,merged,pages' },
      sources: { type: 'string', default: 'digital,image' },
      worst: { type: 'boolean', default: false },
      data: { type: 'string', default: process.env['PERENNIAL_BENCH_DATA'] ?? HOME },
      matching: { type: 'string', default: '' },
    },
  });
  const [pages, seed] = [Number(values.pages), Number(values.seed)];
  const sources = values.sources.split(',') as Source[];
  const wanted = (part: string): boolean => values.only === '' || values.only === part;
  if (wanted('real')) await benchRealTables(values.data, values.matching);
  if (wanted('tables')) await benchTables(pages, seed, values.kinds.split(',') as TableKind[], sources, values.worst);
  if (wanted('marks')) await benchMarks(pages, seed, values.worst);
  if (wanted('order')) for (const source of sources) await benchOrder(pages, seed, source, values.worst);
  if (wanted('pairs')) for (const source of sources) await benchPairs(pages, seed, source, values.worst);
  for (const source of ['digital', 'image'] as const) {
    if (cpu.pages[source] > 0)
      console.log(
        `layout of ${cpu.pages[source]} pages, ${source}: ${(cpu.seconds[source] / cpu.pages[source]).toFixed(3)} CPU s per page`,
      );
  }
}

async function benchTables(
  pages: number,
  seed: number,
  kinds: readonly TableKind[],
  sources: readonly Source[],
  worst: boolean,
): Promise<void> {
  for (const kind of kinds) {
    for (const source of sources) {
      const [ours, plain] = [emptyCounts(), emptyCounts()];
      for (let i = 0; i < pages; i++) {
        const canvas = await tablePage(kind, seed + i);
        const read = await readPages(canvas, source);
        const counts = cellCounts(plainTables(layoutTimed(read, source)), canvas.truth.tables);
        if (worst && f1(counts) < 0.9) console.log(`  ${kind} ${source} seed ${seed + i}: ${f1(counts).toFixed(3)}`);
        add(ours, counts);
        add(
          plain,
          cellCounts(
            read.flatMap(({ page }) => tablesByGaps(page)),
            canvas.truth.tables,
          ),
        );
      }
      console.log(
        `tables ${kind}, ${source}: cell F1 ${f1(ours).toFixed(3)} · by gaps alone ${f1(plain).toFixed(3)} (${pages} documents, ${ours.expected} cells)`,
      );
    }
  }
}

const DEGRADATIONS: Record<string, readonly Degradation[]> = {
  clean: [],
  blur: [blur(1.2)],
  noise: [noise(18)],
  'jpeg 40': [jpeg(40)],
  'low contrast': [contrast(90, 215)],
  'blur, noise, jpeg': [blur(0.8), noise(10), jpeg(50)],
};

async function benchMarks(pages: number, seed: number, worst: boolean): Promise<void> {
  const all = emptyCounts();
  const found = emptyCounts();
  const report = (name: string, counts: Counts): void =>
    console.log(`marks, ${name}: F1 with state ${f1(counts).toFixed(3)} (${counts.expected} marks)`);
  for (const [name, steps] of Object.entries(DEGRADATIONS)) {
    const counts = emptyCounts();
    for (let i = 0; i < pages; i++) {
      const canvas = await markPage(seed + i);
      const [read] = await readPages(canvas, 'image');
      let shot = { image: read!.image!, map: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } };
      for (const step of steps) shot = await step(shot, seed + i);
      const document = layoutTimed([{ ...read!, image: shot.image }], 'image');
      const own = markCounts(document, canvas, read!.page.width / WIDTH, true);
      if (worst && f1(own) < 0.97) console.log(`  marks ${name} seed ${seed + i}: ${JSON.stringify(own)}`);
      add(counts, own);
      add(found, markCounts(document, canvas, read!.page.width / WIDTH, false));
    }
    report(name, counts);
    add(all, counts);
  }
  console.log(`marks, all images: F1 with state ${f1(all).toFixed(3)} · position alone ${f1(found).toFixed(3)} (${all.expected} marks)`);
  const digital = emptyCounts();
  for (let i = 0; i < pages; i++) {
    const canvas = await markPage(seed + i);
    add(digital, markCounts(layoutTimed(await readPages(canvas, 'digital'), 'digital'), canvas, 1 / 72, true));
  }
  report('drawn by the file', digital);
}

function markCounts(document: DocumentLayout, canvas: Canvas, scale: number, withState: boolean): Counts {
  const marks = document.items.filter((item) => item.kind === 'mark');
  const free = new Set(marks);
  let right = 0;
  const matches = ({ left, top, size, selected }: TrueMark): boolean => {
    for (const mark of free) {
      const { box, state } = mark;
      const [x, y] = [(box!.left + box!.right) / 2 / scale, (box!.top + box!.bottom) / 2 / scale];
      if (
        Math.abs(x - left - size / 2) > 0.35 * size ||
        Math.abs(y - top - size / 2) > 0.35 * size ||
        (withState && (state === 'selected') !== selected)
      )
        continue;
      free.delete(mark);
      return true;
    }
    return false;
  };
  for (const mark of canvas.truth.marks) if (matches(mark)) right++;
  return { right, found: marks.length, expected: canvas.truth.marks.length };
}

async function benchOrder(pages: number, seed: number, source: Source, worst: boolean): Promise<void> {
  let [exact, plain] = [0, 0];
  const [paragraphs, roles] = [emptyCounts(), emptyCounts()];
  for (let i = 0; i < pages; i++) {
    const canvas = await columnPages(seed + i);
    const read = await readPages(canvas, source);
    const document = layoutTimed(read, source);
    const textOf = (items: readonly number[]): string =>
      items
        .map((k) => document.items[k])
        .map((item) => (item?.kind === 'word' ? item.text : ''))
        .join(' ');
    const truth = canvas.truth.paragraphs.map(({ text }) => text).join(' ');
    const right = textOf(document.items.map((_, k) => k)) === truth;
    if (right) exact++;
    if (read.map(({ page }) => readTopToBottom(page)).join(' ') === truth) plain++;
    const counts = setCounts(
      document.paragraphs.map(({ items }) => textOf(items)),
      canvas.truth.paragraphs.map(({ text }) => text),
    );
    if (worst && (!right || f1(counts) < 0.9))
      console.log(`  order ${source} seed ${seed + i}: ${right ? 'right' : 'wrong'}, paragraphs ${f1(counts).toFixed(3)}`);
    add(paragraphs, counts);
    const named = (list: readonly { text: string; role?: string }[]): string[] =>
      list.filter(({ role }) => role !== undefined).map(({ text, role }) => `${role} ${text}`);
    add(
      roles,
      setCounts(named(document.paragraphs.map(({ items, role }) => ({ text: textOf(items), role }))), named(canvas.truth.paragraphs)),
    );
  }
  console.log(
    `reading order, ${source}: exact in ${(exact / pages).toFixed(3)} of documents · top to bottom ${(plain / pages).toFixed(3)} (${pages} of two pages, ${WIDTH} × ${HEIGHT} points)`,
  );
  console.log(
    `paragraphs, ${source}: F1 ${f1(paragraphs).toFixed(3)} (${paragraphs.expected}) · roles: F1 ${f1(roles).toFixed(3)} (${roles.expected})`,
  );
}

async function benchPairs(pages: number, seed: number, source: Source, worst: boolean): Promise<void> {
  const [ours, plain] = [emptyCounts(), emptyCounts()];
  for (let i = 0; i < pages; i++) {
    const canvas = await formPage(seed + i);
    const read = await readPages(canvas, source);
    const document = layoutTimed(read, source);
    const textOf = (items: readonly number[]): string =>
      items
        .map((k) => document.items[k])
        .map((item) => (item?.kind === 'word' ? item.text : ''))
        .join(' ');
    const truth = canvas.truth.pairs.map(({ key, value }) => `${key} → ${value}`);
    const found = document.keyValuePairs.map(({ key, value }) => `${textOf(key.items)} → ${textOf(value?.items ?? [])}`);
    const counts = setCounts(found, truth);
    if (worst && f1(counts) < 0.9)
      console.log(
        `  pairs ${source} seed ${seed + i}: ${f1(counts).toFixed(3)} missed ${truth.filter((one) => !found.includes(one)).join(' ; ')} wrong ${found.filter((one) => !truth.includes(one)).join(' ; ')}`,
      );
    add(ours, counts);
    add(
      plain,
      setCounts(
        read.flatMap(({ page }) => pairsByColon(page)),
        truth,
      ),
    );
  }
  console.log(`pairs, ${source}: F1 ${f1(ours).toFixed(3)} · by colons alone ${f1(plain).toFixed(3)} (${ours.expected} pairs)`);
}
