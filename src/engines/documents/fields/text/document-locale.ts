/**
 * Detects the locale of a document. Script, labels and letters tell the language; tax numbers, phone prefixes, currencies, places and
 * domains tell which of its countries. A locale given by the caller takes precedence. English alone does not determine the order of
 * day and month.
 */
import { countryOf, localeOf } from '../values/locale.ts';
import type { Label } from './lexicon.ts';
import signs from './locale-signs.json' with { type: 'json' };
import type { SegmentedText } from './segmented-text.ts';

const SCRIPTS = signs.scripts.map(({ pattern, languages }) => ({ pattern: new RegExp(pattern, 'gu'), languages }));
const LETTERS = Object.entries(signs.letters).map(([language, letters]) => [language, new RegExp(`[${letters}]`, 'giu')] as const);
const COUNTRIES = new Map(
  Object.entries(signs.countries).map(([country, patterns]) => [country, patterns.map((one) => new RegExp(one, 'u'))]),
);
const SPOKEN: Readonly<Record<string, readonly string[]>> = signs.spoken;

/** Longer documents are read up to here. */
const MAX_LETTERS = 20_000;
/** Share of letters that makes a script the script of the document. */
const MIN_SHARE = 0.25;
/** Votes of letters: as much as two labels. */
const MAX_LETTER_VOTES = 2;

export function documentLocale(segmented: SegmentedText, labels: readonly Label[], hint?: string): string | undefined {
  if (hint !== undefined && hint !== '') return hint;
  const text = segmented.segments
    .map((segment) => segment.text)
    .join('\n')
    .slice(0, MAX_LETTERS);
  const language = languageOf(text, labels);
  const country = countryFrom(text, language);
  if (language !== 'en') return country === undefined ? language : `${language}-${country}`;
  return englishLocale(text, country);
}

function languageOf(text: string, labels: readonly Label[]): string {
  const votes = languageVotes(labels);
  const vote = (language: string, weight: number): void => void votes.set(language, (votes.get(language) ?? 0) + weight);
  for (const [language, letters] of LETTERS) {
    const count = text.match(letters)?.length ?? 0;
    if (count > 1) vote(language, Math.min(MAX_LETTER_VOTES, count / 4));
  }
  if (['US', 'GB', 'AU'].some((country) => COUNTRIES.get(country)![0]!.test(text))) vote('en', ENGLISH_ADDRESS);
  const allowed = languagesOfScript(text);
  const ranked = [...votes].filter(([language]) => allowed?.includes(language) ?? true).sort((a, b) => b[1] - a[1]);
  return ranked[0]?.[0] ?? allowed?.[0] ?? 'en';
}

/** Votes of a label of two or three letters, which may be anything else, and of an address in a country where English is spoken. */
const SHORT_WORD = 0.3;
const ENGLISH_ADDRESS = 1;

/** How many words of labels are in each language. */
function languageVotes(labels: readonly Label[]): Map<string, number> {
  const votes = new Map<string, number>();
  for (const { meanings, words, edits, segment, start, end } of labels) {
    // Names of payment cards are the same in all languages; one misspelled word may be anything.
    if (meanings.some(({ field }) => field === 'Payment') || (words === 1 && edits > 0)) continue;
    const languages = new Set(meanings.map(({ language }) => language));
    const weight = /^[\p{Script=Latin}\W]{1,4}$/u.test(segment.text.slice(start, end)) ? SHORT_WORD : words - 0.5 * edits;
    for (const language of languages) votes.set(language, (votes.get(language) ?? 0) + weight / languages.size);
  }
  return votes;
}

/** Languages of the script that a good part of the letters has; undefined for Latin letters. */
function languagesOfScript(text: string): readonly string[] | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return SCRIPTS.find(({ pattern }) => (text.match(pattern)?.length ?? 0) > MIN_SHARE * letters)?.languages;
}

/** The country with most signs among those of the language; one sign is enough, a tie is not. */
function countryFrom(text: string, language: string): string | undefined {
  const home = countryOf({ language });
  const counted = (SPOKEN[language] ?? [])
    .map((country) => [country, (COUNTRIES.get(country) ?? []).filter((pattern) => pattern.test(text)).length] as const)
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1]);
  const [first, second] = counted;
  if (first === undefined || (second !== undefined && second[1] === first[1] && language !== 'en')) return undefined;
  return first[0] === home ? undefined : first[0];
}

function englishLocale(text: string, country: string | undefined): string {
  if (country !== undefined) return `en-${country}`;
  const dates = [...text.matchAll(/(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?!\d)/gu)].map(([, a, b]) => [Number(a), Number(b)]);
  // With English text, a euro sign determines the date order but not the country.
  const home = /€|\bEUR\b/u.test(text) ? 'en-IE' : undefined;
  const isDayFirst = dates.some(([a]) => a! > 12) || /(?<!\d)\d{1,2}\.\d{1,2}\.\d{2,4}(?!\d)/u.test(text);
  if (isDayFirst) return home ?? 'en-GB';
  if (dates.some(([, b]) => b! > 12)) return 'en-US';
  return home ?? 'en-US';
}

/** Letters of a label that is hardly a word of another language. */
const SPECIFIC_LENGTH = 6;
/** Share of the votes of the main language that a second language has. */
const SECOND_LANGUAGE = 0.2;

/**
 * Labels as the languages of the document mean them: English, the main language and a second one. Of short and misspelled
 * words that are labels in other languages only, nothing is left.
 */
export function labelsInLanguage(labels: readonly Label[], locale: string | undefined): Label[] {
  const votes = languageVotes(labels);
  const { language } = localeOf(locale);
  const min = SECOND_LANGUAGE * Math.max(...votes.values(), 0);
  const isUsed = (other: string): boolean => other === 'en' || other === language || (votes.get(other) ?? 0) >= min;
  return labels.flatMap((label) => {
    const used = label.meanings.filter((meaning) => isUsed(meaning.language));
    const main = used.filter((meaning) => meaning.language === language);
    if (main.length > 0) return [{ ...label, meanings: main }];
    if (used.length > 0) return [{ ...label, meanings: used }];
    return label.edits === 0 && (label.words > 1 || label.end - label.start >= SPECIFIC_LENGTH) ? [label] : [];
  });
}
