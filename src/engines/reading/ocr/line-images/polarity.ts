/** Which of a strip is ground and which is letters: most print is dark on light, table headings often are not. */
import type { Picture } from '../../model/page.ts';
import { histogram, quantile, threshold } from '../../images/illumination.ts';

const PAPER = 255;
/** More of a dark ground than this is dark; letters never cover as much. */
const GROUND = 0.52;
/** A row of a dark ground is at least so dark, whatever letters it crosses. */
const GROUND_ROW = 0.3;
/** A dark ground takes at least this share of the strip's height; what is beyond it, above or below, is another's. */
const GROUND_HEIGHT = 0.55;
/** So dark an end of the strip must be: the cut is a little longer than the line, so that ground shows there. */
const END = 0.7;

/** Light letters on a dark ground, as table headings have them, turned to dark ones on white. */
export function darkOnLight(strip: Picture): Picture {
  const { width, height, data } = strip;
  const rows = (from: number, to: number): Picture => ({ width, height: to - from, data: data.subarray(from * width, to * width) });
  // A black rule above or below would set the ground apart from itself instead of from the letters.
  const at = threshold(histogram(rows(Math.floor(height / 4), Math.ceil(height * 3 / 4))));
  const darkness = Array.from({ length: height }, (_, y) => {
    let count = 0;
    for (let i = y * width; i < (y + 1) * width; i++) if (data[i]! <= at) count++;
    return count / width;
  });
  const middle = Math.floor(height / 2);
  const top = darkness.findLastIndex((share, y) => y <= middle && share < GROUND_ROW) + 1;
  const below = darkness.findIndex((share, y) => y >= middle && share < GROUND_ROW);
  const bottom = below < 0 ? height : below;
  const share = darkness.slice(top, bottom).reduce((sum, one) => sum + one, 0) / (bottom - top);
  if (bottom - top < height * GROUND_HEIGHT || share < GROUND || !isDarkAtAnEnd(strip, at, top, bottom)) return strip;
  const counts = histogram(rows(top, bottom));
  const [ground, letters] = [quantile(counts, 0.3), quantile(counts, 0.98)];
  if (letters <= ground) return strip;
  const turned = new Uint8Array(data.length).fill(PAPER);
  for (let i = top * width; i < bottom * width; i++) turned[i] = Math.max(0, Math.min(PAPER, Math.round((letters - data[i]!) / (letters - ground) * PAPER)));
  return { ...strip, data: turned };
}

/** Whether the strip is dark before its first letter or after its last. */
function isDarkAtAnEnd({ width, data }: Picture, at: number, top: number, bottom: number): boolean {
  return [1, width - 2].some((x) => {
    let count = 0;
    for (let y = top; y < bottom; y++) if (data[y * width + x]! <= at) count++;
    return count >= (bottom - top) * END;
  });
}
