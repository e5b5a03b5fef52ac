/**
 * The total of a receipt whose labels say nothing: the amount for which most speaks. It is the sum of the amounts above it, of the lines,
 * or of two others in the ratio of a tax; what was paid less the change; printed twice, or in large letters. Then net amount and tax are
 * the two amounts that add up to the total.
 */
import { toCents } from '../values/numbers.ts';
import type { Candidate } from '../candidates/candidates.ts';
import { isUsualRate } from '../scoring/amount-features.ts';
import { evidenceOf } from '../scoring/confidence.ts';
import type { FoundField, Prepared } from '../scoring/score-fields.ts';
import { localeOf, threeAreDecimals } from '../values/locale.ts';

interface Amount {
  candidate: Candidate;
  value: number;
  features: ReadonlySet<string>;
  /** Field of the label in its row. */
  names: ReadonlySet<string>;
}

const MIN_VOTES = 2;
const MAX_AMOUNTS = 80;
const NEVER = ['Other.change', 'Other.tendered', 'Other.discount', 'Other.rounding', 'Other.count', 'Tip', 'Balance'];

export function addUnlabeledTotal(found: ReadonlyMap<string, FoundField>, prepared: Prepared): Map<string, FoundField> {
  const all = new Map(found);
  const amounts = amountsOf(prepared);
  if (!all.has('Total')) {
    const sums = sumsOfAmountsAbove(amounts);
    const [best] = amounts
      .map((amount) => ({ amount, votes: votesFor(amount, amounts, sums) }))
      .filter(({ votes }) => votes >= MIN_VOTES)
      .sort((a, b) => b.votes - a.votes || b.amount.value - a.amount.value);
    if (best !== undefined) all.set('Total', toFound(best.amount.candidate, best.votes));
  }
  const total = all.get('Total')?.candidate.amount;
  if (total === undefined || all.has('TotalTax')) return all;
  const parts = netAndTax(total, amounts);
  if (parts === undefined) return all;
  all.set('TotalTax', toFound(parts.tax.candidate, MIN_VOTES));
  if (!all.has('Subtotal')) all.set('Subtotal', toFound(parts.net.candidate, MIN_VOTES));
  return all;
}

function toFound(candidate: Candidate, votes: number): FoundField {
  return { candidate, evidence: evidenceOf(0.5 * votes, candidate.confidence, { holds: votes > MIN_VOTES }), confidence: 1 };
}

/** Amounts as they are printed on receipts, in order; no codes and no counts. */
function amountsOf({ candidates, labels, locale }: Prepared): Amount[] {
  const named = Map.groupBy(labels, ({ segment }) => segment.row);
  const isWhole = threeAreDecimals(localeOf(locale)) === false;
  const isPrice = ({ text, segment }: Candidate): boolean =>
    /\d[.,\s']\s?\d{2,3}(?!\d)|\p{Sc}/u.test(text) || (isWhole && text === segment.text && /^\d{2,7}$/u.test(text));
  return candidates
    .filter(({ candidate }) => candidate.kind === 'money' && candidate.amount! > 0 && isPrice(candidate))
    .slice(0, MAX_AMOUNTS)
    .map(({ candidate, own }) => ({
      candidate,
      value: candidate.amount!,
      features: new Set(own),
      names: new Set((named.get(candidate.segment.row) ?? []).flatMap(({ meanings }) => meanings.map(({ field }) => field))),
    }));
}

/** Amounts that are the sum of two or more right above them. */
function sumsOfAmountsAbove(amounts: readonly Amount[]): Set<number> {
  const found = new Set<number>();
  const values = amounts.filter(({ candidate }) => candidate.end >= candidate.segment.text.length - 3).map(({ value }) => toCents(value));
  values.forEach((value, i) => {
    let sum = 0;
    for (let from = i - 1; from >= 0 && sum < value; from--) {
      sum += values[from]!;
      if (sum === value && i - from >= 2) found.add(value);
    }
  });
  return found;
}

function votesFor({ candidate, value, features, names }: Amount, amounts: readonly Amount[], sums: ReadonlySet<number>): number {
  if (NEVER.some((field) => names.has(field)) || names.has('TransactionDate') || names.has('MerchantPhoneNumber')) return 0;
  const greatest = Math.max(...amounts.filter(({ names: other }) => !NEVER.some((field) => other.has(field))).map((one) => one.value));
  const isRepeated = amounts.some((other) => other.candidate !== candidate && other.value === value);
  return (
    (sums.has(toCents(value)) ? 2 : 0) +
    (features.has('sum at a printed rate') || features.has('sum at a usual rate') ? 2 : 0) +
    (features.has('sum of the lines') ? 1 : 0) +
    (features.has('paid less change') ? 2 : 0) +
    (names.has('Total') ? 1 : 0) +
    (isRepeated ? 1 : 0) +
    (value === greatest ? 0.5 : 0) +
    (candidate.segment.size > 1.3 ? 0.5 : 0)
  );
}

/** Two printed amounts that add up to the total, the smaller one being the other's tax at a usual rate. */
function netAndTax(total: number, amounts: readonly Amount[]): { net: Amount; tax: Amount } | undefined {
  const free = amounts.filter(({ names }) => ![...NEVER, 'Payment', 'Other.fee'].some((field) => names.has(field)));
  for (const tax of free)
    for (const net of free)
      if (net.value > tax.value && toCents(net.value + tax.value) === toCents(total) && isUsualRate(toCents(net.value), toCents(tax.value)))
        return { net, tax };
  return undefined;
}
