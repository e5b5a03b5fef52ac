/** The recognizers alone, on receipt lines cut out by their true boxes, without detection and second engine. */
import { openNetworkFile } from '../../../src/engines/bindings/onnx-session.ts';
import { createRecognizer } from '../../../src/engines/documents/reading/ocr/recognition/recognizer.ts';
import { cutStrip } from '../../../src/engines/documents/reading/ocr/line-images/strip.ts';
import type { RecognizerWeights } from '../../../src/engines/loaders/reading/ocr-weights.ts';
import { findRecognizer, shippedRecognizer } from '../../../src/engines/loaders/reading/ocr-weights.ts';
import { measureCpu } from './cpu-time.ts';
import type { Settings } from './settings.ts';
import { readReceipts } from './receipts.ts';
import { editDistance } from './scores.ts';
import { printBar, printHeader, printRow } from './table.ts';

const BARS = { errors: 0.035, exact: 0.75, milliseconds: 15 };

export async function benchRecognizers({ data, reader: { weights } }: Settings): Promise<void> {
  const lines = (await readReceipts(data)).flatMap(({ image, lines: own }) =>
    own.map(({ text, box }) => {
      const rectangle = {
        x: (box.left + box.right) / 2,
        y: (box.top + box.bottom) / 2,
        length: box.right - box.left,
        height: box.bottom - box.top,
        angle: 0,
      };
      return { text, image: cutStrip(image, rectangle).image };
    }),
  );
  if (lines.length === 0) return;
  const candidates: [string, RecognizerWeights][] = [];
  const given = weights === undefined ? undefined : await findRecognizer(weights);
  if (given !== undefined) candidates.push(['--weights', given]);
  candidates.push(['own', await shippedRecognizer()]);
  printHeader(`Recognizers alone (${lines.length} lines)`, ['CER', 'exact', 'CPU ms']);
  for (const [name, { file, settings }] of candidates) {
    const recognizer = createRecognizer(await openNetworkFile(file), settings);
    const { result, seconds } = await measureCpu(async () => await recognizer.read(lines.map(({ image }) => image)));
    await recognizer.close();
    let [wrong, total, exact] = [0, 0, 0];
    result.forEach(({ letters }, i) => {
      const read = letters
        .map(({ text }) => text)
        .join('')
        .trim();
      const bare = (text: string): string[] => [...text.toLowerCase().replace(/\s/g, '')];
      wrong += editDistance(bare(lines[i]!.text), bare(read));
      total += bare(lines[i]!.text).length;
      if (read.toLowerCase() === lines[i]!.text.trim().toLowerCase()) exact++;
    });
    const figures = [wrong / total, exact / lines.length, (seconds * 1000) / lines.length] as const;
    printRow(name, figures);
    if (candidates[0]![0] === name)
      printBar(
        figures[0] <= BARS.errors && figures[1] >= BARS.exact && figures[2] <= BARS.milliseconds,
        `${name}: character errors at most ${BARS.errors}, exact lines at least ${BARS.exact}, at most ${BARS.milliseconds} ms per line`,
      );
  }
}
