/** A table found on one page, before its words are numbered. */
import type { Box } from '../../reading/model/page.ts';
import { groupRows } from '../model/tokens.ts';
import type { Token } from '../model/tokens.ts';
import type { CellPlace } from '../model/structure.ts';

export interface CellDraft extends CellPlace {
  box: Box;
  /** In reading order within the cell. */
  tokens: Token[];
}

export interface TableDraft {
  box: Box;
  rowCount: number;
  columnCount: number;
  cells: CellDraft[];
  /** Words of a caption or of notes that are drawn in rows of the table. */
  above?: Token[];
  below?: Token[][];
}

export function sortInReadingOrder(tokens: readonly Token[]): Token[] {
  return tokens.length < 2 ? [...tokens] : groupRows(tokens).flatMap((row) => row.tokens);
}

/** Whether a cell holds a number, an amount, a date or a dash. */
export function isNumeric(text: string): boolean {
  if (/^[-–—]+$/.test(text)) return true;
  const digits = text.replace(/\D/g, '').length;
  return digits > 0 && digits >= 0.4 * text.replace(/\s/g, '').length && !/[A-Za-z]{4,}/.test(text);
}

export const joinTexts = (tokens: readonly Token[]): string =>
  tokens.map(({ text, state }) => (state === undefined ? text : '☐')).join(' ');

/** Whether all words of a cell are bold; undefined where that is unknown. */
function isBold(tokens: readonly Token[]): boolean | undefined {
  const known = tokens.filter(({ run }) => run.bold !== undefined);
  return known.length === 0 ? undefined : known.every(({ run }) => run.bold);
}

/**
 * Marks header cells. The first row is a header when a stroke, bold text or words above numbers set it apart; rows under
 * a spanning header cell belong to it. A bold first column next to regular ones holds row headers.
 */
export function assignHeaders(table: TableDraft, ruledBelow: readonly boolean[], knownRows = 0): void {
  const rows: CellDraft[][] = Array.from({ length: table.rowCount }, () => []);
  for (const cell of table.cells) rows[cell.rowIndex]!.push(cell);
  const headerRows = knownRows > 0 ? knownRows : countHeaderRows(rows, ruledBelow);
  for (let row = 0; row < headerRows; row++) for (const cell of rows[row]!) cell.kind = 'columnHeader';
  const body = table.cells.filter(({ rowIndex }) => rowIndex >= headerRows);
  const stubs = body.filter(({ columnIndex, tokens }) => columnIndex === 0 && tokens.length > 0);
  const others = body.filter(({ columnIndex, tokens }) => columnIndex > 0 && tokens.length > 0);
  const bold = (cells: readonly CellDraft[]): number => cells.filter(({ tokens }) => isBold(tokens) === true).length;
  if (stubs.length >= 2 && bold(stubs) >= 0.8 * stubs.length && bold(others) <= 0.3 * others.length) {
    for (const cell of stubs) cell.kind = 'rowHeader';
    const corner = rows[0]?.find(({ columnIndex }) => columnIndex === 0);
    if (headerRows > 0 && corner !== undefined) corner.kind = 'stubHead';
  }
}

function countHeaderRows(rows: readonly CellDraft[][], ruledBelow: readonly boolean[]): number {
  if (rows.length < 2) return 0;
  const first = rows[0]!;
  const deep = Math.max(1, ...first.map(({ rowSpan }) => rowSpan));
  const wide = first.some(({ columnSpan }) => columnSpan > 1);
  const depth = Math.min(wide && deep === 1 ? 2 : deep, rows.length - 1);
  const header = rows
    .slice(0, depth)
    .flat()
    .filter(({ tokens }) => tokens.length > 0);
  const body = rows
    .slice(depth)
    .flat()
    .filter(({ tokens }) => tokens.length > 0);
  if (header.length === 0 || body.length === 0) return 0;
  const figures = (cells: readonly CellDraft[]): number => cells.filter(({ tokens }) => isNumeric(joinTexts(tokens))).length / cells.length;
  const bold = (cells: readonly CellDraft[]): number => cells.filter(({ tokens }) => isBold(tokens) === true).length / cells.length;
  if (bold(header) > 0.8 && bold(body) < 0.5) return depth;
  if (figures(header) < 0.34 && figures(body) > figures(header) + 0.15) return depth;
  const ruledOnce =
    ruledBelow[depth - 1] === true && ruledBelow.slice(depth, rows.length - 1).filter(Boolean).length <= 0.3 * (rows.length - depth);
  return ruledOnce || (figures(header) === 0 && header.length >= first.length && rows.length > 2) ? depth : 0;
}
