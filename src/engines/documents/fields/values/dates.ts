/**
 * Parses dates: digits in any order, month names in a dozen languages, ISO, Japanese and Chinese. Whether 03/04 is in
 * March or April depends on what is possible, then on the separator, then on the locale. `pivot` determines the century
 * of two-digit years, because there is no clock here.
 */
import type { Locale } from './locale.ts';
import { dateOrder, localeOf } from './locale.ts';
import { monthOf, MONTH_PATTERN } from './months.ts';
import { foldText } from '../../../shared/text/fold-text.ts';

/** `end` is exclusive, in UTF-16 code units. */
export interface Found<T> {
  value: T;
  start: number;
  end: number;
}

export interface DateOptions {
  locale?: string;
  /** Two-digit years from this one on belong to the 1900s. */
  pivot?: number;
}

interface Parts {
  year: number;
  month: number;
  day: number;
}

const SEPARATOR = String.raw`\s?[./\-]\s?`;
/** Also of the Buddhist calendar, 2540 to 2599. */
const YEAR = String.raw`(?:(?:19|20|21)\d\d|25[4-9]\d)`;
const ENDING = String.raw`(?:st|nd|rd|th|er|eme|\.|º|ª|o)?`;
const OF = String.raw`(?:\s*(?:,|de|del|of|di|den|d'|ta'|m\.|\.|/|-)\s*|\s*)`;
const before = String.raw`(?<![\d.,/\-])`;
const beforeName = String.raw`(?<!\p{L})`;
/** A time may follow right after a point, comma or slash. */
const after = String.raw`(?!\d|\/(?!\d{1,2}:)|[.,\-]\d(?!\d?:\d))`;

/** Longer and less ambiguous formats first; later formats must not overlap earlier matches. */
const FORMS: readonly { pattern: RegExp; hasName?: true; read(match: RegExpMatchArray, order: Order): Parts | undefined }[] = [
  {
    // 2024-03-05, 2024/3/5, 2024.03.05
    pattern: new RegExp(`${before}(${YEAR})(${SEPARATOR})(\\d{1,2})\\2(\\d{1,2})(?=\\D|$)`, 'dgu'),
    read: ([, year, , month, day], { century }) => ({ year: century(year!), month: Number(month), day: Number(day) }),
  },
  {
    // 2024年3月5日, 2024년 3월 5일, 24年3月5日, 令和6年3月5日, 民國113年3月5日
    pattern: /(明治|大正|昭和|平成|令和|民國|民国|中華民國)?\s?(\d{1,4}|元)\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/dgu,
    read: ([, era, year, month, day], order) => ({ year: order.eraYear(era, year!), month: Number(month), day: Number(day) }),
  },
  {
    // ngày 5 tháng 3 năm 2024
    pattern: /(?<!\d)(\d{1,2})\s*thang\s*(?:\([a-z]+\)\s*)?(\d{1,2}),?\s*nam\s*(?:\([a-z]+\)\s*)?(\d{4})/dgu,
    read: ([, day, month, year]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  },
  {
    // 2024. gada 5. martā
    pattern: new RegExp(`${before}(${YEAR})\\.?\\s*gada\\s*(\\d{1,2})\\.?\\s*(${MONTH_PATTERN})`, 'dgu'),
    read: ([, year, day, month], { month: name }) => ({ year: Number(year), month: name(month!), day: Number(day) }),
  },
  {
    // R6.3.5, H30/12/1
    pattern: /(?<![\p{L}\d])([rhs])\s?(\d{1,2})[./](\d{1,2})[./](\d{1,2})(?![\d./])/dgu,
    read: ([, era, year, month, day], order) =>
      order.isJapanese ? { year: order.eraYear(era, year!), month: Number(month), day: Number(day) } : undefined,
  },
  {
    hasName: true,
    // 5 March 2024, 5. März 24, 1er mars 2024, 5 de marzo de 2024, 05-MAR-24, 12 JAN/JAN 95
    pattern: new RegExp(
      `${before}(\\d{1,2})${ENDING}${OF}${beforeName}(${MONTH_PATTERN})(?:\\s?/\\s?[a-z]{3,5}\\.?)?${OF}'?(${YEAR}|\\d\\d)${after}(?!\\s?[ap]\\.?m)`,
      'dgu',
    ),
    read: ([, day, month, year], { century, month: name }) => ({ year: century(year!), month: name(month!), day: Number(day) }),
  },
  {
    hasName: true,
    // March 5, 2024, MAR-05-24
    pattern: new RegExp(`${beforeName}(${MONTH_PATTERN})${OF}(\\d{1,2})${ENDING}(?!\\d)${OF}'?(${YEAR}|\\d\\d)${after}(?!:)`, 'dgu'),
    read: ([, month, day, year], { century, month: name }) => ({ year: century(year!), month: name(month!), day: Number(day) }),
  },
  {
    hasName: true,
    // 2024 March 5, 2024-MAR-05
    pattern: new RegExp(`${before}(${YEAR})${OF}${beforeName}(${MONTH_PATTERN})${OF}(\\d{1,2})${after}`, 'dgu'),
    read: ([, year, month, day], { century, month: name }) => ({ year: century(year!), month: name(month!), day: Number(day) }),
  },
  {
    // 05/03/2024, 5.3.24, 05 03 2024
    pattern: new RegExp(`${before}(\\d{1,2})(?:(${SEPARATOR})(\\d{1,2})${SEPARATOR}(${YEAR}|\\d\\d)| (\\d\\d) (${YEAR}))${after}`, 'dgu'),
    read: ([, a, separator, b, year, bSpaced, yearSpaced], order) =>
      order.figures(Number(a), Number(b ?? bSpaced), (year ?? yearSpaced)!, separator?.trim() ?? ' '),
  },
  {
    // 05.03 2024: the second point was not read
    pattern: new RegExp(`${before}(\\d{1,2})([./])(\\d{1,2})\\s(${YEAR})${after}`, 'dgu'),
    read: ([, a, separator, b, year], order) => order.figures(Number(a), Number(b), year!, separator!),
  },
  {
    // 20240305
    pattern: /(?<![\d.,])((?:19|20)\d\d)(\d\d)(\d\d)(?![\d]|[.,]\d)/dgu,
    read: ([, year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  },
];

/** First year of each era. */
const ERAS: Readonly<Record<string, number>> = {
  ...{ 明治: 1868, 大正: 1912, 昭和: 1926, 平成: 1989, 令和: 2019, s: 1926, h: 1989, r: 2019 },
  ...{ 民國: 1912, 民国: 1912, 中華民國: 1912 },
};
/** The Buddhist calendar of Thailand is ahead by these years. */
const BUDDHIST_YEARS = 543;

class Order {
  private readonly locale: Locale;
  private readonly pivot: number;

  constructor({ locale, pivot = 70 }: DateOptions) {
    this.locale = localeOf(locale);
    this.pivot = pivot;
  }

  get isJapanese(): boolean {
    return this.locale.language === 'ja';
  }

  /** Japanese eras, years of the Republic of China, and two-digit years. */
  eraYear(era: string | undefined, year: string): number {
    const figure = year === '元' ? 1 : Number(year);
    const start = era === undefined ? undefined : ERAS[era];
    if (start !== undefined) return start + figure - 1;
    return year.length === 3 ? 1911 + figure : this.century(year);
  }

  century = (year: string): number => {
    const figure = Number(year);
    if (year.length > 2) return figure >= 2500 ? figure - BUDDHIST_YEARS : figure;
    if (this.locale.language === 'th' && figure >= 50) return 2500 + figure - BUDDHIST_YEARS;
    return figure + (figure >= this.pivot ? 1900 : 2000);
  };

  month = (name: string): number => monthOf(name, this.locale.language) ?? NaN;

  figures(a: number, b: number, year: string, separator: string): Parts | undefined {
    const order = dateOrder(this.locale);
    const dayFirst = { year: this.century(year), month: b, day: a };
    const monthFirst = { year: this.century(year), month: a, day: b };
    if (order === 'year' && year.length === 2) {
      const yearFirst = { year: this.century(String(a).padStart(2, '0')), month: b, day: Number(year) };
      if (isDate(yearFirst)) return yearFirst;
    }
    const prefersDay = order === undefined ? separator === '.' || separator === ' ' : order !== 'month';
    const [first, second] = prefersDay ? [dayFirst, monthFirst] : [monthFirst, dayFirst];
    return isDate(first) ? first : second;
  }
}

function isDate({ year, month, day }: Parts): boolean {
  if (year < 1800 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const write = ({ year, month, day }: Parts): string => `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

const MONTH = new RegExp(MONTH_PATTERN, 'u');
/** Whether the name of a month is anywhere: patterns with names are slow. */
export const hasMonthName = (folded: string): boolean => /\p{L}/u.test(folded) && MONTH.test(folded);

/** Behind a Chinese letter: block, lot and house of a Japanese address. */
const HOUSE_NUMBER = /^\d{1,2}-\d{1,2}-\d{1,2}$/u;

/** Maximum length of text that is read. */
export const MAX_TEXT_LENGTH = 20_000;

/** All dates of a text as yyyy-mm-dd, in order. */
export function datesIn(text: string, options: DateOptions = {}): Found<string>[] {
  const folded = foldText(text.slice(0, MAX_TEXT_LENGTH));
  if (!/\d/u.test(folded)) return [];
  const order = new Order(options);
  const found: Found<string>[] = [];
  const hasName = hasMonthName(folded);
  for (const { pattern, read, hasName: needsName = false } of FORMS) {
    if (needsName && !hasName) continue;
    for (const match of folded.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((other) => other.start < end && start < other.end)) continue;
      if (HOUSE_NUMBER.test(match[0]) && /\p{Script=Han}$/u.test(folded.slice(0, start))) continue;
      const parts = read(match, order);
      if (parts !== undefined && isDate(parts)) found.push({ value: write(parts), start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The first date of a text; misread digits are repaired if there is none otherwise. */
export function dateOf(text: string, options: DateOptions = {}): string | undefined {
  return datesIn(text, options)[0]?.value ?? datesIn(repairDigits(text), options)[0]?.value;
}

const LOOKALIKES: Readonly<Record<string, string>> = { O: '0', o: '0', Q: '0', D: '0', l: '1', I: '1', '|': '1', Z: '2', S: '5', B: '8' };

/** The letter of a tax rate behind an amount is none: "9,00B". */
const TAX_LETTER = /^(.*\d[.,]\d{2})[A-Z]$/u;

/** Replaces letters by the digits they resemble, in words that otherwise consist of digits and separators. */
export function repairDigits(text: string): string {
  return text.replace(/[^\s]+/gu, (word) => {
    if (TAX_LETTER.test(word)) return word;
    const repairedWord = word.replace(/[OoQDlI|ZSB]/gu, (letter) => LOOKALIKES[letter]!);
    const letters = [...word].filter((letter, i) => letter !== repairedWord[i]).length;
    const figures = word.replace(/\D/gu, '').length;
    return /^[\d./\-,:$€£()]+$/u.test(repairedWord) && !/\p{L}\p{Sc}/u.test(word) && figures >= letters ? repairedWord : word;
  });
}
