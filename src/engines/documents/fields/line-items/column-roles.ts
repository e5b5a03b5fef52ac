/**
 * Which column holds which field. Headings say most of it; what they leave open is decided by the text below: quantity × unit price =
 * amount, consecutive numbers are positions, the column with most letters is the description.
 */
import type { FittedColumn, RowCells } from './fit-columns.ts';
import { isProduct } from './line-items.ts';
import { moneyIn } from '../values/money.ts';
import { numbersIn } from '../values/numbers.ts';

/** Column index by field. */
export interface ColumnRoles {
  byField: ReadonlyMap<string, number>;
  /** Share of rows in which quantity × unit price is the amount; undefined if there are no such columns. */
  products?: number;
}

const MAX_ROWS = 60;

export function resolveRoles(columns: readonly FittedColumn[], rows: readonly RowCells[], locale?: string): ColumnRoles {
  const sample = rows.slice(0, MAX_ROWS);
  const textOf = (cells: RowCells, column: number): string => (cells.get(column) ?? []).map(({ text }) => text).join(' ');
  const amountOf = (cells: RowCells, column: number): number | undefined => moneyIn(textOf(cells, column), { locale })[0]?.value.amount;
  const quantityOf = (cells: RowCells, column: number): number | undefined => numbersIn(textOf(cells, column), { locale })[0]?.value;
  const indexes = columns.map((_, i) => i);
  const named = (field: string): number[] => indexes.filter((i) => columns[i]!.field === field);
  const filled = (column: number, pattern: RegExp): number => sample.filter((cells) => pattern.test(textOf(cells, column))).length;
  const unnamed = indexes.filter((i) => /^(?:|Other)$/u.test(columns[i]!.field));
  const figures = unnamed.filter((i) => columns[i]!.field === '' && filled(i, /\d/u) > 0.3 * sample.length);
  const byField = new Map<string, number>();

  const amounts = firstFilled([
    named('Amount'),
    named('GrossAmount'),
    // "Charges" is a heading of amounts as well as of names.
    named('Description').length > 1
      ? named('Description').filter((i) => filled(i, /^\D{0,3}\d[\d.,]*[.,]\d{2}\D{0,3}$/u) > 0.5 * sample.length)
      : [],
    named('UnitPrice').length > 1 ? named('UnitPrice').slice(-1) : [],
    figures.filter((i) => filled(i, /\d[.,]\d{2}/u) > 0.3 * sample.length).slice(-1),
  ]);
  const prices = named('UnitPrice').filter((i) => !amounts.includes(i));
  /** Whether most rows have a quantity, a price and their product in these columns. */
  const proofOf = (quantity: number, price: number, amount: number): number => {
    let complete = 0;
    let holds = 0;
    for (const cells of sample) {
      const [count, each, total] = [quantityOf(cells, quantity), amountOf(cells, price), amountOf(cells, amount)];
      if (count === undefined || each === undefined || total === undefined) continue;
      complete += 1;
      if (isProduct(count, each, total)) holds += 1;
    }
    return complete === 0 ? -1 : holds / complete;
  };
  let best: { score: number; share: number; quantity: number; price: number; amount: number } | undefined;
  const bonus = (column: number, field: string): number => (columns[column]!.field === field ? 0.1 : 0);
  for (const quantity of new Set([...named('Quantity'), ...figures]))
    for (const price of new Set([...prices, ...figures]))
      for (const amount of new Set([...amounts, ...named('GrossAmount'), ...figures])) {
        if (new Set([quantity, price, amount]).size < 3) continue;
        const share = proofOf(quantity, price, amount);
        const isGross = columns[amount]!.field !== 'Amount' || columns[amount]!.isGross;
        const score =
          share +
          bonus(quantity, 'Quantity') +
          bonus(price, 'UnitPrice') +
          (columns[amount]!.field === '' ? 0 : 0.1) -
          (isGross ? 0.01 : 0) -
          (columns[price]!.isGross ? 0.01 : 0);
        if (share >= 0 && (best === undefined || score > best.score)) best = { score, share, quantity, price, amount };
      }
  const isProven = best !== undefined && best.share > 0.5;
  const set = (field: string, column: number | undefined): void => {
    if (column !== undefined && ![...byField.values()].includes(column)) byField.set(field, column);
  };
  set('Amount', isProven ? best!.amount : (amounts.filter((i) => !columns[i]!.isGross).at(-1) ?? amounts.at(-1)));
  set('UnitPrice', isProven ? best!.price : (prices.find((i) => !columns[i]!.isGross) ?? prices[0]));
  set('Quantity', isProven ? best!.quantity : named('Quantity').at(0));
  // Without an amount, the price is the amount of the line.
  if (!byField.has('Amount') && byField.has('UnitPrice') && !byField.has('Quantity')) {
    byField.set('Amount', byField.get('UnitPrice')!);
    byField.delete('UnitPrice');
  }
  for (const field of ['Tax', 'TaxRate', 'Unit', 'Date']) set(field, named(field)[0]);

  const isCounting = (column: number): boolean => {
    const values = sample.flatMap((cells) => {
      const text = textOf(cells, column);
      return text === '' ? [] : [/^\d{1,6}\.?$/u.test(text) ? Number.parseInt(text, 10) : Number.NaN];
    });
    return (
      values.length > 0 && values.every((value, i) => (i === 0 ? value <= 10 : value > values[i - 1]! && value - values[i - 1]! <= 10))
    );
  };
  const letters = (column: number): number =>
    sample.reduce((sum, cells) => sum + textOf(cells, column).replace(/[^\p{L}]/gu, '').length, 0);
  const texts = firstFilled([
    named('Description').filter((i) => letters(i) > 0),
    [...unnamed, ...named('ProductCode')].filter((i) => letters(i) > 2 * sample.length && !/Other/u.test(columns[i]!.field)),
    [...unnamed, ...named('Position')].filter((i) => letters(i) > 3 * sample.length),
  ]);
  set(
    'Description',
    texts.reduce<number | undefined>((one, other) => (one === undefined || letters(other) > letters(one) ? other : one), undefined) ??
      named('Description')[0],
  );
  const codes = [...named('ProductCode'), ...named('Description'), ...named('Position'), ...named('Tariff')].filter(
    (i) => ![...byField.values()].includes(i),
  );
  for (const column of codes) {
    if (
      isCounting(column) ||
      // Positions may stand above the rows with figures.
      (columns[column]!.field === 'Position' &&
        (filled(column, /\S/u) === 0 || filled(column, /^\d{1,3}(?:\.\d{1,3})*\.?$/u) > 0.7 * sample.length))
    )
      set('Position', column);
    else if (byField.has('ProductCode')) continue;
    else if (
      /^(?:ProductCode|Tariff)$/u.test(columns[column]!.field) ||
      filled(column, /^(?=.*\d)[\p{L}\d./-]{4,}$/u) > 0.5 * sample.length
    )
      set('ProductCode', column);
    else if (columns[column]!.field === 'Position') set('Position', column);
  }
  return { byField, ...(best !== undefined && { products: Math.min(1, Math.max(0, best.share)) }) };
}

const firstFilled = (choices: readonly number[][]): number[] => choices.find(({ length }) => length > 0) ?? [];
