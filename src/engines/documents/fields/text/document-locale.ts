/**
 * Detects the locale of a document from its labels, addresses, dates and currencies; a locale given by the caller takes
 * precedence. English alone does not determine the order of day and month.
 */
import type { Label } from './lexicon.ts';
import type { SegmentedText } from './segmented-text.ts';

/** Addresses and phone numbers are more conclusive than currency symbols. */
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  [
    /,?\s(?:A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),?\s\d{5}(?:-\d{4})?(?!\d)/u,
    'en-US',
  ],
  [/\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b|\+44/u, 'en-GB'],
  [/\b(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT)\s\d{4}\b|\+61/u, 'en-AU'],
  [/(?:^|\s)RM\s?\d|\bsdn\.? bhd\b|\bjalan\b/iu, 'en-MY'],
  [/(?:^|[^A-Z])(?:A\$|AUD)|\bABN\b/u, 'en-AU'],
  [/(?:^|[^A-Z])S\$\s?\d|\bSGD\b/u, 'en-SG'],
  [/₹|\bINR\b|\bGSTIN\b/u, 'en-IN'],
  [/£|\bGBP\b/u, 'en-GB'],
  [/€|\bEUR\b/u, 'en-IE'],
];

export function documentLocale(segmented: SegmentedText, labels: readonly Label[], hint?: string): string | undefined {
  if (hint !== undefined && hint !== '') return hint;
  const votes = new Map<string, number>();
  for (const { meanings, words, edits } of labels) {
    // Names of payment cards are the same in all languages.
    if (meanings.some(({ field }) => field === 'Payment')) continue;
    const languages = new Set(meanings.map(({ language }) => language));
    for (const language of languages) votes.set(language, (votes.get(language) ?? 0) + (words - 0.5 * edits) / languages.size);
  }
  const [language] = [...votes].sort((a, b) => b[1] - a[1])[0] ?? ['en'];
  if (language !== 'en') return language;
  const texts = segmented.segments.map(({ text }) => text);
  const dates = texts.flatMap((text) =>
    [...text.matchAll(/(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?!\d)/gu)].map(([, a, b]) => [Number(a), Number(b)] as const),
  );
  const home = ENGLISH.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1];
  if (dates.some(([a]) => a > 12)) return home ?? 'en-GB';
  if (dates.some(([, b]) => b > 12)) return 'en-US';
  return home ?? 'en-US';
}
