/**
 * Lines of what was bought where no table is drawn, as on a receipt: rows that end in a price in the column of prices.
 * A row is "2 Coffee 7.00", "4711 Coffee 2 x 3.50 7.00", or it stands in two: the name, and below or above it
 * "2 x 3.50 7.00". Rows with a label of the document's sums or payments are none, and end the lines.
 */
import { heightOf } from '../../layout/model/geometry.ts';
import type { Label } from '../text/lexicon.ts';
import type { Cell, Purchase, Purchases } from './line-items.ts';
import { NO_PURCHASES, cellOf, multiplies, totalOf } from './line-items.ts';
import type { Row, Sheet, SheetWord } from '../text/segmented-text.ts';
import { datesIn } from '../values/dates.ts';
import { moneyOf } from '../values/money.ts';
import { numberOf } from '../values/numbers.ts';
import { timesIn } from '../values/times.ts';

export interface PricedSpec {
  /** Labels of these fields end the lines. */
  ends: ReadonlySet<string>;
  /** Rows with these labels are none of them. */
  others: ReadonlySet<string>;
  /** Names of the cells in the model. */
  names: { total: string; price: string; quantity: string; description: string; code: string; unit: string; date: string };
}

const PRICE = /^[^\d\s]{0,3}-?\d{1,3}(?:[., ’']?\d{3})*[.,]\d{2,3}-?[^\d\s]{0,2}$/u;
/** A letter behind a price says its tax. */
const TAX_CODE = /^(?:[A-Z*#]{1,2}|[A-Z]\d|SR|ZR|ZRL|\(?[A-Z]\)?|€|EUR|RM|USD)$/u;
const TIMES = /^(?:x|X|×|\*|@|à|a|at)$/u;
const UNIT = /^(?:pcs?|ea|each|kg|g|lbs?|oz|l|ltr?|liters?|litres?|gal|gallons?|stk|st|uds?|un|pz|pièces?|hrs?|hours?|nights?|h|units?)\.?$/iu;

interface Tail { price: SheetWord[]; rest: SheetWord[]; amount: number; right: number }

export function pricedLines(sheet: Sheet, labels: readonly Label[], spec: PricedSpec, locale?: string): Purchases {
  const marks = new Map<number, Label[]>();
  for (const label of labels) marks.set(label.segment.row, [...marks.get(label.segment.row) ?? [], label]);
  const means = (row: number, fields: ReadonlySet<string>): boolean => (marks.get(row) ?? []).some(({ meanings, start, segment }) => start <= 3 && segment.box.left <= sheet.rows[row]!.box.left + heightOf(segment.box) * 8 && meanings.some(({ field }) => fields.has(field)));
  const tails = sheet.rows.map((row) => tailOf(row, locale));
  const end = firstEnd(sheet, tails, (row) => means(row, spec.ends));
  const start = Math.max(0, tails.slice(0, end).findIndex((tail, row) => tail !== undefined && !means(row, spec.others)));
  const right = column(tails.slice(start, end), sheet.height);
  if (right === undefined) return NO_PURCHASES;
  const rows: Purchase[] = [];
  const items = new Set<number>();
  let pending: { words: SheetWord[]; row: Row }[] = [];
  for (let at = Math.max(0, start - MOST_NAME_ROWS); at < end; at++) {
    const row = sheet.rows[at]!;
    const words = row.segments.flatMap((segment) => segment.words);
    const tail = tails[at];
    if (means(at, spec.others) || words.length > 40) {
      pending = [];
      continue;
    }
    if (tail === undefined || Math.abs(tail.right - right) > 3 * sheet.height) {
      const last = rows.at(-1);
      const details = detailsOf(words, spec, locale);
      if (details !== undefined && last !== undefined && last.cells[spec.names.quantity] === undefined && details.rest.length === 0) {
        rows[rows.length - 1] = { ...last, cells: { ...last.cells, ...details.cells } };
        for (const { item } of words) items.add(item);
        pending = [];
      } else pending = [...pending, { words, row }].slice(-MOST_NAME_ROWS);
      continue;
    }
    const read = lineOf(tail, spec, locale);
    const described = /\p{L}{2}/u.test(read[spec.names.description]?.text ?? '');
    const above = described ? undefined : nameAbove(pending, row, sheet.height);
    pending = [];
    if (!described && above === undefined) continue;
    for (const { item } of [...words, ...above ?? []]) items.add(item);
    rows.push({ cells: above === undefined ? read : named(read, above, spec), amount: tail.amount });
  }
  return rows.length === 0 ? NO_PURCHASES : { rows, items, total: totalOf(rows), headed: false };
}

/** Rows in which the name of a line may stand above its price. */
const MOST_NAME_ROWS = 3;

/** The nearest row above that reads like a name, with no wide gap between. */
function nameAbove(pending: readonly { words: SheetWord[]; row: Row }[], row: Row, height: number): SheetWord[] | undefined {
  let below = row;
  for (const { words, row: above } of [...pending].reverse()) {
    if (!near(above, below, height)) return undefined;
    const apart = above.segments.at(-1)!;
    if (isName(words)) return apart.words.length === 1 && TAX_CODE.test(apart.text) ? words.slice(0, -1) : words;
    below = above;
  }
  return undefined;
}

/** What stood before the price is the code then, where it is one. */
function named(cells: Readonly<Record<string, Cell>>, name: readonly SheetWord[], spec: PricedSpec): Record<string, Cell> {
  const { [spec.names.description]: code, ...rest } = cells;
  const own = withName(rest, name, spec);
  return code !== undefined && /^\d{4,14}$/u.test(code.text) && own[spec.names.code] === undefined ? { ...own, [spec.names.code]: code } : own;
}

const near = (above: Row, below: Row, height: number): boolean => above.page === below.page && below.box.top - above.box.bottom < 1.5 * height;

/** The first row that names a sum and has one, with a priced row somewhere above it. */
function firstEnd(sheet: Sheet, tails: readonly (Tail | undefined)[], ends: (row: number) => boolean): number {
  let priced = 0;
  for (let at = 0; at < sheet.rows.length; at++) {
    const isEnd = ends(at);
    if (isEnd && priced > 0) return at;
    if (!isEnd && tails[at] !== undefined) priced += 1;
  }
  return sheet.rows.length;
}

/** The price that ends a row, and what stands before it. */
function tailOf(row: Row, locale?: string): Tail | undefined {
  const words = row.segments.flatMap((segment) => segment.words);
  let last = words.length - 1;
  while (last > 0 && TAX_CODE.test(words[last]!.text)) last -= 1;
  const word = words[last];
  if (word === undefined || !PRICE.test(word.text)) return undefined;
  const sign = /^(?:[$€£¥]|RM|EUR|USD|GBP)$/u.test(words[last - 1]?.text ?? '') ? 1 : 0;
  const price = words.slice(last - sign, last + 1);
  const amount = moneyOf(price.map(({ text }) => text).join(' '), { locale })?.amount;
  if (amount === undefined || Math.abs(amount) > 1e7) return undefined;
  const rest = words.slice(0, last - sign);
  if (datesIn(words.map(({ text }) => text).join(' '), { locale }).length > 1 || (timesIn(row.segments.map(({ text }) => text).join(' ')).length > 0 && rest.length < 3)) return undefined;
  return { price, rest, amount, right: word.box.right };
}

/** Where the prices end: the right edge that most of them share. */
function column(tails: readonly (Tail | undefined)[], height: number): number | undefined {
  const rights = tails.flatMap((tail) => tail === undefined ? [] : [tail.right]).slice(0, 400);
  let best: number | undefined;
  let most = 0;
  for (const right of rights) {
    const count = rights.filter((other) => Math.abs(other - right) < 1.5 * height).length;
    if (count > most || (count === most && right > best!)) [best, most] = [right, count];
  }
  return best;
}

const isName = (words: readonly SheetWord[]): boolean => /\p{L}{3}/u.test(words.map(({ text }) => text).join(' ')) && words.length <= 12;

interface Details { cells: Record<string, Cell>; rest: SheetWord[] }

/** "2 x 3.50", "1.2 kg @ 3.99", "2 @ 3.50 ea" anywhere among the words. */
function detailsOf(words: readonly SheetWord[], { names }: PricedSpec, locale?: string): Details | undefined {
  for (let i = 0; i < words.length; i++) {
    const glued = /^(\d{1,4}(?:[.,]\d{1,3})?)[xX×@*]$/u.test(words[i]!.text);
    if (!glued && !/^\d{1,4}(?:[.,]\d{1,3})?$/u.test(words[i]!.text)) continue;
    let at = i + 1;
    const unit = UNIT.test(words[at]?.text ?? '') && !TIMES.test(words[at]!.text) ? words[at++] : undefined;
    if (!glued && !TIMES.test(words[at]?.text ?? '')) continue;
    if (!glued) at += 1;
    const sign = /^(?:[$€£]|RM)$/u.test(words[at]?.text ?? '') ? 1 : 0;
    const price = words[at + sign];
    if (price === undefined || !/^[^\d\s]{0,3}\d+(?:[.,]\d{1,3})+\/?[a-z]{0,3}$/iu.test(price.text)) continue;
    const rest = [...words.slice(0, i), ...words.slice(at + sign + 1).filter(({ text }) => !UNIT.test(text) && !/^\/?(?:ea|kg|lb|gal|l)$/iu.test(text))];
    const cells: Record<string, Cell> = { [names.quantity]: quantityCell(words[i]!), [names.price]: cellOf(words.slice(at, at + sign + 1)) };
    if (unit !== undefined) cells[names.unit] = cellOf([unit]);
    if (numberOf(cells[names.quantity]!.text, { locale }) === undefined) continue;
    return { cells, rest };
  }
  return undefined;
}

function quantityCell(word: SheetWord): Cell {
  const cell = cellOf([word]);
  return { ...cell, text: cell.text.replace(/[xX×@*]$/u, '').replace(/[()[\]]/gu, '') };
}

function lineOf({ price, rest, amount }: Tail, spec: PricedSpec, locale?: string): Record<string, Cell> {
  const { names } = spec;
  const cells: Record<string, Cell> = { [names.total]: cellOf(price) };
  let words = [...rest];
  const dated = datesIn(words[0]?.text ?? '', { locale })[0] ?? (/^\d{1,2}[/.-]\d{1,2}$/u.test(words[0]?.text ?? '') ? words[0] : undefined);
  if (dated !== undefined && words.length > 1) cells[names.date] = cellOf([words.shift()!]);
  const details = detailsOf(words, spec, locale);
  if (details !== undefined) {
    Object.assign(cells, details.cells);
    words = details.rest;
  } else {
    // "Coffee 2 3.50 7.00" and "2 Coffee 3.50 7.00": numbers that multiply to the price tell what they are.
    const before = words.at(-1);
    const unitPrice = before !== undefined && PRICE.test(before.text) ? moneyOf(before.text, { locale })?.amount : undefined;
    const candidates = words.filter((word) => /^\d{1,4}(?:[.,]\d{1,3})?[xX]?$/u.test(word.text) && word !== before);
    const quantity = unitPrice === undefined ? undefined : candidates.find((word) => multiplies(numberOf(word.text.replace(/[xX]$/u, ''), { locale }) ?? NaN, unitPrice, amount));
    if (before !== undefined && unitPrice !== undefined && (quantity !== undefined || unitPrice === amount)) {
      cells[names.price] = cellOf([before]);
      if (quantity !== undefined) cells[names.quantity] = quantityCell(quantity);
      words = words.filter((word) => word !== before && word !== quantity);
    } else {
      const lead = /^[([]?\d{1,3}[)\]]*[xX]?$/u.test(words[0]?.text ?? '') && words.length > 1 ? words[0] : undefined;
      const times = lead !== undefined && TIMES.test(words[1]?.text ?? '') ? 1 : 0;
      if (lead !== undefined && words.slice(1 + times).some(({ text }) => /\p{L}{2}/u.test(text))) {
        cells[names.quantity] = quantityCell(lead);
        words = words.slice(1 + times);
      }
    }
  }
  return withName(cells, words, spec);
}

/** Adds the words that remain: a code of figures in front, then the description. */
function withName(cells: Record<string, Cell>, words: readonly SheetWord[], { names }: PricedSpec): Record<string, Cell> {
  const own = words.filter(({ text }) => !/^[*#@=|:.\-]+$/u.test(text));
  const all = { ...cells };
  if (/^(?:\d{4,14}|[A-Z]{1,4}-?\d{2,10})$/u.test(own[0]?.text ?? '') && own.length > 1) all[names.code] = cellOf([own.shift()!]);
  if (own.length > 0) all[names.description] = cellOf(own);
  return all;
}
