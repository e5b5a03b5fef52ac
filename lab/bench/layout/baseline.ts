/** The baseline without layout: lines from top to bottom, columns at gaps wider than a fixed width. */
import type { Page, Word } from '../../../src/engines/documents/reading/model/page.ts';
import type { PlainTable } from './scores.ts';

const GAP = 1.2;

export function rowsFromTop({ lines }: Page): Word[][] {
  const words = lines.flatMap((line) => line.words).sort((one, other) => one.box.top - other.box.top);
  const rows: Word[][] = [];
  for (const word of words) {
    const row = rows.at(-1);
    if (row !== undefined && word.box.top - row[0]!.box.top < 0.5 * (word.box.bottom - word.box.top)) row.push(word);
    else rows.push([word]);
  }
  for (const row of rows) row.sort((one, other) => one.box.left - other.box.left);
  return rows;
}

export const readTopToBottom = (page: Page): string =>
  rowsFromTop(page)
    .flat()
    .map(({ text }) => text)
    .join(' ');

/** Consecutive rows with gaps are a table; the n-th segment of a row is in its n-th column. */
export function tablesByGaps(page: Page): PlainTable[] {
  const tables: PlainTable[] = [];
  let rows = 0;
  let open: PlainTable | undefined;
  for (const row of rowsFromTop(page)) {
    const cells: string[] = [];
    let reach = -Infinity;
    for (const { box, text } of row) {
      if (cells.length === 0 || box.left - reach > GAP * (box.bottom - box.top)) cells.push(text);
      else cells[cells.length - 1] += ` ${text}`;
      reach = box.right;
    }
    if (cells.length < 2) {
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { cells: [] };
      tables.push(open);
      rows = 0;
    }
    for (const [column, text] of cells.entries()) open.cells.push({ row: rows, column, rowSpan: 1, columnSpan: 1, text });
    rows++;
  }
  return tables;
}

export function pairsByColon({ lines }: Page): string[] {
  return lines
    .map(({ words }) => words.map(({ text }) => text).join(' '))
    .filter((line) => /:\s/.test(line))
    .map((line) => line.replace(/:\s+/, ': → '));
}
