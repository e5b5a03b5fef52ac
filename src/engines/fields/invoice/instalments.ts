/** Payment in four instalments: rows that say which of four they are, each with a day and an amount. */
import type { Field } from '../field.ts';
import type { Scribe } from '../scoring/field-writer.ts';
import { objectField } from '../scoring/field-writer.ts';
import type { Sheet, SheetWord } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import { datesIn } from '../values/dates.ts';
import { moneyIn } from '../values/money.ts';

const WHICH = /(?<![\d/])([1-4])\s?(?:\/|of|von|de|di|van|sur)\s?4(?![\d/])/iu;

/** All four rows or none: a row by itself says little. */
export function instalments(sheet: Sheet, scribe: Scribe): Field[] {
  const { locale } = scribe;
  const found = sheet.rows.flatMap(({ segments }) => {
    if (!segments.some(({ text }) => WHICH.test(text))) return [];
    const date = segments.flatMap((segment) => datesIn(segment.text, { locale }).map((one) => ({ ...one, words: wordsIn(segment, one.start, one.end) })))[0];
    const amount = segments.flatMap((segment) => moneyIn(segment.text, { locale }).filter(({ start, end }) => /[.,]\d{2}(?!\d)/u.test(segment.text.slice(start, end))).map((one) => ({ ...one, words: wordsIn(segment, one.start, one.end) }))).at(-1);
    return date === undefined || amount === undefined ? [] : [{ date, amount }];
  });
  if (found.length !== 4) return [];
  const evidence = (words: readonly SheetWord[]): { score: number; next: number; holds: boolean; fails: boolean; read: number } => ({ score: 3, next: 0, holds: false, fails: false, read: Math.min(...words.map(({ confidence }) => confidence)) });
  const said = (words: readonly SheetWord[]): { text: string; items: number[] } => ({ text: '', items: words.map(({ item }) => item) });
  return found.map(({ date, amount }) => objectField({
    Amount: scribe.value({ type: 'currency', value: amount.value }, said(amount.words), 'line', evidence(amount.words)),
    DueDate: scribe.value({ type: 'date', value: date.value }, said(date.words), 'line', evidence(date.words)),
  }));
}
