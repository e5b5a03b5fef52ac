/** The tables of a result, those of the layout and fields with rows alike, to show, copy and save. */
import { t } from '../../i18n/messages.ts';
import { toCsv } from '../../kit/format.ts';
import { escaped, valueText, type AnalyzeResult, type Field } from './result.ts';

export interface TableCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  isHeader: boolean;
  text: string;
  /** In the JSON. */ path: string;
}

export interface ResultTable {
  path: string;
  title: string;
  page?: number;
  rowCount: number;
  columnCount: number;
  cells: readonly TableCell[];
}

export function resultTables({ tables = [], documents = [] }: AnalyzeResult): ResultTable[] {
  const fields = documents.flatMap(({ docType, fields: found = {} }, i) =>
    Object.entries(found).flatMap(([name, field]) => {
      const title = documents.length === 1 ? name : `${docType} ${i + 1}: ${name}`;
      return field.valueArray?.some(({ valueObject }) => valueObject)
        ? [fieldTable(field.valueArray, title, `/documents/${i}/fields/${escaped(name)}`)]
        : [];
    }),
  );
  return [
    ...fields,
    ...tables.map(({ rowCount, columnCount, boundingRegions, caption, cells }, i) => ({
      path: `/tables/${i}`,
      title: caption?.content ?? t('Table {number}', { number: i + 1 }),
      page: boundingRegions?.[0]?.pageNumber,
      rowCount,
      columnCount,
      cells: cells.map(({ rowIndex, columnIndex, rowSpan = 1, columnSpan = 1, kind, content = '' }, c) => ({
        row: rowIndex,
        column: columnIndex,
        rowSpan,
        columnSpan,
        isHeader: kind === 'columnHeader' || kind === 'rowHeader' || kind === 'stubHead',
        text: content,
        path: `/tables/${i}/cells/${c}`,
      })),
    })),
  ];
}

/** One row for each item, with a column for each part that any of them has. */
function fieldTable(items: readonly Field[], title: string, path: string): ResultTable {
  const columns = [...new Set(items.flatMap(({ valueObject = {} }) => Object.keys(valueObject)))];
  const cell = (row: number, column: number, text: string, at: string): TableCell => ({
    row,
    column,
    rowSpan: 1,
    columnSpan: 1,
    isHeader: row === 0,
    text,
    path: at,
  });
  const parts = items.flatMap((item) => Object.values(item.valueObject ?? {}));
  return {
    path,
    title,
    page: parts.find(({ boundingRegions }) => boundingRegions)?.boundingRegions?.[0]?.pageNumber,
    rowCount: items.length + 1,
    columnCount: columns.length,
    cells: [
      ...columns.map((name, column) => cell(0, column, name, path)),
      ...items.flatMap(({ valueObject = {} }, row) =>
        columns.map((name, column) =>
          cell(
            row + 1,
            column,
            valueObject[name] ? valueText(valueObject[name]) : '',
            `${path}/valueArray/${row}/valueObject/${escaped(name)}`,
          ),
        ),
      ),
    ],
  };
}

/** The texts of all cells; one that spans several has its text in the first of them. */
export function tableTexts({ rowCount, columnCount, cells }: ResultTable): string[][] {
  const texts = Array.from({ length: rowCount }, () => Array.from({ length: columnCount }, () => ''));
  for (const { row, column, text } of cells) texts[row]![column] = text;
  return texts;
}

export const tableCsv = (table: ResultTable): string => toCsv(tableTexts(table));

/** For pasting into a spreadsheet: tabs between cells. */
export function tableTsv(table: ResultTable): string {
  return tableTexts(table)
    .map((row) => row.map((text) => text.replaceAll(/\s+/g, ' ')).join('\t'))
    .join('\n');
}
