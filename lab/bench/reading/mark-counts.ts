/**
 * Selection marks. On real pages: marks that are there, found and missed, and marks that are not there. On blank tax forms, whose
 * boxes are known: empty, and with every second box ticked in one way, at three resolutions. The words of the forms are those of
 * their text layer, so that only the search for marks is measured.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../src/engines/shared/random.ts';
import { layoutPage } from '../../../src/engines/documents/layout/layout-page.ts';
import { openFile } from '../../../src/engines/documents/reading/files/open-file.ts';
import type { Box, GrayImage, PageWithImage, SelectionMark } from '../../../src/engines/documents/reading/model/page.ts';
import { readPageContent } from '../../../src/engines/documents/reading/pdf/page-content.ts';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import type { Settings } from './settings.ts';
import { readPages, readRealDocuments } from './real-documents.ts';
import { readReceipts } from './receipts.ts';
import { printBar, printHeader, printRow } from './table.ts';

interface TrueMarks {
  /** Half of their size. */
  reach: number;
  selected: readonly [number, number][];
  unselected: readonly [number, number][];
}

/** Centers of the marks in the unit of the page. All other pages have none. */
const TRUE_MARKS: Readonly<Record<string, TrueMarks>> = {
  'TAX-1098-T.png': {
    reach: 9,
    selected: [],
    unselected: [
      [471, 361],
      [969, 755],
      [547, 804],
      [759, 803],
    ],
  },
  'generaldoc-drillreport.png': {
    reach: 6,
    selected: [
      [359, 136],
      [322, 461],
      [524, 461],
      [655, 461],
      [774, 461],
    ],
    unselected: [
      [425, 136],
      [504, 138],
      [558, 138],
      [332, 278],
      [379, 461],
      [578, 461],
      [710, 461],
      [831, 461],
      [357, 776],
      [357, 788],
    ],
  },
  'layout-pageobject.png': {
    reach: 6,
    selected: [
      [628, 344],
      [628, 374],
      [628, 434],
    ],
    unselected: [
      [628, 404],
      [628, 463],
    ],
  },
  'layout.png': {
    reach: 14,
    selected: [],
    unselected: [
      [521, 503],
      [629, 504],
    ],
  },
  'g-w2.pdf': {
    reach: 0.07,
    selected: [],
    unselected: [
      [4.915, 3.075],
      [5.415, 3.075],
      [5.92, 3.075],
    ],
  },
  'Invoice-6.pdf': {
    reach: 0.08,
    selected: [
      [1.55, 3.83],
      [4.075, 3.85],
    ],
    unselected: [[6.625, 3.85]],
  },
  'w2-single.png': {
    reach: 25,
    selected: [
      [373, 1527],
      [372, 1641],
      [370, 1753],
    ],
    unselected: [],
  },
};

const BARS = { found: 0.95, state: 0.97, falseOnReal: 2 };
const MARKS_ONLY = { tables: false, marks: true, figures: false, keyValuePairs: false };

interface KnownMark {
  box: Box;
  selected: boolean;
}

interface Counts {
  known: number;
  found: number;
  rightState: number;
  false: number;
}

const marksOf = (seen: PageWithImage): SelectionMark[] =>
  layoutPage(seen, MARKS_ONLY).items.flatMap(({ box, state, confidence }) => (state === undefined ? [] : [{ box, state, confidence }]));

function countMarks(known: readonly KnownMark[], marks: readonly SelectionMark[]): Counts {
  const isOn = ({ box }: KnownMark, mark: SelectionMark): boolean => {
    const [x, y] = [(mark.box.left + mark.box.right) / 2, (mark.box.top + mark.box.bottom) / 2];
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  };
  const pairs = known.flatMap((one) => {
    const mark = marks.find((other) => isOn(one, other));
    return mark === undefined ? [] : [{ one, mark }];
  });
  return {
    known: known.length,
    found: pairs.length,
    rightState: pairs.filter(({ one, mark }) => one.selected === (mark.state === 'selected')).length,
    false: marks.filter((mark) => !known.some((one) => isOn(one, mark))).length,
  };
}

const addCounts = (one: Counts, other: Counts): Counts => ({
  known: one.known + other.known,
  found: one.found + other.found,
  rightState: one.rightState + other.rightState,
  false: one.false + other.false,
});
const NO_COUNTS: Counts = { known: 0, found: 0, rightState: 0, false: 0 };

function printCounts(name: string, pages: number, { known, found, rightState, false: wrong }: Counts): void {
  printRow(name, [
    String(pages),
    String(known),
    known === 0 ? undefined : found / known,
    found === 0 ? undefined : rightState / found,
    String(wrong),
  ]);
}

export async function benchMarks(settings: Settings): Promise<void> {
  printHeader('Selection marks', ['pages', 'marks', 'found', 'state', 'false']);
  const forms = await countOnForms(settings.data);
  const real = await countOnRealPages(settings);
  if (forms !== undefined)
    printBar(
      forms.found >= BARS.found * forms.known && forms.rightState >= BARS.state * forms.found,
      `forms: at least ${BARS.found} of the boxes found, ${BARS.state} of them with the right state`,
    );
  if (real !== undefined) printBar(real.false <= BARS.falseOnReal, `real pages: at most ${BARS.falseOnReal} false marks`);
}

async function countOnRealPages({ data, reader: options, list }: Settings): Promise<Counts | undefined> {
  const [documents, receipts] = [readRealDocuments(data), await readReceipts(data)];
  if (documents.length === 0) return undefined;
  const reader = await loadReader(options);
  const groups: Record<string, { pages: number; counts: Counts }> = {};
  const add = (group: string, name: string, seen: PageWithImage): void => {
    const marks = marksOf(seen);
    const counts = countMarks(knownMarks(name), marks);
    const before = groups[group] ?? { pages: 0, counts: NO_COUNTS };
    groups[group] = { pages: before.pages + 1, counts: addCounts(before.counts, counts) };
    if (list && (counts.false > 0 || counts.rightState < counts.known)) printCounts(`  ${name}`, 1, counts);
  };
  for (const { name, bytes } of documents)
    for (const seen of await readPages(bytes, reader)) add(name in TRUE_MARKS ? 'pages with marks' : 'pages without marks', name, seen);
  for (const { name, file } of receipts) for (const seen of await readPages(file, reader)) add('receipts (no marks)', name, seen);
  await reader.close();
  for (const [group, { pages, counts }] of Object.entries(groups)) printCounts(group, pages, counts);
  return Object.values(groups)
    .map(({ counts }) => counts)
    .reduce(addCounts, NO_COUNTS);
}

function knownMarks(name: string): KnownMark[] {
  const { reach = 0, selected = [], unselected = [] } = TRUE_MARKS[name] ?? {};
  const toKnown =
    (isSelected: boolean) =>
    ([x, y]: readonly [number, number]): KnownMark => ({
      box: { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach },
      selected: isSelected,
    });
  return [...selected.map(toKnown(true)), ...unselected.map(toKnown(false))];
}

/** Not used while the search was written. */
const FORMS: readonly (readonly [string, number])[] = [
  ['f1040nr', 1],
  ['f1040se', 2],
  ['f1098c', 1],
  ['f1099b-2025', 2],
  ['f1099da-2025', 3],
  ['f1099sa', 1],
  ['f5498', 2],
  ['fw2g', 1],
  ['fw4p', 1],
  ['fw9sp', 1],
];
const RESOLUTIONS = [100, 150, 200];
const POINTS = 72;

/** Draws into a unit square: polylines, which may leave it, with a pen of a width in points. */
type Tick = { pen: number; lines: readonly (readonly (readonly [number, number])[])[] } | { fill: true } | undefined;
const TICKS: Readonly<Record<string, (random: () => number) => Tick>> = {
  empty: () => undefined,
  'printed X': () => ({
    pen: 1,
    lines: [
      [
        [0.2, 0.2],
        [0.8, 0.8],
      ],
      [
        [0.8, 0.2],
        [0.2, 0.8],
      ],
    ],
  }),
  'tick beyond the box': (random) => ({
    pen: 1.2,
    lines: [
      [
        [0.1 + 0.1 * random(), 0.5],
        [0.4 + 0.1 * random(), 0.9],
        [1.2 + 0.4 * random(), -0.4 - 0.3 * random()],
      ],
    ],
  }),
  'cross beyond the box': (random) => ({
    pen: 1.2,
    lines: [
      [
        [-0.3 + 0.2 * random(), -0.2 * random()],
        [1.2 * random() * 0.2 + 1, 1.2],
      ],
      [
        [1.3 - 0.2 * random(), -0.2 - 0.1 * random()],
        [-0.1 - 0.2 * random(), 1.1 + 0.1 * random()],
      ],
    ],
  }),
  scribble: (random) => ({
    pen: 1,
    lines: [Array.from({ length: 9 }, (_, i) => [(i % 2 === 0 ? 0.1 : 0.9) + 0.15 * (random() - 0.5), i / 9 + 0.1 * random()] as const)],
  }),
  filled: () => ({ fill: true }),
};

interface Widget {
  page: number;
  type: string;
  rect: [number, number, number, number];
}

async function countOnForms(data: string): Promise<Counts | undefined> {
  const folder = join(data, 'corpora', 'irs-forms');
  if (!existsSync(folder)) return undefined;
  let all = NO_COUNTS;
  for (const dpi of RESOLUTIONS) {
    const pages = await Promise.all(FORMS.map(async ([name, number]) => await readForm(folder, name, number, dpi)));
    for (const [tick, drawing] of Object.entries(TICKS)) {
      const random = new Random(dpi);
      let counts = NO_COUNTS;
      for (const { seen, boxes } of pages) {
        const image = { ...seen.image!, data: seen.image!.data.slice() };
        const known = boxes.map((box, i): KnownMark => {
          const drawn = i % 2 === 0 ? drawing(() => random.next()) : undefined;
          if (drawn !== undefined) drawTick(image, box, seen.scale, drawn);
          return { box, selected: drawn !== undefined };
        });
        counts = addCounts(counts, countMarks(known, marksOf({ ...seen, image })));
      }
      printCounts(`forms, ${dpi} dpi, ${tick}`, pages.length, counts);
      all = addCounts(all, counts);
    }
  }
  printCounts('forms, all', FORMS.length, all);
  return all;
}

/** A page of a form without the strokes and fields of its file, and the boxes of its check boxes. */
async function readForm(folder: string, name: string, number: number, dpi: number): Promise<{ seen: PageWithImage; boxes: Box[] }> {
  const file = await openFile(readFileSync(join(folder, 'forms', `${name}.pdf`)));
  try {
    const { page, image, scale } = file.pdf!.withPage(number, (one) => readPageContent(one, number, { ocr: false, renderDpi: dpi }));
    const { fields } = JSON.parse(readFileSync(join(folder, 'fields', `${name}.json`), 'utf8')) as { fields: Widget[] };
    const boxes = fields
      .filter((field) => field.page === number && field.type === '/Btn')
      .map(({ rect: [left, bottom, right, top] }) => ({
        left: left / POINTS,
        top: page.height - top / POINTS,
        right: right / POINTS,
        bottom: page.height - bottom / POINTS,
      }));
    return { seen: { page: { ...page, marks: [], rules: [] }, image: image!, scale }, boxes };
  } finally {
    file.close();
  }
}

function drawTick({ width, height, data }: GrayImage, box: Box, scale: number, tick: NonNullable<Tick>): void {
  const [left, top, wide, high] = [box.left * scale, box.top * scale, (box.right - box.left) * scale, (box.bottom - box.top) * scale];
  const distance = (x: number, y: number): number => {
    if ('fill' in tick) return Math.max(left + 0.1 * wide - x, x - left - 0.9 * wide, top + 0.1 * high - y, y - top - 0.9 * high) + 0.5;
    const segments = tick.lines.flatMap((line) => line.slice(1).map((to, i) => [line[i]!, to] as const));
    const away = segments.map(([from, to]) => {
      const [x1, y1, x2, y2] = [left + from[0] * wide, top + from[1] * high, left + to[0] * wide, top + to[1] * high];
      const at = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)));
      return Math.hypot(x - x1 - at * (x2 - x1), y - y1 - at * (y2 - y1));
    });
    return Math.min(...away) - (0.5 * tick.pen * scale) / POINTS + 0.5;
  };
  for (let y = Math.max(0, Math.floor(top - high)); y < Math.min(height, top + 2 * high); y++) {
    for (let x = Math.max(0, Math.floor(left - wide)); x < Math.min(width, left + 2 * wide); x++) {
      const light = Math.max(0, Math.min(1, distance(x + 0.5, y + 0.5)));
      data[y * width + x] = Math.min(data[y * width + x]!, 30 + 225 * light);
    }
  }
}
