/** The recognisers alone, on receipt lines cut out by their true boxes, without detection and second engine. */
import { openNetworkFile } from '../../../src/engines/bindings/onnx-session.ts';
import { createRecogniser } from '../../../src/engines/documents/reading/ocr/recognition/recogniser.ts';
import { cutStrip } from '../../../src/engines/documents/reading/ocr/line-images/strip.ts';
import type { RecogniserWeights } from '../../../src/engines/loaders/reading/ocr-weights.ts';
import { findRecogniser, shippedRecogniser } from '../../../src/engines/loaders/reading/ocr-weights.ts';
import { measureCpu } from './cpu-time.ts';
import type { Settings } from './main.ts';
import { readReceipts } from './receipts.ts';
import { editDistance } from './scores.ts';
import { printBar, printHeader, printRow } from './table.ts';

const BARS = { errors: 0.035, exact: 0.75, milliseconds: 15 };

export async function benchRecognisers({ data, reader: { weights } }: Settings): Promise<void> {
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
  const candidates: [string, RecogniserWeights][] = [];
  const given = weights === undefined ? undefined : await findRecogniser(weights);
  if (given !== undefined) candidates.push(['--weights', given]);
  candidates.push(['own', await shippedRecogniser()]);
  printHeader(`Recognisers alone (${lines.length} lines)`, ['CER', 'exact', 'CPU ms']);
  for (const [name, { file, settings }] of candidates) {
    const recogniser = createRecogniser(await openNetworkFile(file), settings);
    const { result, seconds } = await measureCpu(async () => await recogniser.read(lines.map(({ image }) => image)));
    await recogniser.close();
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
