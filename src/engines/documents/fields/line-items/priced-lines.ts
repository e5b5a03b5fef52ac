/**
 * Line items without a table, as on a receipt: rows that end with a price in the price column, such as "2 Coffee 7.00" or
 * "4711 Coffee 2 x 3.50 7.00", or two rows: the name, and "2 x 3.50 7.00" below or above. Rows with labels of sums or
 * payments end the lines.
 */
import { heightOf } from '../../layout/model/geometry.ts';
import type { Label } from '../text/lexicon.ts';
import type { Cell, LineItem, LineItems } from './line-items.ts';
import { NO_LINE_ITEMS, toCell, isProduct, sumAmounts } from './line-items.ts';
import type { Row, SegmentedText, SegmentWord } from '../text/segmented-text.ts';
import { classifyRows } from './row-kinds.ts';
import { datesIn } from '../values/dates.ts';
import { moneyOf } from '../values/money.ts';
import { numberOf } from '../values/numbers.ts';
import { timesIn } from '../values/times.ts';

export interface PricedLineSpec {
  /** Labels of these fields end the lines. */
  ends: ReadonlySet<string>;
  /** Rows with these labels are not line items. */
  others: ReadonlySet<string>;
  /** Cell names of the model. */
  names: { total: string; price: string; quantity: string; description: string; code: string; unit: string; date: string };
}

const PRICE = /^[^\d\s]{0,3}-?\d{1,3}(?:[., ’']?\d{3})*[.,]\d{2,3}-?[^\d\s]{0,2}$/u;
/** With a currency, one decimal or none is enough: ¥1,000, 1,000円, $9.5. */
const SIGNED_PRICE = /^\(?-?(?:[¥￥₩]\s?-?\d{1,3}(?:,?\d{3})*|[$€£]-?\d{1,5}(?:[.,]\d)?|\d{1,3}(?:,?\d{3})*円)\)?[^\d\s]{0,2}$/u;
/** Sums and payments in Japanese and Chinese. */
const SUM =
  /^[(（[*※]?(?:小計|合計|総計|お?預|現計|お?釣|消費税|内税|外税|税率|現金|クレジット|お買上|点数|割引|値引|ポイント|領収|合计|小计|总计|找零|税)/u;
/** A letter after a price is a tax code. */
const TAX_CODE = /^(?:[A-Z*#]{1,2}|[A-Z]\d|SR|ZR|ZRL|\(?[A-Z]\)?|€|EUR|RM|USD)$/u;
const TIMES = /^(?:x|X|×|\*|@|à|a|at)$/u;
const UNIT =
  /^(?:pcs?|ea|each|kg|g|lbs?|oz|l|ltr?|liters?|litres?|gal|gallons?|stk|st|uds?|un|pz|pièces?|hrs?|hours?|nights?|h|units?)\.?$/iu;

interface PricedRow {
  price: SegmentWord[];
  rest: SegmentWord[];
  amount: number;
  right: number;
}

export function pricedLineItems(segmented: SegmentedText, labels: readonly Label[], spec: PricedLineSpec, locale?: string): LineItems {
  const labelsByRow = new Map<number, Label[]>();
  for (const label of labels) labelsByRow.set(label.segment.row, [...(labelsByRow.get(label.segment.row) ?? []), label]);
  const hasLabel = (row: number, fields: ReadonlySet<string>): boolean =>
    (labelsByRow.get(row) ?? []).some(
      ({ meanings, start, segment }) =>
        start <= 3 &&
        segment.box.left <= segmented.rows[row]!.box.left + heightOf(segment.box) * 8 &&
        meanings.some(({ field }) => fields.has(field)),
    );
  const pricedRows = segmented.rows.map((row) => parsePricedRow(row, locale));
  const kinds = classifyRows(segmented);
  const isEnd = (row: number): boolean =>
    hasLabel(row, spec.ends) || kinds.kindOf(row) === 'sum' || SUM.test(segmented.rows[row]!.segments[0]!.text);
  const isOther = (row: number): boolean => hasLabel(row, spec.others) || isEnd(row) || kinds.kindOf(row) !== 'other';
  const end = findEnd(segmented, pricedRows, isEnd);
  const start = Math.max(
    0,
    pricedRows.slice(0, end).findIndex((pricedRow, row) => pricedRow !== undefined && !isOther(row)),
  );
  const right = findPriceColumn(pricedRows.slice(start, end), segmented.height);
  if (right === undefined) return NO_LINE_ITEMS;
  const rows: LineItem[] = [];
  const items = new Set<number>();
  let pending: { words: SegmentWord[]; row: Row }[] = [];
  for (let at = Math.max(0, start - MAX_NAME_ROWS); at < end; at++) {
    const row = segmented.rows[at]!;
    const words = row.segments.flatMap((segment) => segment.words);
    const pricedRow = pricedRows[at];
    if (isOther(at) || words.length > 40) {
      pending = [];
      continue;
    }
    if (pricedRow === undefined || Math.abs(pricedRow.right - right) > 3 * segmented.height) {
      const last = rows.at(-1);
      const details = parseQuantityAndPrice(words, spec, locale);
      if (details !== undefined && last !== undefined && last.cells[spec.names.quantity] === undefined && details.rest.length === 0) {
        rows[rows.length - 1] = { ...last, cells: { ...last.cells, ...details.cells } };
        for (const { item } of words) items.add(item);
        pending = [];
      } else pending = [...pending, { words, row }].slice(-MAX_NAME_ROWS);
      continue;
    }
    const read = readLine(pricedRow, spec, locale);
    const hasDescription = /\p{L}{2}/u.test(read[spec.names.description]?.text ?? '');
    const counted = read[spec.names.quantity] === undefined ? findCountedName(pending, row, segmented.height) : undefined;
    const above = counted ?? (hasDescription ? undefined : findNameAbove(pending, row, segmented.height));
    pending = [];
    if (!hasDescription && above === undefined) continue;
    for (const { item } of [...words, ...(above ?? [])]) items.add(item);
    rows.push({ cells: above === undefined ? read : withNameAbove(read, above, spec), amount: pricedRow.amount });
  }
  return rows.length === 0 ? NO_LINE_ITEMS : { rows, items, total: sumAmounts(rows), hasHeading: false };
}

/** Number of rows above a price that may contain the name. */
const MAX_NAME_ROWS = 3;

/** The nearest row above that looks like a name, without a wide gap. */
function findNameAbove(pending: readonly { words: SegmentWord[]; row: Row }[], row: Row, height: number): SegmentWord[] | undefined {
  let below = row;
  for (const { words, row: above } of [...pending].reverse()) {
    if (!isNear(above, below, height)) return undefined;
    const apart = above.segments.at(-1)!;
    if (isName(words)) return apart.words.length === 1 && TAX_CODE.test(apart.text) ? words.slice(0, -1) : words;
    below = above;
  }
  return undefined;
}

/** A name that starts with its quantity begins the line, although the price is in a later row: "1 Coffee", "with milk 3.50". */
function findCountedName(pending: readonly { words: SegmentWord[]; row: Row }[], row: Row, height: number): SegmentWord[] | undefined {
  let below = row;
  for (const { words, row: above } of [...pending].reverse()) {
    if (!isNear(above, below, height)) return undefined;
    if (words.length > 1 && /^\d{1,3}[xX]?$/u.test(words[0]!.text) && /^\p{L}{2}/u.test(words[1]!.text) && isName(words)) return words;
    below = above;
  }
  return undefined;
}

/** The text before the price may then be a product code. */
function withNameAbove(cells: Readonly<Record<string, Cell>>, name: readonly SegmentWord[], spec: PricedLineSpec): Record<string, Cell> {
  const { [spec.names.description]: code, ...rest } = cells;
  const lead = rest[spec.names.quantity] === undefined && /^\d{1,3}[xX]?$/u.test(name[0]!.text) && name.length > 1 ? name[0] : undefined;
  const own = addName(
    lead === undefined ? rest : { ...rest, [spec.names.quantity]: quantityCell(lead) },
    lead === undefined ? name : name.slice(1),
    spec,
  );
  return code !== undefined && /^\d{4,14}$/u.test(code.text) && own[spec.names.code] === undefined
    ? { ...own, [spec.names.code]: code }
    : own;
}

const isNear = (above: Row, below: Row, height: number): boolean =>
  above.page === below.page && below.box.top - above.box.bottom < 1.5 * height;

/** The first row with the label of a sum below a priced row. */
function findEnd(segmented: SegmentedText, pricedRows: readonly (PricedRow | undefined)[], ends: (row: number) => boolean): number {
  let priced = 0;
  for (let at = 0; at < segmented.rows.length; at++) {
    const isEnd = ends(at);
    if (isEnd && priced > 0) return at;
    if (!isEnd && pricedRows[at] !== undefined) priced += 1;
  }
  return segmented.rows.length;
}

/** The price at the end of a row, and the words before it. */
function parsePricedRow(row: Row, locale?: string): PricedRow | undefined {
  const words = row.segments.flatMap((segment) => segment.words);
  let last = words.length - 1;
  while (last > 0 && TAX_CODE.test(words[last]!.text)) last -= 1;
  const word = words[last];
  if (word === undefined || !(PRICE.test(word.text) || SIGNED_PRICE.test(word.text))) return undefined;
  const sign = /^(?:[$€£¥]|RM|EUR|USD|GBP)$/u.test(words[last - 1]?.text ?? '') ? 1 : 0;
  const price = words.slice(last - sign, last + 1);
  const amount = moneyOf(price.map(({ text }) => text).join(' '), { locale })?.amount;
  if (amount === undefined || Math.abs(amount) > 1e7) return undefined;
  const rest = words.slice(0, last - sign);
  if (
    datesIn(words.map(({ text }) => text).join(' '), { locale }).length > 1 ||
    (timesIn(row.segments.map(({ text }) => text).join(' ')).length > 0 && rest.length < 3)
  )
    return undefined;
  return { price, rest, amount, right: word.box.right };
}

/** The right edge that most prices share. */
function findPriceColumn(pricedRows: readonly (PricedRow | undefined)[], height: number): number | undefined {
  const rights = pricedRows.flatMap((pricedRow) => (pricedRow === undefined ? [] : [pricedRow.right])).slice(0, 400);
  let best: number | undefined;
  let bestCount = 0;
  for (const right of rights) {
    const count = rights.filter((other) => Math.abs(other - right) < 1.5 * height).length;
    if (count > bestCount || (count === bestCount && right > best!)) [best, bestCount] = [right, count];
  }
  return best;
}

const isName = (words: readonly SegmentWord[]): boolean =>
  /\p{L}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(words.map(({ text }) => text).join(' ')) &&
  words.length <= 12;

interface QuantityAndPrice {
  cells: Record<string, Cell>;
  rest: SegmentWord[];
}

/** Finds "2 x 3.50", "1.2 kg @ 3.99" or "2 @ 3.50 ea" among the words. */
function parseQuantityAndPrice(words: readonly SegmentWord[], { names }: PricedLineSpec, locale?: string): QuantityAndPrice | undefined {
  const priceFirst = parsePriceAndQuantity(words, names);
  if (priceFirst !== undefined) return priceFirst;
  for (let i = 0; i < words.length; i++) {
    const hasTimesSuffix = /^(\d{1,4}(?:[.,]\d{1,3})?)[xX×@*]$/u.test(words[i]!.text);
    if (!hasTimesSuffix && !/^\d{1,4}(?:[.,]\d{1,3})?$/u.test(words[i]!.text)) continue;
    let at = i + 1;
    const unit = UNIT.test(words[at]?.text ?? '') && !TIMES.test(words[at]!.text) ? words[at++] : undefined;
    if (!hasTimesSuffix && !TIMES.test(words[at]?.text ?? '')) continue;
    if (!hasTimesSuffix) at += 1;
    const sign = /^(?:[$€£]|RM)$/u.test(words[at]?.text ?? '') ? 1 : 0;
    const price = words[at + sign];
    if (price === undefined || !/^[^\d\s]{0,3}\d+(?:[.,]\d{1,3})+\/?[a-z]{0,3}$/iu.test(price.text)) continue;
    const rest = [
      ...words.slice(0, i),
      ...words.slice(at + sign + 1).filter(({ text }) => !UNIT.test(text) && !/^\/?(?:ea|kg|lb|gal|l)$/iu.test(text)),
    ];
    const cells: Record<string, Cell> = {
      [names.quantity]: quantityCell(words[i]!),
      [names.price]: toCell(words.slice(at, at + sign + 1)),
    };
    if (unit !== undefined) cells[names.unit] = toCell([unit]);
    if (numberOf(cells[names.quantity]!.text, { locale }) === undefined) continue;
    return { cells, rest };
  }
  return undefined;
}

/** Finds "@500 x 2" among the words: the unit price comes first. */
function parsePriceAndQuantity(words: readonly SegmentWord[], names: PricedLineSpec['names']): QuantityAndPrice | undefined {
  const at = words.findIndex(({ text }) => /^\(?@[¥￥$€£]?\d/u.test(text));
  if (at < 0) return undefined;
  const text = words
    .slice(at, at + 4)
    .map((word) => word.text)
    .join(' ');
  const match = /^\(?@([¥￥$€£]?\d[\d.,]*)\s?[*xX×]\s?(\d{1,4})(?!\d)/u.exec(text);
  if (match === null) return undefined;
  const count = match[0].split(' ').length;
  const own = words.slice(at, at + count);
  const quantity = toCell(own.slice(-1));
  return {
    cells: {
      [names.price]: { ...toCell(own.slice(0, 1)), text: match[1]! },
      [names.quantity]: { ...quantity, text: match[2]! },
    },
    rest: [...words.slice(0, at), ...words.slice(at + count).filter(({ text: rest }) => !/^[)点個コ]+$/u.test(rest))],
  };
}

function quantityCell(word: SegmentWord): Cell {
  const cell = toCell([word]);
  return { ...cell, text: cell.text.replace(/[xX×@*]$/u, '').replace(/[()[\]]/gu, '') };
}

function readLine({ price, rest, amount }: PricedRow, spec: PricedLineSpec, locale?: string): Record<string, Cell> {
  const { names } = spec;
  const cells: Record<string, Cell> = { [names.total]: toCell(price) };
  let words = [...rest];
  const date = datesIn(words[0]?.text ?? '', { locale })[0] ?? (/^\d{1,2}[/.-]\d{1,2}$/u.test(words[0]?.text ?? '') ? words[0] : undefined);
  if (date !== undefined && words.length > 1) cells[names.date] = toCell([words.shift()!]);
  const details = parseQuantityAndPrice(words, spec, locale);
  if (details !== undefined) {
    Object.assign(cells, details.cells);
    words = details.rest;
  } else {
    // "Coffee 2 3.50 7.00" and "2 Coffee 3.50 7.00": numbers whose product is the price are quantity and unit price.
    const before = words.at(-1);
    const unitPrice = before !== undefined && PRICE.test(before.text) ? moneyOf(before.text, { locale })?.amount : undefined;
    const candidates = words.filter((word) => /^\d{1,4}(?:[.,]\d{1,3})?[xX]?$/u.test(word.text) && word !== before);
    const quantity =
      unitPrice === undefined
        ? undefined
        : candidates.find((word) => isProduct(numberOf(word.text.replace(/[xX]$/u, ''), { locale }) ?? NaN, unitPrice, amount));
    if (before !== undefined && unitPrice !== undefined && (quantity !== undefined || unitPrice === amount)) {
      cells[names.price] = toCell([before]);
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
  return addName(cells, words, spec);
}

/** Adds the remaining words: an optional leading product code, then the description. */
function addName(cells: Record<string, Cell>, words: readonly SegmentWord[], { names }: PricedLineSpec): Record<string, Cell> {
  const own = words.filter(({ text }) => !/^[*#@=|:.\-]+$/u.test(text));
  const all = { ...cells };
  if (/^(?:\d{4,14}|[A-Z]{1,4}-?\d{2,10})$/u.test(own[0]?.text ?? '') && own.length > 1) all[names.code] = toCell([own.shift()!]);
  if (own.length > 0) all[names.description] = toCell(own);
  return all;
}
