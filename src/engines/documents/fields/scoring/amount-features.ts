/** What the amounts of a document say about each other: sums of two, taxes of printed or usual rates, repeated and greatest amounts. */
import { toCents } from '../values/numbers.ts';
import type { Candidate } from '../candidates/candidates.ts';
import type { Label } from '../text/lexicon.ts';
import type { SegmentedText } from '../text/segmented-text.ts';

/** Value added and sales taxes in percent. */
export const USUAL_RATES = [2.5, 3, 4, 5, 5.5, 6, 7, 7.7, 8, 8.1, 9, 9.5, 10, 11, 12, 13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27];
/** Thousands, as quantities rarely have. */
const GROUPED = /\d{1,3}(?:[.,\s'’]\d{3})+$/u;
/** Whether an amount is the tax of another at a usual rate, both in cents. */
export const isUsualRate = (net: number, tax: number): boolean =>
  USUAL_RATES.some((rate) => Math.abs((net * rate) / 100 - tax) <= Math.max(1.5, net % 100 === 0 ? 100 : 0));
const RATE = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)\s?%/gu;
/** More amounts are not compared with each other. */
const MAX_AMOUNTS = 80;
const MAX_RATES = 12;

/** Percentages on the page that may be tax rates. */
export function printedRates({ segments }: SegmentedText): number[] {
  const printed = segments.flatMap(({ text }) => [...text.matchAll(RATE)].map((match) => Number(match[1]!.replace(',', '.'))));
  return [...new Set(printed)].filter((rate) => rate > 0 && rate < 40).slice(0, MAX_RATES);
}

export class AmountFeatures {
  readonly #features = new Map<number, Set<string>>();
  readonly #counts = new Map<number, number>();
  readonly #alignedEdges = new Map<Candidate, boolean>();
  readonly #rowsTotal: number | undefined;
  readonly #last: Candidate | undefined;

  /** `amounts` are the amounts outside line items. */
  constructor(amounts: readonly Candidate[], segmented: SegmentedText, labels: readonly Label[], rowsTotal: number | undefined) {
    const { height } = segmented;
    this.#rowsTotal = rowsTotal === undefined ? undefined : toCents(rowsTotal);
    this.#last = amounts.at(-1);
    const values = amounts.map(({ amount }) => Math.abs(toCents(amount!)));
    for (const value of values) this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    const distinct = [...new Set(values)].filter((value) => value > 0).sort((a, b) => b - a);
    if (distinct[0] !== undefined) this.#add(distinct[0], 'greatest');
    if (distinct[1] !== undefined) this.#add(distinct[1], 'second greatest');
    this.#compare(distinct.slice(0, MAX_AMOUNTS), printedRates(segmented));
    this.#comparePayments(amounts, labels);
    for (const one of amounts.slice(0, 2 * MAX_AMOUNTS))
      this.#alignedEdges.set(
        one,
        amounts
          .slice(0, 2 * MAX_AMOUNTS)
          .some(
            (other) =>
              other !== one &&
              other.segment.page === one.segment.page &&
              Math.abs(other.box.right - one.box.right) < 0.5 * height &&
              Math.abs(other.box.top - one.box.top) < 4 * height,
          ),
      );
  }

  #add(value: number, feature: string): void {
    const own = this.#features.get(value);
    if (own === undefined) this.#features.set(value, new Set([feature]));
    else own.add(feature);
  }

  #compare(distinct: readonly number[], rates: readonly number[]): void {
    const all = new Set(distinct);
    for (const [i, large] of distinct.entries()) {
      for (const small of distinct.slice(i + 1)) {
        const isTaxOf = (rate: number): boolean => Math.abs((large * rate) / 100 - small) <= 1.5;
        const isPrinted = rates.some(isTaxOf);
        if (all.has(large + small)) {
          const sort = isPrinted ? 'at a printed rate' : USUAL_RATES.some(isTaxOf) ? 'at a usual rate' : 'of any two';
          this.#add(large + small, `sum ${sort}`);
          this.#add(large, `greater part ${sort}`);
          this.#add(small, `smaller part ${sort}`);
        } else if (isPrinted) {
          this.#add(large, 'taxed at a printed rate');
          this.#add(small, 'tax at a printed rate');
        }
        if (rates.some((rate) => Math.abs(large - large / (1 + rate / 100) - small) <= 1.5))
          this.#add(small, 'tax within at a printed rate');
      }
    }
  }

  /** What was paid less the change is what was due; rounding comes between two totals. */
  #comparePayments(amounts: readonly Candidate[], labels: readonly Label[]): void {
    const rowsOf = (fields: readonly string[]): Set<number> =>
      new Set(labels.filter(({ meanings }) => meanings.some(({ field }) => fields.includes(field))).map(({ segment }) => segment.row));
    const lastOf = (rows: ReadonlySet<number>): number[] => {
      const last = new Map<number, Candidate>();
      for (const amount of amounts)
        if (rows.has(amount.segment.row) && amount.box.right >= (last.get(amount.segment.row)?.box.right ?? -Infinity))
          last.set(amount.segment.row, amount);
      return [...last.values()].map(({ amount }) => Math.abs(toCents(amount!))).slice(0, MAX_RATES);
    };
    const paid = lastOf(rowsOf(['Payment', 'Other.tendered']));
    for (const change of lastOf(rowsOf(['Other.change'])))
      for (const payment of paid) if (change > 0) this.#add(payment - change, 'paid less change');
    for (const payment of paid) this.#add(payment, 'paid');
    for (const rounding of lastOf(rowsOf(['Other.rounding']))) {
      if (rounding === 0 || rounding > 50) continue;
      for (const value of [...this.#counts.keys()].slice(0, MAX_AMOUNTS)) {
        // Either is a total; the rounded one ends with 0 or 5.
        if (this.#counts.has(value + rounding) && (value + rounding) % 5 === 0) this.#addRounding(value, value + rounding);
        if (this.#counts.has(value - rounding) && (value - rounding) % 5 === 0) this.#addRounding(value, value - rounding);
      }
    }
  }

  #addRounding(before: number, after: number): void {
    this.#add(before, 'before rounding');
    this.#add(after, 'after rounding');
  }

  of(candidate: Candidate): string[] {
    const { amount, money, text, segment, end } = candidate;
    const value = toCents(amount!);
    const features = [...(this.#features.get(Math.abs(value)) ?? [])];
    const hasCurrency = money?.symbol !== undefined || /\p{L}/u.test(text);
    if (hasCurrency) features.push('currency');
    if (/[.,]\d{2}\D*$/u.test(text)) features.push('cents');
    else if (!hasCurrency && !GROUPED.test(text)) features.push('plain number');
    if (value === 0) features.push('zero');
    if (value < 0) features.push('negative');
    if ((this.#counts.get(Math.abs(value)) ?? 0) > 1) features.push('repeated');
    if (this.#rowsTotal === value) features.push('sum of the lines');
    if (this.#last?.segment.row === segment.row) features.push('last amount');
    if (end >= segment.text.length) features.push('ends its line');
    if (this.#alignedEdges.get(candidate) === true) features.push('aligned with another amount');
    return features;
  }
}
