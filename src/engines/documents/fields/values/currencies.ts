/** Currency symbols and codes, and the currency of each country. */
import data from './currencies.json' with { type: 'json' };

/** Symbols of a single currency. */
export const SIGNS: Readonly<Record<string, string>> = data.signs;

/** Symbols shared by several currencies: by country, or the default. */
export const SHARED: Readonly<Record<string, Readonly<Record<string, string>> & { readonly default: string }>> = data.shared;

/** Names of currencies, in lower case. */
export const WORDS: Readonly<Record<string, string>> = data.words;

export const CODES: ReadonlySet<string> = new Set(data.codes);

const EURO = data.euro;

const HOME: Readonly<Record<string, string>> = data.home;

/** The currency of a country by its alpha-2 code. */
export const currencyOf = (country: string | undefined): string | undefined =>
  country === undefined ? undefined : EURO.includes(country) ? 'EUR' : HOME[country];
