/** The true tables of `corpora/tables`: cells of the ICDAR-2013 competition (US half), and expected outputs of a table extractor. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TrueRegion } from './adjacency.ts';

export interface TableDocument {
  name: string;
  pdf: string;
  /** Every other document was looked at during development; the others are only counted. */
  isHeldOut: boolean;
  /** If a region has no page, it is on the page with most of its words. */
  regions: readonly TrueRegion[];
  /** Pages without a true table are not counted where the truth does not cover the whole file. */
  isComplete: boolean;
  area?: { left: number; top: number; right: number; bottom: number };
}

export function readTableDocuments(data: string): TableDocument[] {
  const root = join(data, 'corpora', 'tables');
  return [...competitionDocuments(join(root, 'icdar2013', 'competition-dataset-us')), ...extractorDocuments(join(root, 'tabula-java'))];
}

function competitionDocuments(folder: string): TableDocument[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('-str.xml'))
    .sort()
    .map((file) => {
      const name = file.replace('-str.xml', '');
      return {
        name,
        pdf: join(folder, `${name}.pdf`),
        isHeldOut: Number(/\d+/u.exec(name)![0]) % 2 === 1,
        isComplete: true,
        regions: parseRegions(readFileSync(join(folder, file), 'utf8')),
      };
    });
}

const attribute = (tag: string, name: string): number | undefined => {
  const value = new RegExp(`(?:^|\\s)${name}=['"](-?\\d+)['"]`, 'u').exec(tag)?.[1];
  return value === undefined ? undefined : Number(value);
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/giu, (all, decimal?: string, hex?: string, name?: string) =>
    decimal !== undefined
      ? String.fromCodePoint(Number(decimal))
      : hex !== undefined
        ? String.fromCodePoint(parseInt(hex, 16))
        : (ENTITIES[name!] ?? all),
  );

/** A table over several pages is one region a page; a region's rows and columns are counted from its own first ones. */
function parseRegions(xml: string): TrueRegion[] {
  return [...xml.matchAll(/<region\s([^>]*)>([\s\S]*?)<\/region>/gu)].map(([, tag, body]) => ({
    page: attribute(tag!, 'page')!,
    cells: [...body!.matchAll(/<cell\s([^>]*)>([\s\S]*?)<\/cell>/gu)].map(([, cell, content]) => {
      const [row, column] = [attribute(cell!, 'start-row')!, attribute(cell!, 'start-col')!];
      return {
        row,
        column,
        rowSpan: (attribute(cell!, 'end-row') ?? row) - row + 1,
        columnSpan: (attribute(cell!, 'end-col') ?? column) - column + 1,
        text: decodeEntities(/<content>([\s\S]*?)<\/content>/u.exec(content!)?.[1] ?? ''),
      };
    }),
  }));
}

interface ExtractedTable {
  extraction_method: string;
  page_number: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  data: { left: number; width: number; top: number; height: number; text: string }[][];
}

/** Expected outputs that state what a page holds, by the kind of file; the other files test details of the extractor. */
const WITH_CELLS = ['AnimalSounds1', 'argentina_diputados_voting_record', 'schools', 'spanning_cells', 'twotables'];
const AS_ROWS = [
  'AnimalSounds',
  'MultiColumn',
  'Publication_of_award_of_Bids_for_Transport_Sector__August_2016',
  'frx_2012_disclosure',
  'indictb1h_14',
  'spreadsheet_no_bounding_frame',
];

function extractorDocuments(folder: string): TableDocument[] {
  if (!existsSync(folder)) return [];
  return [...WITH_CELLS, ...AS_ROWS].sort().map((name, i): TableDocument => {
    const shared = { name, pdf: join(folder, `${name}.pdf`), isHeldOut: i % 2 === 1, isComplete: false };
    if (AS_ROWS.includes(name))
      return { ...shared, regions: [regionFromRows(parseCsv(readFileSync(join(folder, 'csv', `${name}.csv`), 'utf8')))] };
    const tables = JSON.parse(readFileSync(join(folder, 'json', `${name}.json`), 'utf8')) as ExtractedTable | ExtractedTable[];
    const all = Array.isArray(tables) ? tables : [tables];
    // Only part of the page was extracted where the columns come from alignment.
    const partial = all.find(({ extraction_method }) => extraction_method === 'stream');
    return {
      ...shared,
      regions: all.map(regionFromCells),
      ...(partial && {
        area: { left: partial.left / 72, top: partial.top / 72, right: partial.right / 72, bottom: partial.bottom / 72 },
      }),
    };
  });
}

const regionFromRows = (rows: readonly string[][]): TrueRegion => ({
  page: 0,
  cells: rows.flatMap((row, r) => row.map((text, column) => ({ row: r, column, rowSpan: 1, columnSpan: 1, text }))),
});

function regionFromCells({ extraction_method, page_number, data }: ExtractedTable): TrueRegion {
  if (extraction_method !== 'lattice') return { ...regionFromRows(data.map((row) => row.map(({ text }) => text))), page: page_number };
  const cells = data.flat().filter(({ width, height }) => width > 0 && height > 0);
  const edges = (values: readonly number[]): number[] =>
    [...values].sort((one, other) => one - other).filter((value, i, all) => i === 0 || value - all[i - 1]! > 2);
  const [lefts, tops] = [edges(cells.map(({ left }) => left)), edges(cells.map(({ top }) => top))];
  const trackOf = (all: readonly number[], at: number): number =>
    Math.max(
      0,
      all.findLastIndex((edge) => edge <= at + 1.5),
    );
  return {
    page: page_number,
    cells: cells.map(({ left, top, width, height, text }) => {
      const [row, column] = [trackOf(tops, top), trackOf(lefts, left)];
      return {
        row,
        column,
        rowSpan: Math.max(1, trackOf(tops, top + height - 4) - row + 1),
        columnSpan: Math.max(1, trackOf(lefts, left + width - 4) - column + 1),
        text,
      };
    }),
  };
}

function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gu)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}
