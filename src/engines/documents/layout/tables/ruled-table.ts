/**
 * Tables with a drawn grid: strokes that cross or touch form a grid whose lines are the borders of rows and columns. Grid
 * cells without a wall between them are merged. A grid with few cells for its many lines is a form, not a table.
 */
import { firstIndex } from '../../../shared/collections.ts';
import type { Box } from '../../reading/model/page.ts';
import { sortInReadingOrder, assignHeaders } from './table-draft.ts';
import type { CellDraft, TableDraft } from './table-draft.ts';
import { centerX, clusterMeans, heightOf, median, middleY, union, widthOf } from '../model/geometry.ts';
import { coverage } from '../strokes/strokes.ts';
import type { Stroke, Strokes } from '../model/strokes.ts';
import { groupRows } from '../model/tokens.ts';
import type { Measures, Token } from '../model/tokens.ts';
import { isCaption, isNote } from './captions-and-notes.ts';
import { gutterWidths } from './gutters.ts';
import { splitUnruledRows } from './unruled-rows.ts';

/** A grid and the cells its walls enclose, whether or not it is a table. */
export interface Grid {
  xs: number[];
  ys: number[];
  cells: GridCell[];
  box: Box;
  wallsBelow: boolean[];
}

export interface GridCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  box: Box;
}

const MAX_LINES = 400;
const MAX_GRID_CELLS = 40_000;
const MAX_GROUPS = 500;
const MIN_PROSE_WORDS = 15;

export function findGrids(strokes: Strokes, { height }: Measures): Grid[] {
  const tolerance = 0.35 * height;
  const grids: Grid[] = [];
  for (const { across, down } of mergeAcrossOpenRows(groupCrossingStrokes(strokes, tolerance), tolerance, height)) {
    const grid = buildGrid(across, down, tolerance, height);
    if (grid !== undefined) grids.push(grid);
  }
  return grids;
}

/** Groups strokes that touch each other, directly or through others. */
function groupCrossingStrokes({ across, down }: Strokes, tolerance: number): Strokes[] {
  const parent = Int32Array.from({ length: across.length + down.length }, (_, i) => i);
  const root = (i: number): number => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]!]!;
    return i;
  };
  const byPlace = down.map((_, i) => i).sort((one, other) => down[one]!.at - down[other]!.at);
  const places = byPlace.map((i) => down[i]!.at);
  across.forEach((stroke, i) => {
    for (
      let k = firstIndex(places.length, (at) => places[at]! >= stroke.from - tolerance);
      k < places.length && places[k]! <= stroke.to + tolerance;
      k++
    ) {
      const other = down[byPlace[k]!]!;
      if (stroke.at >= other.from - tolerance && stroke.at <= other.to + tolerance) parent[root(i)] = root(across.length + byPlace[k]!);
    }
  });
  const groups = new Map<number, Strokes>();
  const groupOf = (i: number): Strokes => {
    const key = root(i);
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { across: [], down: [] }));
    return group;
  };
  across.forEach((stroke, i) => groupOf(i).across.push(stroke));
  down.forEach((stroke, i) => groupOf(across.length + i).down.push(stroke));
  return [...groups.values()].filter((group) => group.across.length >= 2 && group.down.length >= 1);
}

/** Merges grids separated by a row across all columns, which has no side strokes in a table with open sides. */
function mergeAcrossOpenRows(groups: Strokes[], tolerance: number, height: number): Strokes[] {
  const extent = ({ across, down }: Strokes): { box: Box; places: number[] } => ({
    box: {
      left: Math.min(...across.map(({ from }) => from)),
      right: Math.max(...across.map(({ to }) => to)),
      top: Math.min(...across.map(({ at }) => at)),
      bottom: Math.max(...across.map(({ at }) => at)),
    },
    places: clusterMeans(
      down.map(({ at }) => at),
      tolerance,
    ),
  });
  const sorted = groups
    .slice(0, MAX_GROUPS)
    .map((group) => ({ group, ...extent(group) }))
    .sort((one, other) => one.box.top - other.box.top);
  const merged: typeof sorted = [];
  for (const next of sorted) {
    const above = merged.findLast(({ box, places }) => {
      const gap = next.box.top - box.bottom;
      if (
        gap < height ||
        gap > 3 * height ||
        Math.abs(box.left - next.box.left) > tolerance ||
        Math.abs(box.right - next.box.right) > tolerance
      )
        return false;
      return (
        places.length === next.places.length && places.every((assignTokens, i) => Math.abs(assignTokens - next.places[i]!) <= tolerance)
      );
    });
    if (above === undefined) merged.push(next);
    else {
      above.group = { across: [...above.group.across, ...next.group.across], down: [...above.group.down, ...next.group.down] };
      above.box = { ...above.box, bottom: next.box.bottom };
    }
  }
  return [...merged.map(({ group }) => group), ...groups.slice(MAX_GROUPS)];
}

function buildGrid(across: Stroke[], down: Stroke[], tolerance: number, height: number): Grid | undefined {
  across.sort((one, other) => one.at - other.at);
  down.sort((one, other) => one.at - other.at);
  const xs = addOpenEdges(
    clusterMeans(
      down.map(({ at }) => at),
      tolerance,
    ),
    across,
    2 * tolerance,
  );
  const ys = addOpenEdges(
    clusterMeans(
      across.map(({ at }) => at),
      tolerance,
    ),
    down,
    2 * tolerance,
  );
  const rows = ys.length - 1;
  const columns = xs.length - 1;
  if (rows < 1 || columns < 1 || rows > MAX_LINES || columns > MAX_LINES || rows * columns > MAX_GRID_CELLS) return undefined;
  // An edge without any stroke is the open side of a table: it counts as a wall because text ends there.
  const openX = xs.map((x) => coverage(down, x, ys[0]!, ys[rows]!, tolerance) === 0);
  const openY = ys.map((y) => coverage(across, y, xs[0]!, xs[columns]!, tolerance) === 0);
  const wallRight = (row: number, column: number): boolean =>
    openX[column + 1]! || coverage(down, xs[column + 1]!, ys[row]!, ys[row + 1]!, tolerance) > 0.55;
  const wallBelow = (row: number, column: number): boolean =>
    openY[row + 1]! || coverage(across, ys[row + 1]!, xs[column]!, xs[column + 1]!, tolerance) > 0.55;
  const cells = mergeCells(rows, columns, wallRight, wallBelow)
    .map(({ row, column, rowSpan, columnSpan }) => ({
      row,
      column,
      rowSpan,
      columnSpan,
      box: { left: xs[column]!, right: xs[column + 1 + columnSpan - 1]!, top: ys[row]!, bottom: ys[row + rowSpan]! },
    }))
    .filter(({ box }) => widthOf(box) > 0.3 * height && heightOf(box) > 0.3 * height);
  const wallsBelow = Array.from({ length: rows }, (_, row) => {
    let walls = 0;
    for (let column = 0; column < columns; column++)
      if (coverage(across, ys[row + 1]!, xs[column]!, xs[column + 1]!, tolerance) > 0.55) walls++;
    return walls > 0.5 * columns;
  });
  return { xs, ys, cells, box: { left: xs[0]!, right: xs[columns]!, top: ys[0]!, bottom: ys[rows]! }, wallsBelow };
}

/** Adds an undrawn outer edge where enough strokes extend beyond the outermost lines to the same position. */
function addOpenEdges(lines: number[], crossingThem: readonly Stroke[], reach: number): number[] {
  if (lines.length === 0) return lines;
  const all = [...lines];
  for (const end of clusterMeans(
    crossingThem.map(({ from }) => from),
    reach,
  )) {
    if (
      end < lines[0]! - 2 * reach &&
      crossingThem.filter(({ from }) => Math.abs(from - end) < reach).length >= Math.max(2, 0.5 * crossingThem.length)
    )
      all.push(end);
  }
  for (const end of clusterMeans(
    crossingThem.map(({ to }) => to),
    reach,
  )) {
    if (
      end > lines.at(-1)! + 2 * reach &&
      crossingThem.filter(({ to }) => Math.abs(to - end) < reach).length >= Math.max(2, 0.5 * crossingThem.length)
    )
      all.push(end);
  }
  return all.sort((one, other) => one - other);
}

/** Greedily extends each free grid cell to the right and then down until it meets a wall. */
function mergeCells(
  rows: number,
  columns: number,
  wallRight: (row: number, column: number) => boolean,
  wallBelow: (row: number, column: number) => boolean,
): { row: number; column: number; rowSpan: number; columnSpan: number }[] {
  const taken = new Uint8Array(rows * columns);
  const found: { row: number; column: number; rowSpan: number; columnSpan: number }[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (taken[row * columns + column] === 1) continue;
      let columnSpan = 1;
      while (column + columnSpan < columns && taken[row * columns + column + columnSpan] === 0 && !wallRight(row, column + columnSpan - 1))
        columnSpan++;
      let rowSpan = 1;
      const opensBelow = (): boolean => {
        const below = row + rowSpan;
        if (below >= rows) return false;
        for (let k = column; k < column + columnSpan; k++) {
          if (taken[below * columns + k] === 1 || wallBelow(below - 1, k)) return false;
          if (k + 1 < column + columnSpan && wallRight(below, k)) return false;
        }
        return true;
      };
      while (opensBelow()) rowSpan++;
      for (let r = row; r < row + rowSpan; r++) taken.fill(1, r * columns + column, r * columns + column + columnSpan);
      found.push({ row, column, rowSpan, columnSpan });
    }
  }
  return found;
}

/** The table formed by a grid and the tokens inside it; undefined for forms, frames and grids without text. */
export function tableFromGrid(grid: Grid, inside: readonly Token[], measures: Measures): TableDraft | undefined {
  const { height } = measures;
  const columns = grid.xs.length - 1;
  let rows = grid.ys.length - 1;
  if (grid.cells.length < 2 || columns < 2 || inside.length === 0) return undefined;
  if (grid.cells.length < 0.4 * rows * columns) return undefined;
  const cells: CellDraft[] = grid.cells.map(({ row, column, rowSpan, columnSpan, box }) => ({
    rowIndex: row,
    columnIndex: column,
    rowSpan,
    columnSpan,
    kind: 'content',
    box,
    tokens: [],
  }));
  place(cells, grid, inside);
  splitMergedCells(cells, grid.xs, measures);
  const filled = cells.filter(({ tokens }) => tokens.length > 0);
  if (rows === 1 && columns < 3 && grid.cells.length < 3 && filled.some(({ tokens }) => tokens.length > 60)) return undefined;
  if (filled.length < 2 || filled.length < 0.15 * cells.length) return undefined;
  if (isComb(cells, height) || isForm(filled, grid, measures)) return undefined;
  let wallsBelow = grid.wallsBelow;
  const split = splitUnruledRows(cells, rows, columns, measures);
  if (split !== undefined) {
    wallsBelow = Array.from(
      { length: split.rows },
      (_, row) => wallsBelow[split.bandOf[row]!]! && split.bandOf[row + 1] !== split.bandOf[row],
    );
    rows = split.rows;
  }
  if (rows < 2 || cells.length < 4) return undefined;
  const loose = extractCaptionAndNotes(cells, rows, columns);
  if (cells.length < 4) return undefined;
  const first = loose.above === undefined ? 0 : 1;
  for (const cell of cells) cell.rowIndex -= first;
  const box = union(cells.map((cell) => cell.box));
  wallsBelow = wallsBelow.slice(first);
  rows -= first + loose.below.length;
  const kept = removeEmptyTracks({ box, rowCount: rows, columnCount: columns, cells }, height);
  kept.above = loose.above;
  kept.below = loose.below;
  for (const cell of kept.cells) cell.tokens = sortInReadingOrder(cell.tokens);
  assignHeaders(kept, wallsBelow);
  return kept;
}

function place(cells: readonly CellDraft[], grid: Grid, inside: readonly Token[]): void {
  const columns = grid.xs.length - 1;
  const owner = new Map<number, CellDraft>();
  for (const cell of cells) {
    for (let row = cell.rowIndex; row < cell.rowIndex + cell.rowSpan; row++) {
      for (let column = cell.columnIndex; column < cell.columnIndex + cell.columnSpan; column++) owner.set(row * columns + column, cell);
    }
  }
  /** What is before the first edge or after the last one is in the outer tracks. */
  const trackOf = (edges: readonly number[], at: number): number => firstIndex(edges.length - 2, (i) => edges[i + 1]! > at);
  for (const token of inside)
    owner.get(trackOf(grid.ys, middleY(token.box)) * columns + trackOf(grid.xs, centerX(token.box)))?.tokens.push(token);
}

/**
 * Splits cells without walls inside, where other rows have walls: at a column border with wide white space on every line, such as below
 * a header whose columns alone are ruled.
 */
function splitMergedCells(cells: CellDraft[], xs: readonly number[], measures: Measures): void {
  const { minWidth, start } = gutterWidths(measures);
  for (const cell of [...cells]) {
    if (cell.columnSpan === 1 || cell.tokens.length < 2) continue;
    const lines = groupRows(cell.tokens);
    const isOpen = (x: number): boolean => {
      let both = 0;
      let isWide = false;
      for (const { tokens } of lines) {
        const end = Math.max(...tokens.filter(({ box }) => centerX(box) < x).map(({ box }) => box.right));
        const next = Math.min(...tokens.filter(({ box }) => centerX(box) >= x).map(({ box }) => box.left));
        if (end > x + 0.3 * measures.height || next < x - 0.3 * measures.height) return false;
        if (!Number.isFinite(end) || !Number.isFinite(next)) continue;
        if (next - end < minWidth) return false;
        both++;
        if (next - end > 1.8 * start) isWide = true;
      }
      return isWide || (both >= 2 && both >= 0.5 * lines.length);
    };
    let open = cell;
    for (let column = cell.columnIndex + 1, end = cell.columnIndex + cell.columnSpan; column < end; column++) {
      const x = xs[column]!;
      if (!isOpen(x)) continue;
      const [tokens, rest] = [open.tokens.filter(({ box }) => centerX(box) < x), open.tokens.filter(({ box }) => centerX(box) >= x)];
      const right = { ...open, columnIndex: column, columnSpan: end - column, box: { ...open.box, left: x }, tokens: rest };
      Object.assign(open, { columnSpan: column - open.columnIndex, box: { ...open.box, right: x }, tokens });
      cells.push(right);
      open = right;
    }
  }
  cells.sort((one, other) => one.rowIndex - other.rowIndex || one.columnIndex - other.columnIndex);
}

/** Takes a caption in a row of its own above the others, and notes in rows of their own below them, out of the cells. */
function extractCaptionAndNotes(cells: CellDraft[], rows: number, columns: number): { above?: Token[]; below: Token[][] } {
  const acrossAll = (row: number): CellDraft | undefined =>
    cells.find(({ rowIndex, rowSpan, columnSpan }) => rowIndex === row && rowSpan === 1 && columnSpan === columns);
  const below: Token[][] = [];
  const remove = (cell: CellDraft): Token[] => cells.splice(cells.indexOf(cell), 1)[0]!.tokens;
  for (let row = rows - 1; row > 1; row--) {
    const cell = acrossAll(row);
    if (cell === undefined || !(isNote(cell.tokens) || cell.tokens.length > MIN_PROSE_WORDS)) break;
    below.unshift(remove(cell));
  }
  const title = acrossAll(0);
  const isTitle = title !== undefined && rows - below.length > 2 && isCaption(title.tokens);
  return { above: isTitle ? remove(title) : undefined, below };
}

/** Adjacent boxes for single letters: a comb field, not a table. */
function isComb(cells: readonly CellDraft[], height: number): boolean {
  return (
    median(cells.map(({ box }) => widthOf(box))) < 2.2 * height && cells.every(({ tokens }) => tokens.every(({ text }) => text.length <= 1))
  );
}

/**
 * Form boxes have a caption in their upper left corner, smaller than the value below. A table has cells of the same kind
 * below each other; a form has boxes of all sizes, many of them merged.
 */
function isForm(filled: readonly CellDraft[], grid: Grid, { height }: Measures): boolean {
  const merged = grid.cells.filter(({ rowSpan, columnSpan }) => rowSpan > 1 || columnSpan > 1).length;
  const captioned = filled.filter(({ tokens, box }) => {
    const rows = groupRows(tokens);
    const first = rows[0]!.box;
    const roomy = heightOf(box) > 2.2 * heightOf(first);
    const above = roomy && first.top - box.top < 0.6 * height && first.left - box.left < height;
    const alone = rows.length === 1 && box.bottom - first.bottom > 1.2 * height;
    const smaller = rows.length > 1 && heightOf(first) < 0.85 * heightOf(rows[1]!.box);
    return above && (alone || smaller);
  }).length;
  return (merged > 0.3 * grid.cells.length && captioned > 0.3 * filled.length) || captioned > 0.6 * filled.length;
}

/** Removes rows and columns between double strokes: they are empty and thinner than text. */
function removeEmptyTracks(table: TableDraft, height: number): TableDraft {
  const used = (
    count: number,
    from: (cell: CellDraft) => number,
    span: (cell: CellDraft) => number,
    size: (cell: CellDraft) => number,
  ): number[] => {
    const keep = new Uint8Array(count);
    for (const cell of table.cells) {
      if (span(cell) === 1 && (size(cell) > 0.6 * height || cell.tokens.length > 0)) keep[from(cell)] = 1;
    }
    for (const cell of table.cells) {
      let any = false;
      for (let k = from(cell); k < from(cell) + span(cell); k++) any ||= keep[k] === 1;
      if (!any && cell.tokens.length > 0) keep[from(cell)] = 1;
    }
    const map: number[] = [0];
    for (let k = 0; k < count; k++) map.push(map[k]! + keep[k]!);
    return map;
  };
  const rowMap = used(
    table.rowCount,
    ({ rowIndex }) => rowIndex,
    ({ rowSpan }) => rowSpan,
    ({ box }) => heightOf(box),
  );
  const columnMap = used(
    table.columnCount,
    ({ columnIndex }) => columnIndex,
    ({ columnSpan }) => columnSpan,
    ({ box }) => widthOf(box),
  );
  const cells: CellDraft[] = [];
  for (const cell of table.cells) {
    const rowSpan = rowMap[cell.rowIndex + cell.rowSpan]! - rowMap[cell.rowIndex]!;
    const columnSpan = columnMap[cell.columnIndex + cell.columnSpan]! - columnMap[cell.columnIndex]!;
    if (rowSpan > 0 && columnSpan > 0)
      cells.push({ ...cell, rowIndex: rowMap[cell.rowIndex]!, columnIndex: columnMap[cell.columnIndex]!, rowSpan, columnSpan });
  }
  return { box: table.box, rowCount: rowMap.at(-1)!, columnCount: columnMap.at(-1)!, cells };
}
