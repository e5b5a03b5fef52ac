/**
 * Where lines of text stand: a network that says of each pixel how likely it lies in the shrunk heart of a line
 * (Liao and others, "Real-time scene text detection with differentiable binarization"), the connected parts of its
 * answer, the smallest rectangle around each, and that rectangle grown again by the share by which hearts are shrunk.
 */
import type { Picture } from '../../model/page.ts';
import { components } from '../../images/components.ts';
import type { Component } from '../../images/components.ts';
import { resize } from '../../images/resize.ts';
import type { SingleOutputNetwork } from '../../../runtime/onnx-session.ts';
import type { Point, Rectangle } from './rectangle.ts';
import { smallestAround } from './rectangle.ts';

export interface Found extends Rectangle { score: number }

export interface DetectorSettings {
  /** The longer side of what the network sees, in pixels; larger pictures are made smaller. */
  longSide: number;
  mean: readonly number[];
  deviation: readonly number[];
}

export interface Detector {
  find(picture: Picture, options?: { fine?: boolean }): Promise<Found[]>;
  close(): Promise<void>;
}

/** Sides that the network takes are multiples of this. */
const STEP = 32;
const LIKELY = 0.3;
const LEAST_SCORE = 0.5;
const GROWTH = 1.6;
const LEAST_SIDE = 3;
/** So much larger is the picture on which small print is looked for. */
const FINE = 2;
/** More lines than a page can hold: what is beyond is noise, and would take minutes to read. */
const MOST = 2000;

export function createDetector(network: SingleOutputNetwork, settings: DetectorSettings): Detector {
  return {
    async find(picture, { fine = false } = {}) {
      const scale = Math.min(1, settings.longSide * (fine ? FINE : 1) / Math.max(picture.width, picture.height));
      const side = (pixels: number): number => Math.max(STEP, Math.round(pixels * scale / STEP) * STEP);
      const [width, height] = [side(picture.width), side(picture.height)];
      const seen = resize(picture, width, height);
      const area = width * height;
      const data = new Float32Array(3 * area);
      for (let channel = 0; channel < 3; channel++) {
        const values = Float32Array.from({ length: 256 }, (_, shade) => (shade / 255 - settings.mean[channel]!) / settings.deviation[channel]!);
        for (let i = 0, at = channel * area; i < area; i++, at++) data[at] = values[seen.data[i]!]!;
      }
      const likely = (await network.run({ data, shape: [1, 3, height, width] })).data;
      return linesIn(likely, width, height, picture.width / width, picture.height / height);
    },
    close: async () => { await network.close(); },
  };
}

/** The lines of a map of likelihoods, in pixels of the picture that it was made from. */
export function linesIn(likely: Float32Array, width: number, height: number, scaleX: number, scaleY: number): Found[] {
  const mask = new Uint8Array(likely.length);
  for (let i = 0; i < mask.length; i++) if (likely[i]! > LIKELY) mask[i] = 1;
  const found: Found[] = [];
  for (const part of components(mask, width, height)) {
    const heart = smallestAround(outline(part));
    if (Math.min(heart.length, heart.height) < LEAST_SIDE) continue;
    const score = meanOver(part, likely, width);
    if (score < LEAST_SCORE) continue;
    const growth = heart.length * heart.height * GROWTH / (2 * (heart.length + heart.height));
    const scaled = smallestAround(corners({ ...heart, length: heart.length + 2 * growth, height: heart.height + 2 * growth }).map(({ x, y }) => ({ x: x * scaleX, y: y * scaleY })));
    found.push({ ...scaled, score });
  }
  return found.sort((a, b) => b.length * b.height - a.length * a.height).slice(0, MOST);
}

function outline({ runs }: Component): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < runs.length; i += 3) {
    const [y, from, to] = [runs[i]!, runs[i + 1]!, runs[i + 2]!];
    points.push({ x: from, y }, { x: to, y }, { x: from, y: y + 1 }, { x: to, y: y + 1 });
  }
  return points;
}

function meanOver({ runs, area }: Component, likely: Float32Array, width: number): number {
  let sum = 0;
  for (let i = 0; i < runs.length; i += 3) {
    for (let at = runs[i]! * width + runs[i + 1]!, end = runs[i]! * width + runs[i + 2]!; at < end; at++) sum += likely[at]!;
  }
  return sum / area;
}

function corners({ x, y, length, height, angle }: Rectangle): Point[] {
  const [cos, sin] = [Math.cos(angle * Math.PI / 180), Math.sin(angle * Math.PI / 180)];
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([along, across]) => ({
    x: x + (along! * length * cos - across! * height * sin) / 2, y: y + (along! * length * sin + across! * height * cos) / 2,
  }));
}
