/**
 * Finds the lines of machine-readable zones among the lines of a page and reads them again as such: only their characters, at a
 * fixed pitch, by the layout of their format, with check digits (mrz-cells.ts, mrz-decode.ts).
 */
import { apply, compose, inverse } from '../../model/affine.ts';
import { crop } from '../../images/resize.ts';
import { splitStrip } from '../line-images/strip.ts';
import type { Strip } from '../line-images/strip.ts';
import type { ReadWord, Reading } from './fusion.ts';
import { gridsOf, pitchOf } from './mrz-cells.ts';
import type { Grid, ZoneLine } from './mrz-cells.ts';
import { allowLookalikes, decodeZone } from './mrz-decode.ts';
import type { Cell, DecodedZone } from './mrz-decode.ts';
import { FILLER, ZONE_CHARACTERS, ZONE_FORMATS } from './mrz-formats.ts';
import type { ZoneFormat } from './mrz-formats.ts';
import type { Recogniser } from './recogniser.ts';

/** What the recogniser may take the characters of a zone for. */
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
export function cleanZoneText(text: string): string {
  return text
    .replace(/\s/gu, '')
    .replace(/«/gu, '<<')
    .replace(/[‹([{≤]/gu, FILLER)
    .replace(/(?<=[<ckes])[ckes]|[ckes](?=<)/gu, FILLER)
    .replace(/[^A-Za-z0-9<]/gu, '');
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether a piece can belong to a line of a zone: hardly any small letters. */
function isPossible({ text, right, left, height }: Piece): boolean {
  const cleaned = cleanZoneText(text);
  return right - left > height && count(cleaned, /[a-z]/gu) <= cleaned.length / 4 && count(text, /[.,:;]/gu) <= text.length / 8;
}

/** Whether a row is a line of a zone, whatever is around it. */
function isLikely(text: string): boolean {
  const cleaned = cleanZoneText(text);
  if (cleaned.length < 22 || cleaned.length > 60 || count(cleaned, /[a-z]/gu) > cleaned.length / 5) return false;
  const [fillers, digits] = [count(cleaned, /</gu), count(cleaned, /\d/gu)];
  return fillers >= 3 || (digits >= 10 && fillers >= 1) || digits >= 16 || /[KC<]{5}/u.test(cleaned);
}

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
        gap < 8 * height &&
        Math.abs(piece.y - last.yRight) < 0.5 * height &&
        Math.min(last.height, piece.height) > 0.55 * height
      );
    });
    if (row === undefined) rows.push([i]);
    else row.push(i);
  }
  return rows;
}

const heightOf = (pieces: readonly Piece[], row: Row): number => Math.max(...row.map((i) => pieces[i]!.height));

/** Rows that are stacked like the lines of a zone, from the top, at least one of which is likely to be one; more lines first. */
export function findStacks(pieces: readonly Piece[], rows: readonly Row[]): Row[][] {
  const text = (row: Row): string => row.map((i) => pieces[i]!.text).join('');
  const wide = rows.filter((row) => {
    const width = pieces[row.at(-1)!]!.right - pieces[row[0]!]!.left;
    return width > 9 * heightOf(pieces, row) && cleanZoneText(text(row)).length >= 12;
  });
  const follows = (upper: Row, lower: Row): boolean => {
    const [a, b] = [pieces[upper[0]!]!, pieces[lower[0]!]!];
    const [aEnd, bEnd] = [pieces[upper.at(-1)!]!, pieces[lower.at(-1)!]!];
    const height = Math.max(heightOf(pieces, upper), heightOf(pieces, lower));
    const width = Math.max(aEnd.right - a.left, bEnd.right - b.left);
    return (
      b.y - a.y > 0.7 * height &&
      b.y - a.y < 4 * height &&
      Math.abs(a.left - b.left) < 0.12 * width &&
      Math.abs(aEnd.right - bEnd.right) < 0.3 * width &&
      Math.min(heightOf(pieces, upper), heightOf(pieces, lower)) > 0.5 * height
    );
  };
  const below = (upper: Row): Row[] => wide.filter((lower) => follows(upper, lower));
  const pairs = wide.flatMap((upper) => below(upper).map((lower) => [upper, lower]));
  const triples = pairs.flatMap(([upper, lower]) => below(lower!).map((third) => [upper!, lower!, third]));
  const single = wide.filter((row) => isLikely(text(row))).map((row) => [row]);
  return [...triples, ...pairs.filter((pair) => pair.some((row) => isLikely(text(row)))), ...single].filter((stack) =>
    stack.some((row) => isLikely(text(row))),
  );
}

/** The readings of the strips that belong to zones: one word a line, in the first strip of the line; the others get none. */
export async function readZones(
  strips: readonly Strip[],
  texts: readonly string[],
  recogniser: Recogniser,
): Promise<ReadonlyMap<number, Reading>> {
  const pieces = strips.map(({ image, map }, i): Piece => {
    const [left, right] = [apply(map, 0, image.height / 2), apply(map, image.width, image.height / 2)];
    return { left: left.x, right: right.x, y: left.y, yRight: right.y, height: image.height * Math.hypot(map.b, map.d), text: texts[i]! };
  });
  const stacks = findStacks(pieces, joinPieces(pieces));
  const rows = [...new Set(stacks.flat())];
  const lines = await readRows(rows, strips, recogniser);
  const readings = new Map<number, Reading>();
  for (const stack of stacks) {
    if (stack.flat().some((i) => readings.has(i))) continue;
    const zone = decodeStack(stack.map((row) => lines[rows.indexOf(row)]!));
    if (zone === undefined) continue;
    const { decoded, grids } = zone;
    stack.forEach((row, i) => {
      for (const piece of row) readings.set(piece, []);
      readings.set(row[0]!, [toWord(decoded, decoded.lines.length - stack.length + i, grids[i]!)]);
    });
  }
  return readings;
}

/** Letters and steps of each row in the frame of its first strip. */
async function readRows(rows: readonly Row[], strips: readonly Strip[], recogniser: Recogniser): Promise<ZoneLine[]> {
  const parts = rows.flatMap((row, at) =>
    row.flatMap((i) => {
      const { image, map } = strips[i]!;
      const toFirst = compose(inverse(strips[row[0]!]!.map), map);
      return splitStrip(image, image.height * MAX_PIECE_ASPECT).map(({ from, to }) => ({
        at,
        image: crop(image, { left: from, right: to, top: 0, bottom: image.height }),
        place: (x: number): number => apply(toFirst, from + Math.min(x, to - from), image.height / 2).x,
      }));
    }),
  );
  if (parts.length === 0) return [];
  const read = await recogniser.read(
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
  if (score < MIN_SCORES[Math.min(3, decoded.valid)]! || (!isWhole && (decoded.valid < 3 || score < MIN_SCORE_ALONE))) return [];
  return [{ decoded: { ...decoded, score }, grids }];
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

function toWord({ lines, verified }: DecodedZone, line: number, { cells, centres }: Grid): ReadWord {
  const text = lines[line]!;
  const pitch = (centres.at(-1)! - centres[0]!) / (centres.length - 1);
  const edge = (i: number): number =>
    i === 0 ? centres[0]! - pitch / 2 : i === text.length ? centres.at(-1)! + pitch / 2 : (centres[i - 1]! + centres[i]!) / 2;
  const probability = [...text].reduce(
    (all, character, i) => all * (verified[line]![i] === true ? VERIFIED : cells[i]![ZONE_CHARACTERS.indexOf(character)]!),
    1,
  );
  return {
    letters: [...text].map((character, i) => ({ text: character, left: edge(i), right: edge(i + 1) })),
    probability: Math.max(MIN_PROBABILITY, probability),
  };
}
