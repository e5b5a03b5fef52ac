/** Tables of office and HTML files: cells that come row by row with their spans find their places. */
import type { Block, FlowCell } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

export interface GridCell { text: string; header: boolean; rowSpan: number; columnSpan: number; /** Where it stands, if the file says so. */ column?: number }

const MAX_COLUMNS = 16_384;
const MAX_CELLS = 1_000_000;

/** A row span that reaches beyond the last row ends there, as browsers have it. */
export function createTableBlock(rows: readonly (readonly GridCell[])[], caption?: string): Extract<Block, { kind: 'table' }> {
  const cells: FlowCell[] = [];
  /** For each column, the row from which on it is free again. */
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
