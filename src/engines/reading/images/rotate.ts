/** Turning pictures: by quarter turns without loss, by any angle, and cutting a slanted strip out straight. */
import type { Affine, Picture, Turn } from '../model/page.ts';
import { after, apply, inverse } from '../model/affine.ts';

/** Turns clockwise. */
export function quarterTurn({ width, height, data }: Picture, turn: Turn): Picture {
  if (turn === 0) return { width, height, data };
  if (turn === 180) return { width, height, data: data.slice().reverse() };
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = turn === 90 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y;
      turned[at] = data[y * width + x]!;
    }
  }
  return { width: height, height: width, data: turned };
}

/** Turns by so many degrees, clockwise as seen on a page (y grows downwards), around the origin. Right angles are exact. */
export function turning(degrees: number): Affine {
  const [cos, sin] = degrees % 90 === 0 ? RIGHT[((degrees / 90) % 4 + 4) % 4]! : [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
  return { a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 };
}

const RIGHT: readonly (readonly [number, number])[] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

export function moving(x: number, y: number): Affine {
  return { a: 1, b: 0, c: 0, d: 1, e: x, f: y };
}

/** The picture turned clockwise, large enough that no corner is lost, and the map from the given picture to it. */
export function turned(picture: Picture, degrees: number, fill = 255): { picture: Picture; map: Affine } {
  const { map, width, height } = frameTurned(picture, degrees);
  if (degrees % 90 === 0) return { picture: quarterTurn(picture, ((degrees % 360 + 360) % 360) as Turn), map };
  return { picture: sample(picture, inverse(map), width, height, fill), map };
}

/** Where a frame of this size goes when it is turned: moved so that its corners stay above and right of the origin. */
function frameTurned({ width, height }: { width: number; height: number }, degrees: number): { map: Affine; width: number; height: number } {
  const turn = turning(degrees);
  const corners = [{ x: 0, y: 0 }, { x: width, y: 0 }, { x: 0, y: height }, { x: width, y: height }].map(({ x, y }) => apply(turn, x, y));
  const [left, top] = [Math.min(...corners.map(({ x }) => x)), Math.min(...corners.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...corners.map(({ x }) => x)), Math.max(...corners.map(({ y }) => y))];
  return { map: after(moving(-left, -top), turn), width: Math.max(1, Math.round(right - left)), height: Math.max(1, Math.round(bottom - top)) };
}

/** A picture of the size asked for whose points come from where `from` sends them; `fill` where that lies outside. */
export function sample({ width, height, data }: Picture, from: Affine, newWidth: number, newHeight: number, fill = 255): Picture {
  const out = new Uint8Array(newWidth * newHeight);
  for (let y = 0; y < newHeight; y++) {
    // Middles of pixels, so that a map of whole turns hits pixels exactly.
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
      const upper = left < 0 || top < 0 ? fill : data[top * width + left]!;
      const upperNext = left + 1 >= width || top < 0 ? fill : data[top * width + left + 1]!;
      const lower = left < 0 || top + 1 >= height ? fill : data[(top + 1) * width + left]!;
      const lowerNext = left + 1 >= width || top + 1 >= height ? fill : data[(top + 1) * width + left + 1]!;
      out[row + x] = (upper * (1 - right) + upperNext * right) * (1 - down) + (lower * (1 - right) + lowerNext * right) * down + 0.5;
    }
  }
  return { width: newWidth, height: newHeight, data: out };
}
