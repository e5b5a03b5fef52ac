/**
 * Splits a row of a drawn grid that holds several rows of text without strokes between them. Numbers below each other in one cell are
 * several rows; so are lines that are level across columns, unless they look like wrapped text: the first word of each line
 * would not have fitted into the line before.
 */
import { splitWhere } from '../../../shared/collections.ts';
import { heightOf, middleY, widthOf } from '../model/geometry.ts';
import { groupRows } from '../model/tokens.ts';
import type { Measures, Row } from '../model/tokens.ts';
import { groupIntoRows } from './body-rows.ts';
import type { Line, Piece } from './lines.ts';
import { textOf } from './lines.ts';
import { isNumeric } from './table-draft.ts';
import type { CellDraft } from './table-draft.ts';

export interface SplitRows {
  rows: number;
  /** The grid row of each row. */
  bandOf: number[];
}

const MAX_ROWS = 2000;

/** Splits `cells` in place; undefined if no row of the grid holds several rows. */
export function splitUnruledRows(cells: CellDraft[], rows: number, columns: number, measures: Measures): SplitRows | undefined {
  const bandOf: number[] = [];
  const shift: number[] = [];
  const added: CellDraft[] = [];
  const byRow = Map.groupBy(cells, ({ rowIndex }) => rowIndex);
  const isCrossed = new Uint8Array(rows);
  for (const { rowIndex, rowSpan } of cells) if (rowSpan > 1) isCrossed.fill(1, rowIndex, rowIndex + rowSpan);
  let changed = false;
  for (let row = 0; row < rows; row++) {
    shift.push(bandOf.length);
    const own = byRow.get(row) ?? [];
    const tops = isCrossed[row] === 1 || bandOf.length > MAX_ROWS ? undefined : rowTops(own, row === 0 && rows > 1, columns, measures);
    for (let k = 0; k < (tops?.length ?? 1); k++) bandOf.push(row);
    if (tops === undefined) continue;
    changed = true;
    for (const cell of own) added.push(...splitCell(cell, tops));
  }
  if (!changed) return undefined;
  shift.push(bandOf.length);
  const nth = new Map<string, number>();
  for (const cell of [...cells, ...added]) {
    const key = `${cell.rowIndex} ${cell.columnIndex}`;
    const before = nth.get(key) ?? 0;
    nth.set(key, before + 1);
    const last = cell.rowIndex + cell.rowSpan;
    const from = shift[cell.rowIndex]! + before;
    cell.rowSpan = cell.rowSpan > 1 ? shift[last]! - from : 1;
    cell.rowIndex = from;
  }
  cells.push(...added);
  cells.sort((one, other) => one.rowIndex - other.rowIndex || one.columnIndex - other.columnIndex);
  return { rows: bandOf.length, bandOf };
}

/** Keeps the first part in the cell and returns the others. */
function splitCell(cell: CellDraft, tops: readonly number[]): CellDraft[] {
  const { tokens } = cell;
  const { top, bottom } = cell.box;
  const parts = tops.map((start, k): CellDraft => {
    const end = tops[k + 1] ?? Infinity;
    return {
      ...cell,
      kind: 'content',
      box: { ...cell.box, top: k === 0 ? top : start, bottom: end === Infinity ? bottom : end },
      tokens: tokens.filter((token) => middleY(token.box) >= (k === 0 ? -Infinity : start) && middleY(token.box) < end),
    };
  });
  Object.assign(cell, { box: parts[0]!.box, tokens: parts[0]!.tokens });
  return parts.slice(1);
}

/** The top of each row of text in a grid row; undefined if it is one row. */
function rowTops(cells: readonly CellDraft[], isHeader: boolean, columns: number, measures: Measures): number[] | undefined {
  const { height } = measures;
  const owner = new Map(cells.flatMap((cell) => cell.tokens.map((token) => [token, cell] as const)));
  const lines = groupRows([...owner.keys()]).map(({ tokens, box }): Line => {
    const pieces: Piece[] = [];
    for (const token of tokens) {
      const { columnIndex, columnSpan } = owner.get(token)!;
      const last = pieces.at(-1);
      if (last?.from === columnIndex) last.tokens.push(token);
      else pieces.push({ tokens: [token], box: token.box, from: columnIndex, to: columnIndex + columnSpan - 1 });
    }
    return { pieces, box };
  });
  if (lines.length < 2) return undefined;
  const figures = figureLines(lines);
  const spaced = isHeader || figures !== undefined ? undefined : groupBySpace(lines, height);
  if (spaced !== undefined) return topsOf(spaced, height);
  if (figures === undefined && (isHeader || !areLevel(lines, cells, columns, height))) return undefined;
  const groups = figures === undefined ? groupIntoRows(lines, columns, [], measures) : groupByFigures(lines, figures);
  if (groups.length < 2) return undefined;
  if (figures === undefined) {
    const level = groups.filter((group) => group[0]!.pieces.length >= Math.max(2, 0.5 * columns));
    if (level.length < 3 || level.length < 0.6 * groups.length) return undefined;
  }
  return topsOf(groups, height);
}

const topsOf = (groups: readonly Line[][], height: number): number[] =>
  groups.map((group) => Math.min(...group.map(({ box }) => box.top)) - 0.1 * height);

/** Groups of close lines with blank space between them, each starting in several columns. */
function groupBySpace(lines: readonly Line[], height: number): Line[][] | undefined {
  const gaps = lines.slice(1).map(({ box }, i) => box.top - lines[i]!.box.bottom);
  const usual = Math.min(...gaps);
  const minGap = Math.max(0.9 * height, usual + 0.7 * height);
  const groups = splitWhere(lines, (_, line, i) => gaps[i - 1]! > minGap && line.pieces.length >= 2);
  return groups.length > 1 && groups.some(({ length }) => length > 1) ? groups : undefined;
}

/** The lines with numbers, if there are columns with nothing but numbers, at least two below each other. */
function figureLines(lines: readonly Line[]): Set<Line> | undefined {
  const counts = new Map<number, { figures: number; words: number }>();
  for (const piece of lines.flatMap(({ pieces }) => pieces)) {
    const count = counts.get(piece.from) ?? { figures: 0, words: 0 };
    counts.set(piece.from, count);
    if (isNumeric(textOf(piece)) && piece.tokens.length <= 3) count.figures++;
    else count.words++;
  }
  const stacks = new Set([...counts].filter(([, { figures, words }]) => figures >= 2 && words <= 0.2 * figures).map(([column]) => column));
  const own = new Set(lines.filter(({ pieces }) => pieces.some(({ from }) => stacks.has(from))));
  const level = [...own].filter(({ pieces }) => pieces.length >= 2).length;
  return stacks.size > 0 && counts.size >= 2 && level >= 2 && level >= 0.7 * own.size ? own : undefined;
}

/** Each line with numbers is a row; a line of words belongs to the row that it continues, or is a row of its own. */
function groupByFigures(lines: readonly Line[], figures: ReadonlySet<Line>): Line[][] {
  const groups: Line[][] = [];
  for (const line of lines) {
    const before = groups.at(-1);
    const isContinued = !figures.has(line) && /^[\p{Ll}(&]/u.test(line.pieces[0]!.tokens[0]!.text);
    const continues = before !== undefined && !figures.has(before[0]!) && before.length === 1 && startsLower(line);
    if (before !== undefined && (isContinued || continues)) before.push(line);
    else groups.push([line]);
  }
  return groups;
}

const startsLower = ({ pieces }: Line): boolean => /^\p{Ll}/u.test(pieces[0]!.tokens[0]!.text);

/** Whether at least three lines are level across columns and are not wrapped text. */
function areLevel(lines: readonly Line[], cells: readonly CellDraft[], columns: number, height: number): boolean {
  if (lines.length < 3 || columns < 2 || lines.filter(({ pieces }) => pieces.length >= 2).length < 3) return false;
  let [breaks, wraps] = [0, 0];
  for (const cell of cells) {
    const own = groupRows(cell.tokens);
    for (let i = 1; i < own.length; i++) {
      breaks++;
      if (isWrap(own[i - 1]!, own[i]!, own, cell, height)) wraps++;
    }
  }
  return wraps < 0.4 * breaks;
}

/** Whether the first word of a line would not have fitted into the line above it. */
function isWrap(above: Row, below: Row, lines: readonly Row[], { box }: CellDraft, height: number): boolean {
  const padding = Math.max(0, Math.min(...lines.map((line) => Math.min(line.box.left - box.left, box.right - line.box.right))));
  const room = widthOf(box) - 2 * padding - widthOf(above.box);
  return widthOf(below.tokens[0]!.box) + 0.25 * heightOf(above.box) > room - 0.1 * height;
}
