/**
 * Blocks that reading order must not split: ruled tables, forms (boxes with drawn walls) and figures. Each takes the tokens
 * inside it and leaves a stack of placeholder slices instead, so that blocks can be nested.
 */
import { append } from '../../../shared/collections.ts';
import type { Box } from '../../reading/model/page.ts';
import type { TableDraft } from '../tables/table-draft.ts';
import { centerX, heightOf, middleY, widthOf } from '../model/geometry.ts';
import { findGrids, tableFromGrid } from '../tables/ruled-table.ts';
import type { Grid } from '../tables/ruled-table.ts';
import type { Strokes } from '../model/strokes.ts';
import type { Measures, Token } from '../model/tokens.ts';

export type AtomicBlock =
  | { kind: 'table'; box: Box; table: TableDraft }
  | { kind: 'form'; box: Box; cells: Token[][] }
  | { kind: 'figure'; box: Box; tokens: Token[] };

export interface ExtractedBlocks {
  blocks: AtomicBlock[];
  rest: Token[];
}

const MAX_SLICES = 300;
const MAX_GRIDS = 300;

/** Small grids before large ones, so that a table in a frame is found before the frame. */
export function extractAtomicBlocks(
  tokens: readonly Token[],
  strokes: Strokes,
  figures: readonly Box[],
  measures: Measures,
  pageArea: number,
): ExtractedBlocks {
  const blocks: AtomicBlock[] = [];
  let rest = [...tokens];
  const inside = (box: Box): Token[] => {
    const taken: Token[] = [];
    rest = rest.filter((token) => {
      const within =
        centerX(token.box) >= box.left &&
        centerX(token.box) <= box.right &&
        middleY(token.box) >= box.top &&
        middleY(token.box) <= box.bottom;
      if (within) taken.push(token);
      return !within;
    });
    return taken;
  };
  const put = (block: AtomicBlock): void => {
    rest.push(...createSlices(block.box, blocks.length, measures.height));
    blocks.push(block);
  };
  const area = (box: Box): number => widthOf(box) * heightOf(box);
  for (const box of figures) {
    const own = inside(box);
    rest.push(...own.filter(({ blockIndex }) => blockIndex !== undefined));
    put({ kind: 'figure', box, tokens: own.filter(({ blockIndex }) => blockIndex === undefined) });
  }
  const grids = findGrids(strokes, measures)
    .sort((one, other) => area(one.box) - area(other.box))
    .slice(-MAX_GRIDS);
  for (const grid of grids) {
    const own = inside(grid.box);
    const table = own.some(({ blockIndex }) => blockIndex !== undefined) ? undefined : tableFromGrid(grid, own, measures);
    if (table !== undefined) put({ kind: 'table', box: grid.box, table });
    else if (own.length > 0 && isForm(grid, pageArea)) put({ kind: 'form', box: grid.box, cells: tokensByCell(grid, own) });
    else rest.push(...own);
  }
  return { blocks, rest };
}

/** A single column of rows is left to word alignment; a frame around the page is ignored. */
function isForm(grid: Grid, pageArea: number): boolean {
  const columns = grid.xs.length - 1;
  if (grid.cells.length === 1) return widthOf(grid.box) * heightOf(grid.box) < 0.5 * pageArea;
  return columns > 1;
}

/** Cell by cell in row order; words outside all cells last. */
function tokensByCell(grid: Grid, tokens: readonly Token[]): Token[][] {
  const cells = [...grid.cells].sort((one, other) => one.row - other.row || one.column - other.column);
  const byRow = new Map<number, number[]>();
  cells.forEach(({ row, rowSpan }, i) => {
    for (let k = row; k < row + rowSpan; k++) append(byRow, k, i);
  });
  const groups: Token[][] = Array.from({ length: cells.length + 1 }, () => []);
  for (const token of tokens) {
    const [x, y] = [centerX(token.box), middleY(token.box)];
    let row = 0;
    while (row + 2 < grid.ys.length && grid.ys[row + 1]! <= y) row++;
    const cell = byRow.get(row)?.find((i) => x >= cells[i]!.box.left && x <= cells[i]!.box.right);
    groups[cell ?? cells.length]!.push(token);
  }
  return groups.filter((group) => group.length > 0);
}

function createSlices(box: Box, block: number, height: number): Token[] {
  const count = Math.max(1, Math.min(MAX_SLICES, Math.floor(heightOf(box) / height)));
  return Array.from({ length: count }, (_, k) => {
    const slice = {
      left: box.left,
      right: box.right,
      top: box.top + (heightOf(box) * k) / count,
      bottom: box.top + (heightOf(box) * (k + 1)) / count,
    };
    return { text: '', box: slice, confidence: 1, blockIndex: block, run: { box: slice, turn: 0 } };
  });
}
