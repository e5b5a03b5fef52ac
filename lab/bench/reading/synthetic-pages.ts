/** Accuracy and cost on synthetic pages: four kinds in every condition, with new texts in each. */
import { compose, applyToBox, inverse } from '../../../src/engines/documents/reading/model/affine.ts';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import { loadTesseract } from './tesseract.ts';
import type { Reader } from '../../../src/engines/documents/reading/ocr/reader.ts';
import { CONDITIONS } from './conditions.ts';
import { measureCpu } from './cpu-time.ts';
import { renderPdf } from './degrade.ts';
import type { Settings } from './settings.ts';
import { KINDS, createPage } from './pages.ts';
import type { Score, FoundWord } from './scores.ts';
import { scorePage } from './scores.ts';
import { printBar, printHeader, mean, printRow } from './table.ts';

/** Not used for tuning. */
const SEED = 2000;
const BARS = { clean: { f1: 0.995, seconds: 4 }, hard: { f1: 0.97, seconds: 8 }, rotated: { f1: 0.98, seconds: 8 } };

interface Read {
  score: Score;
  seconds: number;
}

export async function benchPages({ reader: options, condition }: Settings): Promise<void> {
  const reader = await loadReader(options);
  const peer = await loadTesseract();
  await reportFirstPage(reader);
  printHeader(`Drawn pages (${KINDS.length} a row)`, [
    'F1',
    'F1n',
    'CER',
    'CPU s',
    'max s',
    `T F1`,
    'T F1n',
    'T CER',
    'T CPU s',
    'F1 ratio',
  ]);
  for (const [i, { name, dpi, degrade, kind }] of CONDITIONS.entries()) {
    if (!name.includes(condition)) continue;
    const [own, other]: [Read[], Read[]] = [[], []];
    for (const pageKind of KINDS) {
      const page = await createPage(pageKind, SEED + i);
      const shot = await degrade(await renderPdf(page.pdf, dpi), SEED + i);
      const truth = page.lines.map(({ text, ...box }) => ({ text, box }));
      const toPage = inverse(shot.map);
      const { result, seconds } = await measureCpu(async () => await reader.read(shot.image));
      own.push({
        seconds,
        score: scorePage(
          truth,
          result.lines
            .flatMap(({ words }) => words)
            .map(({ text, box }): FoundWord => ({ text, box: applyToBox(compose(toPage, result.toOriginal), box) })),
          false,
        ),
      });
      const alone = await measureCpu(async () => await peer.read(shot.image, 3));
      other.push({
        seconds: alone.seconds,
        score: scorePage(
          truth,
          alone.result.map(({ text, box }): FoundWord => ({ text, box: applyToBox(toPage, box) })),
          false,
        ),
      });
    }
    const [ours, theirs] = [own, other].map((reads) => figures(reads)) as [number[], number[]];
    printRow(name, [...ours, Math.max(...own.map(({ seconds }) => seconds)), ...theirs, ours[0]! / theirs[0]!]);
    const wanted = BARS[kind];
    if (ours[0]! < wanted.f1 || ours[3]! > wanted.seconds)
      printBar(false, `${name}: F1 at least ${wanted.f1}, at most ${wanted.seconds} CPU s per page`);
  }
  await peer.close();
  await reader.close();
}

/** Worker processes are long-lived, so the cost of the first page is reported separately. */
async function reportFirstPage(reader: Reader): Promise<void> {
  const { dpi, degrade } = CONDITIONS[0]!;
  const { image } = await degrade(await renderPdf((await createPage(KINDS[0]!, SEED - 1)).pdf, dpi), SEED - 1);
  const [first, again] = [await measureCpu(async () => await reader.read(image)), await measureCpu(async () => await reader.read(image))];
  console.log(`\nFirst page of a process: ${first.seconds.toFixed(2)} CPU s; the same page again: ${again.seconds.toFixed(2)} CPU s.`);
}

function figures(reads: readonly Read[]): number[] {
  return [
    mean(reads.map(({ score }) => score.f1)),
    mean(reads.map(({ score }) => score.lettersF1)),
    mean(reads.map(({ score }) => score.characterErrors)),
    mean(reads.map(({ seconds }) => seconds)),
  ];
}
