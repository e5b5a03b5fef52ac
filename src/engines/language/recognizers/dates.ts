/**
 * Where a text has dates and times, for what is learned: by rules in every language that there are words of, English too, so that a date
 * is found in the same way in the language of training and in those of queries. Linear in the text, unlike the library.
 */
import { languageOf } from '../../shared/text/tokens.ts';
import { vocabularyOf } from './rules/cultures.ts';
import { ruleFinder } from './rules/find.ts';
import { hasDateRules } from './rules/languages.ts';

/** Where a date is does not depend on when it is asked for. */
const WHEN = { referenceMs: Date.UTC(2020, 0, 1, 12) };

export function findDates(text: string, culture: string): { readonly start: number; readonly end: number }[] {
  const language = languageOf(culture);
  if (!hasDateRules(language)) return [];
  return ruleFinder(text, vocabularyOf(language), WHEN)('datetimeV2').map(({ start, end }) => ({ start, end }));
}
