/** Reads a box by its kind: an amount, a date, a number with a check, a text. */
import type { Field } from '../field.ts';
import type { CaptionBox } from '../captions/caption-boxes.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { rowsOf, textOf } from '../captions/page-text.ts';
import { dateOf, figuresRepaired } from '../values/dates.ts';
import { moneyOf } from '../values/money.ts';
import { fieldOf, stringField } from '../captions/build-field.ts';
import { employerNumber, socialSecurityNumber } from './tax-numbers.ts';

const AMOUNT = /^[-(]?\$?[\d,. ]*\d\)?-?$/u;

interface Amount { value: number; words: PlacedWord[]; cents: boolean; from: number }

/** Stretches of a row that are an amount: a sign, figures, and figures parted from their cents. */
export function amountsIn(words: readonly PlacedWord[]): Amount[] {
  const found: Amount[] = [];
  for (const row of rowsOf(words)) {
    for (let i = 0; i < row.length; i++) {
      if (!AMOUNT.test(figuresRepaired(row[i]!.text))) continue;
      const own = [row[i]!];
      const next = row[i + 1];
      const height = row[i]!.box.bottom - row[i]!.box.top;
      if (next !== undefined && /^[\d,]+[.,]?$/u.test(row[i]!.text) && /^[.,]?\d{2}$/u.test(next.text) && next.box.left - row[i]!.box.right < 1.2 * height && (/[.,]$/u.test(row[i]!.text) || /^[.,]/u.test(next.text))) own.push(next);
      const text = textOf(own).replace(/\s+/gu, '');
      const money = moneyOf(text, { locale: 'en-US' });
      if (money === undefined) continue;
      found.push({ value: money.amount, words: own, cents: /[.,]\d\d\)?-?$/u.test(text), from: own[0]!.box.left });
      if (own.length > 1) i++;
    }
  }
  return found;
}

/** Of several numbers in a box the one with cents, then the first. A whole number of one figure is likelier a box's number. */
export function amountOf({ words, caption }: CaptionBox): Field | undefined {
  const amounts = amountsIn(words);
  const withCents = amounts.filter(({ cents }) => cents);
  const chosen = withCents[0] ?? amounts.find(({ words: own }) => textOf(own).length > 1 || own[0]!.text === '0') ;
  if (chosen === undefined) return undefined;
  const alone = withCents.length === 1 || amounts.length === 1;
  return fieldOf({ type: 'number', value: chosen.value }, chosen.words, (alone ? 0.98 : 0.75) * sure(caption.score));
}

export function countOf({ words, caption }: CaptionBox): Field | undefined {
  const word = words.find(({ text }) => /^\d{1,4}$/u.test(figuresRepaired(text)));
  return word === undefined ? undefined : fieldOf({ type: 'number', value: Number(figuresRepaired(word.text)) }, [word], 0.95 * sure(caption.score));
}

export function dateField({ words, caption }: CaptionBox): Field | undefined {
  for (const row of rowsOf(words)) {
    const value = dateOf(textOf(row), { locale: 'en-US' });
    if (value !== undefined) return fieldOf({ type: 'date', value }, row, 0.97 * sure(caption.score));
  }
  return undefined;
}

/** A word with a figure in it, or a row of such words. */
export function codeOf({ words, caption }: CaptionBox, printed: ReadonlySet<string>): Field | undefined {
  const own = rowsOf(words.filter(({ text }) => !printed.has(text.toLowerCase()))).find((row) => row.some(({ text }) => /\d/u.test(text)) || row.length === 1);
  return own === undefined ? undefined : stringField(own, 0.95 * sure(caption.score));
}

export function textField({ words, caption }: CaptionBox, printed: ReadonlySet<string>): Field | undefined {
  const own = rowsOf(words.filter(({ text }) => !printed.has(text.toLowerCase()) && /[\p{L}\p{N}]/u.test(text))).flat();
  return own.length === 0 ? undefined : stringField(own, 0.93 * sure(caption.score));
}

/** A number of the tax office, printed whole or with its first figures hidden. */
export function taxNumber({ words, caption }: CaptionBox, kind: 'ssn' | 'ein'): Field | undefined {
  const read = kind === 'ssn' ? socialSecurityNumber : employerNumber;
  for (const row of rowsOf(words)) {
    for (let i = 0; i < row.length; i++) {
      for (const count of [3, 2, 1]) {
        const own = row.slice(i, i + count);
        const value = own.length === count ? read(own.map(({ text }) => text).join('')) : undefined;
        if (value !== undefined) return stringField(own, (value.whole ? 0.98 : 0.9) * sure(caption.score), value.text);
      }
    }
  }
  return undefined;
}

/** How much a caption that was matched in part takes from its value. */
export const sure = (score: number): number => 0.7 + 0.3 * score;
