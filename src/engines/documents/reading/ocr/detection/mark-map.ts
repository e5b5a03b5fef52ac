/** Where the detector network sees check boxes and radio buttons. */
import type { Box } from '../../model/page.ts';

/** One logit for `cell` × `cell` pixels of the image. */
export interface MarkMap {
  width: number;
  height: number;
  cell: number;
  scores: Float32Array;
}

/** The probability that a box of the image, in pixels, is a selection mark: the highest of its cells. */
export function markProbability({ width, height, cell, scores }: MarkMap, { left, top, right, bottom }: Box): number {
  const [fromX, toX] = [Math.max(0, Math.floor(left / cell)), Math.min(width - 1, Math.floor(right / cell))];
  const [fromY, toY] = [Math.max(0, Math.floor(top / cell)), Math.min(height - 1, Math.floor(bottom / cell))];
  let highest = -Infinity;
  for (let y = fromY; y <= toY; y++) for (let x = fromX; x <= toX; x++) highest = Math.max(highest, scores[y * width + x]!);
  return 1 / (1 + Math.exp(-highest));
}
