/** Pages with tables of many styles, and their cells. */
import { Canvas, Randomizer, HEIGHT, WIDTH, capital, randomSentences, toTitleCase, randomWords } from './canvas.ts';
import type { TrueCell, TrueTable } from './canvas.ts';

export type TableKind = 'ruled' | 'borderless' | 'merged' | 'pages';

type Filling = 'word' | 'words' | 'long' | 'integer' | 'money' | 'date' | 'code' | 'percent';

interface Style {
  sort: TableKind;
  rules: 'grid' | 'columns' | 'open' | 'none' | 'header' | 'book' | 'rows';
  size: number;
  padding: number;
  gap: number;
  thickness: number;
  shade: number;
  headerBold: boolean;
  headerShaded: boolean;
  zebra: boolean;
  empties: number;
}

interface Cell extends TrueCell {
  lines: string[];
  align: 'left' | 'right' | 'center';
  bold: boolean;
}

const MARGIN = 50;

export async function tablePage(sort: TableKind, seed: number): Promise<Canvas> {
  const random = new Randomizer(seed);
  const canvas = await Canvas.create(random);
  if (sort === 'pages') {
    longTable(canvas, random);
    return canvas;
  }
  let y = MARGIN;
  if (random.chance(0.6)) {
    canvas.text(toTitleCase(randomWords(random, random.whole(2, 5))), MARGIN, y + 16, 18, canvas.fonts.bold);
    y += 40;
  }
  const count = random.chance(0.35) ? 2 : 1;
  for (let k = 0; k < count; k++) {
    if (random.chance(0.75)) y = prose(canvas, random, y);
    const style = randomStyle(sort, random);
    const drawn = drawTable(
      canvas,
      random,
      style,
      MARGIN + (random.chance(0.3) ? 20 : 0),
      y,
      WIDTH - 2 * MARGIN,
      HEIGHT - MARGIN - y - 60,
      random.whole(3, sort === 'merged' ? 9 : 13),
    );
    y = drawn + random.between(14, 26);
    if (y > HEIGHT - 250) break;
  }
  if (random.chance(0.6) && y < HEIGHT - 140) prose(canvas, random, y);
  return canvas;
}

function prose(canvas: Canvas, random: Randomizer, y: number): number {
  return (
    canvas.block(canvas.wrap(randomSentences(random, random.whole(2, 5)), WIDTH - 2 * MARGIN, 10), MARGIN, y, 10, 13) +
    random.between(10, 20)
  );
}

function randomStyle(sort: TableKind, random: Randomizer): Style {
  const ruled = sort === 'ruled' || (sort !== 'borderless' && random.chance(0.6));
  return {
    sort,
    size: random.between(7.5, 11),
    padding: ruled ? random.between(2, 6) : random.between(0.8, 5),
    gap: random.between(9, 26),
    thickness: random.between(0.35, 1.4),
    shade: random.pick([0, 0, 0.3, 0.6, 0.75]),
    rules: ruled
      ? random.pick(sort === 'ruled' ? (['grid', 'grid', 'grid', 'columns', 'open'] as const) : (['grid', 'grid', 'open'] as const))
      : random.pick(['none', 'none', 'header', 'book', 'rows'] as const),
    headerBold: random.chance(0.7),
    headerShaded: random.chance(0.3),
    zebra: random.chance(0.15),
    empties: random.pick([0, 0, 0.08, 0.2]),
  };
}

const isRuled = ({ rules }: Style): boolean => rules === 'grid' || rules === 'columns' || rules === 'open';

function randomFillings(random: Randomizer, columns: number): Filling[] {
  const first = random.pick(['word', 'words', 'words', 'code', 'date'] as const);
  const rest = Array.from({ length: columns - 1 }, () =>
    random.pick(['word', 'words', 'integer', 'integer', 'money', 'money', 'date', 'code', 'percent'] as const),
  );
  const fillings: Filling[] = [first, ...rest];
  if (!fillings.some((filling) => filling === 'integer' || filling === 'money' || filling === 'percent')) fillings[columns - 1] = 'money';
  if (columns <= 5 && random.chance(0.35)) fillings[random.whole(0, columns - 2)] = 'long';
  return fillings;
}

function randomValue(random: Randomizer, filling: Filling): string {
  switch (filling) {
    case 'word':
      return capital(randomWords(random, 1));
    case 'words':
      return capital(randomWords(random, random.whole(1, 3)));
    case 'long':
      return capital(randomWords(random, random.whole(3, 11)));
    case 'integer':
      return String(random.whole(1, 9999));
    case 'money':
      return `$${random.whole(1, 9999).toLocaleString('en-US')}.${String(random.whole(0, 99)).padStart(2, '0')}`;
    case 'date':
      return `${random.whole(1, 12)}/${random.whole(1, 28)}/${random.whole(2015, 2026)}`;
    case 'code':
      return `${random.pick(['A', 'B', 'QX', 'TR', 'ZL'])}-${random.whole(100, 9999)}`;
    case 'percent':
      return `${random.whole(0, 99)}.${random.whole(0, 9)}%`;
  }
}

const isNumeric = (filling: Filling): boolean => filling === 'integer' || filling === 'money' || filling === 'percent';

/** Draws a table and returns its bottom; rows that do not fit are omitted. */
function drawTable(
  canvas: Canvas,
  random: Randomizer,
  style: Style,
  left: number,
  top: number,
  width: number,
  height: number,
  rowCount: number,
): number {
  const columns = random.whole(style.sort === 'merged' ? 3 : 2, 6);
  const fillings = randomFillings(random, columns);
  const widths = columnWidths(canvas, random, style, fillings, width);
  const rows = createRows(canvas, random, style, fillings, widths, rowCount);
  const heights = rows.map(
    (row) =>
      Math.max(...row.filter(({ rowSpan }) => rowSpan === 1).map(({ lines }) => Math.max(1, lines.length)), 1) * style.size * 1.2 +
      2 * style.padding,
  );
  let fits = 0;
  for (let sum = 0; fits < rows.length && sum + heights[fits]! <= height; fits++) sum += heights[fits]!;
  const kept = rows.slice(0, fits).map((row) => row.filter((cell) => cell.row + cell.rowSpan <= fits));
  paint(canvas, style, kept, heights.slice(0, fits), widths, left, top);
  canvas.truth.tables.push(toTrueTable(kept, columns, style));
  return top + heights.slice(0, fits).reduce((sum, one) => sum + one, 0);
}

function columnWidths(canvas: Canvas, random: Randomizer, style: Style, fillings: readonly Filling[], width: number): number[] {
  const natural = fillings.map((filling) => {
    const sample = Array.from({ length: 12 }, () =>
      canvas.fonts.bold.widthOfTextAtSize(randomValue(random, filling === 'long' ? 'words' : filling), style.size),
    );
    return Math.max(...sample, 48) + (filling === 'long' ? 60 : 0) + (2 * style.gap) / 2 + (isRuled(style) ? 8 : 0);
  });
  const total = natural.reduce((sum, one) => sum + one, 0);
  const share = total > width ? width / total : random.between(1, Math.min(1.5, width / total));
  return natural.map((one) => one * share);
}

function createRows(
  canvas: Canvas,
  random: Randomizer,
  style: Style,
  fillings: readonly Filling[],
  widths: readonly number[],
  rowCount: number,
): Cell[][] {
  const columns = fillings.length;
  const inner = (from: number, span: number): number =>
    widths.slice(from, from + span).reduce((sum, one) => sum + one, 0) - (isRuled(style) ? 8 : style.gap);
  const cell = (
    row: number,
    column: number,
    rowSpan: number,
    columnSpan: number,
    text: string,
    bold: boolean,
    align: Cell['align'],
  ): Cell => {
    const font = bold ? canvas.fonts.bold : canvas.fonts.plain;
    return {
      row,
      column,
      rowSpan,
      columnSpan,
      text,
      bold,
      align,
      lines: text === '' ? [] : canvas.wrap(text, inner(column, columnSpan), style.size, font),
    };
  };
  const alignOf = (column: number): Cell['align'] => (isNumeric(fillings[column]!) ? 'right' : 'left');
  const centerd = isRuled(style) && random.chance(0.2);
  const align = (column: number): Cell['align'] => (centerd ? 'center' : alignOf(column));
  const rows: Cell[][] = [];
  const label = (): string => toTitleCase(randomWords(random, random.whole(1, 2)));
  const merged = style.sort === 'merged';
  if (merged && random.chance(0.65)) {
    const from = random.whole(1, columns - 2);
    const span = random.whole(2, Math.min(3, columns - from));
    const above: Cell[] = [];
    const below: Cell[] = [];
    for (let k = 0; k < columns; k++) {
      if (k === from) above.push(cell(0, k, 1, span, label(), style.headerBold, 'center'));
      const inside = k >= from && k < from + span;
      if (inside) below.push(cell(1, k, 1, 1, label(), style.headerBold, align(k)));
      else if (isRuled(style)) above.push(cell(0, k, 2, 1, label(), style.headerBold, align(k)));
      else below.push(cell(1, k, 1, 1, label(), style.headerBold, align(k)));
    }
    rows.push(above, below);
  } else rows.push(fillings.map((_, k) => cell(0, k, 1, 1, label(), style.headerBold, align(k))));
  const taken = new Set<number>();
  while (rows.length < rowCount + 1) {
    const at = rows.length;
    if (merged && isRuled(style) && random.chance(0.12) && !taken.has(at)) {
      rows.push([cell(at, 0, 1, columns, toTitleCase(randomWords(random, 2)), true, 'left')]);
      continue;
    }
    const tall = merged && isRuled(style) && random.chance(0.25) && at + 1 < rowCount && !taken.has(at) ? 2 : 1;
    const row: Cell[] = [];
    for (let k = 0; k < columns; k++) {
      if (k === 0 && taken.has(at)) continue;
      const text = k > 0 && random.chance(style.empties) ? '' : randomValue(random, fillings[k]!);
      row.push(cell(at, k, k === 0 ? tall : 1, 1, text, false, align(k)));
    }
    if (tall === 2) taken.add(at + 1);
    rows.push(row);
  }
  if (!merged && random.chance(0.25) && isNumeric(fillings[columns - 1]!)) {
    rows.push(
      fillings.map((filling, k) =>
        cell(rows.length, k, 1, 1, k === 0 ? 'Total' : k === columns - 1 ? randomValue(random, filling) : '', true, align(k)),
      ),
    );
  }
  return rows;
}

function paint(
  canvas: Canvas,
  style: Style,
  rows: readonly Cell[][],
  heights: readonly number[],
  widths: readonly number[],
  left: number,
  top: number,
): void {
  const xs = widths.reduce((edges, width) => [...edges, edges.at(-1)! + width], [left]);
  const ys = heights.reduce((edges, height) => [...edges, edges.at(-1)! + height], [top]);
  const right = xs.at(-1)!;
  const bottom = ys.at(-1)!;
  if (style.headerShaded) canvas.fill(left, top, right, ys[1]!, 0.87);
  if (style.zebra) for (let row = 2; row < rows.length; row += 2) canvas.fill(left, ys[row]!, right, ys[row + 1]!, 0.94);
  for (const cell of rows.flat()) {
    const box = {
      left: xs[cell.column]!,
      right: xs[cell.column + cell.columnSpan]!,
      top: ys[cell.row]!,
      bottom: ys[cell.row + cell.rowSpan]!,
    };
    const side = isRuled(style) ? 4 : style.gap / 2;
    const font = cell.bold ? canvas.fonts.bold : canvas.fonts.plain;
    const high = cell.lines.length * style.size * 1.2;
    // Words are centerd vertically only where strokes show the cell height.
    const start =
      isRuled(style) && style.rules !== 'columns' && style.padding > 4 ? (box.top + box.bottom - high) / 2 : box.top + style.padding;
    cell.lines.forEach((line, i) => {
      const wide = font.widthOfTextAtSize(line, style.size);
      const x =
        cell.align === 'left' ? box.left + side : cell.align === 'right' ? box.right - side - wide : (box.left + box.right - wide) / 2;
      canvas.text(line, x, start + style.size * 0.92 + i * style.size * 1.2, style.size, font);
    });
    const { thickness, shade } = style;
    if (style.rules === 'grid' || style.rules === 'open') {
      const inner = style.rules === 'open';
      if (!inner || box.left > left) canvas.line(box.left, box.top, box.left, box.bottom, thickness, shade);
      if (!inner || box.right < right) canvas.line(box.right, box.top, box.right, box.bottom, thickness, shade);
      canvas.line(box.left, box.top, box.right, box.top, thickness, shade);
      canvas.line(box.left, box.bottom, box.right, box.bottom, thickness, shade);
    }
  }
  drawRules(canvas, style, xs, ys, bottom, headerRows(rows));
}

/** A header with a cell over some columns has two rows. */
const headerRows = (rows: readonly Cell[][]): number =>
  rows[0]!.some(({ columnSpan }) => columnSpan > 1 && columnSpan < rows.at(-1)!.length) ? 2 : 1;

function drawRules(
  canvas: Canvas,
  { rules, thickness, shade }: Style,
  xs: readonly number[],
  ys: readonly number[],
  bottom: number,
  header: number,
): void {
  const [left, right, top] = [xs[0]!, xs.at(-1)!, ys[0]!];
  if (rules === 'columns') {
    for (const x of xs) canvas.line(x, top, x, bottom, thickness, shade);
    for (const y of [top, ys[header]!, bottom]) canvas.line(left, y, right, y, thickness, shade);
  } else if (rules === 'rows') for (const y of ys) canvas.line(left, y, right, y, thickness, shade);
  else if (rules === 'header') canvas.line(left, ys[header]!, right, ys[header]!, thickness, shade);
  else if (rules === 'book') for (const y of [top, ys[header]!, bottom]) canvas.line(left, y, right, y, thickness, shade);
}

function toTrueTable(rows: readonly Cell[][], columns: number, { rules }: Style): TrueTable {
  return {
    rows: rows.length,
    columns,
    cells: (rules === 'rows' ? rows.flat() : withOpenHeaders(rows)).map(({ row, column, rowSpan, columnSpan, text }) => ({
      row,
      column,
      rowSpan,
      columnSpan,
      text,
    })),
  };
}

/** A header cell in the second row with nothing above it spans both rows, as the truth of real tables has it. */
function withOpenHeaders(rows: readonly Cell[][]): Cell[] {
  if (headerRows(rows) === 1) return rows.flat();
  const isCovered = (column: number): boolean => rows[0]!.some((cell) => column >= cell.column && column < cell.column + cell.columnSpan);
  return rows.flat().map((cell) => (cell.row === 1 && !isCovered(cell.column) ? { ...cell, row: 0, rowSpan: 2 } : cell));
}

/** A table across two or three pages, between a page header and a numbered footer; its header may repeat on each page. */
function longTable(canvas: Canvas, random: Randomizer): void {
  const style: Style = { ...randomStyle('ruled', random), sort: 'pages', padding: random.between(3, 6) };
  if (random.chance(0.5)) Object.assign(style, { rules: random.pick(['none', 'rows', 'book'] as const), headerBold: true });
  const columns = random.whole(3, 6);
  const fillings = randomFillings(random, columns).map((filling): Filling => (filling === 'long' ? 'words' : filling));
  const widths = columnWidths(canvas, random, style, fillings, WIDTH - 2 * MARGIN);
  const repeats = random.chance(0.5);
  const pages = random.whole(2, 3);
  const head = toTitleCase(randomWords(random, 3));
  let header: Cell[] | undefined;
  for (let page = 0; page < pages; page++) {
    if (page > 0) canvas.turnPage();
    canvas.text(head, MARGIN, 30, 8);
    canvas.text(`Page ${page + 1} of ${pages}`, WIDTH / 2 - 20, HEIGHT - 24, 8);
    const y = page === 0 ? prose(canvas, random, 60) : 56;
    let rows = createRows(canvas, random, style, fillings, widths, page === pages - 1 ? random.whole(4, 12) : 60);
    header ??= rows[0]!;
    rows = page === 0 || repeats ? [header, ...rows.slice(1)] : rows.slice(1);
    const heights = rows.map(
      (row) => Math.max(...row.map(({ lines }) => Math.max(1, lines.length))) * style.size * 1.2 + 2 * style.padding,
    );
    let fits = 0;
    for (let sum = y; fits < rows.length && sum + heights[fits]! <= HEIGHT - 60; fits++) sum += heights[fits]!;
    const kept = rows.slice(0, fits).map((row, at) => row.map((cell) => ({ ...cell, row: at })));
    paint(canvas, style, kept, heights.slice(0, fits), widths, MARGIN, y);
    canvas.truth.tables.push(toTrueTable(kept, columns, style));
  }
}
