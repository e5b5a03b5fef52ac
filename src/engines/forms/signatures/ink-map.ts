/**
 * Where a page is dark, coarsely, kept beyond its picture so that a signature can be told from an empty line: in each
 * small square the share of dark pixels. A ruled line darkens thin rows of squares; writing darkens squares in several.
 */
import type { Box, PageWithImage } from '../../reading/model/page.ts';

export interface InkMap {
  columns: number;
  rows: number;
  /** Units of the page that a square is wide and high. */
  square: number;
  dark: Uint8Array;
}

const DARK = 128;
/** Squares along the longer side of the page. */
const SQUARES = 400;
/** Share of a square, of 255, from which it counts as written on. */
const WRITTEN = 20;
/** Share of a row or a column of squares from which it is a rule. */
const RULED = 0.7;
/** Share of a region's squares that a signature covers, at least. */
const LEAST_COVERED = 0.03;

/** Undefined where the page has no picture. */
export function inkMapOf({ image: picture, scale }: PageWithImage): InkMap | undefined {
  if (picture === undefined) return undefined;
  const side = Math.max(1, Math.max(picture.width, picture.height) / SQUARES);
  const [columns, rows] = [Math.ceil(picture.width / side), Math.ceil(picture.height / side)];
  const dark = new Uint32Array(columns * rows);
  const all = new Uint32Array(columns * rows);
  for (let y = 0; y < picture.height; y++) {
    const row = Math.floor(y / side) * columns;
    for (let x = 0; x < picture.width; x++) {
      const at = row + Math.floor(x / side);
      all[at]!++;
      if (picture.data[y * picture.width + x]! < DARK) dark[at]!++;
    }
  }
  return { columns, rows, square: side / scale, dark: Uint8Array.from(dark, (count, i) => Math.round((255 * count) / Math.max(1, all[i]!))) };
}

/** Whether enough is written in a box, beside what is known to stand in it. */
export function hasInk(map: InkMap, box: Box, known: readonly Box[] = []): boolean {
  return inkShare(map, box, known) >= LEAST_COVERED;
}

/** Share of a box that is written on: of its squares the dark ones that do not lie in a row or a column which is dark from end to end. */
export function inkShare({ columns, rows, square, dark }: InkMap, box: Box, known: readonly Box[] = []): number {
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  const squares = ({ left, top, right, bottom }: Box): { from: number; to: number; first: number; end: number } => ({
    from: clamp(Math.floor(left / square), columns), to: clamp(Math.ceil(right / square), columns), first: clamp(Math.floor(top / square), rows), end: clamp(Math.ceil(bottom / square), rows),
  });
  const { from, to, first, end } = squares(box);
  const [wide, high] = [to - from, end - first];
  if (wide <= 0 || high <= 0) return 0;
  const isDark = new Uint8Array(wide * high);
  for (let row = 0; row < high; row++) for (let column = 0; column < wide; column++) if (dark[(first + row) * columns + from + column]! >= WRITTEN) isDark[row * wide + column] = 1;
  for (const one of known.map(squares)) for (let row = Math.max(first, one.first); row < Math.min(end, one.end); row++) for (let column = Math.max(from, one.from); column < Math.min(to, one.to); column++) isDark[(row - first) * wide + column - from] = 0;
  const inRow = (row: number): number => isDark.subarray(row * wide, (row + 1) * wide).reduce((sum, one) => sum + one, 0);
  for (let row = 0; row < high; row++) if (inRow(row) >= RULED * wide) isDark.fill(0, row * wide, (row + 1) * wide);
  let covered = 0;
  for (let column = 0; column < wide; column++) {
    let own = 0;
    for (let row = 0; row < high; row++) own += isDark[row * wide + column]!;
    if (own < RULED * high) covered += own;
  }
  return covered / (wide * high);
}

/** Rows of squares above and below a rule that are looked at: beside text they would be dark too. */
const BESIDE = 3;
/** Squares that a rule may be broken for. */
const GAP = 1;

/**
 * The rule that something is written on: one that runs through the middle of a box or just below, over most of its width.
 * Gives back its stretch; a scan may lie a little askew, so that a rule goes on in the row above or below.
 */
export function ruleIn({ columns, rows, square, dark }: InkMap, { left, top, right, bottom }: Box): { left: number; right: number; y: number } | undefined {
  const isDark = (column: number, row: number): boolean => column >= 0 && column < columns && row >= 0 && row < rows && dark[row * columns + column]! >= WRITTEN;
  const middle = Math.floor((left + right) / 2 / square);
  const wide = (right - left) / square;
  const end = Math.min(rows - 1, Math.ceil((bottom + (bottom - top) / 3) / square));
  let best: { left: number; right: number; y: number } | undefined;
  for (let row = Math.max(0, Math.floor((top + bottom) / 2 / square)); row <= end; row++) {
    if (!isDark(middle, row)) continue;
    const reach = (step: 1 | -1): { to: number; beside: number } => {
      let [at, to, last, beside] = [row, middle, middle, 0];
      for (let column = middle; column >= 0 && column < columns && Math.abs(column - last) <= GAP + 1; column += step) {
        const next = [at, at - 1, at + 1].find((one) => isDark(column, one));
        if (next === undefined) continue;
        [at, to, last] = [next, column, column];
        if (isDark(column, at - BESIDE) || isDark(column, at + BESIDE)) beside++;
      }
      return { to, beside };
    };
    const [before, after] = [reach(-1), reach(1)];
    const length = after.to - before.to + 1;
    if (length < 0.5 * wide || before.beside + after.beside > 0.5 * length) continue;
    if (best === undefined || length * square > best.right - best.left) best = { left: before.to * square, right: (after.to + 1) * square, y: (row + 0.5) * square };
  }
  return best;
}
