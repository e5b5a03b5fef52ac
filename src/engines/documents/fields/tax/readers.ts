/** Reads the value of a cell by its kind. */
import type { Field } from '../field.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { rowsOfLines, textOf } from '../captions/page-text.ts';
import type { Box } from '../../reading/model/page.ts';
import { dateOf, repairDigits } from '../values/dates.ts';
import { moneyOf } from '../values/money.ts';
import type { ValueCell } from './cells.ts';
import type { FieldWriter } from './field-writer.ts';
import { employerNumber, socialSecurityNumber } from './tax-numbers.ts';

const AMOUNT = /^[-(]?\$?[\d,. ]*\d[.,]?\)?-?\$?$/u;

interface Amount {
  value: number;
  words: PlacedWord[];
  cents: boolean;
}

/** Amounts in a row: sign, digits, and cents that may be separated. */
export function findAmounts(words: readonly PlacedWord[]): Amount[] {
  const found: Amount[] = [];
  for (const row of rowsOfLines(words)) {
    for (let i = 0; i < row.length; i++) {
      if (!AMOUNT.test(repairDigits(row[i]!.text))) continue;
      const own = [row[i]!];
      const next = row[i + 1];
      const height = row[i]!.box.bottom - row[i]!.box.top;
      if (
        next !== undefined &&
        /^\$?[\d,]+[.,]?$/u.test(row[i]!.text) &&
        /^[.,]?\d{2}$/u.test(next.text) &&
        next.box.left - row[i]!.box.right < 2 * height &&
        (/[.,]$/u.test(row[i]!.text) || /^[.,]/u.test(next.text))
      )
        own.push(next);
      // Amounts have two decimals; a third one is a rule read as a digit, and a sign at the end belongs to the next cell.
      const text = textOf(own)
        .replace(/\s+/gu, '')
        .replace(/(?<=\d)[.,]?\$$|(?<=\d)[.,]$/u, '')
        .replace(/(\.\d\d)\d$/u, '$1');
      const money = moneyOf(text, { locale: 'en-US' });
      if (money === undefined) continue;
      found.push({ value: money.amount, words: own, cents: /[.,]\d\d\)?-?$/u.test(text) });
      if (own.length > 1) i++;
    }
  }
  return found;
}

const sourceOf = ({ caption, ruled }: ValueCell): { caption: number; ruled: boolean } => ({ caption: caption.score, ruled });

/** Of several numbers, the one with cents, then the first. A single digit is likely a box number. */
export function readAmount(cell: ValueCell, { write }: FieldWriter): Field | undefined {
  const amounts = findAmounts(cell.words);
  const withCents = amounts.filter(({ cents }) => cents);
  const chosen = withCents[0] ?? amounts.find(({ words: own }) => textOf(own).length > 1 || own[0]!.text === '0');
  if (chosen === undefined) return undefined;
  return write({ type: 'number', value: chosen.value }, chosen.words, {
    kind: 'amount',
    ...sourceOf(cell),
    alone: withCents.length === 1 || amounts.length === 1,
    shape: chosen.cents,
  });
}

export function readCount(cell: ValueCell, { write }: FieldWriter): Field | undefined {
  const counts = cell.words.filter(({ text }) => /^\d{1,4}$/u.test(repairDigits(text)));
  return counts.length === 0
    ? undefined
    : write({ type: 'number', value: Number(repairDigits(counts[0]!.text)) }, [counts[0]!], {
        kind: 'count',
        ...sourceOf(cell),
        alone: counts.length === 1,
      });
}

export function readDate(cell: ValueCell, { write }: FieldWriter): Field | undefined {
  for (const row of rowsOfLines(cell.words)) {
    const value = dateOf(textOf(row), { locale: 'en-US' });
    if (value !== undefined) return write({ type: 'date', value }, row, { kind: 'date', ...sourceOf(cell) });
  }
  return undefined;
}

/** A word with a digit, or a row of such words. */
export function readCode(cell: ValueCell, { text }: FieldWriter, printed: ReadonlySet<string>): Field | undefined {
  const rows = rowsOfLines(cell.words.filter((word) => !printed.has(word.text.toLowerCase()) && /[\p{L}\p{N}*]/u.test(word.text)));
  const own = rows.find((row) => row.some((word) => /\d/u.test(word.text)) || row.length === 1);
  return own === undefined
    ? undefined
    : text(own, { kind: 'code', ...sourceOf(cell), alone: rows.length === 1, shape: own.some((word) => /\d/u.test(word.text)) });
}

export function readText(cell: ValueCell, { text }: FieldWriter, printed: ReadonlySet<string>): Field | undefined {
  const rows = rowsOfLines(cell.words.filter((word) => !printed.has(word.text.toLowerCase()) && /[\p{L}\p{N}]/u.test(word.text)));
  return rows.length === 0 ? undefined : text(rows.flat(), { kind: 'text', ...sourceOf(cell), alone: rows.length === 1 });
}

/** A tax number, complete or with masked digits. */
export function readTaxNumber(cell: ValueCell, kind: 'ssn' | 'ein', { text }: FieldWriter): Field | undefined {
  const read = kind === 'ssn' ? socialSecurityNumber : employerNumber;
  for (const row of rowsOfLines(cell.words)) {
    for (let i = 0; i < row.length; i++) {
      for (const count of [3, 2, 1]) {
        const own = row.slice(i, i + count);
        const value = own.length === count ? read(own.map((word) => word.text).join('')) : undefined;
        if (value !== undefined) return text(own, { kind: 'taxNumber', ...sourceOf(cell), shape: value.whole }, value.text);
      }
    }
  }
  return undefined;
}

/** A value that is known by its shape alone; the first group is the value, without a box number joined to it. */
export function readShape(
  words: readonly PlacedWord[],
  shape: RegExp,
  limits: Box,
  cell: ValueCell | undefined,
  { text }: FieldWriter,
): Field | undefined {
  const word = words.find(
    ({ text: own, box }) =>
      shape.test(own) && box.left >= limits.left && box.right <= limits.right && box.top >= limits.top && box.bottom <= limits.bottom,
  );
  const value = word === undefined ? undefined : shape.exec(word.text)?.[1];
  return word === undefined || value === undefined
    ? undefined
    : text([word], { kind: 'code', caption: cell?.caption.score ?? 0, ruled: cell?.ruled ?? false }, value);
}
