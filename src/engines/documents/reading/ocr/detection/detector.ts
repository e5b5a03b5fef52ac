/**
 * Detects lines of text. The network looks at the page at a scale at which most print is well visible: pages are scaled down to
 * what it needs, and small print is enlarged in a second look.
 */
import type { GrayImage } from '../../model/page.ts';
import { resize } from '../../images/resize.ts';
import type { SingleOutputNetwork, Tensor } from '../../../../bindings/onnx-session.ts';
import { linesFromMaps } from './line-maps.ts';
import type { DetectedLine } from './line-maps.ts';
import type { MarkMap } from './mark-map.ts';

/** In pixels of the image. */
export interface Detection {
  lines: DetectedLine[];
  marks: MarkMap;
}

export interface Detector {
  find(image: GrayImage, options?: DetectorOptions): Promise<Detection>;
  close(): Promise<void>;
}

export interface DetectorOptions {
  /** Also looks for smaller print, which takes longer. */
  highResolution?: boolean;
}

/** Sides of the network's input are multiples of this, and its maps have a cell for `CELL` × `CELL` pixels. */
const SIDE_STEP = 32;
const CELL = 4;
/** The first plane of each map; there are four of turns. */
const PLANES = { cores: 0, heights: 1, turns: 2, marks: 6 };
/** Pixels of the first look: a page of 150 dpi, reduced to three quarters. */
const FIRST_LOOK = 1216 * 896;
/**
 * The first look has at most `first` pixels. Print lower than `low` is then enlarged to `wanted` pixels, within `area` pixels in all
 * and `factor` times the image itself.
 */
const SMALL_PRINT = { first: FIRST_LOOK, low: 12, wanted: 17, factor: 2.5, area: 4 * FIRST_LOOK };
/** Handwriting as high as this is found in one piece when it is reduced: long strokes tie its lines together, or cut them. */
const LARGE = { high: 44, wanted: 32 };
const HIGH_RESOLUTION = { first: 4 * FIRST_LOOK, low: 22, wanted: 30, factor: 4, area: 8 * FIRST_LOOK };
/** The share of a page's print that may be lower than `low`. */
const SMALL_SHARE = 0.2;
const MIN_ASPECT = 2.5;
/** More lines than a page can have: the rest is noise and would take minutes to read. */
const MAX_LINES = 2000;

export function createDetector(network: SingleOutputNetwork): Detector {
  const look = async (image: GrayImage, scale: number): Promise<Detection> => {
    const seen = resize(image, Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale)));
    const { data, shape } = await network.run(padToStep(seen));
    const [height, width] = [shape[2]!, shape[3]!];
    const plane = (first: number, count = 1): Float32Array => data.subarray(first * width * height, (first + count) * width * height);
    const cores = { cores: plane(PLANES.cores), heights: plane(PLANES.heights), turns: plane(PLANES.turns, 4) };
    const back = image.width / seen.width;
    const lines = linesFromMaps({ width, height, cell: CELL, ...cores })
      .filter(({ x, y }) => x < seen.width && y < seen.height)
      .map((line) => scaleLine(line, back))
      .sort((a, b) => b.length * b.height - a.length * a.height)
      .slice(0, MAX_LINES);
    return { lines, marks: { width, height, cell: CELL * back, scores: plane(PLANES.marks) } };
  };

  return {
    async find(image, { highResolution = false } = {}) {
      const { first: most, low, wanted, factor, area } = highResolution ? HIGH_RESOLUTION : SMALL_PRINT;
      const scale = Math.min(1, Math.sqrt(most / (image.width * image.height)));
      const first = await look(image, scale);
      const small = heightBelow(first.lines, SMALL_SHARE) * scale;
      const usual = heightBelow(first.lines, 0.5) * scale;
      if (small >= LARGE.high && usual < Infinity && !highResolution) return await look(image, (scale * LARGE.wanted) / usual);
      if (small >= low) return first;
      const larger = Math.min((scale * wanted) / small, factor, Math.sqrt(area / (image.width * image.height)));
      return larger > scale * 1.15 ? await look(image, larger) : first;
    },
    close: async () => {
      await network.close();
    },
  };
}

function scaleLine(line: DetectedLine, factor: number): DetectedLine {
  const { x, y, length, height, middle } = line;
  return {
    ...line,
    x: x * factor,
    y: y * factor,
    length: length * factor,
    height: height * factor,
    middle: middle.map((point) => ({ x: point.x * factor, y: point.y * factor })),
  };
}

/** The height below which a share of the page's print is, by length; short lines are often not print. */
function heightBelow(lines: readonly DetectedLine[], share: number): number {
  const long = lines.filter(({ length, height }) => length > MIN_ASPECT * height).sort((a, b) => a.height - b.height);
  let left = long.reduce((sum, { length }) => sum + length, 0) * share;
  return long.find(({ length }) => (left -= length) <= 0)?.height ?? Infinity;
}

/** From -1 black to 1 white; the last column and row are repeated until both sides are multiples of SIDE_STEP. */
function padToStep(image: GrayImage): Tensor {
  const [width, height] = [image.width, image.height].map((side) => Math.ceil(side / SIDE_STEP) * SIDE_STEP) as [number, number];
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const [from, to] = [Math.min(y, image.height - 1) * image.width, y * width];
    for (let x = 0; x < image.width; x++) data[to + x] = image.data[from + x]! / 127.5 - 1;
    data.fill(data[to + image.width - 1]!, to + image.width, to + width);
  }
  return { data, shape: [1, 1, height, width] };
}
