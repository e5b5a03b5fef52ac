/**
 * Phone numbers in text, as E.164. A number that starts with + or 00 has its country code; any other belongs to the given country.
 * libphonenumber checks lengths by country. What it would accept beside phone numbers (order numbers, dates) is ruled out here:
 * a national number must be written with its trunk prefix where the country has one, and must not look like a date.
 */
import { Metadata, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode, NumberingPlan } from 'libphonenumber-js/min';
import type { Found } from './dates.ts';
import { MAX_TEXT_LENGTH } from './dates.ts';

/** Shorter national numbers look like other numbers of a document. */
const MIN_NATIONAL_DIGITS = 7;
const CANDIDATE =
  /(?<![\d\p{L}.,])(?:\+|00)?\s?\(?\d[\d\s().\-–/·]{4,24}\d(?!\d|[.,]\d)|(?<![\d\p{L}])1?[\s-]?\(?8(?:00|22|33|44|55|66|77|88)\)?[\s.-][A-Z\d][A-Z\d-]{6,9}(?![\p{L}\d])/gu;
const DATE = /(?:^\d{1,2}([/.-])\d{1,2}\1(?:\d{2}|\d{4})|(?:^|\s)(?:19|20)\d{2}([/.-])\d{2}\2\d{2})(?:\s|$)/u;
/** Numbers of companies: Finland, Sweden and Korea. */
const COMPANY_NUMBER = /^(?:\d{7}-\d|\d{6}-\d{4}|\d{3}-\d{2}-\d{5})$/u;
/** Written as American numbers are, even where the area code does not exist, or in another country without its trunk prefix. */
const AMERICAN = /^(?:\(\d{3}\)\s?|\d{3}[-. ])\d{3}[-. ]\d{4}$/u;
/** After it, a number without its trunk prefix is a phone number too: "Fone (11) 3333-2222". */
const CAPTION =
  /(?<!\p{L})(?:t[eé]l|fone|phone|ph|tlf|puh|mob|hotline|fax|cel|gsm|тел|моб|τηλ|điện thoại|s?đt|טל|هاتف|전화|電話|电话|โทร)\p{L}{0,6}(?:\s?\/\s?fax)?[\s.:–-]*$/iu;
/** "GST No.: 002062000000" does not start with the prefix of foreign numbers. */
const TAX_CAPTION =
  /(?<!\p{L})(?:gst|vat|tax|tin|ust|mwst|iva|nif|nip|abn|cnpj|npwp|инн|унп|vkn)\b[^\d]{0,9}$|(?<!\p{L})dok\.?\s?nr[.:\s]*$/iu;
const LOCAL = new RegExp(String.raw`(?<=${CAPTION.source.slice(0, -1)})\d(?:[\s.–-]?\d){4,7}(?![\d,:]|[./–-]\d)`, 'giu');
const KEYPAD: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, i) => [letter, '22233344455566677778889999'[i]!]),
);

const metadata = new Metadata();

function hasTrunkPrefix(country: CountryCode): boolean {
  metadata.selectNumberingPlan(country);
  // The types of the package leave this method out.
  return Boolean((metadata.numberingPlan as NumberingPlan & { nationalPrefix(): string | undefined }).nationalPrefix());
}

/** The number as E.164, or undefined if the candidate is not a phone number. */
function parseCandidate(candidate: string, country: string, isNamed = false): string | undefined {
  const text = candidate
    .trim()
    .replace(/[A-Z]/gu, (letter) => KEYPAD[letter]!)
    .replace(/\(0\)/gu, '')
    .replace(/^00(?=[1-9])/u, '+');
  if (DATE.test(text) || COMPANY_NUMBER.test(text) || !isSupportedCountry(country)) return undefined;
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (number === undefined || !number.isPossible()) return undefined;
  if (text.startsWith('+')) return number.number;
  const { nationalNumber, countryCallingCode } = number;
  if (nationalNumber.length < MIN_NATIONAL_DIGITS) return undefined;
  if (countryCallingCode === '1') return /^[2-9]/u.test(nationalNumber) || AMERICAN.test(text) ? number.number : undefined;
  if (!hasTrunkPrefix(country)) return number.number;
  const isPrefixWritten = nationalNumber.length < text.replace(/\D/gu, '').length;
  return (isPrefixWritten || ((isNamed || AMERICAN.test(text)) && number.isValid())) && !nationalNumber.startsWith('0')
    ? number.number
    : undefined;
}

export interface PhoneOptions {
  /** Alpha-2 code of the country of numbers without a country code. */
  country?: string;
}

/** All phone numbers of a text, in order, as E.164, without extensions. */
export function phonesIn(text: string, { country = 'US' }: PhoneOptions = {}): Found<string>[] {
  const found: Found<string>[] = [];
  for (const match of text.slice(0, MAX_TEXT_LENGTH).matchAll(CANDIDATE)) {
    const before = text.slice(Math.max(0, match.index - 16), match.index);
    const isNamed = CAPTION.test(before);
    if (TAX_CAPTION.test(before) && !isNamed) continue;
    for (const part of partsOf(match[0], (text) => parseCandidate(text, country, isNamed) !== undefined)) {
      const start = match.index + part.start;
      found.push({
        value: parseCandidate(text.slice(start, match.index + part.end), country, isNamed)!,
        start,
        end: match.index + part.end,
      });
    }
  }
  return found;
}

/** The whole text if it is a number; else the numbers beside a slash, or what follows a postal code or the number of a shop. */
function partsOf(text: string, isPhone: (text: string) => boolean): { start: number; end: number }[] {
  const lead = text.length - text.trimStart().length;
  if (isPhone(text)) return [{ start: lead, end: text.length }];
  const behind = /^\s?\d{5}\s+(?=[\d(])|^\s?\d{1,6}\s+(?=\()/u.exec(text)?.[0].length;
  const between = /\s?[/·]\s?|\s[-–]\s/u.exec(text);
  const parts = [
    ...(behind === undefined ? [] : [{ start: behind, end: text.length }]),
    ...(between === null
      ? []
      : [
          { start: lead, end: between.index },
          { start: between.index + between[0].length, end: text.length },
        ]),
  ];
  return parts.filter(({ start, end }) => isPhone(text.slice(start, end)));
}

/** Numbers of five to eight digits after a caption, which only callers of the same town can dial. */
export function localPhonesIn(text: string): Omit<Found<string>, 'value'>[] {
  return [...text.slice(0, MAX_TEXT_LENGTH).matchAll(LOCAL)].flatMap(({ 0: number, index }) =>
    DATE.test(number) ? [] : [{ start: index, end: index + number.length }],
  );
}

export const phoneOf = (text: string, options: PhoneOptions = {}): string | undefined => phonesIn(text, options)[0]?.value;

/** Alpha-2 code of the country of a number that starts with + or 00. */
export const countryOfPhone = (text: string): string | undefined => {
  const number = parsePhoneNumberFromString(
    text
      .trim()
      .replace(/^00/u, '+')
      .replace(/^\+\s?\(?/u, '+'),
    { extract: false },
  );
  return number?.country ?? (number?.countryCallingCode === '1' ? 'US' : undefined);
};
