/** Reads a box by its kind. */
import type { Field } from '../field.ts';
import type { CaptionBox } from '../captions/caption-boxes.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { rowsOf, textOf } from '../captions/page-text.ts';
import { dateOf, repairDigits } from '../values/dates.ts';
import { moneyOf } from '../values/money.ts';
import { buildField, buildStringField } from '../captions/build-field.ts';
import { employerNumber, socialSecurityNumber } from './tax-numbers.ts';

const AMOUNT = /^[-(]?\$?[\d,. ]*\d\)?-?$/u;

interface Amount {
  value: number;
  words: PlacedWord[];
  cents: boolean;
  from: number;
}

/** Amounts in a row: sign, digits, and cents that may be separated. */
export function findAmounts(words: readonly PlacedWord[]): Amount[] {
  const found: Amount[] = [];
  for (const row of rowsOf(words)) {
    for (let i = 0; i < row.length; i++) {
      if (!AMOUNT.test(repairDigits(row[i]!.text))) continue;
      const own = [row[i]!];
      const next = row[i + 1];
      const height = row[i]!.box.bottom - row[i]!.box.top;
      if (
        next !== undefined &&
        /^[\d,]+[.,]?$/u.test(row[i]!.text) &&
        /^[.,]?\d{2}$/u.test(next.text) &&
        next.box.left - row[i]!.box.right < 1.2 * height &&
        (/[.,]$/u.test(row[i]!.text) || /^[.,]/u.test(next.text))
      )
        own.push(next);
      const text = textOf(own).replace(/\s+/gu, '');
      const money = moneyOf(text, { locale: 'en-US' });
      if (money === undefined) continue;
      found.push({ value: money.amount, words: own, cents: /[.,]\d\d\)?-?$/u.test(text), from: own[0]!.box.left });
      if (own.length > 1) i++;
    }
  }
  return found;
}

/** Of several numbers, the one with cents, then the first. A single digit is likely a box number. */
export function readAmount({ words, caption }: CaptionBox): Field | undefined {
  const amounts = findAmounts(words);
  const withCents = amounts.filter(({ cents }) => cents);
  const chosen = withCents[0] ?? amounts.find(({ words: own }) => textOf(own).length > 1 || own[0]!.text === '0');
  if (chosen === undefined) return undefined;
  const alone = withCents.length === 1 || amounts.length === 1;
  return buildField({ type: 'number', value: chosen.value }, chosen.words, (alone ? 0.98 : 0.75) * captionCertainty(caption.score));
}

export function readCount({ words, caption }: CaptionBox): Field | undefined {
  const word = words.find(({ text }) => /^\d{1,4}$/u.test(repairDigits(text)));
  return word === undefined
    ? undefined
    : buildField({ type: 'number', value: Number(repairDigits(word.text)) }, [word], 0.95 * captionCertainty(caption.score));
}

export function readDate({ words, caption }: CaptionBox): Field | undefined {
  for (const row of rowsOf(words)) {
    const value = dateOf(textOf(row), { locale: 'en-US' });
    if (value !== undefined) return buildField({ type: 'date', value }, row, 0.97 * captionCertainty(caption.score));
  }
  return undefined;
}

/** A word with a digit, or a row of such words. */
export function readCode({ words, caption }: CaptionBox, printed: ReadonlySet<string>): Field | undefined {
  const own = rowsOf(words.filter(({ text }) => !printed.has(text.toLowerCase()))).find(
    (row) => row.some(({ text }) => /\d/u.test(text)) || row.length === 1,
  );
  return own === undefined ? undefined : buildStringField(own, 0.95 * captionCertainty(caption.score));
}

export function readText({ words, caption }: CaptionBox, printed: ReadonlySet<string>): Field | undefined {
  const own = rowsOf(words.filter(({ text }) => !printed.has(text.toLowerCase()) && /[\p{L}\p{N}]/u.test(text))).flat();
  return own.length === 0 ? undefined : buildStringField(own, 0.93 * captionCertainty(caption.score));
}

/** A tax number, complete or with masked digits. */
export function readTaxNumber({ words, caption }: CaptionBox, kind: 'ssn' | 'ein'): Field | undefined {
  const read = kind === 'ssn' ? socialSecurityNumber : employerNumber;
  for (const row of rowsOf(words)) {
    for (let i = 0; i < row.length; i++) {
      for (const count of [3, 2, 1]) {
        const own = row.slice(i, i + count);
        const value = own.length === count ? read(own.map(({ text }) => text).join('')) : undefined;
        if (value !== undefined) return buildStringField(own, (value.whole ? 0.98 : 0.9) * captionCertainty(caption.score), value.text);
      }
    }
  }
  return undefined;
}

/** Certainty of a value by the score of its caption. */
export const captionCertainty = (score: number): number => 0.7 + 0.3 * score;
