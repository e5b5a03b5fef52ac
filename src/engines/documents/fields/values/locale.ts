/** Language, country, date order and decimal separator of a locale hint such as `de-AT`. The hint only resolves ambiguities. */
import data from './locales.json' with { type: 'json' };

export interface Locale {
  /** Lower case, such as `de`; empty if unknown. */
  language: string;
  /** Upper-case alpha-2, such as `AT`. */
  country?: string;
}

const HOME: Readonly<Record<string, string>> = data.home;

/** Countries that write the month first in numeric dates. */
const MONTH_FIRST = new Set(data.monthFirst);
/** Countries that write the year first in numeric dates. */
const YEAR_FIRST = new Set(data.yearFirst);
/** Languages with a decimal comma, and countries that differ from their language. */
const COMMA_LANGUAGES = new Set(data.commaLanguages);
const POINT_COUNTRIES = new Set(data.pointCountries);

/** Parses a language tag; an invalid tag gives an empty language. */
export function localeOf(tag?: string): Locale {
  if (tag === undefined) return { language: '' };
  const [language = '', ...rest] = tag.split(/[-_]/u);
  if (!/^[a-z]{2,3}$/iu.test(language)) return { language: '' };
  const country = rest.find((part) => /^[a-z]{2}$/iu.test(part))?.toUpperCase();
  return { language: language.toLowerCase(), country };
}

/** The country given, or the main country of the language; English has none. */
export const countryOf = ({ country, language }: Locale): string | undefined => country ?? HOME[language];

export type DateOrder = 'day' | 'month' | 'year';

/** Which part of a numeric date comes first; undefined if the locale does not tell. */
export function dateOrder(locale: Locale): DateOrder | undefined {
  const country = countryOf(locale);
  if (country === undefined) return locale.language === '' || locale.language === 'en' ? undefined : 'day';
  if (MONTH_FIRST.has(country)) return 'month';
  return YEAR_FIRST.has(country) ? 'year' : 'day';
}

/** Whether 1,5 means one and a half; undefined if the locale does not tell. */
export function decimalComma({ language, country }: Locale): boolean | undefined {
  if (country !== undefined && POINT_COUNTRIES.has(country)) return false;
  if (COMMA_LANGUAGES.has(language)) return true;
  return language === '' && country === undefined ? undefined : country === 'ZA';
}

/** Countries whose amounts have no decimals, and those whose amounts have three. */
const WHOLE_AMOUNTS = new Set(data.wholeAmounts);
const THREE_DECIMALS = new Set(data.threeDecimals);

/** Whether three digits after the only separator are decimals, by the currency; undefined if the separator decides. */
export function threeAreDecimals(locale: Locale): boolean | undefined {
  const country = countryOf(locale) ?? '';
  return THREE_DECIMALS.has(country) ? true : WHOLE_AMOUNTS.has(country) ? false : undefined;
}
