/**
 * Finds the lines of machine-readable zones among the lines of a page and reads them again as such: only their characters, at a
 * fixed pitch, by the layout of their format, with check digits (mrz-cells.ts, mrz-decode.ts).
 */
import { apply, compose, inverse } from '../../model/affine.ts';
import type { Affine } from '../../model/page.ts';
import { crop } from '../../images/resize.ts';
import type { Rectangle } from '../detection/rectangle.ts';
import { splitStrip } from '../line-images/strip.ts';
import type { Strip } from '../line-images/strip.ts';
import type { ReadWord, Reading } from './readings.ts';
import { gridsOf, pitchOf } from './mrz-cells.ts';
import type { Grid, ZoneLine } from './mrz-cells.ts';
import { allowLookalikes, decodeZone } from './mrz-decode.ts';
import type { Cell, DecodedZone } from './mrz-decode.ts';
import { FILLER, ZONE_CHARACTERS, ZONE_FORMATS } from './mrz-formats.ts';
import type { ZoneFormat } from './mrz-formats.ts';
import type { Recognizer } from './recognizer.ts';

/** What the recognizer may take the characters of a zone for. */
const LOOKS_LIKE: Readonly<Record<string, string>> = { '<': '«‹([{≤⟨', I: 'l|!', O: 'Øº°', C: '¢€', K: 'κк' };
const ALPHABET = [...ZONE_CHARACTERS].map(
  (character) => character + (character.toLowerCase() === character ? '' : character.toLowerCase()) + (LOOKS_LIKE[character] ?? ''),
);

/** Longer lines are read in pieces of this many heights. */
const MAX_PIECE_ASPECT = 24;

/** A piece of a line: where it is on the page, and what was read. */
export interface Piece {
  left: number;
  right: number;
  /** Of its middle, at its left end and at its right end. */
  y: number;
  yRight: number;
  height: number;
  text: string;
}

/** Indexes of the pieces of a line from left to right. */
export type Row = readonly number[];

/** Letters and digits as a zone has them, with what is often read for fillers. */
function cleanZoneText(text: string): string {
  return text
    .replace(/\s/gu, '')
    .replace(/«/gu, '<<')
    .replace(/[‹([{≤]/gu, FILLER)
    .replace(/(?<=[<ckes])[ckes]|[ckes](?=<)/gu, FILLER)
    .replace(/[^A-Za-z0-9<]/gu, '');
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether a piece can belong to a line of a zone: hardly any small letters, spaces or other signs. */
function isPossible({ text, right, left, height }: Piece): boolean {
  const cleaned = cleanZoneText(text);
  return (
    right - left > height && count(cleaned, /[a-z]/gu) <= cleaned.length / 4 && count(text, OTHER_SIGNS) <= Math.max(1, text.length / 7)
  );
}

const OTHER_SIGNS = /[\s.,:;/#&*%$'’"-]/gu;

/** How a zone starts, or its second line: number, nationality, date of birth. */
const ZONE_START = /^[PVIAC][<KC][A-Z]{5}|^ID[A-Z]{8}|^[A-Z0-9]{9}[0-9OI][A-Z]{3}\d{4}/u;

/** Whether a row is a line of a zone, whatever is around it. Parts of it may be missing. */
function isLikely(text: string): boolean {
  const cleaned = cleanZoneText(text);
  if (cleaned.length < 14 || cleaned.length > 60 || count(cleaned, /[a-z]/gu) > cleaned.length / 5) return false;
  const [fillers, digits] = [count(cleaned, /</gu), count(cleaned, /\d/gu)];
  if (fillers >= 3 || ZONE_START.test(cleaned)) return true;
  return cleaned.length >= 22 && ((digits >= 10 && fillers >= 1) || digits >= 16 || /[KC<]{5}/u.test(cleaned));
}

/** Fillers between two pieces may have been missed; in heights of the line. */
const MAX_GAP = 20;

/** Joins pieces that stand beside each other. */
export function joinPieces(pieces: readonly Piece[]): Row[] {
  const rows: number[][] = [];
  const order = pieces.map((_, i) => i).sort((a, b) => pieces[a]!.left - pieces[b]!.left);
  for (const i of order) {
    const piece = pieces[i]!;
    if (!isPossible(piece)) continue;
    const row = rows.find((row) => {
      const last = pieces[row.at(-1)!]!;
      const height = Math.max(last.height, piece.height);
      const gap = piece.left - last.right;
      return (
        gap > -0.5 * height &&
        gap < MAX_GAP * height &&
        Math.abs(piece.y - last.yRight) < 0.5 * height &&
        Math.min(last.height, piece.height) > 0.55 * height
      );
    });
    if (row === undefined) rows.push([i]);
    else row.push(i);
  }
  return rows;
}

/** A page with more is full of capitals and digits. */
const MAX_STACKS = 8;

/** Rows that are stacked like the lines of a zone, from the top, at least one of which is likely to be one; more lines first. */
export function findStacks(pieces: readonly Piece[], rows: readonly Row[]): Row[][] {
  const wide = rows
    .map((row) => {
      const [first, last] = [pieces[row[0]!]!, pieces[row.at(-1)!]!];
      const text = row.map((i) => pieces[i]!.text).join('');
      const height = Math.max(...row.map((i) => pieces[i]!.height));
      return { row, left: first.left, right: last.right, y: first.y, height, text, isLikely: isLikely(text) };
    })
    .filter(({ left, right, height, text }) => right - left > 9 * height && cleanZoneText(text).length >= 12);
  type WideRow = (typeof wide)[number];
  if (!wide.some((row) => row.isLikely)) return [];
  const follows = (a: WideRow, b: WideRow): boolean => {
    const height = Math.max(a.height, b.height);
    const width = Math.max(a.right - a.left, b.right - b.left);
    return (
      b.y - a.y > 0.7 * height &&
      b.y - a.y < 4 * height &&
      Math.abs(a.left - b.left) < 0.12 * width &&
      (Math.abs(a.right - b.right) < 0.3 * width || (a.isLikely && b.isLikely)) &&
      Math.min(a.height, b.height) > 0.5 * height
    );
  };
  const below = (upper: WideRow): WideRow[] =>
    wide
      .filter((lower) => follows(upper, lower))
      .sort((a, b) => a.y - b.y)
      .slice(0, 1);
  const pairs = wide.flatMap((upper) => below(upper).map((lower) => [upper, lower]));
  const triples = pairs.flatMap(([upper, lower]) => below(lower!).map((third) => [upper!, lower!, third]));
  return [...triples, ...pairs, ...wide.map((row) => [row])]
    .filter((stack) => stack.some((row) => row.isLikely))
    .slice(0, MAX_STACKS)
    .map((stack) => stack.map(({ row }) => row));
}

/** Cuts a line out of the page. */
export type CutLine = (line: Rectangle) => Strip;

/**
 * The readings of the strips that belong to zones: one word a line, in the first strip of the line; the others get none. With
 * `cut` lines are read whole, also what was not detected of them.
 */
export async function readZones(
  strips: readonly Strip[],
  texts: readonly string[],
  recognizer: Recognizer,
  cut?: CutLine,
): Promise<ReadonlyMap<number, Reading>> {
  const pieces = strips.map(({ image, map }, i): Piece => {
    const [left, right] = [apply(map, 0, image.height / 2), apply(map, image.width, image.height / 2)];
    return { left: left.x, right: right.x, y: left.y, yRight: right.y, height: image.height * Math.hypot(map.b, map.d), text: texts[i]! };
  });
  const readings = new Map<number, Reading>();
  for (const stack of findStacks(pieces, joinPieces(pieces))) {
    if (stack.flat().some((i) => readings.has(i))) continue;
    const lines =
      cut === undefined ? stack.map((row) => row.map((i) => strips[i]!)) : stack.map((row) => [cut(wholeLine(pieces, row, stack))]);
    const zone = decodeStack(await readRows(lines, recognizer));
    if (zone === undefined) continue;
    const { decoded, grids } = zone;
    stack.forEach((row, i) => {
      for (const piece of row) readings.set(piece, []);
      const toFirst = compose(inverse(strips[row[0]!]!.map), lines[i]![0]!.map);
      if (cut !== undefined) piecesWithin(pieces, wholeLine(pieces, row, stack)).forEach((piece) => readings.set(piece, []));
      readings.set(row[0]!, [toWord(decoded, decoded.lines.length - stack.length + i, grids[i]!, toFirst)]);
    });
  }
  return readings;
}

/** A row from the leftmost to the rightmost end of its stack. */
function wholeLine(pieces: readonly Piece[], row: Row, stack: readonly Row[]): Rectangle {
  const [first, last] = [pieces[row[0]!]!, pieces[row.at(-1)!]!];
  const slope = (last.yRight - first.y) / (last.right - first.left);
  const left = Math.min(...stack.flat().map((i) => pieces[i]!.left));
  const right = Math.max(...stack.flat().map((i) => pieces[i]!.right));
  // The highest piece may be two lines in one, the lowest a speck.
  const { height } = row.map((i) => pieces[i]!).reduce((a, b) => (b.right - b.left > a.right - a.left ? b : a));
  return {
    x: (left + right) / 2,
    y: first.y + slope * ((left + right) / 2 - first.left),
    length: (right - left) * Math.hypot(1, slope),
    height: height * CUT_MARGIN,
    angle: (Math.atan(slope) * 180) / Math.PI,
  };
}

/** Pieces of a line that were not among its row: the remains of fillers. */
function piecesWithin(pieces: readonly Piece[], { x, y, length, height }: Rectangle): number[] {
  return pieces.flatMap((piece, i) =>
    Math.abs((piece.left + piece.right) / 2 - x) < length / 2 && Math.abs((piece.y + piece.yRight) / 2 - y) < height / 3 ? [i] : [],
  );
}

/** Height of a cropped line, in text heights. */
const CUT_MARGIN = 1.25;

/** Letters and steps of each line in the frame of its first strip. */
async function readRows(rows: readonly (readonly Strip[])[], recognizer: Recognizer): Promise<ZoneLine[]> {
  const parts = rows.flatMap((strips, at) =>
    strips.flatMap(({ image, map }) => {
      const toFirst = compose(inverse(strips[0]!.map), map);
      return splitStrip(image, image.height * MAX_PIECE_ASPECT).map(({ from, to }) => ({
        at,
        image: crop(image, { left: from, right: to, top: 0, bottom: image.height }),
        place: (x: number): number => apply(toFirst, from + Math.min(x, to - from), image.height / 2).x,
      }));
    }),
  );
  const read = await recognizer.read(
    parts.map(({ image }) => image),
    { alphabet: ALPHABET },
  );
  const lines = rows.map(() => ({ letters: [] as ZoneLine['letters'][number][], steps: [] as ZoneLine['steps'][number][] }));
  parts.forEach(({ at, place }, i) => {
    const { letters, steps = [], pixelsPerStep } = read[i]!;
    const x = (step: number): number => place((step + 0.5) * pixelsPerStep);
    lines[at]!.letters.push(...letters.map(({ text, probability, at: step }) => ({ text, probability, x: x(step) })));
    lines[at]!.steps.push(...steps.map((probabilities, step) => ({ x: x(step), probabilities })));
  });
  return lines;
}

interface ReadZone {
  decoded: DecodedZone;
  /** Of the lines that were seen. */
  grids: Grid[];
}

/** The zone that these lines are, if they are one. A second line alone is enough where its check digits are valid. */
export function decodeStack(lines: readonly ZoneLine[]): ReadZone | undefined {
  const [best] = ZONE_FORMATS.filter(
    (format) => format.lines.length === lines.length || (lines.length === 1 && (format.name === 'TD3' || format.name === 'TD2')),
  )
    .flatMap((format) => decodeAs(format, lines))
    .sort((a, b) => b.decoded.score - a.decoded.score);
  return best;
}

/** Lines with fewer characters than this share of the format's, or more, are not of this format. */
const LENGTH_TOLERANCE = { least: 0.55, most: 1.12 };
/** Mean log probabilities of a position without which a zone is none, by how many check digits are valid. */
const MIN_SCORES = [-0.1, -0.2, -0.35, -0.5];
const MIN_SCORE_ALONE = -0.2;

/** Of a line, without regard to check digits. */
const MIN_FIT = -1;

function decodeAs(format: ZoneFormat, lines: readonly ZoneLine[]): ReadZone[] {
  const isWhole = lines.length === format.lines.length;
  const grids: Grid[] = [];
  for (const [i, line] of lines.entries()) {
    const pitch = pitchOf(line.letters);
    if (pitch <= 0) return [];
    const seen = (line.letters.at(-1)!.x - line.letters[0]!.x) / pitch + 1;
    if (seen < format.length * LENGTH_TOLERANCE.least || seen > format.length * LENGTH_TOLERANCE.most) return [];
    const allowed = positionsOf(format, isWhole ? i : 1);
    const fitted = gridsOf(line, format.length).map((grid) => ({ grid, fit: fitOf(grid, allowed) }));
    if (fitted.length === 0) return [];
    const best = fitted.reduce((a, b) => (b.fit > a.fit ? b : a));
    if (best.fit / format.length < MIN_FIT) return [];
    grids.push(best.grid);
  }
  const cells = grids.map((grid) => grid.cells.map(allowLookalikes));
  const decoded = decodeZone(format, isWhole ? cells : [emptyLine(format), ...cells]);
  const cost = grids.reduce((sum, grid) => sum + grid.cost, 0) / (format.length * lines.length);
  const score = decoded.score - 0.25 * cost;
  if (countGuessed(decoded, grids) > MAX_GUESSED) return [];
  if (score < MIN_SCORES[Math.min(3, decoded.valid)]! || (!isWhole && (decoded.valid < 3 || score < MIN_SCORE_ALONE))) return [];
  return [{ decoded: { ...decoded, score }, grids }];
}

/** Check digits can supply one character that was not seen; more would be guesses. */
const MAX_GUESSED = 1;

function countGuessed({ format, lines }: DecodedZone, grids: readonly Grid[]): number {
  return grids.reduce((sum, { isEmpty }, i) => {
    const line = lines.length - grids.length + i;
    const needed = format.lines[line]!.flatMap(({ positions, check, isDate }) => [
      ...positions.map(() => isDate === true),
      ...(check === undefined ? [] : [false]),
    ]);
    return sum + isEmpty.filter((empty, at) => empty && (needed[at] === true || lines[line]![at] !== FILLER)).length;
  }, 0);
}

const positionsOf = (format: ZoneFormat, line: number): string[] =>
  format.lines[line]!.flatMap(({ positions, check }) => [...positions, ...(check === undefined ? [] : ['0123456789<'])]);

/** How well the cells hold what the positions allow. */
function fitOf({ cells, cost }: Grid, positions: readonly string[]): number {
  return cells.reduce((sum, cell, i) => {
    const possible = allowLookalikes(cell);
    return sum + Math.max(...[...positions[i]!].map((character) => possible[ZONE_CHARACTERS.indexOf(character)]!));
  }, -cost);
}

/** A line that was not seen costs nothing. */
const emptyLine = (format: ZoneFormat): Cell[] => positionsOf(format, 0).map(() => new Float64Array(ZONE_CHARACTERS.length));

/** What a valid check digit leaves to doubt about a position. */
const VERIFIED = 0.9995;
/** A zone that was accepted is text, however uncertain its letters. */
const MIN_PROBABILITY = 0.4;

/** `toStrip` transforms from the frame of the grid to that of the strip the word is in. */
function toWord({ lines, verified }: DecodedZone, line: number, { cells, centers }: Grid, toStrip: Affine): ReadWord {
  const text = lines[line]!;
  const pitch = (centers.at(-1)! - centers[0]!) / (centers.length - 1);
  const edge = (i: number): number =>
    i === 0 ? centers[0]! - pitch / 2 : i === text.length ? centers.at(-1)! + pitch / 2 : (centers[i - 1]! + centers[i]!) / 2;
  const place = (x: number): number => apply(toStrip, x, 0).x;
  const probability = [...text].reduce(
    (all, character, i) => all * (verified[line]![i] === true ? VERIFIED : cells[i]![ZONE_CHARACTERS.indexOf(character)]!),
    1,
  );
  return {
    letters: [...text].map((character, i) => ({ text: character, left: place(edge(i)), right: place(edge(i + 1)) })),
    probability: Math.max(MIN_PROBABILITY, probability),
  };
}
