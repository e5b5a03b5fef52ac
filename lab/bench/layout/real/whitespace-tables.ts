/** The baseline: rows by baselines, columns by white space that no row of the table crosses; lines without wide gaps end a table. */
import type { Page } from '../../../../src/engines/documents/reading/model/page.ts';
import { rowsFromTop } from '../baseline.ts';
import type { PlainTable } from '../scores.ts';

const GAP = 1.2;

export function tablesByWhitespace(page: Page): PlainTable[] {
  const tables: PlainTable[] = [];
  let open: ReturnType<typeof rowsFromTop> = [];
  const close = (): void => {
    if (open.length >= 2) tables.push(tableOf(open));
    open = [];
  };
  for (const row of rowsFromTop(page)) {
    const gaps = row.some(({ box }, i) => i > 0 && box.left - row[i - 1]!.box.right > GAP * (box.bottom - box.top));
    const above = open.at(-1)?.[0]?.box;
    if (!gaps || (above !== undefined && row[0]!.box.top - above.bottom > 2 * (above.bottom - above.top))) close();
    if (gaps) open.push(row);
  }
  close();
  return tables.filter(({ cells }) => cells.some(({ column }) => column > 0));
}

function tableOf(rows: ReturnType<typeof rowsFromTop>): PlainTable {
  const words = rows.flat().sort((one, other) => one.box.left - other.box.left);
  const borders: number[] = [];
  let reach = -Infinity;
  for (const { box } of words) {
    if (reach > -Infinity && box.left - reach > 0.5 * (box.bottom - box.top)) borders.push((box.left + reach) / 2);
    reach = Math.max(reach, box.right);
  }
  const cells: PlainTable['cells'] = [];
  rows.forEach((row, r) => {
    const texts = new Map<number, string>();
    for (const { box, text } of row) {
      const column = borders.filter((border) => border < (box.left + box.right) / 2).length;
      const before = texts.get(column);
      texts.set(column, before === undefined ? text : `${before} ${text}`);
    }
    for (const [column, text] of texts) cells.push({ row: r, column, rowSpan: 1, columnSpan: 1, text });
  });
  return { cells };
}
