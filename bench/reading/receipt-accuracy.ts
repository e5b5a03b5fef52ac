/** Accuracy and cost on real receipts. Their truth is in upper case, so case is ignored. */
import { applyToBox } from '../../src/engines/reading/model/affine.ts';
import { loadReader } from '../../src/engines/runtime/reading/load-reader.ts';
import { loadTesseract } from './tesseract.ts';
import { measureCpu } from './cpu-time.ts';
import type { Settings } from './main.ts';
import { readReceipts } from './receipts.ts';
import { scorePage } from './scores.ts';
import { printBar, printHeader, mean, printRow } from './table.ts';

const BARS = { lettersF1: 0.88, seconds: 8 };

export async function benchReceipts({ data, reader: options }: Settings): Promise<void> {
  const receipts = await readReceipts(data);
  if (receipts.length === 0) {
    console.log(`No receipts in ${data}/document/sroie: skipped.`);
    return;
  }
  const reader = await loadReader(options);
  const peer = await loadTesseract();
  printHeader('Receipts', ['F1', 'F1n', 'CER', 'CPU s', 'T F1', 'T F1n', 'T CER', 'T CPU s']);
  const rows: number[][] = [];
  for (const { name, image, lines } of receipts) {
    const own = await measureCpu(async () => await reader.read(image));
    const score = scorePage(
      lines,
      own.result.lines.flatMap(({ words }) => words).map(({ text, box }) => ({ text, box: applyToBox(own.result.toOriginal, box) })),
      true,
    );
    const other = await measureCpu(async () => await peer.read(image, 3));
    const theirs = scorePage(lines, other.result, true);
    const figures = [
      score.f1,
      score.lettersF1,
      score.characterErrors,
      own.seconds,
      theirs.f1,
      theirs.lettersF1,
      theirs.characterErrors,
      other.seconds,
    ];
    printRow(name, figures);
    rows.push(figures);
  }
  const means = rows[0]!.map((_, i) => mean(rows.map((figures) => figures[i]!)));
  printRow('mean', means);
  printBar(
    means[1]! >= BARS.lettersF1 && means[3]! <= BARS.seconds,
    `receipts: letters-and-digits F1 at least ${BARS.lettersF1} (Tesseract alone ${means[5]!.toFixed(3)}), at most ${BARS.seconds} CPU s`,
  );
  await peer.close();
  await reader.close();
}
