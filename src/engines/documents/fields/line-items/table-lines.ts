/** Line items below column headings (headings.ts, scan-rows.ts, group-rows.ts, item-cells.ts). */
import type { Label, Lexicon } from '../text/lexicon.ts';
import type { SegmentedText } from '../text/segmented-text.ts';
import { groupRows } from './group-rows.ts';
import type { Heading } from './headings.ts';
import { findHeadings, findTaxHeadings, guessHeadings, hasSameColumns } from './headings.ts';
import { itemCells, nameStyle } from './item-cells.ts';
import type { Cell, LineItem, LineItems } from './line-items.ts';
import { NO_LINE_ITEMS, isProduct, sumAmounts } from './line-items.ts';
import { classifyRows } from './row-kinds.ts';
import type { ScanContext, ScannedTable } from './scan-rows.ts';
import { scanTable } from './scan-rows.ts';
import { isSumOf } from './choose-items.ts';
import { moneyIn } from '../values/money.ts';
import { numbersIn } from '../values/numbers.ts';

export interface TableSpec {
  /** Phrases of column headings, by field. */
  columns: Lexicon;
  /** Sums of the document, which the lines may add up to. */
  sums: readonly number[];
  /** Their labels. */
  sumLabels: readonly Label[];
}

/** Headings whose tables are read. */
const MAX_TABLES = 12;

export function tableLineItems(segmented: SegmentedText, spec: TableSpec, locale?: string): LineItems {
  const language = (locale ?? 'en').slice(0, 2);
  const headings = findHeadings(segmented, spec.columns, language);
  const taxHeadings = new Set(findTaxHeadings(segmented, spec.columns, language).map(({ from }) => from));
  const headingRows = new Set(headings.flatMap(({ from, to }) => [from, to]));
  const kinds = classifyRows(segmented, spec.sumLabels, language, headingRows);
  const context: ScanContext = { segmented, headings, kinds, taxHeadings, locale };
  const tables: LineItems[] = [];
  const read: Heading[] = [];
  let scans = 0;
  for (const heading of headings) {
    if (scans >= MAX_TABLES) break;
    // A heading that repeats belongs to the table above.
    if (
      read.some((other) => hasSameColumns(other.columns, heading.columns)) &&
      tables.some(({ items }) => heading.items.every((item) => items.has(item)))
    )
      continue;
    scans += 1;
    const scanned = scanTable(heading, context);
    if (scanned === undefined) continue;
    read.push(heading);
    tables.push(reduced(toLineItems(scanned, segmented.height, locale), scanned, spec.sums));
  }
  if (!tables.some(({ total }) => isSumOf(total, spec.sums))) tables.push(...guessedTables(context, spec, language));
  return chooseTables(tables, spec.sums);
}

/** Lines that add up to a sum of the document after discounts in rows of their own. */
function reduced(lines: LineItems, { deductions }: ScannedTable, sums: readonly number[]): LineItems {
  const total = Math.round(100 * ((lines.total ?? 0) + deductions)) / 100;
  return deductions !== 0 && !isSumOf(lines.total, sums) && isSumOf(total, sums) ? { ...lines, total } : lines;
}

/** Tables below headings in unknown words: only products or a sum of the document prove them. */
function guessedTables(context: ScanContext, { columns, sums }: TableSpec, language: string): LineItems[] {
  const { segmented, headings, locale } = context;
  const known = new Set(headings.flatMap(({ from, to }) => [from, to]));
  return guessHeadings(segmented, columns, language)
    .filter(({ from }) => !known.has(from))
    .slice(0, MAX_TABLES)
    .flatMap((heading) => {
      const scanned = scanTable(heading, { ...context, headings: [...headings, heading] });
      const found = scanned === undefined ? NO_LINE_ITEMS : toLineItems(scanned, segmented.height, locale);
      return isSumOf(found.total, sums) || (scanned?.roles.products ?? 0) > 0.5 ? [{ ...found, hasHeading: false }] : [];
    });
}

function toLineItems(scanned: ScannedTable, height: number, locale?: string): LineItems {
  const groups = groupRows(scanned.rows, scanned.roles, height);
  const style = nameStyle(groups, scanned, height);
  const used = new Set(scanned.headingItems);
  const all = withoutNumbers(groups.map((group) => itemCells(group, scanned, style, height)));
  const rows = groups.flatMap((group, i): LineItem[] => {
    const cells = withQuantity(withOrdered(all[i]!), scanned, locale);
    const { amount } = group.rows[group.main]!;
    // A discount on the line above has an amount but no description.
    if (Object.keys(cells).length < 2 || (cells.Description === undefined && scanned.roles.byField.has('Description') && (amount ?? 0) < 0))
      return [];
    for (const { cells: own } of group.rows) for (const words of own.values()) for (const { item } of words) used.add(item);
    return [{ cells, ...(scanned.roles.byField.has('Amount') && amount !== undefined && { amount }) }];
  });
  return rows.length === 0 ? NO_LINE_ITEMS : { rows, items: used, total: sumAmounts(rows), hasHeading: true };
}

/** Names without the numbers "1.", "2." that count the lines. */
function withoutNumbers(lines: readonly Record<string, Cell>[]): readonly Record<string, Cell>[] {
  const numbers = lines.map(({ Description }) => /^0?(\d{1,3})[.)] (?=\S)|^0(\d) (?=\S)/u.exec(Description?.text ?? ''));
  const isCounted = lines.length > 1 && numbers.every((match, i) => match !== null && Number(match[1] ?? match[2]) === i + 1);
  return isCounted ? lines.map((cells, i) => withoutStart(cells, numbers[i]![0])) : lines;
}

function withoutStart({ Description, ...cells }: Record<string, Cell>, start: string): Record<string, Cell> {
  return { ...cells, Description: { ...Description!, text: Description!.text.slice(start.length), items: Description!.items.slice(1) } };
}

/** "2 of: Lamp". */
function withOrdered(cells: Record<string, Cell>): Record<string, Cell> {
  const { Quantity, Description } = cells;
  const ordered = /^(\d{1,4}) of:? (?=\p{L})/u.exec(Description?.text ?? '');
  if (ordered !== null && Quantity === undefined)
    return { ...withoutStart(cells, ordered[0]), Quantity: { ...Description!, text: ordered[1]!, items: Description!.items.slice(0, 1) } };
  return cells;
}

/** A quantity that was not read or stands beside its unit: the amount is a multiple of the price. */
function withQuantity(cells: Record<string, Cell>, { roles }: ScannedTable, locale?: string): Record<string, Cell> {
  const { Quantity, Unit, UnitPrice, Amount, Description } = cells;
  if (Quantity !== undefined || UnitPrice === undefined || Amount === undefined) return cells;
  const [price, amount] = [UnitPrice, Amount].map(({ text }) => moneyIn(text, { locale })[0]?.value.amount ?? 0) as [number, number];
  const count = Math.round(amount / price);
  if (price <= 0 || count < 1 || count > 10_000 || !isProduct(count, price, amount)) return cells;
  const isPrinted = Unit !== undefined && numbersIn(Unit.text, { locale }).some(({ value }) => value === count);
  if (!isPrinted && !roles.byField.has('Quantity')) return cells;
  const unit = Unit?.text.replace(/\s?\d[\d.,]*\s?/u, '') ?? '';
  const lead = Description?.text.startsWith(`${String(count)} `) === true ? String(count).length + 1 : 0;
  return {
    ...cells,
    ...(lead > 0 && { Description: { ...Description!, text: Description!.text.slice(lead), items: Description!.items.slice(1) } }),
    ...(isPrinted && unit !== '' && { Unit: { ...Unit, text: unit } }),
    Quantity: { ...(isPrinted ? Unit : { ...Amount, items: [], confidence: 0.5 }), text: '', value: count },
  };
}

/** The table that fits the sums of the document best, with the tables that make the sum complete. */
function chooseTables(tables: readonly LineItems[], sums: readonly number[]): LineItems {
  const isSum = (total: number | undefined): boolean => isSumOf(total, sums);
  const score = ({ rows, total }: LineItems): number =>
    Math.min(rows.length, 5) * 0.4 +
    (isSum(total) ? 3 : 0) +
    (rows.some(({ cells }) => cells.Quantity !== undefined && cells.UnitPrice !== undefined) ? 1.5 : 0) +
    (rows.every(({ cells }) => cells.Description !== undefined) ? 1 : 0);
  const ranked = tables.filter(({ rows }) => rows.length > 0).sort((a, b) => score(b) - score(a));
  const [best] = ranked;
  if (best === undefined) return NO_LINE_ITEMS;
  if (isSum(best.total)) return best;
  for (const other of ranked.slice(1)) {
    const joined = joinTables(best, other);
    if (isSum(joined.total)) return joined;
  }
  const all = ranked.reduce(joinTables);
  return ranked.length > 1 && isSum(all.total) ? all : best;
}

function joinTables(one: LineItems, other: LineItems): LineItems {
  const first = (lineItems: LineItems): number => Math.min(...lineItems.items);
  const rows = first(one) <= first(other) ? [...one.rows, ...other.rows] : [...other.rows, ...one.rows];
  return { rows, items: new Set([...one.items, ...other.items]), total: sumAmounts(rows), hasHeading: true };
}
