/**
 * Real pages: the receipts, and the documents of `document/real` and `document/prebuilt` in the data folder, by our reader and by
 * Tesseract on the same images. The rules by which a value counts as read are in value-search.ts.
 * `--part time|receipts|values|orientation|marks` runs one part; `--list` prints the values that were not read.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layoutPage } from '../../../src/engines/documents/layout/layout-page.ts';
import { applyToBox, compose, inverse, unionBox } from '../../../src/engines/documents/reading/model/affine.ts';
import type { GrayImage, Line, Turn } from '../../../src/engines/documents/reading/model/page.ts';
import { createDetector } from '../../../src/engines/documents/reading/ocr/detection/detector.ts';
import { straightenPage } from '../../../src/engines/documents/reading/ocr/read-image.ts';
import type { OcrResult } from '../../../src/engines/documents/reading/ocr/reader.ts';
import { createRecognizer } from '../../../src/engines/documents/reading/ocr/recognition/recognizer.ts';
import { rotateQuarter } from '../../../src/engines/documents/reading/images/rotate.ts';
import { openNetworkFile } from '../../../src/engines/bindings/onnx-session.ts';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import { loadTesseract } from './tesseract.ts';
import type { Tesseract, TesseractWord } from './tesseract.ts';
import { shippedDetector, shippedRecognizer } from '../../../src/engines/loaders/reading/ocr-weights.ts';
import { measureCpu } from './cpu-time.ts';
import { renderPdf } from './degrade.ts';
import type { Settings } from './settings.ts';
import { benchMarks } from './mark-counts.ts';
import { KINDS, createInstructionsPage, createPage } from './pages.ts';
import type { SyntheticPage } from './pages.ts';
import { readRealDocuments, readPageImages, readPages, UNKNOWN_KIND } from './real-documents.ts';
import type { RealDocument } from './real-documents.ts';
import { readReceipts } from './receipts.ts';
import type { Receipt } from './receipts.ts';
import { scorePage } from './scores.ts';
import type { FoundWord } from './scores.ts';
import { mean, printBar, printHeader, printRow } from './table.ts';
import { isRead, toSearchedPage } from '../../training/documents/evaluation/value-search.ts';
import type { ExpectedValue, SeenLine, SearchedPage } from '../../training/documents/evaluation/value-search.ts';

const BARS = {
  receiptLetters: 0.94,
  recall: 0.93,
  idRecall: 0.9,
  japaneseRecall: 0.8,
  cleanSeconds: 1,
  receiptSeconds: 0.35,
  instructionsSeconds: 2.5,
  digitalSeconds: 0.05,
  peakMegabytes: 700,
  weightsMegabytes: 60,
};
/** Receipts that the project has known for long. */
const SEEN_RECEIPTS = ['000', '007', '200', '450'];
const JAPANESE = 'receipt-japanese.png';
/** Not used for tuning. */
const SEED = 3000;

const PARTS: Readonly<Record<string, (settings: Settings) => Promise<void>>> = {
  time: benchTime,
  receipts: benchReceiptPages,
  values: benchValues,
  orientation: benchOrientation,
  marks: benchMarks,
};

export async function benchRealPages(settings: Settings): Promise<void> {
  for (const [name, part] of Object.entries(PARTS)) if (settings.part === '' || settings.part === name) await part(settings);
}

/** First, so that the peak of memory is that of our reader alone. CPU time is that of one thread, time by the clock that of all. */
async function benchTime({ reader: options }: Settings): Promise<void> {
  const [reader, threaded] = [await loadReader({ ...options, threads: 1 }), await loadReader(options)];
  const timeScan = async (pages: readonly SyntheticPage[], dpi: number): Promise<{ f1: number; seconds: number; wall: number }> => {
    const reads = [];
    for (const { pdf, lines } of pages) {
      const { image, map } = await renderPdf(pdf, dpi);
      const { result, seconds } = await measureCpu(async () => await reader.read(image));
      const started = performance.now();
      await threaded.read(image);
      const wall = (performance.now() - started) / 1000;
      const toPage = compose(inverse(map), result.toOriginal);
      const words = result.lines.flatMap((line) => line.words).map(({ text, box }) => ({ text, box: applyToBox(toPage, box) }));
      reads.push({
        seconds,
        wall,
        f1: scorePage(
          lines.map(({ text, ...box }) => ({ text, box })),
          words,
          false,
        ).f1,
      });
    }
    return {
      f1: mean(reads.map(({ f1 }) => f1)),
      seconds: mean(reads.map(({ seconds }) => seconds)),
      wall: mean(reads.map(({ wall }) => wall)),
    };
  };
  const drawn = await Promise.all(KINDS.map(async (kind) => await createPage(kind, SEED)));
  await timeScan(drawn.slice(0, 1), 150);
  printHeader('Time, drawn pages', ['pages', 'F1', 'CPU s', 'wall s', 'bar']);
  const clean = await timeScan(drawn, 150);
  printRow('clean, 150 dpi', [String(drawn.length), clean.f1, clean.seconds, clean.wall, BARS.cleanSeconds]);
  const dense = await timeScan([await createInstructionsPage(SEED)], 100);
  printRow('8-point instructions, 100 dpi', ['1', dense.f1, dense.seconds, dense.wall, BARS.instructionsSeconds]);
  const rounds = 5;
  const readDigital = async (): Promise<void> => {
    for (const { pdf } of drawn)
      for (const page of await readPages(pdf, reader)) layoutPage(page, { tables: true, marks: true, figures: true, keyValuePairs: true });
  };
  await readDigital();
  const digital = await measureCpu(async () => {
    for (let round = 0; round < rounds; round++) await readDigital();
  });
  const digitalSeconds = digital.seconds / rounds / drawn.length;
  printRow('digital, with layout', [String(drawn.length), undefined, digitalSeconds, undefined, BARS.digitalSeconds]);
  await reader.close();
  await threaded.close();
  const peak = process.resourceUsage().maxRSS / 1024;
  const weights = weightsMegabytes();
  console.log(`peak resident memory: ${peak.toFixed(0)} MB; weights: ${weights.toFixed(1)} MB`);
  printBar(clean.seconds <= BARS.cleanSeconds, `clean page at 150 dpi: at most ${BARS.cleanSeconds} CPU s`);
  printBar(dense.seconds <= BARS.instructionsSeconds, `8-point instructions at 100 dpi: at most ${BARS.instructionsSeconds} CPU s`);
  printBar(digitalSeconds <= BARS.digitalSeconds, `digital page: at most ${BARS.digitalSeconds} CPU s`);
  printBar(peak <= BARS.peakMegabytes, `peak memory: at most ${BARS.peakMegabytes} MB`);
  printBar(weights <= BARS.weightsMegabytes, `all reading weights: at most ${BARS.weightsMegabytes} MB`);
}

/** Everything that reading may load. */
function weightsMegabytes(): number {
  const folders = ['detector', 'recogniser', 'hands', 'scripts'].map((name) =>
    fileURLToPath(new URL(`../../../weights/${name}`, import.meta.url)),
  );
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)));
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
}

interface ReceiptFigures {
  name: string;
  own: number[];
  theirs: number[];
}

async function benchReceiptPages({ data, reader: options, list }: Settings): Promise<void> {
  const receipts = await readReceipts(data);
  if (receipts.length === 0) return;
  const reader = await loadReader({ ...options, threads: 1 });
  const peer = await loadTesseract();
  const rows: ReceiptFigures[] = [];
  const [found, theirFound] = [new Recall(list), new Recall(false)];
  for (const receipt of receipts) {
    const own = await measureCpu(async () => await reader.read(receipt.image));
    const other = await measureCpu(async () => await peer.read(receipt.image, 3));
    rows.push({
      name: receipt.name,
      own: receiptFigures(receipt, originalWords(own.result), own.seconds),
      theirs: receiptFigures(receipt, other.result, other.seconds),
    });
    found.add(receipt.name, receipt.values, [toSearchedPage(own.result.lines.map(toSeenLine))]);
    theirFound.add(receipt.name, receipt.values, [toSearchedPage(tesseractLines(other.result))]);
  }
  await reader.close();
  await peer.close();
  printHeader('Receipts', ['pages', 'F1', 'F1n', 'CER', 'CPU s', 'T F1', 'T F1n', 'T CER', 'T CPU s']);
  const print = (name: string, some: readonly ReceiptFigures[]): number[] => {
    const means = [0, 1, 2, 3].map((i) => mean(some.map(({ own }) => own[i]!)));
    printRow(name, [String(some.length), ...means, ...[0, 1, 2, 3].map((i) => mean(some.map(({ theirs }) => theirs[i]!)))]);
    return means;
  };
  if (list) for (const row of rows) print(row.name, [row]);
  print(
    'seen before',
    rows.filter(({ name }) => SEEN_RECEIPTS.includes(name)),
  );
  const [, letters, , seconds] = print(
    'new',
    rows.filter(({ name }) => !SEEN_RECEIPTS.includes(name)),
  );
  print('all', rows);
  console.log(
    `company, date, address and total read: ${found.share().toFixed(3)} of ${found.count} (Tesseract ${theirFound.share().toFixed(3)})`,
  );
  printBar(letters! >= BARS.receiptLetters, `new receipts: letters-and-digits F1 at least ${BARS.receiptLetters}`);
  printBar(seconds! <= BARS.receiptSeconds, `new receipts: at most ${BARS.receiptSeconds} CPU s a page`);
}

/** The truth of receipts is in upper case, so case is ignored. */
function receiptFigures({ lines }: Receipt, words: readonly FoundWord[], seconds: number): number[] {
  const { f1, lettersF1, characterErrors } = scorePage(lines, words, true);
  return [f1, lettersF1, characterErrors, seconds];
}

const originalWords = ({ lines, toOriginal }: OcrResult): FoundWord[] =>
  lines.flatMap(({ words }) => words).map(({ text, box }) => ({ text, box: applyToBox(toOriginal, box) }));

const toSeenLine = ({ words, box }: Line): SeenLine => ({ text: words.map(({ text }) => text).join(' '), box });

function tesseractLines(words: readonly TesseractWord[]): SeenLine[] {
  const lines = new Map<string, SeenLine>();
  for (const { text, box, line } of words) {
    const before = lines.get(line);
    lines.set(line, before === undefined ? { text, box } : { text: `${before.text} ${text}`, box: unionBox(before.box, box) });
  }
  return [...lines.values()];
}

/** Counts the values that were read, and prints the others where that is wanted. */
class Recall {
  readonly list: boolean;
  count = 0;
  read = 0;

  constructor(list: boolean) {
    this.list = list;
  }

  add(name: string, values: readonly ExpectedValue[], pages: readonly SearchedPage[]): void {
    for (const value of values) {
      this.count++;
      if (isRead(value, pages)) this.read++;
      else if (this.list) console.log(`  not read: ${name} ${value.path} = ${value.value}`);
    }
  }

  share(): number {
    return this.read / Math.max(1, this.count);
  }
}

interface DocumentReading {
  document: RealDocument;
  pages: number;
  /** All its text comes from its text layer. */
  isDigital: boolean;
  own: { recall: Recall; seconds: number };
  theirs: { recall: Recall; seconds: number };
}

async function benchValues({ data, reader: options, list }: Settings): Promise<void> {
  const documents = readRealDocuments(data);
  if (documents.length === 0) return;
  const reader = await loadReader(options);
  const peer = await loadTesseract();
  const readings: DocumentReading[] = [];
  for (const document of documents) {
    const own = await measureCpu(async () => await readPages(document.bytes, reader));
    const theirs = await readByTesseract(await readPageImages(document.bytes), peer);
    const [recall, theirRecall] = [new Recall(list), new Recall(false)];
    recall.add(
      document.name,
      document.values,
      own.result.map(({ page }) => toSearchedPage(page.lines.map(toSeenLine))),
    );
    theirRecall.add(document.name, document.values, theirs.pages);
    readings.push({
      document,
      pages: own.result.length,
      isDigital: own.result.every(({ page }) => page.lines.every(({ words }) => words.every(({ confidence }) => confidence === 1))),
      own: { recall, seconds: own.seconds },
      theirs: { recall: theirRecall, seconds: theirs.seconds },
    });
  }
  await reader.close();
  await peer.close();
  printHeader('Values read', ['documents', 'values', 'recall', 'T recall', 'pages', 'CPU s', 'T CPU s']);
  if (list) for (const reading of readings) printValues(reading.document.name, [reading]);
  for (const kind of new Set(documents.map((document) => document.kind)))
    printValues(
      kind,
      readings.filter(({ document }) => document.kind === kind),
    );
  const valued = readings.filter(({ document }) => document.kind !== UNKNOWN_KIND);
  printValues(
    'text layer only',
    valued.filter(({ isDigital }) => isDigital),
  );
  printValues(
    'by OCR, at least in part',
    valued.filter(({ isDigital }) => !isDigital),
  );
  const all = printValues('all with values', valued);
  const recallOf = (some: (document: RealDocument) => boolean): number =>
    recallOver(
      readings.filter(({ document }) => some(document)),
      'own',
    );
  printBar(all >= BARS.recall, `value recall at least ${BARS.recall}`);
  printBar(recallOf(({ kind }) => kind === 'id') >= BARS.idRecall, `value recall on ids at least ${BARS.idRecall}`);
  const japanese = recallOf(({ name }) => name === JAPANESE);
  printBar(
    japanese >= BARS.japaneseRecall,
    `value recall on the Japanese receipt (${japanese.toFixed(3)}) at least ${BARS.japaneseRecall}`,
  );
}

async function readByTesseract(images: readonly GrayImage[], peer: Tesseract): Promise<{ pages: SearchedPage[]; seconds: number }> {
  const { result, seconds } = await measureCpu(async () => {
    const pages: SearchedPage[] = [];
    for (const image of images) pages.push(toSearchedPage(tesseractLines(await peer.read(image, 3))));
    return pages;
  });
  return { pages: result, seconds };
}

function recallOver(readings: readonly DocumentReading[], by: 'own' | 'theirs'): number {
  const sum = (figure: (recall: Recall) => number): number => readings.reduce((total, reading) => total + figure(reading[by].recall), 0);
  return (
    sum(({ read }) => read) /
    Math.max(
      1,
      sum(({ count }) => count),
    )
  );
}

function printValues(name: string, some: readonly DocumentReading[]): number {
  const sum = (figure: (reading: DocumentReading) => number): number => some.reduce((total, reading) => total + figure(reading), 0);
  const [values, pages] = [sum(({ own }) => own.recall.count), sum((reading) => reading.pages)];
  const recalls = values === 0 ? [undefined, undefined] : [recallOver(some, 'own'), recallOver(some, 'theirs')];
  printRow(name, [
    String(some.length),
    String(values),
    ...recalls,
    String(pages),
    sum(({ own }) => own.seconds) / Math.max(1, pages),
    sum(({ theirs }) => theirs.seconds) / Math.max(1, pages),
  ]);
  return recalls[0] ?? 0;
}

const isBlank = ({ data }: GrayImage): boolean => data.every((shade) => shade > 127);

const TURNS: readonly Turn[] = [0, 90, 180, 270];

/** Every page in four turns, by the step that straightens pages alone. */
async function benchOrientation({ data }: Settings): Promise<void> {
  const pages: { name: string; image: GrayImage }[] = (await readReceipts(data)).map(({ name, image }) => ({
    name: `receipt ${name}`,
    image,
  }));
  for (const { name, bytes } of readRealDocuments(data))
    for (const [i, image] of (await readPageImages(bytes)).entries())
      if (!isBlank(image)) pages.push({ name: `${name} page ${i + 1}`, image });
  if (pages.length === 0) return;
  const detector = createDetector(await openNetworkFile(shippedDetector()));
  const recognizerWeights = await shippedRecognizer();
  const recognizer = createRecognizer(await openNetworkFile(recognizerWeights.file), recognizerWeights.settings);
  const wrong: string[] = [];
  const right = new Map<Turn, number>(TURNS.map((turn) => [turn, 0]));
  const { seconds } = await measureCpu(async () => {
    for (const { name, image } of pages) {
      for (const turn of TURNS) {
        const { angle } = await straightenPage(rotateQuarter(image, turn), detector, recognizer);
        const away = (((angle - turn) % 360) + 360) % 360;
        if (away < 45 || away > 315) right.set(turn, right.get(turn)! + 1);
        else wrong.push(`${name} turned by ${turn}°: angle ${angle.toFixed(1)}°`);
      }
    }
  });
  await detector.close();
  await recognizer.close();
  printHeader('Orientation, right pages', ['pages', ...TURNS.map((turn) => `${turn}°`), 'wrong', 'CPU s']);
  const counts = [...right.values(), wrong.length].map(String);
  printRow('all pages', [String(pages.length), ...counts, seconds / pages.length / TURNS.length]);
  for (const line of wrong) console.log(`  wrong: ${line}`);
  printBar(wrong.length === 0, 'orientation right on every page in four turns');
}
