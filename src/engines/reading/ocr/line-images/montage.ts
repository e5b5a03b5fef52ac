/** Strips of lines set below one another on one white page, for an engine that takes pages; and whose a word of it is. */
import type { Picture } from '../../model/page.ts';
import { resize } from '../../images/resize.ts';

export interface Montage { picture: Picture; rows: readonly { top: number; bottom: number; scale: number }[] }

/** Strips are scaled to it: about what the engine scales lines to. */
const HEIGHT = 44;
const GAP = 22;
const MARGIN = 24;
const PAPER = 255;

export function montageOf(strips: readonly Picture[]): Montage {
  const scaled = strips.map((strip) => resize(strip, Math.max(1, Math.round(strip.width * HEIGHT / strip.height)), HEIGHT));
  const width = Math.max(1, ...scaled.map((strip) => strip.width)) + 2 * MARGIN;
  const height = 2 * MARGIN + strips.length * (HEIGHT + GAP);
  const data = new Uint8Array(width * height).fill(PAPER);
  const rows = scaled.map((strip, i) => {
    const top = MARGIN + i * (HEIGHT + GAP);
    for (let y = 0; y < HEIGHT; y++) data.set(strip.data.subarray(y * strip.width, (y + 1) * strip.width), (top + y) * width + MARGIN);
    return { top, bottom: top + HEIGHT, scale: HEIGHT / strips[i]!.height };
  });
  return { picture: { width, height, data }, rows };
}

/** Which strip stands at a height of the montage, and where along it a place lies. */
export function placeIn({ rows }: Montage, y: number, x: number): { strip: number; x: number } | undefined {
  const strip = Math.floor((y - MARGIN + GAP / 2) / (HEIGHT + GAP));
  const row = rows[strip];
  return row === undefined ? undefined : { strip, x: (x - MARGIN) / row.scale };
}
