/** Tables of the layout as labels: rows below the headings, columns by their names, else in order. */
import { isCenterIn, toLabelValue, type FormPage, type Label, type Labels, type Layout, type Token } from './labels.ts';
import { escaped } from './result.ts';
import { cellName, type LabelField } from './training-files.ts';

interface LayoutCell {
  row: number;
  column: number;
  isHeading: boolean;
  text: string;
  /** Corners relative to the page. */ places: readonly { page: number; corners: readonly number[] }[];
}
export interface LayoutTable {
  page: number;
  rowCount: number;
  columnCount: number;
  cells: readonly LayoutCell[];
}

export function layoutTables({ analyzeResult: { tables = [] } = {} }: Layout, pages: readonly FormPage[]): LayoutTable[] {
  return tables.map(({ rowCount, columnCount, boundingRegions = [], cells }) => ({
    page: boundingRegions[0]?.pageNumber ?? 1,
    rowCount,
    columnCount,
    cells: cells.map(({ rowIndex, columnIndex, kind, content = '', boundingRegions: places = [] }) => ({
      row: rowIndex,
      column: columnIndex,
      isHeading: kind === 'columnHeader',
      text: content,
      places: places.flatMap(({ pageNumber, polygon }) => {
        const page = pages.find(({ number }) => number === pageNumber);
        return page && polygon
          ? [{ page: pageNumber, corners: polygon.map((value, at) => value / (at % 2 === 0 ? page.width : page.height)) }]
          : [];
      }),
    })),
  }));
}

/** Rows that are no headings and not empty. */
export function dataRows({ cells, rowCount }: LayoutTable): number[] {
  const headings = new Set(cells.filter(({ isHeading }) => isHeading).map(({ row }) => row));
  return Array.from({ length: rowCount }, (_, row) => row).filter(
    (row) => !headings.has(row) && cells.some((cell) => cell.row === row && cell.text.trim() !== ''),
  );
}

/** The labels with those of a table replaced by the words in the cells of another. */
export function labelsFromTable(labels: Labels, field: LabelField, table: LayoutTable, tokens: readonly Token[]): Labels {
  const columns = columnsOf(field, table);
  const filled = dataRows(table).flatMap((row, at) =>
    (field.columns ?? []).flatMap(({ name, type }, i): Label[] => {
      const cell = table.cells.find((one) => one.row === row && one.column === columns[i]);
      const words = tokens.filter(
        (token) =>
          token.isMark === (type === 'selectionMark') &&
          cell?.places.some(({ page, corners }) => page === token.page && isCenterIn(token, corners)),
      );
      return words.length === 0 ? [] : [{ label: cellName(field, at, name), key: null, value: words.map(toLabelValue) }];
    }),
  );
  return [...labels.filter(({ label }) => !label.startsWith(`${escaped(field.name)}/`)), ...filled];
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The column of the layout for each column of the field: with its name as heading, else the next one that is free. */
function columnsOf({ columns = [] }: LabelField, { cells, columnCount }: LayoutTable): number[] {
  const named = columns.map(({ name }) => cells.find(({ isHeading, text }) => isHeading && plain(text) === plain(name))?.column);
  const free = Array.from({ length: columnCount }, (_, i) => i).filter((i) => !named.includes(i));
  return named.map((column) => column ?? free.shift() ?? -1);
}
