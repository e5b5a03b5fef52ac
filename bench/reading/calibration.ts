/**
 * How often a word is right of which an engine says a figure: fits offset and slope of confidence.ts by logistic
 * regression on pages of the tuning seeds, spoiled and partly beyond reading, and says how well the reader's own
 * confidences hold on them.
 */
import { apply, inverse } from '../../src/engines/reading/affine.ts';
import { FITTED, logit } from '../../src/engines/reading/ocr/confidence.ts';
import type { Engine } from '../../src/engines/reading/ocr/confidence.ts';
import { detectorOf } from '../../src/engines/reading/ocr/detector.ts';
import type { Reading } from '../../src/engines/reading/ocr/fusion.ts';
import { textOf } from '../../src/engines/reading/ocr/fusion.ts';
import { bySecond, recognised, together } from '../../src/engines/reading/ocr/lines.ts';
import { loadNetwork } from '../../src/engines/reading/ocr/network.ts';
import { recogniserOf } from '../../src/engines/reading/ocr/recogniser.ts';
import { cutOut } from '../../src/engines/reading/ocr/strip.ts';
import { recogniserIn, shippedDetector, shippedRecogniser, shippedRecognisers } from '../../src/engines/reading/ocr/weights.ts';
import { evenLight } from '../../src/engines/reading/pictures/light.ts';
import { all, blur, contrast, drawPage, jpeg, noise, smaller } from './drawing.ts';
import type { Spoil } from './drawing.ts';
import type { Settings } from './main.ts';
import { KINDS, makePage } from './pages.ts';
import { peerTesseract } from './peer.ts';
import { head, row } from './table.ts';

export const TUNING_SEEDS = [1, 2];

const SPOILS: readonly Spoil[] = [
  async (shot) => shot, blur(1.6), all(smaller(0.6), jpeg(40)), contrast(105, 180), all(blur(1.2), noise(15), jpeg(40)),
  all(smaller(0.5), blur(0.8), noise(25), jpeg(30)), all(smaller(0.45), blur(1), noise(30), contrast(40, 220), jpeg(30)),
];
/** Every so many lines of a page. */
const EVERY = 5;

interface Seen { figure: number; right: boolean }

export async function calibration({ reader: { weights } }: Settings): Promise<void> {
  const forDetector = shippedDetector();
  const detector = detectorOf(await loadNetwork(forDetector.file), forDetector.settings);
  const shipped = shippedRecognisers()[0]!;
  const { file, settings } = (weights === undefined ? undefined : await recogniserIn(weights)) ?? await shippedRecogniser(shipped);
  const recogniser = recogniserOf(await loadNetwork(file), settings);
  const tesseract = await peerTesseract();
  const [first, second, both]: [Seen[], Seen[], Seen[]] = [[], [], []];
  for (const seed of TUNING_SEEDS) {
    for (const [i, spoil] of SPOILS.entries()) {
      for (const kind of KINDS) {
        const made = await makePage(kind, seed * 100 + i);
        const shot = await spoil(await drawPage(made.pdf, 200), seed * 100 + i);
        const picture = evenLight(shot.picture);
        const found = (await detector.find(picture)).filter((_, line) => line % EVERY === 0);
        const strips = found.map((line) => cutOut(picture, line));
        const readings = await recognised(strips, { recogniser, name: shipped });
        const others = await bySecond(strips.map((strip) => strip.picture), tesseract);
        found.forEach((line, at) => {
          const { x, y } = apply(inverse(shot.map), line.x, line.y);
          const truth = made.lines.filter(({ left, top, right, bottom }) => x > left && x < right && y > top && y < bottom);
          if (truth.length !== 1) return;
          first.push(...judged(readings[at]!, truth[0]!.text));
          second.push(...judged(others[at]!, truth[0]!.text));
          both.push(...judged(together(readings[at]!, others[at]!), truth[0]!.text));
        });
      }
    }
  }
  head('Calibration', ['words', 'right', 'offset', 'slope']);
  report(shipped, first);
  report('tesseract', second);
  report('fused', both);
  head('Confidence of the two together', ['words', 'mean', 'right']);
  for (const [low, high] of [[0, 0.2], [0.2, 0.5], [0.5, 0.8], [0.8, 0.9], [0.9, 0.97], [0.97, 0.99], [0.99, 1.01]] as const) {
    const within = both.filter(({ figure }) => figure >= low && figure < high);
    row(`${low} to ${Math.min(1, high)}`, [String(within.length), shareOf(within.map(({ figure }) => figure)), shareOf(within.map(({ right }) => right ? 1 : 0))]);
  }
  await Promise.all([detector.close(), recogniser.close(), tesseract.close()]);
}

function judged(reading: Reading, truth: string): Seen[] {
  const left = truth.split(' ');
  return reading.map((word) => {
    const at = left.indexOf(textOf(word));
    if (at >= 0) left.splice(at, 1);
    return { figure: word.probability, right: at >= 0 };
  });
}

/** The figures were mapped by what is in the code now: the fit goes on top of that. */
function report(engine: Engine, seen: readonly Seen[]): void {
  const { offset, slope } = fitted(seen);
  const now = FITTED[engine];
  row(engine, [String(seen.length), shareOf(seen.map(({ right }) => right ? 1 : 0)), offset + slope * now.offset, slope * now.slope]);
}

function shareOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Logistic regression on one feature by Newton's method. */
export function fitted(seen: readonly Seen[]): { offset: number; slope: number } {
  let [offset, slope] = [0, 1];
  for (let round = 0; round < 30; round++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-6, 0, 1e-6];
    for (const { figure, right } of seen) {
      const x = logit(figure);
      const p = 1 / (1 + Math.exp(-(offset + slope * x)));
      const [error, weight] = [(right ? 1 : 0) - p, p * (1 - p)];
      [g0, g1, h00, h01, h11] = [g0 + error, g1 + error * x, h00 + weight, h01 + weight * x, h11 + weight * x * x];
    }
    const size = h00 * h11 - h01 * h01;
    offset += (h11 * g0 - h01 * g1) / size;
    slope += (h00 * g1 - h01 * g0) / size;
  }
  return { offset, slope };
}
