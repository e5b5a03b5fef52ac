/**
 * Blocks that reading order must not cut: ruled tables, forms (boxes whose walls are drawn) and figures. Each takes the
 * tokens inside it and leaves a stack of solid slices in their place, so that a block may lie in another one's box.
 */
import type { Box } from '../../reading/model/page.ts';
import type { TableDraft } from '../tables/table-draft.ts';
import { centreOf, heightOf, middleOf, widthOf } from '../model/geometry.ts';
import { netsOf, tableOfNet } from '../tables/ruled-table.ts';
import type { Net } from '../tables/ruled-table.ts';
import type { Strokes } from '../strokes/strokes.ts';
import type { Measures, Token } from '../model/tokens.ts';

export type WholeBlock =
  | { kind: 'table'; box: Box; table: TableDraft }
  | { kind: 'form'; box: Box; cells: Token[][] }
  | { kind: 'figure'; box: Box; tokens: Token[] };

export interface Taken { blocks: WholeBlock[]; rest: Token[] }

const MOST_SLICES = 300;
const MOST_NETS = 300;

/** Small nets before large ones, so that a table in a frame is found before the frame. */
export function takeWholeBlocks(tokens: readonly Token[], strokes: Strokes, figures: readonly Box[], measures: Measures, pageArea: number): Taken {
  const blocks: WholeBlock[] = [];
  let rest = [...tokens];
  const inside = (box: Box): Token[] => {
    const taken: Token[] = [];
    rest = rest.filter((token) => {
      const within = centreOf(token.box) >= box.left && centreOf(token.box) <= box.right && middleOf(token.box) >= box.top && middleOf(token.box) <= box.bottom;
      if (within) taken.push(token);
      return !within;
    });
    return taken;
  };
  const put = (block: WholeBlock): void => {
    rest.push(...slices(block.box, blocks.length, measures.height));
    blocks.push(block);
  };
  const area = (box: Box): number => widthOf(box) * heightOf(box);
  for (const box of figures) {
    const own = inside(box);
    rest.push(...own.filter(({ solid }) => solid !== undefined));
    put({ kind: 'figure', box, tokens: own.filter(({ solid }) => solid === undefined) });
  }
  const nets = netsOf(strokes, measures).sort((one, other) => area(one.box) - area(other.box)).slice(-MOST_NETS);
  for (const net of nets) {
    const own = inside(net.box);
    const table = own.some(({ solid }) => solid !== undefined) ? undefined : tableOfNet(net, own, measures);
    if (table !== undefined) put({ kind: 'table', box: net.box, table });
    else if (own.length > 0 && isForm(net, pageArea)) put({ kind: 'form', box: net.box, cells: cellTokens(net, own) });
    else rest.push(...own);
  }
  return { blocks, rest };
}

/** A stack of rows in one frame is left to the alignment of its words; a frame around the page says nothing. */
function isForm(net: Net, pageArea: number): boolean {
  const columns = net.xs.length - 1;
  if (net.cells.length === 1) return widthOf(net.box) * heightOf(net.box) < 0.5 * pageArea;
  return columns > 1;
}

/** Row by row as the boxes stand, words outside all of them last. */
function cellTokens(net: Net, tokens: readonly Token[]): Token[][] {
  const cells = [...net.cells].sort((one, other) => one.row - other.row || one.column - other.column);
  const byRow = new Map<number, number[]>();
  cells.forEach(({ row, rowSpan }, i) => {
    for (let k = row; k < row + rowSpan; k++) {
      const own = byRow.get(k);
      if (own === undefined) byRow.set(k, [i]);
      else own.push(i);
    }
  });
  const groups: Token[][] = Array.from({ length: cells.length + 1 }, () => []);
  for (const token of tokens) {
    const [x, y] = [centreOf(token.box), middleOf(token.box)];
    let row = 0;
    while (row + 2 < net.ys.length && net.ys[row + 1]! <= y) row++;
    const cell = byRow.get(row)?.find((i) => x >= cells[i]!.box.left && x <= cells[i]!.box.right);
    groups[cell ?? cells.length]!.push(token);
  }
  return groups.filter((group) => group.length > 0);
}

function slices(box: Box, block: number, height: number): Token[] {
  const count = Math.max(1, Math.min(MOST_SLICES, Math.floor(heightOf(box) / height)));
  return Array.from({ length: count }, (_, k) => {
    const slice = { left: box.left, right: box.right, top: box.top + (heightOf(box) * k) / count, bottom: box.top + (heightOf(box) * (k + 1)) / count };
    return { text: '', box: slice, confidence: 1, solid: block, run: { box: slice, turn: 0 } };
  });
}
