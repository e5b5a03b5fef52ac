/**
 * Line items without a table, as on a receipt: rows that end with an amount in the price column. Names and "2 x 3.50" may be in rows of
 * their own above or below; products tell to which line they belong. A row with a label of a sum ends the lines, and so does a row that is
 * the sum of the lines above in any language.
 */
import { textOf } from '../captions/page-text.ts';
import { heightOf, overlap } from '../../layout/model/geometry.ts';
import type { Label } from '../text/lexicon.ts';
import type { Row, SegmentedText } from '../text/segmented-text.ts';
import { datesIn } from '../values/dates.ts';
import { MONTH_PATTERN } from '../values/months.ts';
import { foldText } from '../../../shared/text/fold-text.ts';
import { COLUMNS } from './column-headings.ts';
import { findHeadings } from './headings.ts';
import type { Count, Figure, FigureContext, LineFigures, Token } from './line-figures.ts';
import { amountStyleOf, isCountOf, isCurrency, isPiece, isUnit, readFigures, readingsOf } from './line-figures.ts';
import type { Cell, LineItem, LineItems } from './line-items.ts';
import { NO_LINE_ITEMS, toCell } from './line-items.ts';
import { classifyRows, namesRow } from './row-kinds.ts';

export interface PricedLineSpec {
  /** Labels of these fields end the lines. */
  ends: ReadonlySet<string>;
  /** Rows with these labels are not line items. */
  others: ReadonlySet<string>;
  /** Bare integers below each other that make a column of amounts, if nothing else does. */
  minWhole: number;
  /** Cell names of the model. */
  names: { total: string; price: string; quantity: string; description: string; code: string; unit: string; date: string };
}

/** A line item in the making. */
interface Draft {
  figures: LineFigures;
  /** Rows of text above. */
  above: readonly LineFigures[];
  count?: Count;
  amount: number;
  isDeduction: boolean;
}

interface Context extends FigureContext {
  /** Right edge of the amounts. */
  right: number;
}

/** Rows above a price that may contain the name. */
const MAX_NAME_ROWS = 4;

export function pricedLineItems(
  segmented: SegmentedText,
  labels: readonly Label[],
  spec: PricedLineSpec,
  locale?: string,
  sums: readonly number[] = [],
): LineItems {
  const { rows, height } = segmented;
  const figureContext: FigureContext = { height, style: amountStyleOf(rows, locale), locale };
  let figures = rows.map((row) => readFigures(row, figureContext));
  // "Qty: 2 @ 4.50   9.00" is a line, whatever its words are a label of.
  const isProven = ({ amount, count }: LineFigures): boolean =>
    amount !== undefined && count?.price !== undefined && isCountOf(count, amount.value, figureContext.style, locale);
  // "VAT 10 %" below a line is the rate of that line.
  const isRate = ({ amount, tokens }: LineFigures): boolean => amount === undefined && tokens.some(({ text }) => /\d\s?%/u.test(text));
  const lastProven = figures.findLastIndex(isProven);
  const namesTax = (row: number): boolean =>
    labels.some(({ segment, meanings }) => segment.row === row && meanings.some(({ field }) => field === 'TotalTax'));
  const kinds = rowKinds(segmented, labels, spec, locale).map((kind, at): Kind => {
    if (isProven(figures[at]!)) return 'other';
    return kind === 'end' && (isRate(figures[at]!) || (at < lastProven && namesTax(at))) ? 'skipped' : kind;
  });
  const column =
    findPriceColumn(
      figures.filter(({ amount }, at) => amount?.isCertain === true && kinds[at] !== 'skipped'),
      height,
    ) ??
    findPriceColumn(
      figures.filter((_, at) => kinds[at] !== 'skipped'),
      height,
      spec.minWhole,
    );
  figures = figures.map((own, at) => {
    const { count } = own;
    const isOther = [at - 1, at + 1, at + 2].some((near) => {
      const { amount } = figures[near] ?? {};
      return amount !== undefined && count !== undefined && isCountOf(count, amount.value, figureContext.style, locale);
    });
    return own.priced !== undefined && isAt(own.priced, column, 1.5 * height) && !isOther ? own.priced : own;
  });
  // "2 @ 2.49   4.98" below a name with the price of one.
  for (const [at, { amount, count, name }] of figures.entries()) {
    const above = figures[at - 1];
    if (above?.amount === undefined || above.count !== undefined || kinds[at] !== 'other' || hasName(name) || !isProven(figures[at]!))
      continue;
    if (!readingsOf(count!.price!.text, figureContext.style, locale).includes(above.amount.value)) continue;
    figures[at - 1] = { ...above, amount, count };
    kinds[at] = 'skipped';
  }
  const firstCertain = figures.findIndex(({ amount }, at) => amount?.isCertain === true && kinds[at] === 'other');
  const isPriced = (at: number): boolean => {
    const { amount } = figures[at]!;
    if (amount === undefined) return false;
    if (amount.isCertain) return true;
    return (at > firstCertain || amount.value >= 50) && isAt(figures[at]!, column, height);
  };
  const labeledEnd = rows.findIndex(
    (_, at) => kinds[at] === 'end' && kinds.slice(0, at).some((kind, i) => kind === 'other' && isPriced(i)),
  );
  const found = findLines(figures, kinds, labeledEnd < 0 ? rows.length : labeledEnd, isPriced, sums);
  const run = found.isProven ? undefined : provenRun(figures, kinds, height);
  const { start, end } = run ?? found;
  if (start < 0) return NO_LINE_ITEMS;
  for (const at of run?.rows ?? []) kinds[at] = 'other';
  const right = findPriceColumn(
    figures.slice(start, end).filter((_, i) => kinds[start + i] === 'other'),
    height,
  );
  if (right === undefined) return NO_LINE_ITEMS;
  const context: Context = { ...figureContext, right };
  const inColumn = (at: number): boolean => isPriced(at) && isAt(figures[at]!, right, 3 * height);
  const drafts = toDrafts(figures, kinds, start, end, inColumn, context);
  return toLineItems(drafts, context, spec, sums);
}

const isItemCount = ({ meanings }: Label): boolean => meanings.some(({ field }) => field === 'Other.count');

type Kind = 'end' | 'skipped' | 'deduction' | 'other';

function rowKinds(segmented: SegmentedText, labels: readonly Label[], spec: PricedLineSpec, locale?: string): Kind[] {
  const byRow = Map.groupBy(labels, ({ segment }) => segment.row);
  const language = (locale ?? 'en').slice(0, 2);
  const kinds = classifyRows(segmented, [], language);
  const headings = findHeadings(segmented, COLUMNS, language);
  return segmented.rows.map((row, at): Kind => {
    // "1 COLA" and "TOTAL ZERO" side by side are one name.
    const isCounted = /^\d{1,3} \p{L}{3}/u.test(row.segments[0]!.text) && !(byRow.get(at) ?? []).some(isItemCount);
    const hasLabel = (fields: ReadonlySet<string>, slack: number): boolean =>
      (byRow.get(at) ?? []).some((label) => {
        const { meanings, start, segment } = label;
        return (
          start <= 3 &&
          (!isCounted || (segment === row.segments[0] && label.edits === 0)) &&
          namesRow(label, language, slack) &&
          segment.box.left <= row.box.left + heightOf(segment.box) * 8 &&
          meanings.some(({ field }) => fields.has(field))
        );
      });
    const kind = kinds.kindOf(at);
    if (isValueRow(row, byRow.get(at - 1) ?? [])) return 'skipped';
    if (kind === 'deduction') return 'deduction';
    if (hasLabel(spec.ends, 1.5)) return 'end';
    if (hasLabel(spec.others, 0.3) || (kind !== 'other' && kind !== 'sum') || headings.some(({ from, to }) => from <= at && at <= to))
      return 'skipped';
    return row.segments.reduce((sum, { words }) => sum + words.length, 0) > 40 ? 'skipped' : 'other';
  });
}

/** Below "Account number   Due date   Amount due" are their values. */
function isValueRow({ segments }: Row, above: readonly Label[]): boolean {
  const bare = above.filter(
    ({ segment, start, end }) =>
      segment.text.length <= end - start + 3 &&
      segments.some(({ box }) => overlap(box.left, box.right, segment.box.left, segment.box.right) > 0),
  );
  return bare.length > 1 && bare.some(({ meanings }) => meanings.some(({ field }) => /Id$|^DueDate$|^PurchaseOrder$/u.test(field)));
}

interface Run {
  start: number;
  end: number;
  rows: readonly number[];
}

/** Rows above a sum. */
const MAX_RUN = 60;

/** Most rows directly above a labeled sum that add up to it in its column, whatever words they contain, but few labels of sums. */
function provenRun(figures: readonly LineFigures[], kinds: readonly Kind[], height: number): Run | undefined {
  let best: (Run & { score: number }) | undefined;
  figures.forEach(({ amount: sum, row }, end) => {
    if (kinds[end] !== 'end' || sum === undefined || sum.value <= 0) return;
    const rows: number[] = [];
    let [rest, labels] = [sum.value, 0];
    for (let at = end - 1; at >= Math.max(0, end - MAX_RUN) && figures[at]!.row.page === row.page; at--) {
      const { amount, name } = figures[at]!;
      if (amount === undefined || !isAt(figures[at]!, sum.tokens.at(-1)!.right, 1.5 * height)) continue;
      if (!hasName(name)) break;
      rows.push(at);
      rest -= amount.value;
      labels += Number(kinds[at] === 'end');
      const score = rows.length - 3 * labels;
      if (Math.abs(rest) < 0.015 && rows.length > 1 && score > Math.max(0, best?.score ?? 0))
        best = { start: at, end, rows: [...rows], score };
    }
  });
  return best;
}

/**
 * The first row of the lines and the row after the last one. Up to the first label of a sum if these rows add up; else those of its rows
 * that add up to a labeled sum, as far as there are several; else up to the row that is the sum of those above.
 */
function findLines(
  figures: readonly LineFigures[],
  kinds: readonly Kind[],
  labeled: number,
  isPriced: (at: number) => boolean,
  sums: readonly number[],
): { start: number; end: number; isProven: boolean } {
  const priced = figures.flatMap(({ amount }, at) => {
    const kind = at < labeled ? kinds[at] : 'end';
    if ((kind !== 'other' && kind !== 'deduction') || !isPriced(at)) return [];
    return [{ at, value: kind === 'deduction' ? -Math.abs(amount!.value) : amount!.value }];
  });
  const start = priced.findIndex(({ at }) => kinds[at] === 'other');
  if (start < 0) return { start: -1, end: 0, isProven: false };
  const closing = labeled < figures.length ? figures[labeled]!.amount?.value : undefined;
  const targets = [...sums, ...(closing === undefined ? [] : [closing])];
  const isTarget = (sum: number): boolean => targets.some((target) => Math.abs(target - sum) < 0.015);
  let best: [number, number] | undefined;
  for (let from = start; from < Math.min(priced.length, MAX_LINES); from++) {
    let [all, positive] = [0, 0];
    for (let to = from; to < Math.min(priced.length, MAX_LINES); to++) {
      const { value } = priced[to]!;
      all += value;
      positive += Math.max(0, value);
      if (!isTarget(all) && (from > start || !isTarget(positive))) continue;
      const isWhole = from === start && to === priced.length - 1;
      if (isWhole) return { start: priced[start]!.at, end: labeled, isProven: priced.length > 1 };
      if (to - from + 1 >= MIN_SHARE * priced.length && to - from > (best === undefined ? 0 : best[1] - best[0])) best = [from, to];
    }
  }
  if (best !== undefined)
    return { start: priced[best[0]]!.at, end: best[1] + 1 < priced.length ? priced[best[1] + 1]!.at : labeled, isProven: true };
  return { start: priced[start]!.at, end: findSum(priced, labeled === figures.length) ?? labeled, isProven: false };
}

/** Lines that are looked at, and the share that must add up to count without the others. */
const MAX_LINES = 120;
const MIN_SHARE = 0.6;

/** The first row that is the sum of those above; of one alone if no label ends the lines, or nothing else is there. */
function findSum(priced: readonly { at: number; value: number }[], isUnlabeled: boolean): number | undefined {
  let [all, positive] = [0, 0];
  let single: number | undefined;
  for (const [i, { at, value }] of priced.entries()) {
    if (value > 0 && [all, positive].some((sum) => Math.abs(sum - value) < 0.005)) {
      if (i > 1) return at;
      single = at;
    }
    all += value;
    positive += Math.max(0, value);
  }
  return isUnlabeled || priced.length === 2 ? single : undefined;
}

/** Right edges of the amount, without and with what follows it: a currency or a tax code. */
function edgesOf({ amount, tokens, row }: LineFigures): number[] {
  if (amount === undefined) return [];
  const last = amount.tokens.at(-1)!;
  const behind = tokens[tokens.indexOf(last) + 1];
  const isTail = behind !== undefined && (isCurrency(behind.text) || behind.gap < 0.6 * heightOf(row.box));
  return isTail ? [last.right, behind.right] : [last.right];
}

const isAt = (line: LineFigures, right: number | undefined, slack: number): boolean =>
  right !== undefined && edgesOf(line).some((edge) => Math.abs(edge - right) <= slack);

/** The right edge that most prices share. */
function findPriceColumn(lines: readonly LineFigures[], height: number, minCount = 1): number | undefined {
  const rights = lines.flatMap(edgesOf).slice(0, 400);
  let best: number | undefined;
  let bestCount = 0;
  for (const right of rights) {
    const count = lines.slice(0, 400).filter((line) => isAt(line, right, 1.5 * height)).length;
    if (count < minCount) continue;
    if (count > bestCount || (count === bestCount && right > best!)) [best, bestCount] = [right, count];
  }
  return best;
}

function toDrafts(
  figures: readonly LineFigures[],
  kinds: readonly Kind[],
  start: number,
  end: number,
  inColumn: (at: number) => boolean,
  context: Context,
): Draft[] {
  const { style, locale } = context;
  const drafts: Draft[] = [];
  const below = namesBelow(figures, kinds, start, end, inColumn, context);
  let pending: LineFigures[] = [];
  let detail: LineFigures | undefined;
  const attach = (to: Draft, { count }: LineFigures): void => {
    to.count = count!;
    detail = undefined;
  };
  for (let at = Math.max(0, start - MAX_NAME_ROWS); at < end; at++) {
    const own = figures[at]!;
    const last = drafts.at(-1);
    if ((kinds[at] !== 'other' && kinds[at] !== 'deduction') || (at < start && inColumn(at))) {
      pending = [];
      continue;
    }
    if (!inColumn(at)) {
      const { count } = own;
      const isDetail = count?.price !== undefined && !hasName(own.name);
      if (!isDetail) pending = [...pending, own].slice(-MAX_NAME_ROWS);
      else if (last !== undefined && last.count === undefined && pending.length === 0 && isCountOf(count, last.amount, style, locale))
        attach(last, own);
      else {
        detail = own;
        pending = [...pending, own].slice(-MAX_NAME_ROWS);
      }
      continue;
    }
    const { value } = own.amount!;
    const isDeduction = kinds[at] === 'deduction' || value < 0;
    const hasOwnName = hasName(own.name);
    const draft: Draft = {
      figures: own,
      above: [],
      count: own.count,
      amount: isDeduction ? -Math.abs(value) : value,
      isDeduction,
    };
    if (below.has(at)) draft.above = below.get(at)!;
    else draft.above = hasOwnName ? wrappedName(pending, own, context) : nameAbove(pending, own, drafts.length === 0, context);
    const hasOwnCode = own.name.some(({ text }) => /^\d{5,14}$/u.test(text));
    if (!hasOwnName && draft.above.length === 0 && !hasOwnCode) {
      pending = [];
      continue;
    }
    if (detail !== undefined && draft.count === undefined) {
      const fits = isCountOf(detail.count!, draft.amount, style, locale);
      if (fits || last === undefined || last.count !== undefined) draft.count = detail.count;
      else last.count = detail.count;
    }
    draft.count ??= draft.above.find(({ count }) => count !== undefined)?.count;
    detail = undefined;
    pending = [];
    drafts.push(draft);
  }
  const last = drafts.at(-1);
  if (detail !== undefined && last !== undefined && last.count === undefined) attach(last, detail);
  return drafts;
}

const hasDecimals = (tokens: readonly Token[]): boolean => tokens.some(({ text }) => /\d[.,]\d/u.test(text));
const hasYear = (tokens: readonly Token[]): boolean => tokens.some(({ text }) => /^(?:19|20)\d{2}$/u.test(text));
const MONTH = new RegExp(`^${MONTH_PATTERN}\\.?,?$`, 'u');

/** Whether there is text other than units and months beside figures. */
const hasName = (tokens: readonly Token[]): boolean =>
  /\p{L}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(
    textOf(tokens.filter(({ text }, _, all) => !(isUnit(text) && hasDecimals(all)) && !(MONTH.test(foldText(text)) && hasYear(all)))),
  );

const isNear = (above: LineFigures, below: LineFigures, { height }: Context): boolean =>
  above.row.page === below.row.page && below.row.box.top - above.row.box.bottom < 1.5 * height;

/** Rows of names by the row of figures above them, if that is where the names of all lines are. */
function namesBelow(
  figures: readonly LineFigures[],
  kinds: readonly Kind[],
  start: number,
  end: number,
  inColumn: (at: number) => boolean,
  context: Context,
): ReadonlyMap<number, readonly LineFigures[]> {
  const isName = (at: number): boolean =>
    at < figures.length &&
    kinds[at] === 'other' &&
    !inColumn(at) &&
    figures[at]!.count === undefined &&
    /\p{L}{3}/u.test(textOf(figures[at]!.name));
  const found = new Map<number, readonly LineFigures[]>();
  if (start > 0 && isName(start - 1) && isNear(figures[start - 1]!, figures[start]!, context)) return found;
  for (let at = start; at < end; at++) {
    if (!inColumn(at) || kinds[at] !== 'other') continue;
    const own = [at + 1, at + 2].filter(
      (row, i) => isName(row) && (i === 0 || isName(at + 1)) && isNear(figures[row - 1]!, figures[row]!, context),
    );
    if (hasName(figures[at]!.name) || own.length === 0) return new Map();
    found.set(
      at,
      own.map((row) => figures[row]!),
    );
  }
  return found;
}

/** Rows above that end next to the row, from top to bottom. */
function nearRows(pending: readonly LineFigures[], own: LineFigures, context: Context): LineFigures[] {
  const near: LineFigures[] = [];
  let below = own;
  for (const above of [...pending].reverse()) {
    if (!isNear(above, below, context)) break;
    near.unshift(above);
    below = above;
  }
  return near;
}

const isNameRow = ({ name, tokens }: LineFigures): boolean =>
  /\p{L}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(textOf(name)) &&
  name.length <= 12 &&
  !/www\.|@\p{L}|https?:/iu.test(textOf(name)) &&
  !/^[([](?!\p{L}\)$)/u.test(tokens[0]!.text);

/** The name of a row without text: the rows above, but of the text above the first line only what looks like its lines. */
function nameAbove(pending: readonly LineFigures[], own: LineFigures, isFirst: boolean, context: Context): LineFigures[] {
  const near = nearRows(pending, own, context);
  const last = near.findLastIndex(isNameRow);
  if (last < 0) return [];
  let from = last;
  const isSameKind = (row: LineFigures): boolean =>
    isNameRow(row) &&
    Math.abs(row.row.box.left - near[last]!.row.box.left) < 1.2 * context.height &&
    !/:|\d{4}/u.test(textOf(row.tokens)) &&
    !startsWithCount(near[from]!);
  while (from > 0 && isSameKind(near[from - 1]!)) from -= 1;
  // Above the first line, text without a visible start may be the letterhead.
  const isTitle = from < last && near[from]!.name.length < 2;
  return near.slice(isFirst && (last - from > 1 || from === 0 || isTitle) ? last : from, last + 1);
}

const startsWithCount = ({ name }: LineFigures): boolean =>
  name.length > 1 && /^\d{1,3}[xX]?$/u.test(name[0]!.text) && /^\p{L}{2}/u.test(name[1]!.text);

/** A name that did not leave room for the amount, or that starts with its quantity, goes on in the row of the amount. */
function wrappedName(pending: readonly LineFigures[], own: LineFigures, context: Context): LineFigures[] {
  const near = nearRows(pending, own, context);
  const above = near.at(-1);
  if (above === undefined || !isNameRow(above) || /:|\d{4}|^\d\d[./-]\d\d[./-]\d\d/u.test(textOf(above.tokens))) return [];
  const width = own.amount!.tokens.at(-1)!.right - own.amount!.tokens[0]!.left;
  const isFull =
    above.row.segments.length === 1 &&
    above.row.box.right + width + context.height > context.right &&
    above.row.box.left <= own.row.box.left + context.height;
  const isCounted = !startsWithCount(own) && own.count === undefined;
  if (isCounted && startsWithCount(above)) return [above];
  const from = near.findLastIndex(startsWithCount);
  // Details below a counted name start where the name does.
  if (
    isCounted &&
    from >= 0 &&
    [...near.slice(from + 1), own].every((row) => row.row.box.left > near[from]!.name[1]!.left - 0.5 * context.height)
  )
    return near.slice(from);
  return isFull ? [above] : [];
}

function toLineItems(drafts: readonly Draft[], context: Context, spec: PricedLineSpec, sums: readonly number[]): LineItems {
  const isRefund = drafts.every(({ amount }) => amount <= 0);
  const kept = drafts.filter(({ isDeduction }) => isRefund || !isDeduction);
  const named = kept.map((draft) => ({ draft, tokens: nameTokens(draft) }));
  dropLineNumbers(named);
  dropTaxFlags(named, context);
  const column = quantityColumn(named, context);
  const leads = named.filter(
    ({ draft, tokens }) => draft.count === undefined && /^[([*#$]?\d{1,3}[)\]]?[xX]?$/u.test(tokens[0]?.text ?? ''),
  ).length;
  const codes = named.filter(({ tokens }) => /^\d{4,14}$/u.test(tokens[0]?.text ?? '')).length;
  const countsLead = leads + codes >= 0.5 * named.filter(({ draft }) => draft.count === undefined).length;
  const items = new Set<number>();
  const rows = named.map(({ draft, tokens }): LineItem => {
    for (const { words } of [draft.figures, ...draft.above].flatMap((one) => one.tokens)) for (const { item } of words) items.add(item);
    return { cells: toCells(withColumn(draft, tokens, column), tokens, countsLead, context, spec), amount: draft.amount };
  });
  for (const { figures } of drafts) for (const { words } of figures.tokens) for (const { item } of words) items.add(item);
  if (rows.length === 0) return NO_LINE_ITEMS;
  const round = (value: number): number => Math.round(value * 100) / 100;
  const all = round(drafts.reduce((sum, { amount }) => sum + amount, 0));
  const gross = round(kept.reduce((sum, { amount }) => sum + amount, 0));
  const isSum = (total: number): boolean => sums.some((sum) => Math.abs(sum - total) < 0.015);
  return { rows, items, total: !isSum(all) && isSum(gross) ? gross : all, hasHeading: false };
}

interface Named {
  draft: Draft;
  tokens: Token[];
}

/** Numbers that count the lines up by one, such as 001, 002 and 003, are no part of the names. */
function dropLineNumbers(named: readonly Named[]): void {
  const numbers = named.map(({ tokens }) => /^0*(\d{1,3})[.)]?$/u.exec(tokens[0]?.text ?? '')?.[1]);
  const isWritten = named.every(({ tokens }) => /^0\d|[.)]$/u.test(tokens[0]?.text ?? ''));
  const isCounted =
    named.length > (isWritten ? 1 : 2) && numbers.every((text, i) => text !== undefined && Number(text) === Number(numbers[0]) + i);
  if (isCounted && named.every(({ tokens }) => hasName(tokens.slice(1)))) for (const { tokens } of named) tokens.shift();
}

/** Letters behind several names, in a column of their own, are tax codes, and so are letters in brackets before the names. */
function dropTaxFlags(named: readonly Named[], { height }: Context): void {
  const leads = named.filter(({ tokens }) => tokens.length > 1 && /^\(\p{Lu}\)$/u.test(tokens[0]!.text));
  if (leads.length > 1) for (const { tokens } of leads) tokens.shift();
  const flagged = named.filter(({ tokens }) => {
    const { text, gap } = tokens.at(-1)!;
    return tokens.length > 1 && gap > 1.1 * height && /^(?:\p{Lu}{1,2}|\p{Lu}\p{L}?\*)$/u.test(text);
  });
  const lefts = flagged.map(({ tokens }) => tokens.at(-1)!.left);
  for (const { tokens } of flagged) if (lefts.filter((left) => Math.abs(left - tokens.at(-1)!.left) < height).length > 1) tokens.pop();
}

/** The place of a column of small integers between names and amounts: quantities without prices. */
function quantityColumn(named: readonly Named[], { height }: Context): number | undefined {
  const places = named.flatMap(({ draft, tokens }) => {
    const last = quantityAtEnd(tokens);
    return draft.count === undefined && isQuantity(last, height) ? [last.right] : [];
  });
  const right = places[0];
  const isColumn = right !== undefined && places.length > 1 && places.length >= 0.7 * named.length;
  return isColumn && places.every((place) => Math.abs(place - right) < 1.5 * height) ? right : undefined;
}

/** The last token, or the one before a unit. */
const quantityAtEnd = (tokens: readonly Token[]): Token => tokens.at(tokens.length > 2 && isPiece(tokens.at(-1)!.text) ? -2 : -1)!;
const QUANTITY = /^[1-9]\d?(?:[.,]0(?:00)?)?$/u;
const isQuantity = ({ text, gap }: Token, height: number): boolean => QUANTITY.test(text) && gap > 1.5 * height;

function withColumn(draft: Draft, tokens: Token[], column: number | undefined): Draft {
  if (column === undefined || tokens.length < 2 || draft.count !== undefined) return draft;
  const last = quantityAtEnd(tokens);
  if (!QUANTITY.test(last.text)) return draft;
  const unit = tokens.at(-1) === last ? [] : [tokens.pop()!];
  tokens.pop();
  const figureOf = (token: Token): Figure => ({ text: token.text, tokens: [token] });
  return { ...draft, count: { quantity: figureOf(last), ...(unit.length > 0 && { unit: figureOf(unit[0]!) }) } };
}

/** Words of the name: rows above, then the row of the amount. */
const nameTokens = ({ figures, above }: Draft): Token[] => [...above, figures].flatMap(({ name }) => name);

function toCells(
  draft: Draft,
  name: readonly Token[],
  countsLead: boolean,
  context: Context,
  { names }: PricedLineSpec,
): Record<string, Cell> {
  const { locale } = context;
  const cells: Record<string, Cell> = { [names.total]: toFigureCell(draft.figures.amount!) };
  let tokens = [...name];
  const date = datesIn(tokens[0]?.text ?? '', { locale })[0] ?? /^(?:\d{1,2}[/-]\d{1,2}|\d{1,2}\.\d{1,2}\.)$/u.exec(tokens[0]?.text ?? '');
  if (date !== undefined && date !== null && tokens.length > 1) cells[names.date] = toTokenCell([tokens.shift()!]);
  const count = draft.count ?? numbersAround(tokens, draft.amount, context);
  if (count !== undefined) {
    cells[names.quantity] = toFigureCell(count.quantity);
    if (count.price !== undefined) cells[names.price] = toFigureCell(count.price);
    if (count.unit !== undefined) cells[names.unit] = toFigureCell(count.unit);
    const used = new Set([...count.quantity.tokens, ...(count.price?.tokens ?? [])]);
    const beside = tokens[tokens.indexOf(count.quantity.tokens[0]!) + 1];
    const rest = tokens.filter((token) => !used.has(token) && !ZERO.test(token.text));
    const isBetween = beside !== undefined && count.price?.tokens[0] === tokens[tokens.indexOf(beside) + 1];
    const isUnitBeside =
      beside !== undefined &&
      rest.includes(beside) &&
      (isPiece(beside.text) || (isBetween && /^\p{L}{1,6}\.?$/u.test(beside.text) && hasName(rest.filter((token) => token !== beside)))) &&
      tokens.includes(count.quantity.tokens[0]!);
    tokens = isUnitBeside && hasName(rest.filter((token) => token !== beside)) ? rest.filter((token) => token !== beside) : rest;
    if (isUnitBeside && cells[names.unit] === undefined) cells[names.unit] = toTokenCell([beside]);
    // "2 x Coffee at 3.50", and "2 Coffee" with "2 x 3.50" in a row of its own.
    const lead = tokens[0]?.text.replace(/[xX×*]$/u, '') ?? '';
    if (
      /^[xX×]$/u.test(tokens[0]?.text ?? '') ||
      (tokens.length > 1 && (lead === count.quantity.text || (countsLead && /^\d{1,2}$/u.test(lead))))
    )
      tokens.shift();
  } else {
    const lead = leadingCount(tokens, countsLead);
    if (lead !== undefined) {
      cells[names.quantity] = { ...toTokenCell([tokens[0]!]), text: lead };
      const unit = tokens[1]!;
      if (isPiece(unit.text) && hasName(tokens.slice(2))) cells[names.unit] = toTokenCell([unit]);
      tokens = tokens.slice(cells[names.unit] !== undefined || /^[xX×*]$/u.test(unit.text) ? 2 : 1);
    }
  }
  const isCode = ({ text }: Token): boolean => /^\d{3,14}$/u.test(text);
  const own = draft.above.length > 0 && !hasName(draft.figures.name) ? tokens.filter((token) => draft.figures.name.includes(token)) : [];
  if (own.length > 0 && isCode(own[0]!)) tokens = [own[0]!, ...tokens.filter((token) => token !== own[0])];
  if (own.length > 0) tokens = tokens.filter((token) => !draft.figures.name.includes(token) || isCode(token));
  // A tax flag before the code.
  if (tokens.length > 2 && /^\p{Lu}$/u.test(tokens[0]!.text) && /^\d{4,14}$/u.test(tokens[1]!.text)) tokens.shift();
  const first = tokens[0]?.text ?? '';
  const last = tokens.findIndex(({ text }, i) => i > 0 && /^\d{8,14}$/u.test(text));
  const code =
    /^(?:\d{3,14}|[A-Z]{1,4}-?\d{2,10})$/u.test(first) && (last < 0 || /^\d/u.test(first))
      ? 0
      : tokens.findIndex(({ text }, i) => i > 0 && /^\d{6,14}\p{Lu}{0,2}$/u.test(text));
  if (code >= 0 && tokens.length > 1) {
    cells[names.code] = toTokenCell(tokens.splice(code, 1));
    // Tax flags follow the code.
    while (code > 0 && tokens.length > code && /^\p{Lu}{1,2}$/u.test(tokens.at(-1)!.text)) tokens.pop();
  }
  const isRest = ({ text }: Token): boolean => /^(?:\p{Sc}|[áà@xX×])$/u.test(text) || (count?.price !== undefined && isCurrency(text));
  while (tokens.length > 1 && isRest(tokens.at(-1)!)) tokens.pop();
  if (tokens.length > 0) cells[names.description] = toTokenCell(tokens);
  return cells;
}

const toTokenCell = (tokens: readonly Token[]): Cell => ({
  ...toCell(tokens.flatMap(({ words }) => words)),
  text: textOf(tokens),
});
const toFigureCell = ({ text, tokens }: Figure): Cell => ({ ...toCell(tokens.flatMap(({ words }) => words)), text });

const MISREAD_ONE = /^[\][|Iil!]$/u;

/** The quantity at the start of a name; where other lines have one, a bracket is a misread 1. */
function leadingCount(tokens: readonly Token[], countsLead: boolean): string | undefined {
  if (!countsLead || tokens.length < 2 || !hasName(tokens.slice(1))) return undefined;
  const text = tokens[0]!.text;
  return /^[([*#$]?(\d{1,2}|\d{3}(?=[xX]))[)\]]*[xX]?$/u.exec(text)?.[1] ?? (MISREAD_ONE.test(text) ? '1' : undefined);
}

/** A discount of nothing. */
const ZERO = /^0[.,]00$/u;

/** "Coffee 2 3.50 7.00" and "2 Coffee 3.50 7.00": numbers whose product is the amount. */
function numbersAround(all: readonly Token[], amount: number, { style, locale }: Context): Count | undefined {
  const tokens = all.filter(({ text }) => !ZERO.test(text) && !isCurrency(text));
  const last = tokens.at(-1);
  if (last === undefined || tokens.length < 2 || !/^[^\d\s]{0,3}\d[\d.,]*[^\d\s]{0,3}$/u.test(last.text)) return undefined;
  const isAmountLike = /[.,]\d{2,3}\D{0,3}$/u.test(last.text) || style === 'whole';
  const price: Figure = { text: last.text, tokens: [last] };
  const figureOf = (token: Token): Figure => ({ text: token.text.replace(/[xX×*]$/u, '').replace(MISREAD_ONE, '1'), tokens: [token] });
  const others = tokens
    .slice(0, -1)
    .filter(({ text }, i) => /^\d{1,4}(?:[.,]\d{1,3})?[xX×*]?$/u.test(text) || (i === 0 && MISREAD_ONE.test(text)));
  for (const token of others.reverse()) {
    const quantity = figureOf(token);
    const isSwapped = style === 'whole' && /^[1-9]\d?$/u.test(price.text) && quantity.text.length > 2;
    if (isAmountLike && isCountOf({ quantity, price }, amount, style, locale))
      return isSwapped ? { quantity: price, price: quantity } : { quantity, price };
    if (isCountOf({ quantity: price, price: quantity }, amount, style, locale) && /[.,]\d{2}$/u.test(token.text))
      return { quantity: price, price: quantity };
  }
  return undefined;
}
