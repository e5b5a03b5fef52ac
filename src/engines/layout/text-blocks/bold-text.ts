/**
 * Which lines of a picture are set in bold: their strokes are clearly wider, for their height, than those of most words
 * of the page. The mean width of strokes is the darkness along rows divided by how often a row enters ink, so that grey
 * edges count in part and small print is measured finer than by pixels.
 */
import type { Box, Picture } from '../../reading/model/page.ts';
import { heightOf } from '../model/geometry.ts';
import type { Run, Token } from '../model/tokens.ts';

const BOLD = 1.3;
/** Lines of fewer pixels in height say nothing of their weight. */
const LEAST_HEIGHT = 7;
/** Fewer strokes than this are no measure. */
const LEAST_STROKES = 12;

export function weighRuns({ picture, scale }: { picture?: Picture; scale: number }, tokens: readonly Token[]): void {
  if (picture === undefined) return;
  const runs = new Map<Run, Token[]>();
  for (const token of tokens) {
    if (token.run.turn !== 0 || token.run.bold !== undefined || heightOf(token.box) * scale < LEAST_HEIGHT) continue;
    const own = runs.get(token.run);
    if (own === undefined) runs.set(token.run, [token]);
    else own.push(token);
  }
  const weights = [...runs].flatMap(([run, own]) => {
    const weight = weightOf(picture, scale, own);
    return weight === undefined ? [] : [{ run, weight, letters: own.reduce((sum, { text }) => sum + text.length, 0) }];
  });
  const usual = usualOf(weights);
  for (const { run, weight } of weights) run.bold = weight > BOLD * usual;
}

/** Mean width of the strokes as a share of the line's height. */
function weightOf(picture: Picture, scale: number, words: readonly Token[]): number | undefined {
  let [darkness, strokes] = [0, 0];
  for (const { box } of words) {
    const measured = strokesIn(picture, scale, box);
    darkness += measured.darkness;
    strokes += measured.strokes;
  }
  return strokes < LEAST_STROKES ? undefined : darkness / strokes / (heightOf(words[0]!.run.box) * scale);
}

function strokesIn({ width, height, data }: Picture, scale: number, box: Box): { darkness: number; strokes: number } {
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

/** The weight in which most letters are set. */
function usualOf(weights: readonly { weight: number; letters: number }[]): number {
  const total = weights.reduce((sum, { letters }) => sum + letters, 0);
  let seen = 0;
  return [...weights].sort((one, other) => one.weight - other.weight).find(({ letters }) => (seen += letters) >= 0.5 * total)?.weight ?? Infinity;
}
