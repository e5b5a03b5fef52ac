/** Real receipts, read whole. Their truth is in capitals, so case is folded. */
import { applyToBox } from '../../src/engines/reading/model/affine.ts';
import { loadReader, loadTesseract } from '../../src/engines/runtime/reading/load-reader.ts';
import { timed } from './cost.ts';
import type { Settings } from './main.ts';
import { readReceipts } from './receipts.ts';
import { scoreOf } from './scores.ts';
import { bar, head, mean, row } from './table.ts';

const BARS = { lettersF1: 0.88, seconds: 8 };

export async function realReceipts({ data, reader: options }: Settings): Promise<void> {
  const receipts = await readReceipts(data);
  if (receipts.length === 0) {
    console.log(`No receipts under ${data}/document/sroie; they are not read.`);
    return;
  }
  const reader = await loadReader(options);
  const peer = await loadTesseract('auto');
  head('Receipts', ['F1', 'F1n', 'CER', 'CPU s', 'T F1', 'T F1n', 'T CER', 'T CPU s']);
  const rows: number[][] = [];
  for (const { name, image, lines } of receipts) {
    const own = await timed(async () => await reader.read(image));
    const score = scoreOf(lines, own.result.lines.flatMap(({ words }) => words).map(({ text, box }) => ({ text, box: applyToBox(own.result.toOriginal, box) })), true);
    const other = await timed(async () => await peer.read(image, 3));
    const theirs = scoreOf(lines, other.result, true);
    const figures = [score.f1, score.lettersF1, score.characterErrors, own.seconds, theirs.f1, theirs.lettersF1, theirs.characterErrors, other.seconds];
    row(name, figures);
    rows.push(figures);
  }
  const means = rows[0]!.map((_, i) => mean(rows.map((figures) => figures[i]!)));
  row('mean', means);
  bar(means[1]! >= BARS.lettersF1 && means[3]! <= BARS.seconds, `receipts: letters-and-digits F1 at least ${BARS.lettersF1} (Tesseract alone ${means[5]!.toFixed(3)}), at most ${BARS.seconds} CPU s`);
  await peer.close();
  await reader.close();
}
