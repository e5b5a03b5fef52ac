/** RGB images: affine resampling, halving, mirroring, and conversion to network input. */
import type { Affine } from '../documents/reading/model/page.ts';
import type { Box } from './face.ts';

/** Red, green, blue of each pixel, row by row. */
export interface RgbImage {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Input normalization of a network: (value - mean) / deviation for red, green and blue. */
export interface Normalization {
  mean: readonly number[];
  deviation: readonly number[];
}

/** Maximum samples along each side of a pixel when the image shrinks. */
const MAX_SAMPLES = 12;

/**
 * An image of the given size whose pixels are taken from where `from` maps them; black outside. Interpolation is bilinear;
 * when the image shrinks, several samples are averaged to avoid aliasing.
 */
export function sample({ width, height, data }: RgbImage, from: Affine, newWidth: number, newHeight: number): RgbImage {
  const out = new Uint8Array(newWidth * newHeight * 3);
  const points = Math.min(MAX_SAMPLES, Math.max(1, Math.round(Math.hypot(from.a, from.b))));
  const share = 1 / points ** 2;
  for (let y = 0, at = 0; y < newHeight; y++) {
    for (let x = 0; x < newWidth; x++, at += 3) {
      let red = 0.5;
      let green = 0.5;
      let blue = 0.5;
      for (let point = 0; point < points * points; point++) {
        const px = x + ((point % points) + 0.5) / points;
        const py = y + (Math.floor(point / points) + 0.5) / points;
        const fx = from.a * px + from.c * py + from.e - 0.5;
        const fy = from.b * px + from.d * py + from.f - 0.5;
        const left = Math.floor(fx);
        const top = Math.floor(fy);
        if (left < -1 || top < -1 || left >= width || top >= height) continue;
        for (let corner = 0; corner < 4; corner++) {
          const cx = left + (corner & 1);
          const cy = top + (corner >> 1);
          if (cx < 0 || cy < 0 || cx >= width || cy >= height) continue;
          const weight = share * (1 - Math.abs(cx - fx)) * (1 - Math.abs(cy - fy));
          const index = (cy * width + cx) * 3;
          red += weight * data[index]!;
          green += weight * data[index + 1]!;
          blue += weight * data[index + 2]!;
        }
      }
      out[at] = red;
      out[at + 1] = green;
      out[at + 2] = blue;
    }
  }
  return { width: newWidth, height: newHeight, data: out };
}

/** Halves width and height; each pixel is the mean of four. */
export function halve({ width, height, data }: RgbImage): RgbImage {
  const half = { width: Math.max(1, width >> 1), height: Math.max(1, height >> 1) };
  const out = new Uint8Array(half.width * half.height * 3);
  const right = width > 1 ? 3 : 0;
  const below = height > 1 ? 3 * width : 0;
  for (let y = 0, at = 0; y < half.height; y++) {
    let from = 2 * y * width * 3;
    for (let x = 0; x < half.width; x++, from += 6) {
      for (let channel = 0; channel < 3; channel++, at++) {
        const first = from + channel;
        out[at] = (data[first]! + data[first + right]! + data[first + below]! + data[first + right + below]! + 2) >> 2;
      }
    }
  }
  return { ...half, data: out };
}

/** Writes a part of the image to `out` as network input, channel by channel; pixels outside the image are black. */
export function writeInput({ width, height, data }: RgbImage, part: Box, { mean, deviation }: Normalization, out: Float32Array): void {
  const area = part.width * part.height;
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / deviation[channel]!;
    const shift = -mean[channel]! * scale;
    const plane = channel * area;
    out.fill(shift, plane, plane + area);
    const first = Math.max(0, -part.left);
    const end = Math.min(part.width, width - part.left);
    for (let y = Math.max(0, -part.top); y < Math.min(part.height, height - part.top); y++) {
      const to = plane + y * part.width;
      let from = ((part.top + y) * width + part.left + first) * 3 + channel;
      for (let x = first; x < end; x++, from += 3) out[to + x] = data[from]! * scale + shift;
    }
  }
}

/** Mirrors the image left to right. */
export function mirror({ width, height, data }: RgbImage): RgbImage {
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
