/**
 * Fits the curves of ocr/recognition/confidence.ts by logistic regression on degraded, partly illegible pages of the tuning
 * seeds: how often a word with a given engine figure is right, on every fifth line, and how often kept words are right, on
 * all lines.
 */
import { compose, apply, inverse } from '../../src/engines/reading/model/affine.ts';
import { ENGINE_CURVES, logit, CONFIDENCE_CURVES } from '../../src/engines/reading/ocr/recognition/confidence.ts';
import type { Curve, Engine, ReadBy } from '../../src/engines/reading/ocr/recognition/confidence.ts';
import { createDetector } from '../../src/engines/reading/ocr/detection/detector.ts';
import type { Reading } from '../../src/engines/reading/ocr/recognition/fusion.ts';
import { wordText } from '../../src/engines/reading/ocr/recognition/fusion.ts';
import { readWithTesseract, recogniseStrips, fuseReadings } from '../../src/engines/reading/ocr/recognition/read-lines.ts';
import { openNetworkFile } from '../../src/engines/runtime/onnx-session.ts';
import { straightenPage, readTextLines } from '../../src/engines/reading/ocr/read-image.ts';
import { createRecogniser } from '../../src/engines/reading/ocr/recognition/recogniser.ts';
import type { Strip } from '../../src/engines/reading/ocr/line-images/strip.ts';
import { cutStrip } from '../../src/engines/reading/ocr/line-images/strip.ts';
import { findRecogniser, shippedDetector, shippedRecogniser } from '../../src/engines/runtime/reading/ocr-weights.ts';
import { loadTesseract } from '../../src/engines/runtime/reading/load-reader.ts';
import { createJudge, generatePages } from './word-judges.ts';
import type { Judge } from './word-judges.ts';
import type { Settings } from './main.ts';
import { printHeader, mean, printRow } from './table.ts';

const TUNING_SEEDS = [100, 200];

/** Each engine reads every fifth line of a page. */
const EVERY = 5;

interface JudgedFigure {
  figure: number;
  right: boolean;
}

export async function fitCalibration({ reader: { weights } }: Settings): Promise<void> {
  const forDetector = shippedDetector();
  const detector = createDetector(await openNetworkFile(forDetector.file), forDetector.settings);
  const { file, settings } = (weights === undefined ? undefined : await findRecogniser(weights)) ?? (await shippedRecogniser());
  const recogniser = createRecogniser(await openNetworkFile(file), settings);
  const tesseract = await loadTesseract('auto');
  const engines = { recogniser, name: 'own' as const, tesseract };
  const seen: Partial<Record<Engine, JudgedFigure[]>> = { own: [], tesseract: [], fused: [] };
  const returned: Record<ReadBy, JudgedFigure[]> = { recogniser: [], both: [], either: [], zone: [], 'script reader': [] };
  for (const seed of TUNING_SEEDS) {
    for await (const { shot, truth } of generatePages(seed)) {
      const [kept, ...judges] = [createJudge(truth), createJudge(truth), createJudge(truth), createJudge(truth)] as const;
      const { upright, toUpright, found } = await straightenPage(shot.image, detector, recogniser);
      const toPage = inverse(compose(toUpright, shot.map));
      for (const { reading, by, strip } of await readTextLines(upright, found, engines))
        returned[by].push(...judgeReading(reading, strip, toPage, kept));
      const strips = found.filter((_, line) => line % EVERY === 0).map((line) => cutStrip(upright, line));
      const first = await recogniseStrips(strips, engines);
      const second = await readWithTesseract(
        strips.map(({ image }) => image),
        tesseract,
      );
      strips.forEach((strip, at) => {
        seen.own!.push(...judgeReading(first[at]!, strip, toPage, judges[0]));
        seen.tesseract!.push(...judgeReading(second[at]!, strip, toPage, judges[1]));
        seen.fused!.push(...judgeReading(fuseReadings(first[at]!, second[at]!).reading, strip, toPage, judges[2]));
      });
    }
  }
  printHeader('Engines', ['words', 'right', 'offset', 'slope']);
  for (const [engine, words] of Object.entries(seen)) report(engine, words, ENGINE_CURVES[engine as Engine]);
  printHeader('Words that are returned', ['words', 'right', 'offset', 'slope']);
  for (const [witness, words] of Object.entries(returned)) report(witness, words, { offset: 0, slope: 1 });
  console.log(`in the code: ${JSON.stringify(CONFIDENCE_CURVES)}`);
  await Promise.all([detector.close(), recogniser.close(), tesseract.close()]);
}

function judgeReading(reading: Reading, { image, map }: Strip, toPage: Parameters<typeof apply>[0], judge: Judge): JudgedFigure[] {
  const way = compose(toPage, map);
  return reading.map((word) => {
    const { x, y } = apply(way, (word.letters[0]!.left + word.letters.at(-1)!.right) / 2, image.height / 2);
    return { figure: word.probability, right: judge(wordText(word), x, y) };
  });
}

/** Figures were mapped by the current curves, so the fit is composed with them. */
function report(name: string, seen: readonly JudgedFigure[], now: Curve): void {
  const { offset, slope } = fitCurve(seen);
  printRow(name, [String(seen.length), mean(seen.map(({ right }) => (right ? 1 : 0))), offset + slope * now.offset, slope * now.slope]);
}

/** Logistic regression on one feature by Newton's method with bounded steps. */
function fitCurve(seen: readonly JudgedFigure[]): Curve {
  const bounded = (step: number): number => Math.max(-0.5, Math.min(0.5, step));
  let [offset, slope] = [0, 1];
  for (let round = 0; round < 60; round++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-3, 0, 1e-3];
    for (const { figure, right } of seen) {
      const x = logit(figure);
      const p = 1 / (1 + Math.exp(-(offset + slope * x)));
      const [error, weight] = [(right ? 1 : 0) - p, p * (1 - p)];
      [g0, g1, h00, h01, h11] = [g0 + error, g1 + error * x, h00 + weight, h01 + weight * x, h11 + weight * x * x];
    }
    const size = h00 * h11 - h01 * h01;
    offset += bounded((h11 * g0 - h01 * g1) / size);
    slope += bounded((h00 * g1 - h01 * g0) / size);
  }
  return { offset, slope };
}
