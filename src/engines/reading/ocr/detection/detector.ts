/**
 * Detects lines of text. A network scores each pixel for being in the shrunk core of a line (Liao et al., "Real-time scene
 * text detection with differentiable binarization"); the minimum-area rectangle of each connected component is expanded
 * again by the amount that cores are shrunk.
 */
import type { GrayImage } from '../../model/page.ts';
import { findComponents } from '../../images/components.ts';
import type { Component } from '../../images/components.ts';
import { resize } from '../../images/resize.ts';
import type { SingleOutputNetwork } from '../../../runtime/onnx-session.ts';
import type { Point, Rectangle } from './rectangle.ts';
import { minAreaRectangle } from './rectangle.ts';

export interface DetectedLine extends Rectangle {
  score: number;
}

export interface DetectorSettings {
  /** The longer side of the network's input in pixels; larger images are scaled down. */
  longSide: number;
  mean: readonly number[];
  deviation: readonly number[];
}

export interface Detector {
  find(image: GrayImage, options?: { highResolution?: boolean }): Promise<DetectedLine[]>;
  close(): Promise<void>;
}

/** The network's input sides are multiples of this. */
const SIDE_STEP = 32;
const MIN_PIXEL_SCORE = 0.3;
const MIN_SCORE = 0.5;
const GROWTH = 1.6;
const MIN_SIDE = 3;
/** Factor on `longSide` for small print. */
const HIGH_RESOLUTION_SCALE = 2;
/** More lines than a page can have: the rest is noise and would take minutes to read. */
const MAX_LINES = 2000;

export function createDetector(network: SingleOutputNetwork, settings: DetectorSettings): Detector {
  return {
    async find(image, { highResolution = false } = {}) {
      const scale = Math.min(1, (settings.longSide * (highResolution ? HIGH_RESOLUTION_SCALE : 1)) / Math.max(image.width, image.height));
      const side = (pixels: number): number => Math.max(SIDE_STEP, Math.round((pixels * scale) / SIDE_STEP) * SIDE_STEP);
      const [width, height] = [side(image.width), side(image.height)];
      const seen = resize(image, width, height);
      const area = width * height;
      const data = new Float32Array(3 * area);
      for (let channel = 0; channel < 3; channel++) {
        const values = Float32Array.from(
          { length: 256 },
          (_, shade) => (shade / 255 - settings.mean[channel]!) / settings.deviation[channel]!,
        );
        for (let i = 0, at = channel * area; i < area; i++, at++) data[at] = values[seen.data[i]!]!;
      }
      const scores = (await network.run({ data, shape: [1, 3, height, width] })).data;
      return extractLines(scores, width, height, image.width / width, image.height / height);
    },
    close: async () => {
      await network.close();
    },
  };
}

/** The lines of a score map, in pixels of the original image. */
export function extractLines(scores: Float32Array, width: number, height: number, scaleX: number, scaleY: number): DetectedLine[] {
  const mask = new Uint8Array(scores.length);
  for (let i = 0; i < mask.length; i++) if (scores[i]! > MIN_PIXEL_SCORE) mask[i] = 1;
  const found: DetectedLine[] = [];
  for (const part of findComponents(mask, width, height)) {
    const core = minAreaRectangle(outline(part));
    if (Math.min(core.length, core.height) < MIN_SIDE) continue;
    const score = meanOver(part, scores, width);
    if (score < MIN_SCORE) continue;
    const growth = (core.length * core.height * GROWTH) / (2 * (core.length + core.height));
    const scaled = minAreaRectangle(
      corners({ ...core, length: core.length + 2 * growth, height: core.height + 2 * growth }).map(({ x, y }) => ({
        x: x * scaleX,
        y: y * scaleY,
      })),
    );
    found.push({ ...scaled, score });
  }
  return found.sort((a, b) => b.length * b.height - a.length * a.height).slice(0, MAX_LINES);
}

function outline({ runs }: Component): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < runs.length; i += 3) {
    const [y, from, to] = [runs[i]!, runs[i + 1]!, runs[i + 2]!];
    points.push({ x: from, y }, { x: to, y }, { x: from, y: y + 1 }, { x: to, y: y + 1 });
  }
  return points;
}

function meanOver({ runs, area }: Component, scores: Float32Array, width: number): number {
  let sum = 0;
  for (let i = 0; i < runs.length; i += 3) {
    for (let at = runs[i]! * width + runs[i + 1]!, end = runs[i]! * width + runs[i + 2]!; at < end; at++) sum += scores[at]!;
  }
  return sum / area;
}

function corners({ x, y, length, height, angle }: Rectangle): Point[] {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([along, across]) => ({
    x: x + (along! * length * cos - across! * height * sin) / 2,
    y: y + (along! * length * sin + across! * height * cos) / 2,
  }));
}
