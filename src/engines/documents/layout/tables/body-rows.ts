/**
 * Groups the lines of a table's body into rows: strokes, spacing or the pattern of filled cells separate them. A line that only
 * continues cells of the line above is wrapped text, not a row of its own.
 */
import { splitWhere } from '../../../shared/collections.ts';
import { median } from '../model/geometry.ts';
import type { Measures } from '../model/tokens.ts';
import { filledColumns, textOf } from './lines.ts';
import type { Line } from './lines.ts';
import { isNumeric } from './table-draft.ts';

export function groupIntoRows(lines: readonly Line[], columns: number, strokes: readonly number[], { height }: Measures): Line[][] {
  const between = (above: Line, below: Line): boolean =>
    strokes.some((at) => at > above.box.bottom - 0.35 * height && at < below.box.top + 0.35 * height);
  const ruled = splitWhere(lines, between);
  // Strokes between all rows are the strongest evidence; a stroke under the header alone says nothing about the body.
  const single = median(ruled.map((group) => group.filter(({ pieces }) => pieces.length >= 2).length)) <= 1;
  const isRuled = (ruled.length >= 3 && single) || (ruled.length >= 2 && hasWrappedLines(ruled));
  if (isRuled && ruled.every(({ length }) => length <= 6)) return ruled;
  const gaps = lines.slice(1).map((line, i) => line.box.top - lines[i]!.box.bottom);
  const threshold = rowGapThreshold(lines, gaps, height);
  const usual = median(gaps);
  let first = lines[0]!;
  const isSplit = (above: Line, below: Line, at: number): boolean => {
    if (between(above, below)) return true;
    const gap = gaps[at]!;
    if (threshold !== undefined) return gap > threshold || isNewLabel(first, below, height);
    return !isWrappedLine(first, above, below, columns, gap < usual - 0.15 * height, height);
  };
  return splitWhere(lines, (above, below, at) => {
    const isNew = isSplit(above, below, at - 1);
    if (isNew) first = below;
    return isNew;
  });
}

/** Whether a label starts further left than the label of the row above it, or alone is bold. */
function isNewLabel(first: Line, below: Line, height: number): boolean {
  const [label, above] = [below.pieces[0]!, first.pieces[0]!];
  if (label.from > 0 || above.from > 0 || startsInLowerCase(below)) return false;
  const isBold = ({ tokens }: Line['pieces'][number]): boolean => tokens.every(({ run }) => run.bold === true);
  return label.box.left < above.box.left - 0.4 * height || (isBold(label) && !isBold(above));
}

/** Whether most lines after the first of each group fill fewer columns than it does. */
function hasWrappedLines(groups: readonly Line[][]): boolean {
  let [later, fewer] = [0, 0];
  for (const [first, ...rest] of groups) {
    later += rest.length;
    fewer += rest.filter((line) => filledColumns(line).size < filledColumns(first!).size).length;
  }
  return later > 0 && fewer >= 0.7 * later;
}

/**
 * The smallest gap between rows, where rows are spaced wider than the lines within them. Lines with fewer filled columns
 * show it: if they are closer to the line above than full lines are, the threshold is between the two distances.
 */
function rowGapThreshold(lines: readonly Line[], gaps: readonly number[], height: number): number | undefined {
  const sorted = Float64Array.from(gaps).sort();
  if (sorted.length < 3) return undefined;
  let best = 0;
  let at = -1;
  for (let i = 1; i < sorted.length; i++) {
    const jump = sorted[i]! - sorted[i - 1]!;
    if (jump > best) {
      best = jump;
      at = i;
    }
  }
  if (at < 0 || best < 0.22 * height) return undefined;
  const threshold = (sorted[at]! + sorted[at - 1]!) / 2;
  let close = 0;
  let narrower = 0;
  gaps.forEach((gap, i) => {
    if (gap > threshold) return;
    close++;
    if (filledColumns(lines[i + 1]!).size < filledColumns(lines[i]!).size) narrower++;
  });
  // Wrapped lines fill fewer columns than the lines they continue; otherwise the wide gaps only separate groups of rows.
  return close > 0 && narrower >= 0.5 * close && lines.length - close >= 2 ? threshold : undefined;
}

const startsInLowerCase = (line: Line): boolean => /^[\p{Ll}(&]/u.test(line.pieces[0]!.tokens[0]!.text);

/** A line that fills only some columns of the row's first line, with words and no numbers, continues it. */
function isWrappedLine(first: Line, above: Line, below: Line, columns: number, isClose: boolean, height: number): boolean {
  const [filled, filledAbove] = [filledColumns(below), filledColumns(first)];
  const isLabel = filled.size === 1 && filled.has(0);
  // The name of a row, or of a group of rows, over two lines.
  if (isLabel && filledAbove.size === 1 && filledAbove.has(0)) return startsInLowerCase(below);
  if (filled.size >= filledAbove.size || filled.size > Math.max(1, columns - 2)) return false;
  if ([...filled].some((column) => !filledAbove.has(column))) return false;
  if (below.pieces.some((piece) => piece.to > piece.from || isNumeric(textOf(piece)))) return false;
  if (!filled.has(0)) return true;
  if (filled.size > 1) return false;
  // Words in the first column alone: wrapped words start in lower case, or closer and further right; the name of a group does neither.
  return (
    startsInLowerCase(below) ||
    (isClose && above.pieces[0]!.from === 0 && below.pieces[0]!.box.left > above.pieces[0]!.box.left + 0.15 * height)
  );
}
