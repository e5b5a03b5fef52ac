/**
 * Net amount, tax and total by arithmetic: of all printed amounts with net + tax = total (with discounts, freight, deposits and
 * rounding between them), the three with most support win, labeled or not. Support is a printed or usual rate between net and tax,
 * labels of the fields in any relation, the sums of the line items and of the taxes by rate, the greatest amount, a common row or
 * column, and fields that were found already. Cost: the square of the number of amounts, which is bounded.
 */
import { toCents } from '../values/numbers.ts';
import type { Field } from '../field.ts';
import type { Candidate } from '../candidates/candidates.ts';
import { evidenceOf } from '../scoring/confidence.ts';
import type { FieldWriter } from '../scoring/field-writer.ts';
import type { Prepared } from '../scoring/score-fields.ts';
import { printedRates, USUAL_RATES } from '../scoring/amount-features.ts';

const NAMES = ['SubTotal', 'TotalTax', 'InvoiceTotal'] as const;
type Name = (typeof NAMES)[number];

/** An amount; a sum of taxes may be printed nowhere. */
interface Figure {
  cents: number;
  candidate?: Candidate;
  labeled: ReadonlySet<string>;
  rows: ReadonlySet<number>;
  rights: readonly number[];
  inLines: boolean;
}

interface Equation {
  figures: Readonly<Record<Name, Figure>>;
  support: number;
}

const MAX_FIGURES = 70;
/** Of the net amount. */
const MAX_RATE = 0.4;
const MIN_SUPPORT = 4;
/** What the best equation has more than one with other amounts. */
const MIN_LEAD = 0.5;
/** A field with this confidence is not replaced. */
const CERTAIN = 0.97;

export const amountOf = (field: Field | undefined): number | undefined => (field?.type === 'currency' ? field.value?.amount : undefined);

/** Adds what the best equation says; `parts` are taxes that add up to the total tax. */
export function completeSums(fields: Record<string, Field>, prepared: Prepared, parts: readonly number[], writer: FieldWriter): void {
  const best = bestEquation(fields, prepared, parts);
  if (best === undefined) return;
  for (const name of NAMES) {
    const { cents, candidate } = best.figures[name];
    const given = amountOf(fields[name]);
    if (given !== undefined && toCents(given) === cents) continue;
    fields[name] = writer.value(
      { type: 'currency', value: candidate?.money ?? { amount: cents / 100 } },
      candidate ?? { text: '', items: [] },
      'money',
      evidenceOf(best.support - 1, candidate?.confidence ?? 1, { holds: true }),
    );
  }
}

function bestEquation(fields: Readonly<Record<string, Field>>, prepared: Prepared, parts: readonly number[]): Equation | undefined {
  const printed = collectFigures(prepared);
  const byCents = new Map(printed.map((figure) => [figure.cents, figure]));
  const partSum = toCents(parts.reduce((sum, part) => sum + part, 0));
  const taxes = [...printed];
  const taxSum = parts.length > 1 ? partSum : undefined;
  if (taxSum !== undefined && !byCents.has(taxSum))
    taxes.push({ cents: partSum, labeled: new Set(['TotalTax']), rows: new Set(), rights: [], inLines: false });
  const rates = printedRates(prepared.segmented);
  const discount = amountOf(fields.TotalDiscount);
  const between = [0, ...prepared.extras.flatMap((extra) => [toCents(extra), -toCents(extra)])];
  if (discount !== undefined) between.push(-Math.abs(toCents(discount)));
  const context = {
    fields,
    rates,
    taxSum,
    parts: new Set(parts.map(toCents)),
    greatest: Math.max(...printed.filter(({ labeled }) => labeled.has('InvoiceTotal')).map(({ cents }) => cents)),
    lines: prepared.lineItems.total,
  };
  const found: Equation[] = [];
  for (const SubTotal of printed.filter(({ cents }) => cents > 0))
    for (const TotalTax of taxes) {
      if (TotalTax.cents > MAX_RATE * SubTotal.cents || (SubTotal.inLines && TotalTax.inLines)) continue;
      for (const other of new Set([...between, roundingOf(SubTotal.cents + TotalTax.cents)])) {
        const InvoiceTotal = byCents.get(SubTotal.cents + TotalTax.cents + other);
        if (InvoiceTotal === undefined) continue;
        const support = supportOf({ SubTotal, TotalTax, InvoiceTotal }, context) - (other === 0 ? 0 : 1);
        if (support >= MIN_SUPPORT) found.push({ figures: { SubTotal, TotalTax, InvoiceTotal }, support });
      }
    }
  const totals = [fields.AmountDue, fields.InvoiceTotal].flatMap((field) => amountOf(field) ?? []).map(toCents);
  const isGiven = ({ figures }: Equation): number => Number(figures.InvoiceTotal.cents === totals[0]);
  const [first, ...others] = found.sort((a, b) => b.support - a.support || isGiven(b) - isGiven(a));
  // Before and after rounding, the total is that of the same net amount and tax.
  const second = others.find(({ figures }) => figures.SubTotal !== first!.figures.SubTotal || figures.TotalTax !== first!.figures.TotalTax);
  return first !== undefined && first.support - (second?.support ?? 0) >= MIN_LEAD ? first : undefined;
}

/** What rounds a sum to whole units, as many countries do. */
const roundingOf = (cents: number): number => 100 * Math.round(cents / 100) - cents;

interface Context {
  fields: Readonly<Record<string, Field>>;
  rates: readonly number[];
  /** Taxes by rate, and their sum if they are several. */
  parts: ReadonlySet<number>;
  taxSum?: number;
  greatest: number;
  lines: number | undefined;
}

/** Negative if nothing says that the smaller amount is a tax. */
function supportOf(figures: Readonly<Record<Name, Figure>>, { fields, rates, parts, taxSum, greatest, lines }: Context): number {
  const { SubTotal: net, TotalTax: tax, InvoiceTotal: total } = figures;
  const isRate = (rate: number): boolean => Math.abs((net.cents * rate) / 100 - tax.cents) <= Math.max(1.5, 0.0002 * net.cents);
  const isPrinted = rates.some(isRate);
  const isUsual = USUAL_RATES.some(isRate);
  // "Total 400.00 20.00 420.00" below columns of net amounts, taxes and totals.
  const isSumRow = isUsual && !net.inLines && [...net.rows].some((row) => tax.rows.has(row) && total.rows.has(row));
  if (!isPrinted && !isSumRow && tax.cents !== taxSum && !tax.labeled.has('TotalTax')) return -1;
  if (tax.cents === 0 && !(net.labeled.has('SubTotal') && total.labeled.has('InvoiceTotal'))) return -1;
  let support = isPrinted || isSumRow ? 2 : isUsual ? 1 : 0;
  for (const name of NAMES) {
    if (figures[name].labeled.has(name)) support += 1;
    const given = fields[name];
    const amount = amountOf(given);
    if (given === undefined || amount === undefined) continue;
    if (toCents(amount) === figures[name].cents) support += 1;
    else support -= given.confidence >= CERTAIN ? 4 : 1;
  }
  // One rate of several is a part of the tax.
  if (taxSum !== undefined) support += tax.cents === taxSum ? 2 : parts.has(tax.cents) ? -4 : 0;
  if (total.cents === greatest) support += 1;
  if (lines !== undefined && (toCents(lines) === net.cents || toCents(lines) === total.cents)) support += 1;
  if (isAligned(net, total) && (tax.candidate === undefined || isAligned(net, tax))) support += 1;
  return support;
}

/** In a row, or with the same right edge. */
const isAligned = (one: Figure, other: Figure): boolean =>
  [...one.rows].some((row) => other.rows.has(row)) || one.rights.some((right) => other.rights.includes(right));

function collectFigures({ candidates, lineItems, segmented }: Prepared): Figure[] {
  const money = candidates.filter(({ candidate }) => candidate.kind === 'money' && candidate.amount! >= 0);
  const groups = Map.groupBy(money, ({ candidate }) => toCents(candidate.amount!));
  const figures = [...groups].flatMap(([cents, own]): Figure[] => {
    const labeled = new Set<string>(
      own.flatMap(({ relations }) =>
        relations.flatMap(({ label, between, order, last }) =>
          between === 0 && (order === 0 || last) ? label.meanings.map(({ field }) => field) : [],
        ),
      ),
    );
    const outside = own.filter(({ candidate }) => !candidate.items.some((item) => lineItems.items.has(item)));
    const shown = outside.length > 0 ? outside : own;
    const isPlain = shown.every(({ candidate }) => /^\d+$/u.test(candidate.text));
    if (isPlain && !NAMES.some((name) => labeled.has(name))) return [];
    return [
      {
        cents,
        candidate: shown.at(-1)!.candidate,
        labeled,
        rows: new Set(shown.map(({ candidate }) => candidate.segment.row)),
        rights: shown.map(({ candidate }) => Math.round(candidate.box.right / segmented.height)),
        inLines: outside.length === 0,
      },
    ];
  });
  return figures.sort((a, b) => b.cents - a.cents).slice(0, MAX_FIGURES);
}
