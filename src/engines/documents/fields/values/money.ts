/**
 * Parses amounts: symbol or code before or after the digits; negative by minus, parentheses or CR. A shared symbol, or
 * digits without one, have the currency of the locale's country.
 */
import type { Found } from './dates.ts';
import { repairDigits, MAX_TEXT_LENGTH } from './dates.ts';
import type { Money } from '../field.ts';
import { CODES, currencyOf, SHARED, SIGNS, WORDS } from './currencies.ts';
import { countryOf, localeOf } from './locale.ts';
import { numbersIn } from './numbers.ts';

export interface MoneyOptions {
  locale?: string;
  /** Currency code if neither the text nor the locale has one. */
  currency?: string;
}

const escape = (text: string): string => text.replace(/[$.*+?^()[\]{}|\\/]/gu, '\\$&');
const alternatives = [...Object.keys(SIGNS), ...Object.keys(SHARED)]
  .sort((a, b) => b.length - a.length)
  .map(escape)
  .join('|');
const BEFORE = new RegExp(`(?:(?<![\\p{L}])(${alternatives})|(?<![A-Za-z])([A-Za-z]{3}))\\.?\\s{0,2}[-−]?\\s?\\(?$`, 'u');
const AFTER = new RegExp(
  `^\\)?\\s{0,2}(?:(${alternatives})(?![\\p{L}])|([A-Za-z]{3})(?![A-Za-z])|(${Object.keys(WORDS).join('|')})(?![a-z]))`,
  'iu',
);

interface Currency {
  symbol?: string;
  code?: string;
  length: number;
}

function currencyFrom(match: RegExpExecArray | null, country: string | undefined): Currency | undefined {
  if (match === null) return undefined;
  const [whole, sign, code, name] = match;
  if (sign !== undefined) {
    const own = SIGNS[sign];
    const shared = SHARED[sign];
    if (own !== undefined) return { ...(CODES.has(sign) ? {} : { symbol: sign }), code: own, length: whole.length };
    if (shared !== undefined)
      return { symbol: sign, code: (country === undefined ? undefined : shared[country]) ?? shared.default, length: whole.length };
  }
  if (code !== undefined && CODES.has(code.toUpperCase())) return { code: code.toUpperCase(), length: whole.length };
  return name === undefined ? undefined : { code: WORDS[name.toLowerCase()], length: whole.length };
}

/** All numbers of a text as amounts, in order; `symbol` is set only if it is in the text. */
export function moneyIn(text: string, { locale, currency }: MoneyOptions = {}): Found<Money>[] {
  const read = text.slice(0, MAX_TEXT_LENGTH);
  const country = countryOf(localeOf(locale));
  return numbersIn(read, { locale }).map(({ value, start, end, figures }) => {
    const before = currencyFrom(BEFORE.exec(read.slice(Math.max(0, figures.start - 8), figures.start)), country);
    const behind = before === undefined ? currencyFrom(AFTER.exec(read.slice(end, end + 10)), country) : undefined;
    const from = Math.min(start, figures.start - (before?.length ?? 0));
    const to = end + (behind?.length ?? 0);
    const amount =
      value > 0 && isNegative(read.slice(0, from), read.slice(to, to + 4), before !== undefined || behind !== undefined) ? -value : value;
    const code = (before ?? behind)?.code ?? currencyOf(country) ?? currency;
    const symbol = (before ?? behind)?.symbol;
    return {
      value: { amount, ...(symbol === undefined ? {} : { symbol }), ...(code === undefined ? {} : { code }) },
      start: from,
      end: to,
    };
  });
}

/** A minus outside the currency, or CR after it. */
const isNegative = (before: string, behind: string, signed: boolean): boolean =>
  /^\s?(?:CR|H)(?![A-Za-z])/u.test(behind) || (signed && (/(?<!\w)[-−–]\s?$/u.test(before) || /^[-−](?!\w)/u.test(behind)));

/** The amount of a text: its only number, or the only one with a currency. */
export function moneyOf(text: string, options: MoneyOptions = {}): Money | undefined {
  return only(repairDigits(text), options);
}

function only(text: string, options: MoneyOptions): Money | undefined {
  const found = moneyIn(text, options);
  if (found.length === 1) return letters(text, found[0]!) <= 12 ? found[0]!.value : undefined;
  const signed = found.filter(({ start, end }) => /[\p{Sc}]|[A-Z]{3}/u.test(text.slice(start, end)));
  return signed.length === 1 ? signed[0]!.value : undefined;
}

const letters = (text: string, { start, end }: Found<Money>): number =>
  `${text.slice(0, start)}${text.slice(end)}`.replace(/[^\p{L}\d]/gu, '').length;
