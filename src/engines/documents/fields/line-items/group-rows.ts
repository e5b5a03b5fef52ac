/**
 * Rows of a table as line items. Every row with an amount is one item; the rows around it belong to it or to its neighbor: by the row
 * of a drawn table, by the widest gap, by the number of the position, and otherwise to the item above.
 */
import type { TableRow } from './scan-rows.ts';
import type { ColumnRoles } from './column-roles.ts';

export interface RowGroup {
  rows: readonly TableRow[];
  /** Index in `rows` of the row with the amount. */
  main: number;
}

/** Rows that an item may have before and after its amount. */
const MAX_AROUND = 30;

export function groupRows(rows: readonly TableRow[], { byField }: ColumnRoles, height: number): RowGroup[] {
  const anchors = rows.flatMap(({ amount }, i) => (amount === undefined ? [] : [i]));
  const position = byField.get('Position');
  const description = byField.get('Description');
  const hasPosition = (at: number): boolean =>
    position !== undefined && (rows[at]!.cells.get(position) ?? []).some(({ text }) => /\d/u.test(text));
  const hasText = (at: number): boolean =>
    description !== undefined && (rows[at]!.cells.get(description) ?? []).some(({ text }) => /\p{L}/u.test(text));
  const gap = (at: number): number =>
    rows[at]!.isApart || rows[at]!.row.page !== rows[at - 1]!.row.page ? Infinity : rows[at]!.row.box.top - rows[at - 1]!.row.box.bottom;
  const isClose = (at: number): boolean => gap(at) < 1.2 * height;
  const first = anchors[0];
  if (first === undefined) return [];
  let leading = 0;
  while (leading < first && leading < MAX_AROUND && isClose(first - leading)) leading += 1;
  const last = anchors.at(-1)!;
  let trailing = 0;
  while (last + trailing + 1 < rows.length && trailing < MAX_AROUND && isClose(last + trailing + 1)) trailing += 1;
  const isEveryItemLong = anchors.every((anchor, i) => i === 0 || anchor > anchors[i - 1]! + 1);
  const comesBefore = leading > 0 && (!hasText(first) || (trailing === 0 && anchors.length > 1 && isEveryItemLong));
  // starts[i]: first row of item i.
  const starts = anchors.map((anchor, i) => {
    if (i === 0) return comesBefore ? anchor - leading : numberedStart(anchor, leading, hasPosition);
    return boundary(anchors[i - 1]!, anchor, { rows, gap, hasPosition, hasText, comesBefore });
  });
  return anchors.map((anchor, i) => {
    const end = i + 1 < anchors.length ? starts[i + 1]! : Math.min(rows.length, last + trailing + 1);
    let to = anchor + 1;
    while (to < end && to - anchor <= MAX_AROUND && gap(to) < Infinity) to += 1;
    const from = Math.max(starts[i]!, anchor - MAX_AROUND);
    return { rows: rows.slice(from, to), main: anchor - from };
  });
}

/** Without text before the amount, an item starts at the row of its number. */
function numberedStart(anchor: number, leading: number, hasPosition: (at: number) => boolean): number {
  if (hasPosition(anchor)) return anchor;
  for (let at = anchor - 1; at >= anchor - leading; at--) if (hasPosition(at)) return at;
  return anchor;
}

interface BoundaryContext {
  rows: readonly TableRow[];
  gap: (at: number) => number;
  hasPosition: (at: number) => boolean;
  hasText: (at: number) => boolean;
  comesBefore: boolean;
}

/** The first row that belongs to the item of the lower amount. */
function boundary(upper: number, lower: number, { rows, gap, hasPosition, hasText, comesBefore }: BoundaryContext): number {
  if (lower === upper + 1) return lower;
  const tableRow = (at: number): string | undefined => rows[at]!.row.segments[0]!.tableRow;
  const [above, below] = [tableRow(upper), tableRow(lower)];
  if (above !== undefined && below !== undefined && above !== below) {
    let at = lower;
    while (at - 1 > upper && tableRow(at - 1) === below) at -= 1;
    if (at < lower || tableRow(lower - 1) === above) return at;
  }
  let widest = lower;
  for (let at = upper + 1; at < lower; at++) if (gap(at) > gap(widest)) widest = at;
  const others = Math.max(
    0,
    ...Array.from({ length: lower - upper }, (_, i) => upper + 1 + i)
      .filter((at) => at !== widest)
      .map(gap),
  );
  if (gap(widest) > 1.25 * others + 0.05 * (rows[lower]!.row.box.bottom - rows[lower]!.row.box.top)) return widest;
  if (!hasPosition(lower)) for (let at = upper + 1; at < lower; at++) if (hasPosition(at) && hasPosition(upper)) return at;
  if (!hasText(lower)) {
    for (let at = lower - 1; at > upper; at--) if (hasText(at)) return comesBefore || hasText(upper) ? at : lower;
  }
  return comesBefore ? upper + 1 : lower;
}
