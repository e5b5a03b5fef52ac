/**
 * Lines from the maps of the detector network. A line is a connected core (the middle half of its height), grown to the height
 * that the network estimates. Cores of neighboring lines that touch are separated at a higher score; pieces of one line that
 * a wide space or faint letters broke apart are joined.
 */
import { findComponents } from '../../images/components.ts';
import type { Component } from '../../images/components.ts';
import type { Rectangle } from './rectangle.ts';
import { foldAngle } from './rectangle.ts';

/** `turns` are the probabilities that the letters are rotated by 0, 90, 180 and 270 degrees clockwise. */
export interface DetectedLine extends Rectangle {
  score: number;
  turns: readonly [number, number, number, number];
  /** Points along the middle of a long line that is about level. */
  middle: readonly Point[];
}

export interface Point {
  x: number;
  y: number;
}

/** One cell for `cell` × `cell` pixels. `cores` are logits, `heights` logarithms of pixels, `turns` logits in four planes. */
export interface LineMaps {
  width: number;
  height: number;
  cell: number;
  cores: Float32Array;
  heights: Float32Array;
  turns: Float32Array;
}

/** Logits: above the first a cell belongs to a core; touching cores are separated at the others. */
const CORE_LEVELS = [0, 1, 2, 3];
/** A core thicker than this share of its line's height is several lines. */
const MAX_CORE_SHARE = 0.8;
const MIN_SCORE = 0.6;
/** In pixels of the network's input. */
const MIN_HEIGHT = 4;
const MIN_CELLS = 2;
/** A shape must be this many times longer than thick to have a direction of its own. */
const MIN_ELONGATION = 8;
/** Degrees up to which a line has points along its middle. */
const MAX_MIDDLE_ANGLE = 45;
/** Heights are from ascender to descender; slightly more is cut, so that nothing is lost. */
const HEIGHT_SCALE = 1.1;
/** Added at both ends, as a share of the height. */
const END_MARGIN = 0.1;
/** When two pieces are one line; `gap`, `overlap` and `offset` are shares of the height. */
const JOIN = { gap: 0.75, overlap: 0.5, offset: 0.25, heightRatio: 1.35, degrees: 6 };

interface Piece extends DetectedLine {
  hasDirection: boolean;
}

export function linesFromMaps(maps: LineMaps): DetectedLine[] {
  const pieces = separateCores(maps).flatMap((core) => toPiece(core, maps));
  const tilt = commonTilt(pieces);
  const aligned = pieces.map((piece) => (piece.hasDirection ? piece : { ...piece, angle: foldAngle(piece.angle + tilt) }));
  return joinPieces(aligned).map(({ hasDirection: _, ...line }) => line);
}

/** Connected cores; those thicker than a line are thresholded again at a higher score. */
function separateCores(maps: LineMaps): Component[] {
  const { width, height, cores } = maps;
  const mask = new Uint8Array(cores.length);
  for (let i = 0; i < mask.length; i++) if (cores[i]! > CORE_LEVELS[0]!) mask[i] = 1;
  const kept: Component[] = [];
  let pending = findComponents(mask, width, height);
  for (const level of CORE_LEVELS.slice(1)) {
    const thick = new Set(pending.filter((core) => isThick(core, maps)));
    if (thick.size === 0) break;
    kept.push(...pending.filter((core) => !thick.has(core)));
    mask.fill(0);
    for (const core of thick) {
      for (const at of cellsOf(core, width)) if (cores[at]! > level) mask[at] = 1;
    }
    pending = findComponents(mask, width, height);
  }
  return [...kept, ...pending];
}

function isThick(core: Component, maps: LineMaps): boolean {
  const { thickness } = shapeOf(core);
  return thickness > 2 && thickness * maps.cell > MAX_CORE_SHARE * medianHeight(core, maps) + maps.cell;
}

function toPiece(core: Component, maps: LineMaps): Piece[] {
  const { cell } = maps;
  if (core.area < MIN_CELLS) return [];
  const lineHeight = medianHeight(core, maps);
  const score = meanScore(core, maps);
  if (lineHeight < MIN_HEIGHT || score < MIN_SCORE) return [];
  const turns = meanTurns(core, maps);
  const { x, y, angle: ownAngle, elongation } = shapeOf(core);
  const hasDirection = elongation >= MIN_ELONGATION;
  // A short core has no direction of its own: its letters tell whether it is level or sideways.
  const angle = hasDirection ? ownAngle : turns[0] + turns[2] >= turns[1] + turns[3] ? 0 : 90;
  const [cos, sin] = directionOf(angle);
  const { length, middle } = extentAlong(core, cos, sin, x, y);
  return [
    {
      x: (x + middle * cos) * cell,
      y: (y + middle * sin) * cell,
      length: length * cell + 2 * END_MARGIN * lineHeight,
      height: lineHeight * HEIGHT_SCALE,
      angle,
      score,
      turns,
      hasDirection,
      middle: hasDirection && Math.abs(angle) < MAX_MIDDLE_ANGLE ? middleOf(core, lineHeight / cell, cell) : [],
    },
  ];
}

/** The mean height of a core's cells in columns as wide as the line is high; the ends are rounded and left out. */
function middleOf({ runs }: Component, columnWidth: number, cell: number): Point[] {
  const columns = new Map<number, { x: number; y: number; cells: number }>();
  for (let i = 0; i < runs.length; i += 3) {
    for (let x = runs[i + 1]!; x < runs[i + 2]!; x++) {
      const at = Math.floor(x / columnWidth);
      const column = columns.get(at) ?? { x: 0, y: 0, cells: 0 };
      columns.set(at, column);
      column.x += x + 0.5;
      column.y += runs[i]! + 0.5;
      column.cells++;
    }
  }
  return [...columns.values()]
    .map(({ x, y, cells }) => ({ x: (x / cells) * cell, y: (y / cells) * cell }))
    .sort((a, b) => a.x - b.x)
    .slice(1, -1);
}

const directionOf = (degrees: number): [number, number] => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];

function cellsOf({ runs, area }: Component, width: number): Int32Array {
  const cells = new Int32Array(area);
  let count = 0;
  for (let i = 0; i < runs.length; i += 3) {
    for (let at = runs[i]! * width + runs[i + 1]!, end = runs[i]! * width + runs[i + 2]!; at < end; at++) cells[count++] = at;
  }
  return cells;
}

function medianHeight(core: Component, { width, heights }: LineMaps): number {
  const cells = cellsOf(core, width);
  const values = new Float32Array(cells.length);
  for (let i = 0; i < cells.length; i++) values[i] = heights[cells[i]!]!;
  values.sort();
  return Math.exp(values[values.length >> 1]!);
}

function meanScore(core: Component, { width, cores }: LineMaps): number {
  return cellsOf(core, width).reduce((sum, at) => sum + 1 / (1 + Math.exp(-cores[at]!)), 0) / core.area;
}

function meanTurns(core: Component, { width, turns, cores }: LineMaps): [number, number, number, number] {
  const means: [number, number, number, number] = [0, 0, 0, 0];
  const plane = cores.length;
  const weights = new Float64Array(means.length);
  for (const at of cellsOf(core, width)) {
    let sum = 0;
    for (let turn = 0; turn < weights.length; turn++) sum += weights[turn] = Math.exp(turns[turn * plane + at]!);
    for (let turn = 0; turn < weights.length; turn++) means[turn]! += weights[turn]! / sum / core.area;
  }
  return means;
}

/** The center of a core, its direction in degrees, its thickness across that, and how many times longer than thick it is. */
function shapeOf({ runs, area }: Component): { x: number; y: number; angle: number; thickness: number; elongation: number } {
  let [sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0];
  for (let i = 0; i < runs.length; i += 3) {
    const y = runs[i]! + 0.5;
    for (let column = runs[i + 1]!; column < runs[i + 2]!; column++) {
      const x = column + 0.5;
      sumX += x;
      sumY += y;
      sumXX += x * x;
      sumYY += y * y;
      sumXY += x * y;
    }
  }
  const [x, y] = [sumX / area, sumY / area];
  // A single cell has a second moment of 1/12.
  const [xx, yy, xy] = [sumXX / area - x * x + 1 / 12, sumYY / area - y * y + 1 / 12, sumXY / area - x * y];
  const spread = Math.hypot(xx - yy, 2 * xy);
  const [long, short] = [(xx + yy + spread) / 2, Math.max(1 / 12, (xx + yy - spread) / 2)];
  return {
    x,
    y,
    angle: foldAngle((Math.atan2(2 * xy, xx - yy) * 90) / Math.PI),
    thickness: Math.sqrt(12 * short),
    elongation: Math.sqrt(long / short),
  };
}

/** The extent of a core along a direction, and the middle of it relative to a point. */
function extentAlong({ runs }: Component, cos: number, sin: number, x: number, y: number): { length: number; middle: number } {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < runs.length; i += 3) {
    for (const column of [runs[i + 1]! + 0.5, runs[i + 2]! - 0.5]) {
      const along = (column - x) * cos + (runs[i]! + 0.5 - y) * sin;
      [low, high] = [Math.min(low, along), Math.max(high, along)];
    }
  }
  return { length: high - low + 1, middle: (low + high) / 2 };
}

/** How far the lines are rotated from the nearest right angle: the median by length. */
function commonTilt(pieces: readonly Piece[]): number {
  const tilts = pieces
    .filter(({ hasDirection }) => hasDirection)
    .map(({ angle, length }) => ({ tilt: angle - 90 * Math.round(angle / 90), length }))
    .sort((a, b) => a.tilt - b.tilt);
  let left = tilts.reduce((sum, { length }) => sum + length, 0) / 2;
  return tilts.find(({ length }) => (left -= length) <= 0)?.tilt ?? 0;
}

/** Starts with the longest pieces; each is joined with the pieces that continue it at either end. */
function joinPieces(pieces: readonly Piece[]): Piece[] {
  const ends = new EndIndex(pieces);
  const lines: Piece[] = [];
  for (const start of [...pieces].sort((a, b) => b.length - a.length)) {
    if (!ends.remove(start)) continue;
    let line = start;
    for (let next = ends.continuationOf(line); next !== undefined; next = ends.continuationOf(line)) {
      ends.remove(next);
      line = join(line, next);
    }
    lines.push(line);
  }
  return lines;
}

/** Finds pieces by where they end, on a grid of squares. */
class EndIndex {
  readonly #squares = new Map<string, Set<Piece>>();
  readonly #left = new Set<Piece>();
  readonly #side: number;

  constructor(pieces: readonly Piece[]) {
    this.#side = pieces.reduce((most, { height }) => Math.max(most, height), 1);
    for (const piece of pieces) {
      this.#left.add(piece);
      for (const { x, y } of endsOf(piece)) {
        const key = this.#key(x, y);
        this.#squares.set(key, (this.#squares.get(key) ?? new Set()).add(piece));
      }
    }
  }

  remove(piece: Piece): boolean {
    return this.#left.delete(piece);
  }

  continuationOf(line: Piece): Piece | undefined {
    for (const { x, y } of endsOf(line)) {
      for (let row = -1; row <= 1; row++) {
        for (let column = -1; column <= 1; column++) {
          for (const piece of this.#squares.get(this.#key(x + column * this.#side, y + row * this.#side)) ?? []) {
            if (this.#left.has(piece) && continues(line, piece)) return piece;
          }
        }
      }
    }
    return undefined;
  }

  #key(x: number, y: number): string {
    return `${Math.floor(x / this.#side)},${Math.floor(y / this.#side)}`;
  }
}

function endsOf({ x, y, length, angle }: Rectangle): { x: number; y: number }[] {
  const [cos, sin] = directionOf(angle);
  return [-1, 1].map((side) => ({ x: x + (side * length * cos) / 2, y: y + (side * length * sin) / 2 }));
}

/** Where a piece lies along and across the direction of a line, from the line's center. */
function offsetFrom(line: Piece, piece: Piece): { along: number; across: number } {
  const [cos, sin] = directionOf(line.angle);
  const [dx, dy] = [piece.x - line.x, piece.y - line.y];
  return { along: dx * cos + dy * sin, across: dy * cos - dx * sin };
}

function continues(line: Piece, piece: Piece): boolean {
  const [low, high] = line.height < piece.height ? [line.height, piece.height] : [piece.height, line.height];
  if (high > JOIN.heightRatio * low || Math.abs(foldAngle(line.angle - piece.angle)) > JOIN.degrees) return false;
  const { along, across } = offsetFrom(line, piece);
  const gap = Math.abs(along) - (line.length + piece.length) / 2;
  return Math.abs(across) <= JOIN.offset * low && gap <= JOIN.gap * low && gap >= -JOIN.overlap * low;
}

function join(line: Piece, piece: Piece): Piece {
  const [cos, sin] = directionOf(line.angle);
  const { along, across } = offsetFrom(line, piece);
  const low = Math.min(-line.length / 2, along - piece.length / 2);
  const high = Math.max(line.length / 2, along + piece.length / 2);
  const middle = (low + high) / 2;
  const down = (across * piece.length) / (line.length + piece.length);
  return {
    ...line,
    x: line.x + middle * cos - down * sin,
    y: line.y + middle * sin + down * cos,
    length: high - low,
    height: Math.max(line.height, piece.height),
    middle: [...line.middle, ...piece.middle],
  };
}
