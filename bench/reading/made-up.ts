/** Pages drawn by seed in every condition: four kinds each, their texts new in every condition. */
import { compose, applyToBox, inverse } from '../../src/engines/reading/model/affine.ts';
import { loadReader, loadTesseract } from '../../src/engines/runtime/reading/load-reader.ts';
import type { Reader } from '../../src/engines/reading/ocr/reader.ts';
import { CONDITIONS } from './conditions.ts';
import { timed } from './cost.ts';
import { drawPage } from './drawing.ts';
import type { Settings } from './main.ts';
import { KINDS, makePage } from './pages.ts';
import type { Score, SeenWord } from './scores.ts';
import { scoreOf } from './scores.ts';
import { bar, head, mean, row } from './table.ts';

/** Far from the seeds that anything was tuned on. */
const SEED = 2000;
const BARS = { clean: { f1: 0.995, seconds: 4 }, hard: { f1: 0.97, seconds: 8 }, turned: { f1: 0.98, seconds: 8 } };

interface Read { score: Score; seconds: number }

export async function pages({ reader: options, condition }: Settings): Promise<void> {
  const reader = await loadReader(options);
  const peer = await loadTesseract('auto');
  await warmedUp(reader);
  head(`Drawn pages (${KINDS.length} a row)`, ['F1', 'F1n', 'CER', 'CPU s', 'most s', `T F1`, 'T F1n', 'T CER', 'T CPU s', 'F1 ratio']);
  for (const [i, { name, dpi, spoil, kind }] of CONDITIONS.entries()) {
    if (!name.includes(condition)) continue;
    const [own, other]: [Read[], Read[]] = [[], []];
    for (const page of KINDS) {
      const made = await makePage(page, SEED + i);
      const shot = await spoil(await drawPage(made.pdf, dpi), SEED + i);
      const truth = made.lines.map(({ text, ...box }) => ({ text, box }));
      const toPage = inverse(shot.map);
      const { result, seconds } = await timed(async () => await reader.read(shot.image));
      own.push({ seconds, score: scoreOf(truth, result.lines.flatMap(({ words }) => words).map(({ text, box }): SeenWord => ({ text, box: applyToBox(compose(toPage, result.toOriginal), box) })), false) });
      const alone = await timed(async () => await peer.read(shot.image, 3));
      other.push({ seconds: alone.seconds, score: scoreOf(truth, alone.result.map(({ text, box }): SeenWord => ({ text, box: applyToBox(toPage, box) })), false) });
    }
    const [ours, theirs] = [own, other].map((reads) => figures(reads)) as [number[], number[]];
    row(name, [...ours, Math.max(...own.map(({ seconds }) => seconds)), ...theirs, ours[0]! / theirs[0]!]);
    const wanted = BARS[kind];
    if (ours[0]! < wanted.f1 || ours[3]! > wanted.seconds) bar(false, `${name}: F1 at least ${wanted.f1}, at most ${wanted.seconds} CPU s a page`);
  }
  await peer.close();
  await reader.close();
}

/** Processes that read stay for as long as there is something to do: what the first page of one costs is told apart. */
async function warmedUp(reader: Reader): Promise<void> {
  const { dpi, spoil } = CONDITIONS[0]!;
  const { image } = await spoil(await drawPage((await makePage(KINDS[0]!, SEED - 1)).pdf, dpi), SEED - 1);
  const [first, again] = [await timed(async () => await reader.read(image)), await timed(async () => await reader.read(image))];
  console.log(`\nThe first page that a process reads: ${first.seconds.toFixed(2)} CPU s, the same again ${again.seconds.toFixed(2)}.`);
}

function figures(reads: readonly Read[]): number[] {
  return [mean(reads.map(({ score }) => score.f1)), mean(reads.map(({ score }) => score.lettersF1)), mean(reads.map(({ score }) => score.characterErrors)), mean(reads.map(({ seconds }) => seconds))];
}
