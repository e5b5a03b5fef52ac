/**
 * Taxes by rate: rows with a tax label, a rate and an amount, rows of tax tables (rate, net, tax and gross amount in any order), and
 * rows whose figures can be nothing else. Of several amounts the rate says which is which: net × rate = tax, net + tax = gross.
 */
import { COLUMNS } from './column-headings.ts';
import type { Label } from '../text/lexicon.ts';
import type { Row, Segment, SegmentedText, SegmentWord } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import { localeOf, threeAreDecimals } from '../values/locale.ts';
import { moneyIn } from '../values/money.ts';
import { numbersIn } from '../values/numbers.ts';
import { findTaxHeadings } from './headings.ts';
import type { Cell } from './line-items.ts';
import { toCell } from './line-items.ts';

export interface TaxRow {
  rate: Cell;
  percent: number;
  amount: Cell;
  tax: number;
  net?: Cell;
  /** Net amount and tax together. */
  gross?: number;
  description?: Cell;
  isConsistent: boolean;
  /** Whether net, tax and gross amount are all in the row and add up. */
  isComplete: boolean;
}

const RATE = /\d{1,2}(?:[.,]\d{1,3})?\s?%/gu;
const MAX_PERCENT = 60;
/** Amounts in a row of a tax table. */
const MAX_AMOUNTS = 6;
const MAX_TABLE_ROWS = 10;
const INDIAN_TAX = /^(?:[csi]|ut)gst(?!\p{L})/iu;

export function findTaxRows(
  segmented: SegmentedText,
  labels: readonly Label[],
  field: string,
  inLines: ReadonlySet<number>,
  locale?: string,
): TaxRow[] {
  const named = Map.groupBy(
    labels.filter(({ meanings }) => meanings.some((meaning) => meaning.field === field)),
    ({ segment }) => segment.row,
  );
  const inTables = rowsOfTaxTables(segmented, (locale ?? 'en').slice(0, 2), named);
  const lines = segmented.rows.map(({ segments }) => segments.some(({ words }) => words.some(({ item }) => inLines.has(item))));
  const [first, last] = [lines.indexOf(true), lines.lastIndexOf(true)];
  // Russian receipts print the tax of each line below it.
  const ofLines: TaxRow[] = [];
  const ofAll: TaxRow[] = [];
  segmented.rows.forEach((row, at) => {
    const found = first < at && at <= (ofLines.length > 0 ? last + 1 : last) ? ofLines : ofAll;
    const label = named.get(at)?.[0];
    const isIndian = INDIAN_TAX.test(row.segments[0]!.text);
    if (lines[at]!) return;
    const isNamed = label !== undefined || inTables.has(at) || isIndian;
    if (isPair(segmented.rows[at + 1], row, named.has(at + 1), locale)) return;
    const above = segmented.rows[at - 1];
    const segments = isPair(row, above, label !== undefined, locale) ? [...above!.segments, ...row.segments] : row.segments;
    const tax = readTaxRow(segments, inTables.has(at), locale);
    if (
      tax === undefined ||
      !(isNamed || tax.isComplete) ||
      found.some((other) => other.percent === tax.percent && other.tax === tax.tax && !isIndian)
    )
      return;
    const words =
      label === undefined ? (isIndian ? row.segments[0]!.words.slice(0, 1) : []) : wordsIn(label.segment, label.start, label.end);
    found.push({ ...tax, ...(words.length > 0 && { description: toCell(words) }) });
  });
  return ofAll.length > 0 ? ofAll : ofLines;
}

/** Rows below headings of tax tables: columns of such a table, or a label of a tax in a row without amounts. */
function rowsOfTaxTables(segmented: SegmentedText, language: string, named: ReadonlyMap<number, readonly Label[]>): Set<number> {
  const { rows, height } = segmented;
  const found = new Set<number>();
  const headings = findTaxHeadings(segmented, COLUMNS, language).map(({ to, page }) => ({ to, page }));
  const labeled = [...named.keys()]
    .filter(
      (at) =>
        !rows[at]!.segments.some(({ text }) => /\d[.,]\d{2}|\d{4}/u.test(text)) &&
        rows[at]!.segments.some(({ words }) => words.length > 1 || rows[at]!.segments.length > 1),
    )
    .map((at) => ({ to: at, page: rows[at]!.page }));
  for (const { to, page } of [...headings, ...labeled])
    for (let at = to + 1; at < rows.length && at <= to + MAX_TABLE_ROWS; at++) {
      if (rows[at]!.page !== page || rows[at]!.box.top - rows[at - 1]!.box.bottom > 3 * height) break;
      found.add(at);
    }
  return found;
}

interface Figure {
  value: number;
  words: readonly SegmentWord[];
}

const hasRate = ({ segments }: Row): boolean => segments.some(({ text }) => text.search(RATE) >= 0);

/** Whether a row has the tax of the row above, which has the rate and what it is charged on. */
function isPair(row: Row | undefined, above: Row | undefined, isNamed: boolean, locale?: string): boolean {
  if (!isNamed || row === undefined || above === undefined || hasRate(row) || !hasRate(above)) return false;
  const own = readTaxRow([...above.segments, ...row.segments], true, locale);
  return own?.isConsistent === true && [row, above].every(({ segments }) => amountsIn(segments, locale).length === 1);
}

const hasWholeAmounts = (locale?: string): boolean => threeAreDecimals(localeOf(locale)) === false;

const amountsIn = (segments: readonly Segment[], locale?: string): Figure[] =>
  segments.flatMap((segment) =>
    moneyIn(segment.text, { locale }).flatMap(({ value, start, end }) =>
      /^\s?%/u.test(segment.text.slice(end)) || !(hasWholeAmounts(locale) || /[.,]\s?\d{2,3}(?!\d)/u.test(segment.text.slice(start, end)))
        ? []
        : [{ value: value.amount, words: wordsIn(segment, start, end) }],
    ),
  );

function readTaxRow(segments: readonly Segment[], isInTable: boolean, locale?: string): TaxRow | undefined {
  const printed = segments.flatMap((segment) =>
    [...segment.text.matchAll(RATE)].map((match) => ({
      text: match[0],
      words: wordsIn(segment, match.index, match.index + match[0].length),
    })),
  );
  // "Net 15 % 200.00, VAT 15 % 30.00".
  const rates = printed.filter(({ text }, i) => printed.findIndex((other) => other.text === text) === i);
  const isWhole = hasWholeAmounts(locale);
  const amounts = amountsIn(segments, locale);
  if (amounts.length === 0 || amounts.length > MAX_AMOUNTS || rates.length > 1) return undefined;
  const [rate] = rates;
  if (rate !== undefined) {
    const percent = numbersIn(rate.text, { locale })[0]?.value;
    if (percent === undefined || percent > MAX_PERCENT) return undefined;
    const pair = netAndTax(amounts, percent, isWhole);
    if (pair === undefined && amounts.length > 3) return undefined;
    return toTaxRow({ ...toCell(rate.words), text: rate.text }, percent, pair, amounts);
  }
  // A column without percent signs holds rates: the number for which net × rate = tax.
  for (const segment of segments)
    for (const { value: percent, start, end } of numbersIn(segment.text, { locale })) {
      if (percent <= 0 || percent > MAX_PERCENT) continue;
      const words = wordsIn(segment, start, end);
      const others = amounts.filter((amount) => amount.words[0] !== words[0]);
      if (!isInTable && others.length !== 3) continue;
      const pair = netAndTax(others, percent, isWhole);
      if (pair !== undefined) return toTaxRow({ ...toCell(words), text: segment.text.slice(start, end) }, percent, pair, others);
    }
  return undefined;
}

interface NetAndTax {
  net?: Figure;
  tax: Figure;
  gross: number;
  isComplete: boolean;
}

/** The tax with its net or gross amount; the tax is other than zero unless the rate is. */
function netAndTax(amounts: readonly Figure[], percent: number, isWhole: boolean): NetAndTax | undefined {
  const slack = isWhole ? 1.01 : 0.02;
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) < slack;
  let best: NetAndTax | undefined;
  for (const tax of amounts)
    for (const other of amounts) {
      if (other === tax || (percent !== 0 && tax.value === 0)) continue;
      if (isNear((other.value * percent) / 100, tax.value)) {
        const isComplete =
          percent > 0 && tax.value > slack && amounts.some((gross) => gross !== other && isNear(other.value + tax.value, gross.value));
        if (isComplete) return { net: other, tax, gross: other.value + tax.value, isComplete };
        if (best?.net === undefined) best = { net: other, tax, gross: other.value + tax.value, isComplete };
      } else if (isNear((other.value * percent) / (100 + percent), tax.value) && percent > 0)
        best ??= { tax, gross: other.value, isComplete: false };
    }
  return best;
}

function toTaxRow(rate: Cell, percent: number, pair: NetAndTax | undefined, amounts: readonly Figure[]): TaxRow {
  const tax = pair?.tax ?? amounts.at(-1)!;
  return {
    rate,
    percent,
    amount: toCell(tax.words),
    tax: tax.value,
    ...(pair?.net !== undefined && { net: toCell(pair.net.words) }),
    ...(pair !== undefined && { gross: pair.gross }),
    isConsistent: pair !== undefined,
    isComplete: pair?.isComplete === true,
  };
}
