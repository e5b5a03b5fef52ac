/** Social security cards: the number, the name below the introductory sentence, and an optional date. */
import type { Field } from '../field.ts';
import { buildStringField } from '../captions/build-field.ts';
import type { PageText } from '../captions/page-text.ts';
import { rowsOf, textOf } from '../captions/page-text.ts';
import { buildField } from '../captions/build-field.ts';
import { wordSimilarity, normalizeWord } from '../captions/word-similarity.ts';
import { dateOf } from '../values/dates.ts';
import { socialSecurityNumber } from '../tax/tax-numbers.ts';

export function socialSecurityFields(page: PageText): Record<string, Field> {
  const rows = rowsOf(page.words);
  const fields: Record<string, Field> = {};
  for (const row of rows) {
    for (const count of [1, 3, 2]) {
      for (let i = 0; i + count <= row.length; i++) {
        const own = row.slice(i, i + count);
        const read = socialSecurityNumber(own.map(({ text }) => text).join(''));
        if (read !== undefined && fields['DocumentNumber'] === undefined && /\d.*-|^\d{9}$/u.test(read.text))
          fields['DocumentNumber'] = buildStringField(own, read.whole ? 0.97 : 0.85, read.text);
      }
    }
    const date = dateOf(textOf(row), { locale: 'en-US' });
    if (date !== undefined)
      fields['DateOfIssue'] = buildField(
        { type: 'date', value: date },
        row.filter(({ text }) => /\d/u.test(text)),
        0.85,
      );
  }
  const established = rows.findIndex((row) => row.some(({ text }) => wordSimilarity(normalizeWord(text), 'established') > 0.7));
  const names = rows
    .slice(established < 0 ? rows.length : established + 1)
    .filter((row) => /^[\p{Lu}][\p{L}'’. -]+$/u.test(textOf(row)) && !/SIGNATURE|SOCIAL|SECURITY|VALID/iu.test(textOf(row)))
    .slice(0, 2);
  const words = names.length === 2 && names[1]![0]!.box.top - names[0]![0]!.box.bottom > 2 * page.height ? names[0]! : names.flat();
  if (words.length >= 2) {
    fields['FirstName'] = buildStringField(words.slice(0, -1), 0.93);
    fields['LastName'] = buildStringField(words.slice(-1), 0.93);
  }
  return fields;
}
