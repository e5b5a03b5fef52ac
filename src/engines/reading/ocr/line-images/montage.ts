/** Places strips below each other on one white page, for an engine that reads pages, and maps its words back to strips. */
import type { GrayImage } from '../../model/page.ts';
import { resize } from '../../images/resize.ts';

export interface Montage {
  image: GrayImage;
  rows: readonly { top: number; bottom: number; scale: number }[];
}

/** Strips are scaled to this height, about what the engine uses internally. */
const HEIGHT = 44;
const GAP = 22;
const MARGIN = 24;
const PAPER = 255;

export function createMontage(strips: readonly GrayImage[]): Montage {
  const scaled = strips.map((strip) => resize(strip, Math.max(1, Math.round((strip.width * HEIGHT) / strip.height)), HEIGHT));
  const width = Math.max(1, ...scaled.map((strip) => strip.width)) + 2 * MARGIN;
  const height = 2 * MARGIN + strips.length * (HEIGHT + GAP);
  const data = new Uint8Array(width * height).fill(PAPER);
  const rows = scaled.map((strip, i) => {
    const top = MARGIN + i * (HEIGHT + GAP);
    for (let y = 0; y < HEIGHT; y++) data.set(strip.data.subarray(y * strip.width, (y + 1) * strip.width), (top + y) * width + MARGIN);
    return { top, bottom: top + HEIGHT, scale: HEIGHT / strips[i]!.height };
  });
  return { image: { width, height, data }, rows };
}

/** Maps a point of the montage to a strip and a position along it. */
export function locateInMontage({ rows }: Montage, y: number, x: number): { strip: number; x: number } | undefined {
  const strip = Math.floor((y - MARGIN + GAP / 2) / (HEIGHT + GAP));
  const row = rows[strip];
  return row === undefined ? undefined : { strip, x: (x - MARGIN) / row.scale };
}
