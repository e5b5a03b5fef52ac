/** Places cells, given row by row with their spans, into the grid of a table. */
import type { Block, FlowCell } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

export interface GridCell {
  text: string;
  header: boolean;
  rowSpan: number;
  columnSpan: number;
  /** Its column, if the file gives it. */ column?: number;
}

const MAX_COLUMNS = 16_384;
const MAX_CELLS = 1_000_000;

/** A row span beyond the last row ends there, as in browsers. */
export function createTableBlock(rows: readonly (readonly GridCell[])[], caption?: string): Extract<Block, { kind: 'table' }> {
  const cells: FlowCell[] = [];
  /** For each column, the first row in which it is free again. */
  const freeFrom: number[] = [];
  let columns = 0;
  for (const [row, own] of rows.entries()) {
    let column = 0;
    for (const cell of own) {
      column = Math.max(column, cell.column ?? 0);
      while ((freeFrom[column] ?? 0) > row) column += 1;
      const columnSpan = Math.max(1, Math.min(cell.columnSpan, MAX_COLUMNS - column));
      const rowSpan = Math.max(1, Math.min(cell.rowSpan, rows.length - row));
      if (column >= MAX_COLUMNS || cells.length >= MAX_CELLS) throw new UnreadableFile('tooLarge', 'a table of the file is too large');
      for (let at = column; at < column + columnSpan; at += 1) freeFrom[at] = row + rowSpan;
      cells.push({ row, column, rowSpan, columnSpan, header: cell.header, text: cell.text });
      column += columnSpan;
      columns = Math.max(columns, column);
    }
  }
  return { kind: 'table', rows: rows.length, columns, cells, ...(caption === undefined || caption === '' ? {} : { caption }) };
}
