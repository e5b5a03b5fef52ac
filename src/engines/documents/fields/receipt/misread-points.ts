/**
 * Decimal points that were read as a digit or not at all, as happens in handwritten tips and totals: 14650 or 1450 for 14.50. An amount
 * without a point is repaired only if the sum of the receipt then holds and did not hold before.
 */
import type { FoundField } from '../scoring/score-fields.ts';

const PARTS = ['Subtotal', 'TotalTax', 'Tip'];
const SUM = 'Total';
/** Half a cent. */
const SLACK = 0.005;

export function repairMisreadPoints(found: ReadonlyMap<string, FoundField>): Map<string, FoundField> {
  const repaired = new Map(found);
  const names = [...PARTS, SUM].filter((name) => found.get(name)?.candidate.amount !== undefined);
  if (!names.includes(SUM) || !names.includes('Subtotal') || holds(names, (name) => found.get(name)!.candidate.amount!)) return repaired;
  const solutions = combinations(names.map((name) => readings(found.get(name)!))).filter((amounts) =>
    holds(names, (name) => amounts[names.indexOf(name)]!),
  );
  if (solutions.length !== 1) return repaired;
  names.forEach((name, n) => repaired.set(name, withAmount(found.get(name)!, solutions[0]![n]!)));
  return repaired;
}

function holds(names: readonly string[], amount: (name: string) => number): boolean {
  const sum = names.filter((name) => name !== SUM).reduce((total, name) => total + amount(name), 0);
  return Math.abs(sum - amount(SUM)) < SLACK;
}

/** The amount as read, and with a point in place of the digit before the cents, or before the cents. */
function readings({ candidate: { text, amount } }: FoundField): number[] {
  const digits = /^\D*(\d{3,9})\D*$/u.exec(text)?.[1];
  if (digits === undefined || Number(digits) !== amount) return [amount!];
  const [whole, cents] = [digits.slice(0, -2), digits.slice(-2)];
  return [amount, Number(`${whole}.${cents}`), ...(whole.length > 1 ? [Number(`${whole.slice(0, -1)}.${cents}`)] : [])];
}

function combinations(options: readonly (readonly number[])[]): number[][] {
  return options.reduce<number[][]>((lists, values) => lists.flatMap((list) => values.map((value) => [...list, value])), [[]]);
}

function withAmount(field: FoundField, amount: number): FoundField {
  const { candidate } = field;
  if (candidate.amount === amount) return field;
  return { ...field, candidate: { ...candidate, amount, ...(candidate.money && { money: { ...candidate.money, amount } }) } };
}
