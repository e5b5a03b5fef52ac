/** Payment in four installments: rows numbered 1 to 4 with a date and an amount. */
import type { Field } from '../field.ts';
import type { Evidence } from '../scoring/confidence.ts';
import { evidenceOf } from '../scoring/confidence.ts';
import type { FieldWriter } from '../scoring/field-writer.ts';
import { objectField } from '../scoring/field-writer.ts';
import type { SegmentedText, SegmentWord } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import { datesIn } from '../values/dates.ts';
import { moneyIn } from '../values/money.ts';

const WHICH = /(?<![\d/])([1-4])\s?(?:\/|of|von|de|di|van|sur)\s?4(?![\d/])/iu;

/** All four rows or none: a single row is not conclusive. */
export function findInstallments(segmented: SegmentedText, writer: FieldWriter): Field[] {
  const { locale } = writer;
  const found = segmented.rows.flatMap(({ segments }) => {
    if (!segments.some(({ text }) => WHICH.test(text))) return [];
    const date = segments.flatMap((segment) =>
      datesIn(segment.text, { locale }).map((one) => ({ ...one, words: wordsIn(segment, one.start, one.end) })),
    )[0];
    const amount = segments
      .flatMap((segment) =>
        moneyIn(segment.text, { locale })
          .filter(({ start, end }) => /[.,]\d{2}(?!\d)/u.test(segment.text.slice(start, end)))
          .map((one) => ({ ...one, words: wordsIn(segment, one.start, one.end) })),
      )
      .at(-1);
    return date === undefined || amount === undefined ? [] : [{ date, amount }];
  });
  if (found.length !== 4) return [];
  const evidence = (words: readonly SegmentWord[]): Evidence => evidenceOf(3, Math.min(...words.map(({ confidence }) => confidence)));
  const toSource = (words: readonly SegmentWord[]): { text: string; items: number[] } => ({
    text: '',
    items: words.map(({ item }) => item),
  });
  return found.map(({ date, amount }) =>
    objectField({
      Amount: writer.value({ type: 'currency', value: amount.value }, toSource(amount.words), 'money', evidence(amount.words)),
      DueDate: writer.value({ type: 'date', value: date.value }, toSource(date.words), 'date', evidence(date.words)),
    }),
  );
}
