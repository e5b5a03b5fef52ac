/**
 * The rows of a table of line items, from its heading on: over section headings, subtotals and pages. A sum does not end the table, since
 * another section may follow; after it only rows that fill the same columns as the lines before count.
 */
import type { Row, SegmentedText } from '../text/segmented-text.ts';
import type { FittedColumn, RowCells } from './fit-columns.ts';
import { fitColumns, fitRow } from './fit-columns.ts';
import type { Heading } from './headings.ts';
import { hasSameColumns } from './headings.ts';
import { isProduct } from './line-items.ts';
import type { ColumnRoles } from './column-roles.ts';
import { resolveRoles } from './column-roles.ts';
import type { RowKinds } from './row-kinds.ts';
import { moneyIn, moneyOf } from '../values/money.ts';
import { numbersIn } from '../values/numbers.ts';

export interface TableRow {
  row: Row;
  cells: RowCells;
  /** Amount of the line, in the row that has it. */
  amount?: number;
  /** Whether a sum, a page or a wide gap separates it from the row before. */
  isApart: boolean;
}

export interface ScannedTable {
  columns: readonly FittedColumn[];
  roles: ColumnRoles;
  rows: readonly TableRow[];
  /** Sum of the discounts on single lines. */
  deductions: number;
  /** Items of all headings. */
  headingItems: readonly number[];
  pages: ReadonlySet<number>;
}

export interface ScanContext {
  segmented: SegmentedText;
  headings: readonly Heading[];
  kinds: RowKinds;
  /** Rows with headings of tax tables. */
  taxHeadings: ReadonlySet<number>;
  locale?: string;
}

const MAX_ROWS = 1500;
/** Headings whose columns are fitted again. */
const MAX_REFITS = 40;
/** In text heights. */
const WIDE_GAP = 9;

export function scanTable(heading: Heading, context: ScanContext): ScannedTable | undefined {
  const { segmented, headings, kinds, taxHeadings, locale } = context;
  const { rows, height } = segmented;
  const end = Math.min(rows.length, heading.to + 1 + MAX_ROWS);
  const near = rows.slice(heading.to + 1, end).filter(({ page }) => page === heading.page);
  const sample = learningRows(heading, context, near);
  let columns = fitColumns(heading.columns, sample, height);
  const first = sample.map((row) => fitRow(row, columns, height));
  const roles = resolveRoles(
    columns,
    first.filter((cells) => figureCount(cells, columns) >= Math.min(2, columns.length - 1)),
    locale,
  );
  const anchor = roles.byField.get('Amount') ?? roles.byField.get('UnitPrice') ?? roles.byField.get('Quantity');
  if (anchor === undefined) return undefined;
  const headingItems = [...heading.items];
  const found: TableRow[] = [];
  const pages = new Set<number>([heading.page]);
  let state: 'open' | 'after sum' | 'closed' = 'open';
  let isApart = false;
  let before = rows[heading.to]!;
  let widestGap = 0;
  let deductions = 0;
  /** Text without an amount behind a sum: it may begin the next line. */
  let lead: TableRow | undefined;
  let waiting: TableRow[] = [];
  let refits = 0;
  const lines: TableRow[] = [];
  /** Lines since the last sum. */
  let section: TableRow[] = [];
  const add = (...own: readonly TableRow[]): void => {
    found.push(...own);
    lines.push(...own.filter(({ amount }) => amount !== undefined));
    section.push(...own.filter(({ amount }) => amount !== undefined));
  };
  const headingAt = new Map(headings.map((one) => [one.from, one]));
  for (let at = heading.to + 1; at < end; at++) {
    const row = rows[at]!;
    const other = headingAt.get(at);
    if (other !== undefined) {
      if (hasSameColumns(other.columns, heading.columns) && row.page - before.page <= 2) {
        if (refits < MAX_REFITS && isMoved(columns, other, height)) {
          columns = refit(columns, other, rows, height);
          refits += 1;
        }
        headingItems.push(...other.items);
        state = 'open';
        before = rows[other.to]!;
      } else state = 'closed';
      isApart = true;
      at = other.to;
      continue;
    }
    if (taxHeadings.has(at)) state = 'closed';
    const kind = kinds.kindOf(at);
    if (state === 'closed' || kind === 'ignored' || kind === 'carried') continue;
    if (row.page - before.page > 1) break;
    const isNewPage = row.page !== before.page;
    if (isNewPage) isApart = true;
    const gap = row.box.top - before.box.bottom;
    if (!isNewPage && gap > WIDE_GAP * height) {
      isApart = true;
      if (lines.length > 0) state = 'after sum';
    }
    const cells = isNameRow(row, roles, columns, height)
      ? new Map([[roles.byField.get('Description')!, row.segments.flatMap(({ words }) => words)]])
      : fitRow(row, columns, height);
    const amount = amountIn(cells, anchor, columns, height, locale);
    const isBare = amount !== undefined && !hasCount(cells, roles);
    const isSubtotal =
      isBare &&
      section.length > (kinds.startsWithSum(at) ? 0 : 1) &&
      amount !== 0 &&
      [sumOf(section), grossOf(section, roles, locale)].some((sum) => isSame(sum, amount));
    // All lines have a quantity and a price, and this row has a label of a sum or is farther away than any of them.
    const isBelowLines =
      isBare &&
      !isNewPage &&
      lines.length > 1 &&
      lines.every((line) => hasCount(line.cells, roles)) &&
      (kinds.hasSumLabel(at) || (isProvenTable(roles) && gap > Math.max(height, 2 * widestGap)));
    if ((kind === 'sum' || isSubtotal || isBelowLines) && !isFullLine(cells, roles, amount, locale)) {
      section = [];
      deductions += Math.min(0, amount ?? 0);
      // A subtotal that is the sum of the waiting lines proves that they are lines.
      if (waiting.length > 0 && amount !== undefined && isSame(sumOf(waiting), amount)) add(...waiting);
      waiting = [];
      if (lines.length > 0) state = 'after sum';
      isApart = true;
      before = row;
      continue;
    }
    const line: TableRow = { row, cells, isApart, ...(amount !== undefined && { amount }) };
    if (state === 'after sum' || (isNewPage && lines.length > 0) || (waiting.length > 0 && state === 'open')) {
      const core = coreFields(lines, roles);
      if (
        amount !== undefined &&
        core.size >= 3 &&
        isLikeLines(cells, core, roles) &&
        (!isProvenTable(roles) || isFullLine(cells, roles, amount, locale))
      ) {
        add(...(lead === undefined ? [line] : [lead, { ...line, isApart: false }]));
        lead = undefined;
        state = 'open';
        isApart = false;
        before = row;
      } else if (state === 'after sum') {
        lead = amount === undefined && hasText(cells, roles) && cells.size > 1 ? line : undefined;
        if (core.size < 3 && amount !== undefined && waiting.length < 200 && hasText(cells, roles)) waiting.push(line);
        isApart = true;
        continue;
      } else if (amount === undefined && !isNewPage) {
        add(line);
        isApart = false;
        before = row;
      } else if (isNewPage) {
        // The top of a page may repeat the letterhead: only rows like the lines continue the table.
        if (core.size < 3 && amount !== undefined && hasText(cells, roles) && isRowOfTable(cells, columns)) {
          add(line);
          before = row;
        } else isApart = true;
        continue;
      }
    } else {
      if (found.length > 0) widestGap = Math.max(widestGap, gap);
      add(line);
      isApart = false;
      before = row;
    }
    pages.add(row.page);
  }
  return lines.length === 0 ? undefined : { columns, roles, rows: found, deductions, headingItems, pages };
}

/** Rows of the first section, which tell where the columns are. */
function learningRows(heading: Heading, { segmented: { rows }, headings, kinds, taxHeadings }: ScanContext, near: readonly Row[]): Row[] {
  const found: Row[] = [];
  for (let at = heading.to + 1; found.length < Math.min(60, near.length) && at < rows.length; at++) {
    if (rows[at]!.page !== heading.page || headings.some(({ from }) => from === at) || taxHeadings.has(at)) break;
    const kind = kinds.kindOf(at);
    if (kind === 'sum' && found.some(({ segments }) => segments.some(({ text }) => /\d[.,]\d{2}/u.test(text)))) break;
    if (kind === 'other') found.push(rows[at]!);
  }
  return found;
}

const isProvenTable = ({ products }: ColumnRoles): boolean => (products ?? 0) > 0.8;

/** Whether the heading of another page has its columns at other places. */
const isMoved = (columns: readonly FittedColumn[], heading: Heading, height: number): boolean =>
  columns.some(({ field, box }) =>
    heading.columns.some((other) => other.field === field && field !== '' && Math.abs(other.box.left - box.left) > 0.3 * height),
  );

function refit(columns: readonly FittedColumn[], heading: Heading, rows: readonly Row[], height: number): FittedColumn[] {
  const own = columns.map((column) => {
    const same = heading.columns.find(({ field }) => field === column.field && field !== '');
    return same === undefined ? column : { ...column, box: same.box };
  });
  const near = rows.slice(heading.to + 1, heading.to + 61).filter(({ page }) => page === heading.page);
  const fitted = fitColumns(own, near, height);
  return fitted.map((column, i) => {
    const before = columns[i]!;
    const shift = own[i]!.box.left - before.box.left;
    return Math.abs(shift) < height
      ? { ...column, left: Math.min(column.left, before.left), right: Math.max(column.right, before.right) }
      : column;
  });
}

/** A name in a row of its own, above its figures, may be wider than its column. */
function isNameRow({ segments, box }: Row, { byField }: ColumnRoles, columns: readonly FittedColumn[], height: number): boolean {
  const column = columns[byField.get('Description') ?? -1];
  const words = segments.flatMap((segment) => segment.words);
  return (
    column !== undefined &&
    box.left > column.left - height &&
    box.left < column.right &&
    box.right > column.right &&
    /\p{L}{3}/u.test(words[0]!.text) &&
    !/\d[.,]\d{2}(?!\d)/u.test(words.at(-1)!.text) &&
    words.every((word, i) => i === 0 || word.box.left - words[i - 1]!.box.right < 0.9 * height)
  );
}

const FIGURES = /^(?:Amount|GrossAmount|UnitPrice|Quantity|Tax|TaxRate|)$/u;

const figureCount = (cells: RowCells, columns: readonly FittedColumn[]): number =>
  [...cells].filter(([i, words]) => FIGURES.test(columns[i]!.field) && words.some(({ text }) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(text)))
    .length;

/** The amount in a column, if the cell holds nothing else and lies within the column. */
function amountIn(cells: RowCells, column: number, columns: readonly FittedColumn[], height: number, locale?: string): number | undefined {
  const words = cells.get(column);
  if (words === undefined || words.length > 4) return undefined;
  const text = words.map((word) => word.text).join(' ');
  if (!/\d/u.test(text) || /\p{L}{4,}|%/u.test(text) || /\d[/:]\d/u.test(text)) return undefined;
  const { left, right } = columns[column]!;
  const [first, last] = [words[0]!.box.left, words.at(-1)!.box.right];
  if (last < left - height || first > right + 2 * height) return undefined;
  return moneyOf(text, { locale })?.amount ?? (words.length > 1 ? moneyIn(text, { locale })[0]?.value.amount : undefined);
}

const hasCount = (cells: RowCells, { byField }: ColumnRoles): boolean =>
  ['Quantity', 'UnitPrice'].some((field) => (cells.get(byField.get(field) ?? -1) ?? []).some(({ text }) => /\d/u.test(text)));

const hasText = (cells: RowCells, { byField }: ColumnRoles): boolean =>
  (cells.get(byField.get('Description') ?? -1) ?? []).some(({ text }) => /\p{L}{2}/u.test(text));

/** Words are in columns of their own, unlike a sentence that crosses them. */
const isRowOfTable = (cells: RowCells, columns: readonly FittedColumn[]): boolean => cells.size >= Math.min(2, columns.length);

/** Fields that most lines have. */
function coreFields(lines: readonly TableRow[], { byField }: ColumnRoles): Set<string> {
  const recent = lines.slice(-30);
  return new Set(
    [...byField]
      .filter(([, column]) => recent.filter(({ cells }) => cells.has(column)).length >= 0.7 * recent.length)
      .map(([field]) => field),
  );
}

function isLikeLines(cells: RowCells, core: ReadonlySet<string>, { byField }: ColumnRoles): boolean {
  const present = [...core].filter((field) => cells.has(byField.get(field)!)).length;
  return present >= Math.max(2, core.size - 1);
}

interface Product {
  quantity?: number;
  price?: number;
}

function productOf(cells: RowCells, { byField }: ColumnRoles, locale?: string): Product {
  const read = (field: string): string => (cells.get(byField.get(field) ?? -1) ?? []).map(({ text }) => text).join(' ');
  return { quantity: numbersIn(read('Quantity'), { locale })[0]?.value, price: moneyIn(read('UnitPrice'), { locale })[0]?.value.amount };
}

/** Whether quantity × unit price is the amount. */
function isFullLine(cells: RowCells, roles: ColumnRoles, amount: number | undefined, locale?: string): boolean {
  const { quantity, price } = productOf(cells, roles, locale);
  return amount !== undefined && quantity !== undefined && price !== undefined && isProduct(quantity, price, amount);
}

const isSame = (one: number, other: number): boolean => Math.abs(one - other) < 0.015;

const sumOf = (lines: readonly TableRow[]): number => lines.reduce((sum, line) => sum + (line.amount ?? 0), 0);

/** The sum before discounts on single lines. */
const grossOf = (lines: readonly TableRow[], roles: ColumnRoles, locale?: string): number =>
  lines.reduce((sum, { cells, amount }) => {
    const { quantity, price } = productOf(cells, roles, locale);
    return sum + (quantity === undefined || price === undefined ? (amount ?? 0) : quantity * price);
  }, 0);
