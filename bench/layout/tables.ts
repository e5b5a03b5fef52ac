/** Pages with tables of many styles, and the cells they hold. */
import { Canvas, Dice, HEIGHT, WIDTH, capital, sentences, titled, wordsOf } from './canvas.ts';
import type { TrueCell, TrueTable } from './canvas.ts';

export type TableSort = 'ruled' | 'borderless' | 'merged' | 'pages';

type Filling = 'word' | 'words' | 'long' | 'integer' | 'money' | 'date' | 'code' | 'percent';

interface Style {
  sort: TableSort;
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

interface Cell extends TrueCell { lines: string[]; align: 'left' | 'right' | 'centre'; bold: boolean }

const MARGIN = 50;

export async function tablePage(sort: TableSort, seed: number): Promise<Canvas> {
  const dice = new Dice(seed);
  const canvas = await Canvas.make(dice);
  if (sort === 'pages') {
    longTable(canvas, dice);
    return canvas;
  }
  let y = MARGIN;
  if (dice.chance(0.6)) {
    canvas.text(titled(wordsOf(dice, dice.whole(2, 5))), MARGIN, y + 16, 18, canvas.fonts.bold);
    y += 40;
  }
  const count = dice.chance(0.35) ? 2 : 1;
  for (let k = 0; k < count; k++) {
    if (dice.chance(0.75)) y = prose(canvas, dice, y);
    const style = styleOf(sort, dice);
    const drawn = drawTable(canvas, dice, style, MARGIN + (dice.chance(0.3) ? 20 : 0), y, WIDTH - 2 * MARGIN, HEIGHT - MARGIN - y - 60, dice.whole(3, sort === 'merged' ? 9 : 13));
    y = drawn + dice.between(14, 26);
    if (y > HEIGHT - 250) break;
  }
  if (dice.chance(0.6) && y < HEIGHT - 140) prose(canvas, dice, y);
  return canvas;
}

function prose(canvas: Canvas, dice: Dice, y: number): number {
  return canvas.block(canvas.wrap(sentences(dice, dice.whole(2, 5)), WIDTH - 2 * MARGIN, 10), MARGIN, y, 10, 13) + dice.between(10, 20);
}

function styleOf(sort: TableSort, dice: Dice): Style {
  const ruled = sort === 'ruled' || (sort !== 'borderless' && dice.chance(0.6));
  return {
    sort, size: dice.between(7.5, 11), padding: ruled ? dice.between(2, 6) : dice.between(0.8, 5), gap: dice.between(9, 26), thickness: dice.between(0.35, 1.4), shade: dice.pick([0, 0, 0.3, 0.6, 0.75]),
    rules: ruled ? dice.pick(sort === 'ruled' ? ['grid', 'grid', 'grid', 'columns', 'open'] as const : ['grid', 'grid', 'open'] as const) : dice.pick(['none', 'none', 'header', 'book', 'rows'] as const),
    headerBold: dice.chance(0.7), headerShaded: dice.chance(0.3), zebra: dice.chance(0.15), empties: dice.pick([0, 0, 0.08, 0.2]),
  };
}

const isRuled = ({ rules }: Style): boolean => rules === 'grid' || rules === 'columns' || rules === 'open';

function fillingsOf(dice: Dice, columns: number): Filling[] {
  const first = dice.pick(['word', 'words', 'words', 'code', 'date'] as const);
  const rest = Array.from({ length: columns - 1 }, () => dice.pick(['word', 'words', 'integer', 'integer', 'money', 'money', 'date', 'code', 'percent'] as const));
  const fillings: Filling[] = [first, ...rest];
  if (!fillings.some((filling) => filling === 'integer' || filling === 'money' || filling === 'percent')) fillings[columns - 1] = 'money';
  if (columns <= 5 && dice.chance(0.35)) fillings[dice.whole(0, columns - 2)] = 'long';
  return fillings;
}

function valueOf(dice: Dice, filling: Filling): string {
  switch (filling) {
    case 'word': return capital(wordsOf(dice, 1));
    case 'words': return capital(wordsOf(dice, dice.whole(1, 3)));
    case 'long': return capital(wordsOf(dice, dice.whole(3, 11)));
    case 'integer': return String(dice.whole(1, 9999));
    case 'money': return `$${dice.whole(1, 9999).toLocaleString('en-US')}.${String(dice.whole(0, 99)).padStart(2, '0')}`;
    case 'date': return `${dice.whole(1, 12)}/${dice.whole(1, 28)}/${dice.whole(2015, 2026)}`;
    case 'code': return `${dice.pick(['A', 'B', 'QX', 'TR', 'ZL'])}-${dice.whole(100, 9999)}`;
    case 'percent': return `${dice.whole(0, 99)}.${dice.whole(0, 9)}%`;
  }
}

const isNumeric = (filling: Filling): boolean => filling === 'integer' || filling === 'money' || filling === 'percent';

/** Draws a table and returns where it ends; rows that do not fit are left out. */
function drawTable(canvas: Canvas, dice: Dice, style: Style, left: number, top: number, width: number, height: number, rowCount: number): number {
  const columns = dice.whole(style.sort === 'merged' ? 3 : 2, 6);
  const fillings = fillingsOf(dice, columns);
  const widths = widthsOf(canvas, dice, style, fillings, width);
  const rows = rowsOfCells(canvas, dice, style, fillings, widths, rowCount);
  const heights = rows.map((row) => Math.max(...row.filter(({ rowSpan }) => rowSpan === 1).map(({ lines }) => Math.max(1, lines.length)), 1) * style.size * 1.2 + 2 * style.padding);
  let fits = 0;
  for (let sum = 0; fits < rows.length && sum + heights[fits]! <= height; fits++) sum += heights[fits]!;
  const kept = rows.slice(0, fits).map((row) => row.filter((cell) => cell.row + cell.rowSpan <= fits));
  paint(canvas, style, kept, heights.slice(0, fits), widths, left, top);
  canvas.truth.tables.push(truthOf(kept, columns));
  return top + heights.slice(0, fits).reduce((sum, one) => sum + one, 0);
}

function widthsOf(canvas: Canvas, dice: Dice, style: Style, fillings: readonly Filling[], width: number): number[] {
  const natural = fillings.map((filling) => {
    const sample = Array.from({ length: 12 }, () => canvas.fonts.bold.widthOfTextAtSize(valueOf(dice, filling === 'long' ? 'words' : filling), style.size));
    return Math.max(...sample, 48) + (filling === 'long' ? 60 : 0) + 2 * style.gap / 2 + (isRuled(style) ? 8 : 0);
  });
  const total = natural.reduce((sum, one) => sum + one, 0);
  const share = total > width ? width / total : dice.between(1, Math.min(1.5, width / total));
  return natural.map((one) => one * share);
}

function rowsOfCells(canvas: Canvas, dice: Dice, style: Style, fillings: readonly Filling[], widths: readonly number[], rowCount: number): Cell[][] {
  const columns = fillings.length;
  const inner = (from: number, span: number): number => widths.slice(from, from + span).reduce((sum, one) => sum + one, 0) - (isRuled(style) ? 8 : style.gap);
  const cell = (row: number, column: number, rowSpan: number, columnSpan: number, text: string, bold: boolean, align: Cell['align']): Cell => {
    const font = bold ? canvas.fonts.bold : canvas.fonts.plain;
    return { row, column, rowSpan, columnSpan, text, bold, align, lines: text === '' ? [] : canvas.wrap(text, inner(column, columnSpan), style.size, font) };
  };
  const alignOf = (column: number): Cell['align'] => isNumeric(fillings[column]!) ? 'right' : 'left';
  const centred = isRuled(style) && dice.chance(0.2);
  const align = (column: number): Cell['align'] => centred ? 'centre' : alignOf(column);
  const rows: Cell[][] = [];
  const label = (): string => titled(wordsOf(dice, dice.whole(1, 2)));
  const merged = style.sort === 'merged';
  if (merged && dice.chance(0.65)) {
    const from = dice.whole(1, columns - 2);
    const span = dice.whole(2, Math.min(3, columns - from));
    const above: Cell[] = [];
    const below: Cell[] = [];
    for (let k = 0; k < columns; k++) {
      if (k === from) above.push(cell(0, k, 1, span, label(), style.headerBold, 'centre'));
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
    if (merged && isRuled(style) && dice.chance(0.12) && !taken.has(at)) {
      rows.push([cell(at, 0, 1, columns, titled(wordsOf(dice, 2)), true, 'left')]);
      continue;
    }
    const tall = merged && isRuled(style) && dice.chance(0.25) && at + 1 < rowCount && !taken.has(at) ? 2 : 1;
    const row: Cell[] = [];
    for (let k = 0; k < columns; k++) {
      if (k === 0 && taken.has(at)) continue;
      const text = k > 0 && dice.chance(style.empties) ? '' : valueOf(dice, fillings[k]!);
      row.push(cell(at, k, k === 0 ? tall : 1, 1, text, false, align(k)));
    }
    if (tall === 2) taken.add(at + 1);
    rows.push(row);
  }
  if (!merged && dice.chance(0.25) && isNumeric(fillings[columns - 1]!)) {
    rows.push(fillings.map((filling, k) => cell(rows.length, k, 1, 1, k === 0 ? 'Total' : k === columns - 1 ? valueOf(dice, filling) : '', true, align(k))));
  }
  return rows;
}

function paint(canvas: Canvas, style: Style, rows: readonly Cell[][], heights: readonly number[], widths: readonly number[], left: number, top: number): void {
  const xs = widths.reduce((edges, width) => [...edges, edges.at(-1)! + width], [left]);
  const ys = heights.reduce((edges, height) => [...edges, edges.at(-1)! + height], [top]);
  const right = xs.at(-1)!;
  const bottom = ys.at(-1)!;
  if (style.headerShaded) canvas.fill(left, top, right, ys[1]!, 0.87);
  if (style.zebra) for (let row = 2; row < rows.length; row += 2) canvas.fill(left, ys[row]!, right, ys[row + 1]!, 0.94);
  for (const cell of rows.flat()) {
    const box = { left: xs[cell.column]!, right: xs[cell.column + cell.columnSpan]!, top: ys[cell.row]!, bottom: ys[cell.row + cell.rowSpan]! };
    const side = isRuled(style) ? 4 : style.gap / 2;
    const font = cell.bold ? canvas.fonts.bold : canvas.fonts.plain;
    const high = cell.lines.length * style.size * 1.2;
    // Words stand in the middle of a cell only where strokes show how high it is.
    const start = isRuled(style) && style.rules !== 'columns' && style.padding > 4 ? (box.top + box.bottom - high) / 2 : box.top + style.padding;
    cell.lines.forEach((line, i) => {
      const wide = font.widthOfTextAtSize(line, style.size);
      const x = cell.align === 'left' ? box.left + side : cell.align === 'right' ? box.right - side - wide : (box.left + box.right - wide) / 2;
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
  drawRules(canvas, style, xs, ys, bottom);
}

function drawRules(canvas: Canvas, { rules, thickness, shade }: Style, xs: readonly number[], ys: readonly number[], bottom: number): void {
  const [left, right, top] = [xs[0]!, xs.at(-1)!, ys[0]!];
  if (rules === 'columns') {
    for (const x of xs) canvas.line(x, top, x, bottom, thickness, shade);
    for (const y of [top, ys[1]!, bottom]) canvas.line(left, y, right, y, thickness, shade);
  } else if (rules === 'rows') for (const y of ys) canvas.line(left, y, right, y, thickness, shade);
  else if (rules === 'header') canvas.line(left, ys[1]!, right, ys[1]!, thickness, shade);
  else if (rules === 'book') for (const y of [top, ys[1]!, bottom]) canvas.line(left, y, right, y, thickness, shade);
}

function truthOf(rows: readonly Cell[][], columns: number): TrueTable {
  return { rows: rows.length, columns, cells: rows.flat().map(({ row, column, rowSpan, columnSpan, text }) => ({ row, column, rowSpan, columnSpan, text })) };
}

/** A table over two or three pages, between a header and a numbered footer; its own header may come again on each page. */
function longTable(canvas: Canvas, dice: Dice): void {
  const style: Style = { ...styleOf('ruled', dice), sort: 'pages', padding: dice.between(3, 6) };
  if (dice.chance(0.5)) Object.assign(style, { rules: dice.pick(['none', 'rows', 'book'] as const), headerBold: true });
  const columns = dice.whole(3, 6);
  const fillings = fillingsOf(dice, columns).map((filling): Filling => filling === 'long' ? 'words' : filling);
  const widths = widthsOf(canvas, dice, style, fillings, WIDTH - 2 * MARGIN);
  const repeats = dice.chance(0.5);
  const pages = dice.whole(2, 3);
  const head = titled(wordsOf(dice, 3));
  const whole: TrueTable = { rows: 0, columns, cells: [] };
  let header: Cell[] | undefined;
  for (let page = 0; page < pages; page++) {
    if (page > 0) canvas.turnPage();
    canvas.text(head, MARGIN, 30, 8);
    canvas.text(`Page ${page + 1} of ${pages}`, WIDTH / 2 - 20, HEIGHT - 24, 8);
    const y = page === 0 ? prose(canvas, dice, 60) : 56;
    let rows = rowsOfCells(canvas, dice, style, fillings, widths, page === pages - 1 ? dice.whole(4, 12) : 60);
    header ??= rows[0]!;
    rows = page === 0 || repeats ? [header, ...rows.slice(1)] : rows.slice(1);
    const heights = rows.map((row) => Math.max(...row.map(({ lines }) => Math.max(1, lines.length))) * style.size * 1.2 + 2 * style.padding);
    let fits = 0;
    for (let sum = y; fits < rows.length && sum + heights[fits]! <= HEIGHT - 60; fits++) sum += heights[fits]!;
    const kept = rows.slice(0, fits).map((row, at) => row.map((cell) => ({ ...cell, row: at })));
    paint(canvas, style, kept, heights.slice(0, fits), widths, MARGIN, y);
    for (const cell of truthOf(kept, columns).cells) whole.cells.push({ ...cell, row: cell.row + whole.rows });
    whole.rows += fits;
  }
  canvas.truth.tables.push(whole);
}
