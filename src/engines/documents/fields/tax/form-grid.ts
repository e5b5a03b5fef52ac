/**
 * Forms by their drawn rules: rules that touch each other make one grid, and a caption's cell ends at the nearest rule in each
 * direction. Rules may be interrupted or missing; then a side of the cell is unknown.
 */
import type { Stroke, Strokes } from '../../layout/model/strokes.ts';
import { strokeAt } from '../../layout/model/strokes.ts';
import type { Box } from '../../reading/model/page.ts';
import { boundingBox, centerX, centerY } from '../captions/page-text.ts';

export interface Grid {
  area: Box;
  across: readonly Stroke[];
  down: readonly Stroke[];
}

/** Sides of a cell; absent where no rule was found. */
export type Cell = Partial<Box>;

/** Heights of text: shorter strokes are sides of checkboxes, underlines or parts of letters. */
const MIN_ACROSS = 2.5;
const MIN_DOWN = 1.3;
/** How far a stroke may end before the one it meets, in heights of text. */
const TOUCH = 0.7;
/** The longest strokes of a page that are looked at. */
const MAX_STROKES = 400;
/** A grid has at least this many rules in each direction. */
const MIN_RULES = 3;

/** Sides of checkboxes are no rules of the form. */
export function findGrids(rules: Strokes | undefined, marks: readonly Box[], height: number): Grid[] {
  if (rules === undefined) return [];
  const across = longest(rules.across, MIN_ACROSS * height);
  const down = longest(rules.down, MIN_DOWN * height).filter((stroke) => !marks.some((mark) => isSideOf(stroke, mark)));
  const parent = Array.from({ length: across.length + down.length }, (_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root]!;
    parent[i] = root;
    return root;
  };
  const join = (i: number, k: number): void => {
    parent[rootOf(i)] = rootOf(k);
  };
  across.forEach((horizontal, i) => {
    down.forEach((vertical, k) => {
      if (doTouch(horizontal, vertical, TOUCH * height)) join(i, across.length + k);
    });
  });
  joinPieces(across, height, (i, k) => {
    join(i, k);
  });
  joinPieces(down, height, (i, k) => {
    join(across.length + i, across.length + k);
  });
  const groups = new Map<number, { across: Stroke[]; down: Stroke[] }>();
  const groupOf = (i: number): { across: Stroke[]; down: Stroke[] } => {
    const root = rootOf(i);
    const group = groups.get(root) ?? { across: [], down: [] };
    groups.set(root, group);
    return group;
  };
  across.forEach((stroke, i) => groupOf(i).across.push(stroke));
  down.forEach((stroke, i) => groupOf(across.length + i).down.push(stroke));
  return [...groups.values()]
    .filter((group) => group.across.length >= MIN_RULES && group.down.length >= MIN_RULES)
    .map((group) => createGrid(group.across, group.down));
}

function isSideOf({ at, from, to }: Stroke, { left, right, top, bottom }: Box): boolean {
  const slip = 0.25 * (bottom - top);
  return at > left - slip && at < right + slip && from > top - 2 * slip && to < bottom + 2 * slip;
}

function doTouch(horizontal: Stroke, vertical: Stroke, reach: number): boolean {
  const x = strokeAt(vertical, horizontal.at);
  const y = strokeAt(horizontal, vertical.at);
  return x > horizontal.from - reach && x < horizontal.to + reach && y > vertical.from - reach && y < vertical.to + reach;
}

/** Pieces of one rule that a bad print or a slanted photo interrupts. */
function joinPieces(strokes: readonly Stroke[], height: number, join: (i: number, k: number) => void): void {
  strokes.forEach((one, i) => {
    for (let k = i + 1; k < strokes.length; k++) {
      const other = strokes[k]!;
      const gap = Math.max(one.from - other.to, other.from - one.to);
      const between = one.from > other.to ? (one.from + other.to) / 2 : (other.from + one.to) / 2;
      if (gap < 1.5 * height && gap > -height && Math.abs(strokeAt(one, between) - strokeAt(other, between)) < 0.35 * height) join(i, k);
    }
  });
}

export const joinGrids = (grids: readonly Grid[]): Grid =>
  createGrid(
    grids.flatMap(({ across }) => across),
    grids.flatMap(({ down }) => down),
  );

function createGrid(across: readonly Stroke[], down: readonly Stroke[]): Grid {
  const boxes = [
    ...across.map(({ at, from, to }) => ({ left: from, right: to, top: at, bottom: at })),
    ...down.map(({ at, from, to }) => ({ left: at, right: at, top: from, bottom: to })),
  ];
  return { area: boundingBox(boxes), across, down };
}

const longest = (strokes: readonly Stroke[], least: number): Stroke[] =>
  strokes
    .filter(({ from, to }) => to - from >= least)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, MAX_STROKES);

/** The cell around a box, which lies inside it except for a small slip. */
export function cellAround({ across, down }: Grid, box: Box, height: number): Cell {
  const slip = 0.35 * height;
  const y = centerY(box);
  const x = Math.min(centerX(box), box.left + 2 * height);
  const crossing = (strokes: readonly Stroke[], along: number): number[] =>
    strokes.filter(({ from, to }) => from - slip <= along && along <= to + slip).map((stroke) => strokeAt(stroke, along));
  const [beside, aboveOrBelow] = [crossing(down, y), crossing(across, x)];
  return {
    left: last(beside.filter((at) => at <= box.left + slip)),
    right: first(beside.filter((at) => at >= box.right - slip)),
    top: last(aboveOrBelow.filter((at) => at <= box.top + slip)),
    bottom: first(aboveOrBelow.filter((at) => at >= box.bottom - slip)),
  };
}

const first = (positions: readonly number[]): number | undefined => (positions.length === 0 ? undefined : Math.min(...positions));
const last = (positions: readonly number[]): number | undefined => (positions.length === 0 ? undefined : Math.max(...positions));

export const isClosed = (cell: Cell): cell is Box =>
  cell.left !== undefined && cell.right !== undefined && cell.top !== undefined && cell.bottom !== undefined;
