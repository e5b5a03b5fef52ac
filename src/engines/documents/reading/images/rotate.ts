/** Rotation of images: lossless quarter turns, any angle, and sampling through an affine map. */
import type { Affine, GrayImage, Turn } from '../model/page.ts';
import { compose, apply, inverse } from '../model/affine.ts';

/** Rotates clockwise. */
export function rotateQuarter({ width, height, data }: GrayImage, turn: Turn): GrayImage {
  if (turn === 0) return { width, height, data };
  if (turn === 180) return { width, height, data: data.slice().reverse() };
  const rotated = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = turn === 90 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y;
      rotated[at] = data[y * width + x]!;
    }
  }
  return { width: height, height: width, data: rotated };
}

/** Rotation around the origin, clockwise as y grows downwards. Multiples of 90° are exact. */
export function rotation(degrees: number): Affine {
  const [cos, sin] =
    degrees % 90 === 0
      ? RIGHT[(((degrees / 90) % 4) + 4) % 4]!
      : [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 };
}

const RIGHT: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

export function translation(x: number, y: number): Affine {
  return { a: 1, b: 0, c: 0, d: 1, e: x, f: y };
}

/** The image rotated clockwise, enlarged so that no corner is lost, and the map from the original to it. */
export function rotateImage(image: GrayImage, degrees: number, fill = 255): { image: GrayImage; map: Affine } {
  const { map, width, height } = rotatedFrame(image, degrees);
  if (degrees % 90 === 0) return { image: rotateQuarter(image, (((degrees % 360) + 360) % 360) as Turn), map };
  return { image: sample(image, inverse(map), width, height, fill), map };
}

/** The size of a rotated frame, and the map to it, moved so that all coordinates stay positive. */
function rotatedFrame(
  { width, height }: { width: number; height: number },
  degrees: number,
): { map: Affine; width: number; height: number } {
  const turn = rotation(degrees);
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: 0, y: height },
    { x: width, y: height },
  ].map(({ x, y }) => apply(turn, x, y));
  const [left, top] = [Math.min(...corners.map(({ x }) => x)), Math.min(...corners.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...corners.map(({ x }) => x)), Math.max(...corners.map(({ y }) => y))];
  return {
    map: compose(translation(-left, -top), turn),
    width: Math.max(1, Math.round(right - left)),
    height: Math.max(1, Math.round(bottom - top)),
  };
}

/** Samples a new image with bilinear interpolation: `from` maps its points to the source; points outside get `fill`. */
export function sample({ width, height, data }: GrayImage, from: Affine, newWidth: number, newHeight: number, fill = 255): GrayImage {
  const out = new Uint8Array(newWidth * newHeight);
  for (let y = 0; y < newHeight; y++) {
    // Pixel centers, so that quarter turns hit pixels exactly.
    let atX = from.a * 0.5 + from.c * (y + 0.5) + from.e - 0.5;
    let atY = from.b * 0.5 + from.d * (y + 0.5) + from.f - 0.5;
    const row = y * newWidth;
    for (let x = 0; x < newWidth; x++, atX += from.a, atY += from.b) {
      if (!(atX > -1 && atY > -1 && atX < width && atY < height)) {
        out[row + x] = fill;
        continue;
      }
      const left = Math.floor(atX);
      const top = Math.floor(atY);
      const right = atX - left;
      const down = atY - top;
      if (left >= 0 && top >= 0 && left + 1 < width && top + 1 < height) {
        const at = top * width + left;
        out[row + x] =
          (data[at]! * (1 - right) + data[at + 1]! * right) * (1 - down) +
          (data[at + width]! * (1 - right) + data[at + width + 1]! * right) * down +
          0.5;
        continue;
      }
      const upper = left < 0 || top < 0 ? fill : data[top * width + left]!;
      const upperNext = left + 1 >= width || top < 0 ? fill : data[top * width + left + 1]!;
      const lower = left < 0 || top + 1 >= height ? fill : data[(top + 1) * width + left]!;
      const lowerNext = left + 1 >= width || top + 1 >= height ? fill : data[(top + 1) * width + left + 1]!;
      out[row + x] = (upper * (1 - right) + upperNext * right) * (1 - down) + (lower * (1 - right) + lowerNext * right) * down + 0.5;
    }
  }
  return { width: newWidth, height: newHeight, data: out };
}
