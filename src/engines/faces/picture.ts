/** Pictures in colour: cutting out, turning and changing size by one rule, and as the numbers that a network takes. */
import type { Affine } from '../reading/page.ts';

/** Red, green, blue of each pixel, row by row. */
export interface ColourPicture { width: number; height: number; data: Uint8Array }

/** How a network takes colours: (value - mean) / deviation for red, green and blue. */
export interface Levels { mean: readonly number[]; deviation: readonly number[] }

/** Points that are looked at on each side of a pixel, at most, where the picture is made smaller. */
const MOST_POINTS = 12;

/**
 * A picture of the size asked for whose points come from where `from` sends them; black outside. Between pixels it is
 * bilinear; where it makes the picture smaller it takes the mean of several points, so that fine detail does not flicker.
 */
export function sample({ width, height, data }: ColourPicture, from: Affine, newWidth: number, newHeight: number): ColourPicture {
  const out = new Uint8Array(newWidth * newHeight * 3);
  const points = Math.min(MOST_POINTS, Math.max(1, Math.round(Math.hypot(from.a, from.b))));
  const share = 1 / (points * points);
  let at = 0;
  for (let y = 0; y < newHeight; y++) {
    for (let x = 0; x < newWidth; x++, at += 3) {
      let [red, green, blue] = [0, 0, 0];
      for (let row = 0; row < points; row++) {
        const py = y + (row + 0.5) / points;
        for (let column = 0; column < points; column++) {
          const px = x + (column + 0.5) / points;
          const fx = from.a * px + from.c * py + from.e - 0.5;
          const fy = from.b * px + from.d * py + from.f - 0.5;
          const [left, top] = [Math.floor(fx), Math.floor(fy)];
          if (left < -1 || top < -1 || left >= width || top >= height) continue;
          const [right, down] = [fx - left, fy - top];
          for (let corner = 0; corner < 4; corner++) {
            const [cx, cy] = [left + (corner & 1), top + (corner >> 1)];
            if (cx < 0 || cy < 0 || cx >= width || cy >= height) continue;
            const weight = ((corner & 1) === 0 ? 1 - right : right) * (corner < 2 ? 1 - down : down);
            const index = (cy * width + cx) * 3;
            red += weight * data[index]!;
            green += weight * data[index + 1]!;
            blue += weight * data[index + 2]!;
          }
        }
      }
      out[at] = red * share + 0.5;
      out[at + 1] = green * share + 0.5;
      out[at + 2] = blue * share + 0.5;
    }
  }
  return { width: newWidth, height: newHeight, data: out };
}

/** Puts a part of the picture into `out` as a network takes it, channel by channel; what lies outside the picture is black. */
export function asInput({ width, height, data }: ColourPicture, part: { left: number; top: number; width: number; height: number }, { mean, deviation }: Levels, out: Float32Array): void {
  const area = part.width * part.height;
  for (let channel = 0; channel < 3; channel++) {
    const [shift, scale] = [mean[channel]!, 1 / deviation[channel]!];
    const black = -shift * scale;
    for (let y = 0; y < part.height; y++) {
      const row = channel * area + y * part.width;
      const fromY = part.top + y;
      if (fromY < 0 || fromY >= height) {
        out.fill(black, row, row + part.width);
        continue;
      }
      for (let x = 0; x < part.width; x++) {
        const fromX = part.left + x;
        out[row + x] = fromX < 0 || fromX >= width ? black : (data[(fromY * width + fromX) * 3 + channel]! - shift) * scale;
      }
    }
  }
}

/** Left and right changed over. */
export function mirrored({ width, height, data }: ColourPicture): ColourPicture {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [to, from] = [(y * width + x) * 3, (y * width + width - 1 - x) * 3];
      out[to] = data[from]!;
      out[to + 1] = data[from + 1]!;
      out[to + 2] = data[from + 2]!;
    }
  }
  return { width, height, data: out };
}
