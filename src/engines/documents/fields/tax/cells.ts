/**
 * The cell of each caption, where its value is written: bounded by rules, and by other captions in the same cell. Sides without a rule
 * follow from the captions around it: the next one below ends the cell at the bottom, the next one to the right ends it on the side.
 */
import type { Box } from '../../reading/model/page.ts';
import type { FoundCaption } from '../captions/captions.ts';
import type { PageText, PlacedWord } from '../captions/page-text.ts';
import { centerX, centerY, rowsOfLines } from '../captions/page-text.ts';
import { normalizeWord, splitPhrase } from '../../../shared/text/fold-text.ts';
import { wordSimilarity } from '../text/similar-texts.ts';
import type { Cell, Grid } from './form-grid.ts';
import { cellAround, isClosed } from './form-grid.ts';

export interface ValueCell {
  caption: FoundCaption;
  box: Box;
  words: PlacedWord[];
  /** Whether rules enclose it. */
  ruled: boolean;
  walls: Cell;
}

/** Where a cell is if its caption was not read: below or to the right of another one. */
export interface Neighbor {
  id: string;
  under?: string;
  rightOf?: string;
}

/** A certain share of the caption's letters is taken as found, because none were. */
const UNREAD_CAPTION = 0.3;

/** Captions of cells that rules enclose and in which no caption was read, by their place next to others. */
export function unreadCaptions(
  captions: readonly FoundCaption[],
  neighbors: readonly Neighbor[],
  grid: Grid,
  height: number,
): FoundCaption[] {
  const found = new Map(captions.map((caption) => [caption.id, caption]));
  const added: FoundCaption[] = [];
  for (const { id, under, rightOf } of neighbors) {
    if (found.has(id)) continue;
    const cells = [under === undefined ? undefined : found.get(under), rightOf === undefined ? undefined : found.get(rightOf)].map(
      (next, i) => {
        const cell = next === undefined ? {} : cellAround(grid, next.box, height);
        return isClosed(cell) ? cellAround(grid, i === 0 ? below(cell, height) : beside(cell, height), height) : undefined;
      },
    );
    const cell = cells.find((one) => one !== undefined && isClosed(one)) as Box | undefined;
    if (cell === undefined || cell.bottom - cell.top > 5 * height || captions.some(({ box }) => isInside(box, cell))) continue;
    const caption = { id, words: [], box: pointAt(cell.left + 0.6 * height, cell.top + 0.6 * height, height), score: UNREAD_CAPTION };
    found.set(id, caption);
    added.push(caption);
  }
  return added;
}

/** A point-like box in the cell below, or to the right. */
const below = ({ left, bottom }: Box, height: number): Box => pointAt(left + height, bottom + 0.9 * height, height);
const beside = ({ top, right }: Box, height: number): Box => pointAt(right + height, top + 0.9 * height, height);
const pointAt = (x: number, y: number, height: number): Box => ({
  left: x - 0.1 * height,
  right: x + 0.1 * height,
  top: y - 0.1 * height,
  bottom: y + 0.1 * height,
});

/** Cells with the words in them that do not belong to a caption; a word is in one cell at most. */
export function findCells(
  page: PageText,
  captions: readonly FoundCaption[],
  limits: Box,
  grid: Grid | undefined,
  phrases: ReadonlyMap<string, readonly string[]>,
): Map<string, ValueCell> {
  const captionWords = new Set(captions.flatMap(({ words }) => [...words]));
  const cells = captions.map((caption): ValueCell => {
    const rules = grid === undefined ? {} : cellAround(grid, caption.box, page.height);
    return { caption, box: areaOf(caption, rules, captions, limits, page.height), words: [], ruled: isClosed(rules), walls: rules };
  });
  for (const word of page.words) {
    if (captionWords.has(word) || word.box.bottom < limits.top || word.box.top > limits.bottom || word.box.right < limits.left) continue;
    let nearest: ValueCell | undefined;
    for (const cell of cells) {
      if (!contains(cell, word, page.height)) continue;
      if (nearest === undefined || distance(word, cell) < distance(word, nearest)) nearest = cell;
    }
    if (nearest !== undefined && !captions.some((caption) => isPartOfCaption(word, caption, nearest))) nearest.words.push(word);
  }
  for (const cell of cells) cell.words = withoutCaptionRows(cell.words, phrases.get(cell.caption.id) ?? []);
  return new Map(cells.map((cell) => [cell.caption.id, cell]));
}

function areaOf({ box, id }: FoundCaption, rules: Cell, captions: readonly FoundCaption[], limits: Box, height: number): Box {
  const others = captions.filter((other) => other.id !== id && (!isClosed(rules) || isInside(other.box, rules)));
  const below = others
    .filter((other) => other.box.top > centerY(box) + 0.3 * height && other.box.left < box.right && other.box.right > box.left)
    .map((other) => other.box.top);
  const bottom = Math.min(limits.bottom, rules.bottom ?? Infinity, ...below);
  const beside = others
    .filter(
      (other) =>
        other.box.left > box.left + height &&
        other.box.left >= box.right - 0.5 * height &&
        centerY(other.box) > box.top - 0.6 * height &&
        centerY(other.box) < bottom,
    )
    .map((other) => other.box.left);
  const above = others.filter((other) => other.box.bottom < box.top && other.box.left < box.right).map((other) => other.box.bottom);
  const ceiling = Math.max(limits.top, rules.top ?? -Infinity, ...above);
  // A caption at the foot of its cell has its value above.
  const isFoot = rules.bottom !== undefined && rules.bottom - box.bottom < 1.2 * height && box.top - ceiling > 1.5 * height;
  const isShared = others.some(
    (other) => other.box.right < box.left && Math.abs(other.box.top - box.top) < height && other.box.right > (rules.left ?? -Infinity),
  );
  return {
    left: isShared ? box.left - 0.9 * height : (rules.left ?? box.left - 0.9 * height),
    top: isFoot ? ceiling - 0.1 * height : box.top,
    right: Math.min(limits.right, rules.right ?? Infinity, ...beside),
    bottom,
  };
}

const isInside = (box: Box, cell: Box): boolean =>
  centerX(box) > cell.left && centerX(box) < cell.right && centerY(box) > cell.top && centerY(box) < cell.bottom;

/** Below the caption, or to its right in the same row. */
function contains({ caption, box, walls }: ValueCell, word: PlacedWord, height: number): boolean {
  const at = centerY(word.box);
  const isLeft = (walls.left === undefined ? word.box.left : centerX(word.box)) < box.left;
  const isRight = walls.right === undefined ? word.box.left > box.right - 0.2 * height : centerX(word.box) > box.right;
  if (isLeft || isRight || at > box.bottom || at < box.top) return false;
  const isAbove = box.top < caption.box.top && at < caption.box.top;
  return isAbove || at > caption.box.bottom - 0.1 * height || word.box.left > lastRowEnd(caption) + 0.2 * height;
}

function lastRowEnd({ words, box }: FoundCaption): number {
  const lastRow = words.filter((word) => centerY(word.box) > box.bottom - 1.2 * (word.box.bottom - word.box.top));
  return Math.max(...lastRow.map((word) => word.box.right), -Infinity);
}

const distance = (word: PlacedWord, { caption }: ValueCell): number =>
  Math.abs(word.box.top - caption.box.bottom) + 0.1 * Math.abs(word.box.left - caption.box.left);

/** An unmatched word inside a caption, or one that continues its line. */
function isPartOfCaption(word: PlacedWord, { box, words }: FoundCaption, cell: ValueCell): boolean {
  const at = centerY(word.box);
  const last = words.at(-1);
  if (last === undefined) return false;
  const height = last.box.bottom - last.box.top;
  if (
    cell.caption.words === words &&
    word.line === last.line &&
    word.item > last.item &&
    !/\d|^[A-Z]{1,2}$/u.test(word.text) &&
    word.box.left - box.right < (word.item - last.item) * 6 * height &&
    Math.abs(at - centerY(last.box)) < 0.5 * height
  )
    return true;
  return (
    at > box.top &&
    at < box.bottom &&
    word.box.left >= box.left - 0.5 * (box.bottom - box.top) &&
    word.box.right <= box.right + 0.5 * (word.box.bottom - word.box.top)
  );
}

/** Drops rows at the top of a cell that continue its caption, which was not read or matched as a whole. */
function withoutCaptionRows(words: readonly PlacedWord[], phrases: readonly string[]): PlacedWord[] {
  const known = new Set(phrases.flatMap(splitPhrase));
  if (known.size < MIN_LONG_CAPTION) return [...words];
  const rows = rowsOfLines(words);
  const isKnown = ({ text }: PlacedWord): boolean => {
    const word = normalizeWord(text).replace(/\d+$/u, '');
    return known.has(word) || (word.length > 3 && [...known].some((other) => wordSimilarity(word, other) >= 0.8));
  };
  const first = rows.findIndex((row) => {
    const letters = (own: readonly PlacedWord[]): number => own.reduce((sum, { text }) => sum + text.length, 0);
    return letters(row.filter(isKnown)) < 0.7 * letters(row);
  });
  return first < 0 ? [] : rows.slice(first).flat();
}

/** Captions with this number of different words span lines. */
const MIN_LONG_CAPTION = 6;
