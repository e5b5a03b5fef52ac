/** Counts of found, expected and right cells, marks, paragraphs and pairs. */
import type { DocumentLayout } from '../../../src/engines/documents/layout/model/structure.ts';
import type { TrueTable } from './canvas.ts';

export interface Counts {
  right: number;
  found: number;
  expected: number;
}

export const emptyCounts = (): Counts => ({ right: 0, found: 0, expected: 0 });

export const f1 = ({ right, found, expected: expected }: Counts): number => (found + expected === 0 ? 1 : (2 * right) / (found + expected));

export function add(to: Counts, { right, found, expected: expected }: Counts): void {
  to.right += right;
  to.found += found;
  to.expected += expected;
}

export interface PlainTable {
  cells: { row: number; column: number; rowSpan: number; columnSpan: number; text: string }[];
}

export function plainTables(document: DocumentLayout): PlainTable[] {
  return document.tables.map(({ cells }) => ({
    cells: cells.map((cell) => ({
      row: cell.rowIndex,
      column: cell.columnIndex,
      rowSpan: cell.rowSpan,
      columnSpan: cell.columnSpan,
      text: cell.items.map((i) => wordAt(document, i)).join(' '),
    })),
  }));
}

const wordAt = ({ items }: DocumentLayout, i: number): string => {
  const item = items[i]!;
  return item.kind === 'word' ? item.text : '';
};

/** Cells with text; right if row, column, spans and text match. Each true table is compared with the best match. */
export function cellCounts(found: readonly PlainTable[], expected: readonly TrueTable[]): Counts {
  const keys = ({ cells }: PlainTable): string[] =>
    cells.filter(({ text }) => text !== '').map((cell) => `${cell.row} ${cell.column} ${cell.rowSpan} ${cell.columnSpan} ${cell.text}`);
  const foundKeys = found.map((table) => new Set(keys(table)));
  const counts = { right: 0, found: foundKeys.reduce((sum, { size }) => sum + size, 0), expected: 0 };
  const free = new Set(foundKeys.keys());
  for (const table of expected) {
    const own = keys(table);
    counts.expected += own.length;
    let best = -1;
    let most = 0;
    for (const i of free) {
      const same = own.filter((key) => foundKeys[i]!.has(key)).length;
      if (same > most) [best, most] = [i, same];
    }
    if (best >= 0) free.delete(best);
    counts.right += most;
  }
  return counts;
}

/** Compares multisets. */
export function setCounts(found: readonly string[], expected: readonly string[]): Counts {
  const left = new Map<string, number>();
  for (const one of expected) left.set(one, (left.get(one) ?? 0) + 1);
  let right = 0;
  for (const one of found) {
    const count = left.get(one) ?? 0;
    if (count > 0) {
      right++;
      left.set(one, count - 1);
    }
  }
  return { right, found: found.length, expected: expected.length };
}
