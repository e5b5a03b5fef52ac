/**
 * Which lines of an image are bold: their strokes are clearly wider, relative to their height, than those of most words of
 * the page. The mean stroke width is the darkness along pixel rows divided by the number of transitions into ink, so that
 * gray edges count partially and small text is measured with sub-pixel precision.
 */
import type { Box, GrayImage } from '../../reading/model/page.ts';
import { heightOf } from '../model/geometry.ts';
import type { Token } from '../model/tokens.ts';

const BOLD_RATIO = 1.3;
/** Lower lines are too small to measure. */
const MIN_HEIGHT_PX = 7;
/** Fewer strokes are not enough to measure. */
const MIN_STROKES = 12;

export function detectBold({ image, scale }: { image?: GrayImage; scale: number }, tokens: readonly Token[]): void {
  if (image === undefined) return;
  const measurable = tokens.filter(({ run, box }) => run.turn === 0 && run.bold === undefined && !(heightOf(box) * scale < MIN_HEIGHT_PX));
  const weights = [...Map.groupBy(measurable, ({ run }) => run)].flatMap(([run, own]) => {
    const weight = strokeWeight(image, scale, own);
    return weight === undefined ? [] : [{ run, weight, letters: own.reduce((sum, { text }) => sum + text.length, 0) }];
  });
  const usual = medianWeight(weights);
  for (const { run, weight } of weights) run.bold = weight > BOLD_RATIO * usual;
}

/** The mean stroke width as a share of the line height. */
function strokeWeight(image: GrayImage, scale: number, words: readonly Token[]): number | undefined {
  let [darkness, strokes] = [0, 0];
  for (const { box } of words) {
    const measured = measureStrokes(image, scale, box);
    darkness += measured.darkness;
    strokes += measured.strokes;
  }
  return strokes < MIN_STROKES ? undefined : darkness / strokes / (heightOf(words[0]!.run.box) * scale);
}

function measureStrokes({ width, height, data }: GrayImage, scale: number, box: Box): { darkness: number; strokes: number } {
  const [left, right] = [Math.max(0, Math.floor(box.left * scale)), Math.min(width, Math.ceil(box.right * scale))];
  const [top, bottom] = [Math.max(0, Math.floor(box.top * scale)), Math.min(height, Math.ceil(box.bottom * scale))];
  let [ink, paper] = [255, 0];
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + left; i < y * width + right; i++) {
      ink = Math.min(ink, data[i]!);
      paper = Math.max(paper, data[i]!);
    }
  }
  if (paper - ink < 40) return { darkness: 0, strokes: 0 };
  const middle = (ink + paper) / 2;
  let [darkness, strokes] = [0, 0];
  for (let y = top; y < bottom; y++) {
    let inside = false;
    for (let i = y * width + left; i < y * width + right; i++) {
      const shade = data[i]!;
      darkness += (paper - shade) / (paper - ink);
      if (shade < middle && !inside) strokes++;
      inside = shade < middle;
    }
  }
  return { darkness, strokes };
}

/** The median weight by letters. */
function medianWeight(weights: readonly { weight: number; letters: number }[]): number {
  const total = weights.reduce((sum, { letters }) => sum + letters, 0);
  let seen = 0;
  return (
    [...weights].sort((one, other) => one.weight - other.weight).find(({ letters }) => (seen += letters) >= 0.5 * total)?.weight ?? Infinity
  );
}
