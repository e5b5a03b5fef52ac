/**
 * Taxes of a receipt by rate, and the total tax: the sum of the rates, printed or not. One rate of several is not the total, and where
 * the taxes are not listed by rate, the named amounts count together if they are what the total has more than the subtotal.
 */
import type { Candidate } from '../candidates/candidates.ts';
import type { Field } from '../field.ts';
import type { TaxRow } from '../line-items/tax-rows.ts';
import { findTaxRows } from '../line-items/tax-rows.ts';
import type { Evidence } from '../scoring/confidence.ts';
import { taxEvidence } from '../scoring/confidence.ts';
import { isUsualRate } from '../scoring/amount-features.ts';
import { createAmountComparison } from '../scoring/extras.ts';
import type { FieldWriter } from '../scoring/field-writer.ts';
import { arrayField, objectField } from '../scoring/field-writer.ts';
import type { FoundField, Prepared } from '../scoring/score-fields.ts';

/** The share of the total above which a sum is no tax. */
const MAX_SHARE = 0.3;
const MAX_PARTS = 6;
const MAX_NETS = 80;
const isSame = (one: number, other: number): boolean => Math.abs(one - other) < 0.015;

export function addTaxes(
  fields: Record<string, Field>,
  prepared: Prepared,
  found: ReadonlyMap<string, FoundField>,
  writer: FieldWriter,
): void {
  const { segmented, labels, lineItems, locale } = prepared;
  const amountOf = (name: string): number | undefined => found.get(name)?.candidate.amount;
  const total = amountOf('Total');
  const rates = withoutSum(findTaxRows(segmented, labels, 'TotalTax', lineItems.items, locale)).filter(
    ({ tax }) => total === undefined || tax <= MAX_SHARE * total,
  );
  const isWhole = total !== undefined && giveTotal(rates, total);
  const rows = rates.map((row) => ({ ...row, isConsistent: row.isConsistent || isWhole }));
  if (rows.length > 0) fields.TaxDetails = arrayField(rows.map((row) => taxDetail(row, writer)));
  if (isWhole && rows.length > 1) fixSubtotal(fields, rows, prepared, found, writer);
  const named = amountOf('TotalTax');
  const given = named !== undefined && total !== undefined && named > MAX_SHARE * total ? undefined : named;
  const sum = isWhole ? sumOf(rows.map(({ tax }) => tax)) : sumOfTaxes(rows, prepared, given, amountOf);
  if (sum === undefined || (given !== undefined && isSame(given, sum)) || (total !== undefined && sum > MAX_SHARE * total)) return;
  const printed = printedSum(sum, prepared) ?? (rows.length === 1 ? rows[0]!.amount : { text: '', items: [], confidence: 1 });
  const isCertain = rows.length > 0 && rows.every(({ isConsistent }) => isConsistent);
  const value = { type: 'currency' as const, value: { ...(found.get('Total')?.candidate.money ?? {}), amount: sum } };
  fields.TotalTax = writer.value(value, printed, 'tax', taxEvidence(isCertain, printed.confidence));
}

const sumOf = (parts: readonly number[]): number => Math.round(parts.reduce((all, part) => all + part, 0) * 100) / 100;

/** The net amount of one rate, or the total below a heading, is not the net amount of all rates. */
function fixSubtotal(
  fields: Record<string, Field>,
  rows: readonly TaxRow[],
  { candidates, labels }: Prepared,
  found: ReadonlyMap<string, FoundField>,
  writer: FieldWriter,
): void {
  const given = found.get('Subtotal')?.candidate;
  const nets = rows.map(({ gross = 0, tax }) => gross - tax);
  const isNamed = labels.some(
    ({ segment, meanings }) => segment.row === given?.segment.row && meanings.some(({ field }) => field === 'Subtotal'),
  );
  if (given?.amount === undefined || isNamed || isSame(given.amount, sumOf(nets))) return;
  const printed = candidates.find(({ candidate: { kind, amount } }) => kind === 'money' && isSame(amount!, sumOf(nets)))?.candidate;
  if (printed !== undefined)
    fields.Subtotal = writer.value({ type: 'currency', value: printed.money }, printed, 'tax', taxEvidence(true, printed.confidence));
  else if (nets.some((net) => isSame(net, given.amount!))) delete fields.Subtotal;
}

/** The rates without the row of their sum. */
function withoutSum(rows: readonly TaxRow[]): readonly TaxRow[] {
  if (rows.length < 3) return rows;
  const all = sumOf(rows.map(({ tax }) => tax));
  const at = rows.findLastIndex(({ tax }) => isSame(2 * tax, all));
  return rows.filter((_, i) => i !== at);
}

/** Whether the gross amounts that belong to the taxes are the total, up to rounding of the taxes. */
function giveTotal(rows: readonly TaxRow[], total: number): boolean {
  const gross = rows.map(({ tax, percent, gross: printed }) => printed ?? (tax * (100 + percent)) / percent);
  const slack = rows.reduce((all, { percent }) => all + 0.0051 * (1 + 100 / percent), 0.01);
  return rows.length > 0 && rows.every(({ percent, tax }) => percent > 0 && tax > 0) && Math.abs(sumOf(gross) - total) <= slack;
}

/** Undefined if the total tax that was chosen may stand. */
function sumOfTaxes(
  rows: readonly TaxRow[],
  prepared: Prepared,
  given: number | undefined,
  amountOf: (name: string) => number | undefined,
): number | undefined {
  const consistent = rows.filter(({ isConsistent }) => isConsistent).map(({ tax }) => tax);
  if (consistent.length > 0 && consistent.length >= rows.length - 1) {
    const all = sumOf(consistent);
    const isPartOf = given !== undefined && (consistent.some((part) => isSame(part, given)) || given < all);
    if (given === undefined || isPartOf) return all;
  }
  const [total, subtotal] = [amountOf('Total'), amountOf('Subtotal')];
  if (total === undefined) return undefined;
  const parts = namedTaxes(prepared, total);
  if (given === undefined) return parts.findLast((part) => isTaxOf(part, total, prepared));
  // One of the taxes is the sum of the others.
  const whole = parts.length > 2 ? parts.find((part) => part > given && isSame(2 * part, sumOf(parts))) : undefined;
  if (whole !== undefined) return whole;
  if (parts.length < 2 || subtotal === undefined) return undefined;
  const isSameAmount = createAmountComparison(prepared.extras.filter((extra) => !parts.includes(extra)));
  const all = subtotal + sumOf(parts);
  return isSameAmount(all, total) || isSameAmount(all + (amountOf('Tip') ?? 0), total) ? sumOf(parts) : undefined;
}

/** Whether an amount is the tax of the rest of the total, or of another amount that is printed, at a usual rate. */
function isTaxOf(tax: number, total: number, { candidates }: Prepared): boolean {
  const nets = candidates.flatMap(({ candidate: { kind, amount } }) => (kind === 'money' && amount! < total ? [amount!] : []));
  return tax > 0 && [total - tax, ...nets.slice(0, MAX_NETS)].some((net) => isUsualRate(Math.round(100 * net), Math.round(100 * tax)));
}

/** The last amount of each row that names a tax. */
function namedTaxes({ labels, candidates, lineItems }: Prepared, total: number): number[] {
  const rows = new Set(
    labels.filter(({ meanings }) => meanings.some(({ field }) => field === 'TotalTax')).map(({ segment }) => segment.row),
  );
  const last = new Map<number, Candidate>();
  for (const { candidate } of candidates) {
    const { kind, segment, items, box, amount, text } = candidate;
    if (kind !== 'money' || !rows.has(segment.row) || items.some((item) => lineItems.items.has(item))) continue;
    // Other figures of the row are tax numbers.
    if (amount! > MAX_SHARE * total || (!Number.isInteger(total) && !/[.,]\d/u.test(text))) continue;
    if (box.right > (last.get(segment.row)?.box.right ?? -Infinity)) last.set(segment.row, candidate);
  }
  return [...last.values()].map(({ amount }) => amount!).slice(0, MAX_PARTS);
}

/** The amount of the page that is the sum; one beside or below a label of the tax if there is. */
function printedSum(sum: number, { candidates, lineItems }: Prepared): Candidate | undefined {
  const same = candidates.filter(
    ({ candidate: { kind, amount, items } }) =>
      kind === 'money' && isSame(amount!, sum) && !items.some((item) => lineItems.items.has(item)),
  );
  const named = same.find(({ relations }) => relations.some(({ label }) => label.meanings.some(({ field }) => field === 'TotalTax')));
  return (named ?? same[0])?.candidate;
}

function taxDetail({ rate, percent, amount, net, description, isConsistent }: TaxRow, writer: FieldWriter): Field {
  const evidence = (ocrConfidence: number): Evidence => taxEvidence(isConsistent, ocrConfidence);
  const fields: Record<string, Field> = {
    Amount: writer.field('currency', amount, 'tax', evidence(amount.confidence)),
    Rate: writer.value({ type: 'number', value: percent }, rate, 'tax', evidence(rate.confidence)),
  };
  if (net !== undefined) fields.NetAmount = writer.field('currency', net, 'tax', evidence(net.confidence));
  if (description !== undefined) fields.Description = writer.field('string', description, 'tax', evidence(description.confidence));
  return objectField(fields);
}
