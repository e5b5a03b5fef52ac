/** Language, country, date order and decimal separator of a locale hint such as `de-AT`. The hint only resolves ambiguities. */

export interface Locale {
  /** Lower case, such as `de`; empty if unknown. */
  language: string;
  /** Upper-case alpha-2, such as `AT`. */
  country?: string;
}

const HOME: Readonly<Record<string, string>> = {
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  it: 'IT',
  nl: 'NL',
  pt: 'PT',
  da: 'DK',
  sv: 'SE',
  nb: 'NO',
  no: 'NO',
  fi: 'FI',
  pl: 'PL',
  cs: 'CZ',
  hu: 'HU',
  ro: 'RO',
  tr: 'TR',
  el: 'GR',
  ja: 'JP',
  zh: 'CN',
  ko: 'KR',
  ru: 'RU',
  uk: 'UA',
};

/** Countries that write the month first in numeric dates. */
const MONTH_FIRST = new Set(['US', 'PH', 'PR', 'GU', 'FM', 'MH', 'PW']);
/** Countries that write the year first in numeric dates. */
const YEAR_FIRST = new Set(['CN', 'JP', 'KR', 'TW', 'HU', 'LT', 'SE', 'MN', 'IR']);
/** Languages with a decimal comma, and countries that differ from their language. */
const COMMA_LANGUAGES = new Set([
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'da',
  'sv',
  'nb',
  'no',
  'fi',
  'pl',
  'cs',
  'sk',
  'sl',
  'hr',
  'hu',
  'ro',
  'bg',
  'tr',
  'el',
  'ru',
  'uk',
  'id',
  'vi',
  'et',
  'lv',
  'lt',
  'is',
  'ca',
]);
const POINT_COUNTRIES = new Set([
  'US',
  'GB',
  'IE',
  'AU',
  'NZ',
  'IN',
  'MX',
  'CH',
  'LI',
  'MY',
  'SG',
  'PH',
  'HK',
  'JP',
  'CN',
  'KR',
  'TW',
  'TH',
  'IL',
  'GT',
  'HN',
  'NI',
  'SV',
  'PA',
  'PE',
  'DO',
  'PR',
  'NG',
  'KE',
  'PK',
  'LK',
]);

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
  if (country === undefined) return undefined;
  if (MONTH_FIRST.has(country)) return 'month';
  return YEAR_FIRST.has(country) ? 'year' : 'day';
}

/** Whether 1,5 means one and a half; undefined if the locale does not tell. */
export function decimalComma({ language, country }: Locale): boolean | undefined {
  if (country !== undefined && POINT_COUNTRIES.has(country)) return false;
  if (COMMA_LANGUAGES.has(language)) return true;
  return language === '' && country === undefined ? undefined : country === 'ZA';
}
