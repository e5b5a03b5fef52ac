/**
 * A coarse map of where a page is dark, kept after the image is released, to tell a signature from an empty line. A ruled
 * line darkens single rows of squares; handwriting darkens squares in several rows.
 */
import type { Box, PageWithImage } from '../../reading/model/page.ts';

export interface InkMap {
  columns: number;
  rows: number;
  /** Width and height of a square, in page units. */
  square: number;
  dark: Uint8Array;
}

const DARK_BELOW = 128;
/** Number of squares along the longer side of the page. */
const MAX_SQUARES = 400;
/** Darkness of a square, of 255, from which it counts as inked. */
const MIN_DARK = 20;
/** Share of a row or column from which it counts as a ruled line. */
const MIN_RULE_SHARE = 0.7;
/** Minimum share of inked squares of a signature. */
const MIN_COVERED = 0.03;

/** Undefined if the page has no image. */
export function buildInkMap({ image, scale }: PageWithImage): InkMap | undefined {
  if (image === undefined) return undefined;
  const side = Math.max(1, Math.max(image.width, image.height) / MAX_SQUARES);
  const [columns, rows] = [Math.ceil(image.width / side), Math.ceil(image.height / side)];
  const dark = new Uint32Array(columns * rows);
  const all = new Uint32Array(columns * rows);
  for (let y = 0; y < image.height; y++) {
    const row = Math.floor(y / side) * columns;
    for (let x = 0; x < image.width; x++) {
      const index = row + Math.floor(x / side);
      all[index]!++;
      if (image.data[y * image.width + x]! < DARK_BELOW) dark[index]!++;
    }
  }
  return {
    columns,
    rows,
    square: side / scale,
    dark: Uint8Array.from(dark, (count, i) => Math.round((255 * count) / Math.max(1, all[i]!))),
  };
}

/** Whether a box contains ink apart from known content. */
export function hasInk(map: InkMap, box: Box, known: readonly Box[] = []): boolean {
  return inkShare(map, box, known) >= MIN_COVERED;
}

/** Share of inked squares in a box, ignoring ruled lines and known content. */
export function inkShare({ columns, rows, square, dark }: InkMap, box: Box, known: readonly Box[] = []): number {
  const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value));
  const squares = ({ left, top, right, bottom }: Box): { from: number; to: number; first: number; end: number } => ({
    from: clamp(Math.floor(left / square), columns),
    to: clamp(Math.ceil(right / square), columns),
    first: clamp(Math.floor(top / square), rows),
    end: clamp(Math.ceil(bottom / square), rows),
  });
  const { from, to, first, end } = squares(box);
  const [wide, high] = [to - from, end - first];
  if (wide <= 0 || high <= 0) return 0;
  const isDark = new Uint8Array(wide * high);
  for (let row = 0; row < high; row++)
    for (let column = 0; column < wide; column++)
      if (dark[(first + row) * columns + from + column]! >= MIN_DARK) isDark[row * wide + column] = 1;
  for (const one of known.map(squares))
    for (let row = Math.max(first, one.first); row < Math.min(end, one.end); row++)
      for (let column = Math.max(from, one.from); column < Math.min(to, one.to); column++) isDark[(row - first) * wide + column - from] = 0;
  const inRow = (row: number): number => isDark.subarray(row * wide, (row + 1) * wide).reduce((sum, one) => sum + one, 0);
  for (let row = 0; row < high; row++) if (inRow(row) >= MIN_RULE_SHARE * wide) isDark.fill(0, row * wide, (row + 1) * wide);
  let covered = 0;
  for (let column = 0; column < wide; column++) {
    let own = 0;
    for (let row = 0; row < high; row++) own += isDark[row * wide + column]!;
    if (own < MIN_RULE_SHARE * high) covered += own;
  }
  return covered / (wide * high);
}

/** Rows of squares above and below a rule that must be light; beside text they would be dark. */
const RULE_CLEARANCE = 3;
/** Maximum gap in a rule, in squares. */
const MAX_RULE_GAP = 1;

/**
 * Finds the rule a signature is written on: near the middle of a box or just below, over most of its width. On a skewed
 * scan, a rule may continue in the row above or below.
 */
export function findRule(
  { columns, rows, square, dark }: InkMap,
  { left, top, right, bottom }: Box,
): { left: number; right: number; y: number } | undefined {
  const isDark = (column: number, row: number): boolean =>
    column >= 0 && column < columns && row >= 0 && row < rows && dark[row * columns + column]! >= MIN_DARK;
  const middle = Math.floor((left + right) / 2 / square);
  const wide = (right - left) / square;
  const end = Math.min(rows - 1, Math.ceil((bottom + (bottom - top) / 3) / square));
  let best: { left: number; right: number; y: number } | undefined;
  for (let row = Math.max(0, Math.floor((top + bottom) / 2 / square)); row <= end; row++) {
    if (!isDark(middle, row)) continue;
    const reach = (step: 1 | -1): { to: number; beside: number } => {
      let [index, to, last, beside] = [row, middle, middle, 0];
      for (let column = middle; column >= 0 && column < columns && Math.abs(column - last) <= MAX_RULE_GAP + 1; column += step) {
        const next = [index, index - 1, index + 1].find((one) => isDark(column, one));
        if (next === undefined) continue;
        [index, to, last] = [next, column, column];
        if (isDark(column, index - RULE_CLEARANCE) || isDark(column, index + RULE_CLEARANCE)) beside++;
      }
      return { to, beside };
    };
    const [before, after] = [reach(-1), reach(1)];
    const length = after.to - before.to + 1;
    if (length < 0.5 * wide || before.beside + after.beside > 0.5 * length) continue;
    if (best === undefined || length * square > best.right - best.left)
      best = { left: before.to * square, right: (after.to + 1) * square, y: (row + 0.5) * square };
  }
  return best;
}
