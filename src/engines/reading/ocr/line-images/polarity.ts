/** The polarity of a strip: most text is dark on light, table headers often are not. */
import type { GrayImage } from '../../model/page.ts';
import { histogram, quantile, threshold } from '../../images/illumination.ts';

const PAPER = 255;
/** A dark background covers more than this; letters never do. */
const MIN_BACKGROUND = 0.52;
/** Minimum dark share of each row of a dark background, whatever letters it crosses. */
const MIN_BACKGROUND_ROW = 0.3;
/** A dark background covers at least this share of the strip's height. */
const MIN_BACKGROUND_HEIGHT = 0.55;
/** Minimum dark share at one end: the strip is a little longer than the line, so the background is visible there. */
const MIN_END_DARKNESS = 0.7;

/** Inverts light letters on a dark background; other strips are returned unchanged. */
export function toDarkOnLight(strip: GrayImage): GrayImage {
  const { width, height, data } = strip;
  const rows = (from: number, to: number): GrayImage => ({ width, height: to - from, data: data.subarray(from * width, to * width) });
  // The middle rows only: a black rule above or below would shift the threshold.
  const at = threshold(histogram(rows(Math.floor(height / 4), Math.ceil((height * 3) / 4))));
  const darkness = Array.from({ length: height }, (_, y) => {
    let count = 0;
    for (let i = y * width; i < (y + 1) * width; i++) if (data[i]! <= at) count++;
    return count / width;
  });
  const middle = Math.floor(height / 2);
  const top = darkness.findLastIndex((share, y) => y <= middle && share < MIN_BACKGROUND_ROW) + 1;
  const below = darkness.findIndex((share, y) => y >= middle && share < MIN_BACKGROUND_ROW);
  const bottom = below < 0 ? height : below;
  const share = darkness.slice(top, bottom).reduce((sum, one) => sum + one, 0) / (bottom - top);
  if (bottom - top < height * MIN_BACKGROUND_HEIGHT || share < MIN_BACKGROUND || !hasDarkEnd(strip, at, top, bottom)) return strip;
  const counts = histogram(rows(top, bottom));
  const [ground, letters] = [quantile(counts, 0.3), quantile(counts, 0.98)];
  if (letters <= ground) return strip;
  const turned = new Uint8Array(data.length).fill(PAPER);
  for (let i = top * width; i < bottom * width; i++)
    turned[i] = Math.max(0, Math.min(PAPER, Math.round(((letters - data[i]!) / (letters - ground)) * PAPER)));
  return { ...strip, data: turned };
}

/** Whether the strip is dark before its first letter or after its last one. */
function hasDarkEnd({ width, data }: GrayImage, at: number, top: number, bottom: number): boolean {
  return [1, width - 2].some((x) => {
    let count = 0;
    for (let y = top; y < bottom; y++) if (data[y * width + x]! <= at) count++;
    return count >= (bottom - top) * MIN_END_DARKNESS;
  });
}
