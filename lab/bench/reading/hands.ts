/**
 * Handwriting and typewriting of writers that trained nothing (hand-pages.ts), with the printed receipts beside them: whole pages by
 * our reader and by Tesseract, lines cut out by their true boxes, and which lines are called handwritten.
 * `--part pages|lines` runs one part, `--part own` both without Tesseract.
 */
import { IDENTITY, applyToBox } from '../../../src/engines/documents/reading/model/affine.ts';
import type { OcrResult } from '../../../src/engines/documents/reading/ocr/reader.ts';
import { cutLooseStrip, cutStrip } from '../../../src/engines/documents/reading/ocr/line-images/strip.ts';
import type { Strip } from '../../../src/engines/documents/reading/ocr/line-images/strip.ts';
import { readLines } from '../../../src/engines/documents/reading/ocr/recognition/read-lines.ts';
import type { Engines } from '../../../src/engines/documents/reading/ocr/recognition/read-lines.ts';
import { wordText } from '../../../src/engines/documents/reading/ocr/recognition/readings.ts';
import { loadEngines, loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import { judgeWords, printJudged } from './confidence.ts';
import type { JudgedWord } from './confidence.ts';
import { measureCpu } from './cpu-time.ts';
import { readHandPages } from './hand-pages.ts';
import type { HandPage } from './hand-pages.ts';
import { readReceipts } from './receipts.ts';
import { editDistance, scorePage } from './scores.ts';
import type { Score, TrueLine } from './scores.ts';
import type { Settings } from './settings.ts';
import { mean, printBar, printHeader, printRow } from './table.ts';
import { loadTesseract } from './tesseract.ts';
import { createJudge, createLooseJudge } from './word-judges.ts';

interface PageSet {
  name: string;
  pages: HandPage[];
  /** The truth of receipts is in upper case. */
  foldCase: boolean;
  bars: { f1: number; lineErrors: number };
}

export const HAND_SETS = [
  { name: 'modern French', folder: 'hand-fr-wikipedia', bars: { f1: 0.6, lineErrors: 0.13 } },
  { name: 'German words', folder: 'hand-de-words', bars: { f1: 0.72, lineErrors: 0.05 } },
  { name: 'English letters of 1905', folder: 'hand-en-1905', bars: { f1: 0.75, lineErrors: 0.09 } },
  { name: 'French wills of 1914', folder: 'hand-fr-1914', bars: { f1: 0.42, lineErrors: 0.25 } },
  { name: 'typewritten', folder: 'typed-pages', bars: { f1: 0.92, lineErrors: 0.03 } },
] as const;
const PRINT_BARS = { f1: 0.9, lineErrors: 0.03 };
/** The network was trained on lines cut out with a little more than their true boxes. */
const TRUE_BOX_SCALE = 1.16;
/** The least share of lines whose style is right. */
const MIN_STYLES = 0.9;

export async function benchHands({ data, reader: options, list, part }: Settings): Promise<void> {
  const sets: PageSet[] = [];
  for (const { name, folder, bars } of HAND_SETS) sets.push({ name, pages: await readHandPages(data, folder), foldCase: false, bars });
  sets.push({ name: 'printed receipts', pages: await readPrintedPages(data), foldCase: true, bars: PRINT_BARS });
  const present = sets.filter(({ pages }) => pages.length > 0);
  if (present.length === 0) return;
  if (part !== 'lines') await benchPages(present, options, list, part !== 'own');
  if (part !== 'pages') await benchLines(present, options, list);
}

export async function readPrintedPages(data: string): Promise<HandPage[]> {
  const receipts = await readReceipts(data);
  return receipts.map(({ name, image, lines }) => ({
    name,
    image,
    lines: lines.map((line) => ({ ...line, isHandwritten: false, isDoubtful: /^\*+$/.test(line.text) })),
  }));
}

interface StyleCounts {
  lines: number;
  handwritten: number;
  right: number;
}

async function benchPages(sets: readonly PageSet[], options: Settings['reader'], list: boolean, withPeer: boolean): Promise<void> {
  const reader = await loadReader(options);
  const peer = withPeer ? await loadTesseract() : undefined;
  const styles = new Map<string, StyleCounts>();
  const results: { set: PageSet; f1: number }[] = [];
  const judged = new Map<string, JudgedWord[]>();
  printHeader('Whole pages', ['pages', 'F1', 'F1n', 'CER', 'CPU s', 'T F1', 'T F1n', 'T CER']);
  for (const set of sets) {
    const [own, theirs, seconds]: [Score[], Score[], number[]] = [[], [], []];
    const counts = { lines: 0, handwritten: 0, right: 0 };
    const words: JudgedWord[] = [];
    for (const { name, image, lines } of set.pages) {
      const read = await measureCpu(async () => await reader.read(image, { handwriting: true }));
      own.push(scorePage(lines, originalWords(read.result), set.foldCase));
      if (peer !== undefined) theirs.push(scorePage(lines, await peer.read(image, 3), set.foldCase));
      seconds.push(read.seconds);
      countStyles(lines, read.result, counts);
      words.push(...judgeWords(read.result, IDENTITY, (set.foldCase ? createLooseJudge : createJudge)(lines)));
      if (list) printRow(`  ${name.slice(-30)}`, ['1', ...figuresOf(own.slice(-1)), read.seconds, ...figuresOf(theirs.slice(-1))]);
    }
    printRow(set.name, [String(set.pages.length), ...figuresOf(own), mean(seconds), ...figuresOf(theirs)]);
    styles.set(set.name, counts);
    judged.set(set.name, words);
    results.push({ set, f1: mean(own.map(({ f1 }) => f1)) });
  }
  await reader.close();
  await peer?.close();
  for (const { set, f1 } of results) printBar(f1 >= set.bars.f1, `${set.name}: words F1 at least ${set.bars.f1}`);
  printHeader('Confidence of words', ['words', 'mean', 'right', 'ECE']);
  for (const [name, words] of judged) printJudged(name, words);
  printHeader('Styles of lines', ['lines', 'by hand', 'right']);
  for (const [name, { lines, handwritten, right }] of styles)
    printRow(name, [String(lines), handwritten / Math.max(1, lines), right / Math.max(1, lines)]);
  for (const [name, { lines, right }] of styles) printBar(right >= MIN_STYLES * lines, `${name}: styles right at least ${MIN_STYLES}`);
}

const figuresOf = (scores: readonly Score[]): (number | undefined)[] =>
  scores.length === 0
    ? [undefined, undefined, undefined]
    : (['f1', 'lettersF1', 'characterErrors'] as const).map((name) => mean(scores.map((score) => score[name])));

const originalWords = ({ lines, toOriginal }: OcrResult): TrueLine[] =>
  lines.flatMap(({ words }) => words).map(({ text, box }) => ({ text, box: applyToBox(toOriginal, box) }));

/** Counts the lines read that are centered in a true line of known style. */
function countStyles(truth: HandPage['lines'], { lines, toOriginal }: OcrResult, counts: StyleCounts): void {
  for (const { box, handwritten = 0 } of lines) {
    const { left, top, right, bottom } = applyToBox(toOriginal, box);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const line = truth.find(({ box: own }) => x > own.left && x < own.right && y > own.top && y < own.bottom);
    if (line?.isHandwritten === undefined) continue;
    counts.lines++;
    if (handwritten >= 0.5) counts.handwritten++;
    if (handwritten >= 0.5 === line.isHandwritten) counts.right++;
  }
}

async function benchLines(sets: readonly PageSet[], options: Settings['reader'], list: boolean): Promise<void> {
  const { engines, close } = await loadEngines(options);
  const missed: [boolean, string][] = [];
  printHeader('Lines by their true boxes', ['lines', 'CER', 'words', 'CPU ms']);
  for (const { name, pages, foldCase, bars } of sets) {
    let [wrong, total, right, words, lines, seconds] = [0, 0, 0, 0, 0, 0];
    const fold = (text: string): string => (foldCase ? text.toLowerCase() : text);
    for (const page of pages) {
      const judged = page.lines.filter(({ isDoubtful, text }) => !isDoubtful && text !== '');
      const read = await measureCpu(async () => await readBoxes(page, judged, engines));
      seconds += read.seconds;
      judged.forEach(({ text }, i) => {
        const [wanted, got] = [fold(text), fold(read.result[i]!)];
        if (list && wanted !== got) console.log(`  ${name}: ${wanted} → ${got}`);
        wrong += editDistance([...wanted], [...got]);
        total += [...wanted].length;
        const left = got.split(' ');
        for (const word of wanted.split(' ')) {
          words++;
          const at = left.indexOf(word);
          if (at < 0) continue;
          left.splice(at, 1);
          right++;
        }
        lines++;
      });
    }
    printRow(name, [String(lines), wrong / total, right / words, (seconds * 1000) / lines]);
    missed.push([wrong / total <= bars.lineErrors, `${name}: character errors of lines at most ${bars.lineErrors}`]);
  }
  for (const [met, text] of missed) printBar(met, text);
  await close();
}

async function readBoxes({ image }: HandPage, lines: readonly TrueLine[], engines: Engines): Promise<string[]> {
  const rectangles = lines.map(({ box: { left, top, right, bottom } }) => ({
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    length: right - left,
    height: bottom - top,
    angle: 0,
  }));
  const strips = rectangles.map((line) => cutStrip(image, line));
  // True boxes already hold the whole line.
  const loose = (line: number): Strip => cutLooseStrip(image, rectangles[line]!, TRUE_BOX_SCALE);
  return (await readLines(strips, engines, { line: (line) => cutStrip(image, line), loose })).map(({ reading }) =>
    reading.map(wordText).join(' '),
  );
}
