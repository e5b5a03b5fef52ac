/**
 * Whether the text of an expected value was read on a page.
 *
 * - Text counts as read if its letters and digits follow each other on the page: case, spaces, punctuation and ends of lines are
 *   ignored, and both the order of the reader and the order by rows are tried. Up to three letters must be whole words.
 * - Text of several words (an address over several lines, a name in two boxes) also counts if all its words are near each other.
 * - A date (2023-06-10) may be in any order and with any separator, its month a number or a name, its year two digits or four; the
 *   first of a range may have its year after the last (June 10 - June 30, 2023).
 * - A time (14:37:00) may lack its seconds and have twelve hours.
 * - An amount (1234.5) may have any separators, and lack or have further decimals that are zero; it must not be part of a longer number.
 * - Not looked for: counts (`Items#`), booleans, null, country and currency codes (the page shows names and signs), and values
 *   without any letter or digit.
 */
import type { Box } from '../../../../src/engines/documents/reading/model/page.ts';

export interface SeenLine {
  text: string;
  box: Box;
}

export interface ExpectedValue {
  path: string;
  value: string | number;
}

const NOT_ON_THE_PAGE = /#$|(?:^|\.)(?:CountryRegion|Nationality|CurrencyCode)$/;

/** The values to look for in the fields of a document, lists and objects flattened. */
export function expectedValues(fields: unknown, path = ''): ExpectedValue[] {
  if (typeof fields === 'object' && fields !== null)
    return Object.entries(fields).flatMap(([key, value]) => expectedValues(value, path === '' ? key : `${path}.${key}`));
  if (NOT_ON_THE_PAGE.test(path)) return [];
  if (typeof fields === 'number') return [{ path, value: fields }];
  if (typeof fields !== 'string' || /^(?:true|false)$/.test(fields) || lettersOf(fields) === '') return [];
  return [{ path, value: fields }];
}

/** The words of lines in the two orders in which values are looked for; made once a page. */
export interface SearchedPage {
  lines: readonly SeenLine[];
  texts: readonly string[];
  letters: readonly string[];
}

export function toSearchedPage(lines: readonly SeenLine[]): SearchedPage {
  const texts = [lines, inRows(lines)].map((ordered) => ordered.map(({ text }) => text.normalize('NFKC')).join('\n'));
  return { lines, texts, letters: texts.map(lettersOf) };
}

export function isRead({ value }: ExpectedValue, pages: readonly SearchedPage[]): boolean {
  const pattern =
    typeof value === 'number'
      ? amountPattern(value)
      : /^\d{4}-\d\d-\d\d$/.test(value)
        ? datePattern(value)
        : /^\d\d:\d\d:\d\d$/.test(value)
          ? timePattern(value)
          : undefined;
  return pages.some((page) =>
    pattern !== undefined
      ? page.texts.some((text) => pattern.test(text))
      : hasText(page, value as string) || hasPieces(page, value as string),
  );
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Shorter text must be whole words. */
const MIN_PART_LETTERS = 4;

function hasText({ texts, letters }: SearchedPage, value: string): boolean {
  const wanted = lettersOf(value);
  if (wanted.length >= MIN_PART_LETTERS) return letters.some((text) => text.includes(wanted));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${[...wanted].join('[^\\p{L}\\p{N}]*')}(?![\\p{L}\\p{N}])`, 'iu');
  return texts.some((text) => pattern.test(text));
}

/** How far the lines of a value may be from each other, in line heights. */
const MAX_DISTANCE = 10;

/** Whether every word of a value stands in a line near one that contains its longest word. */
function hasPieces({ lines }: SearchedPage, value: string): boolean {
  const words = value
    .split(/[\s,;]+/)
    .filter((word) => lettersOf(word) !== '')
    .sort((one, other) => other.length - one.length);
  if (words.length < 2) return false;
  const has = ({ text, box }: SeenLine, word: string): boolean => hasText(toSearchedPage([{ text, box }]), word);
  return lines
    .filter((line) => has(line, words[0]!))
    .some(({ box }) => {
      const reach = MAX_DISTANCE * (box.bottom - box.top);
      const near = lines.filter(
        (line) =>
          line.box.left < box.right + reach &&
          line.box.right > box.left - reach &&
          line.box.top < box.bottom + reach &&
          line.box.bottom > box.top - reach,
      );
      return words.every((word) => near.some((line) => has(line, word)));
    });
}

/** Lines that stand beside each other become one line. */
function inRows(lines: readonly SeenLine[]): SeenLine[] {
  const rows: SeenLine[][] = [];
  for (const line of [...lines].sort((one, other) => one.box.top + one.box.bottom - other.box.top - other.box.bottom)) {
    const middle = (line.box.top + line.box.bottom) / 2;
    const last = rows.at(-1)?.[0];
    if (last !== undefined && middle < last.box.bottom && middle > last.box.top) rows.at(-1)!.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => ({
    text: row
      .sort((one, other) => one.box.left - other.box.left)
      .map(({ text }) => text)
      .join(' '),
    box: row[0]!.box,
  }));
}

/** Beginnings of the names of months in English, French, German, Italian, Spanish, Dutch and Portuguese. */
const MONTHS = [
  'jan|janv|gen|ene',
  'feb|fév|fev',
  'mar|mär|maa|mrt|mrz',
  'apr|avr|abr',
  'may|mai|mag|mei|maio',
  'jun|juin|giu',
  'jul|juil|lug',
  'aug|août|aout|ago',
  'sep|set',
  'oct|okt|ott|out',
  'nov',
  'dec|déc|dez|dic',
];

function datePattern(date: string): RegExp {
  const [year, month, day] = date.split('-') as [string, string, string];
  const number = (digits: string): string => (digits.startsWith('0') ? `0?${digits[1]!}` : digits);
  const [y, d] = [`(?:${year.slice(0, 2)})?['’]?${year.slice(2)}`, `${number(day)}(?:st|nd|rd|th|er|º)?`];
  const name = `(?:${MONTHS[Number(month) - 1]!})\\p{L}*\\.?(?:\\s?/\\s?\\p{L}+\\.?)?`;
  const m = `(?:${number(month)}|${name})`;
  const [gap, wide] = ['\\s*[\\s./,·-]\\s*', '(?:\\s*[\\s./,·-]\\s*|\\s*(?:day of|of|de)\\s+|(?<=\\d)(?=\\p{L})|(?<=\\p{L})(?=\\d))'];
  const orders = [
    `${year}${gap}${m}${gap}${d}`,
    `${d}${wide}${m}${wide}${y}`,
    `${m}${wide}${d}${wide}${y}`,
    `${name}\\s*${d}\\s*[-–]\\s*\\p{L}*\\s*\\d{1,2}\\s*,?\\s*${year}`,
    `${year}${month}${day}`,
    `${day}${month}${year}`,
    `${month}${day}${year}`,
    `${year}\\s*年\\s*${number(month)}\\s*月\\s*${number(day)}\\s*日`,
  ];
  return new RegExp(`(?<![\\d])(?:${orders.join('|')})(?!\\d)`, 'iu');
}

function timePattern(time: string): RegExp {
  const [hour, minute, second] = time.split(':') as [string, string, string];
  const hours = `0?(?:${Number(hour)}|${((Number(hour) + 11) % 12) + 1})`;
  return new RegExp(`(?<!\\d)${hours}\\s*[:.h時]\\s*${minute}(?!\\d)(?:\\s*[:.分]\\s*${second}(?!\\d))?`, 'iu');
}

function amountPattern(amount: number): RegExp {
  const places = Math.min(4, Math.max(2, (/\.(\d+)$/u.exec(String(amount))?.[1] ?? '').length));
  const [whole, cents] = Math.abs(amount).toFixed(places).split('.') as [string, string];
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, "[ ,.'’]?\\s?");
  const decimals = `\\s?[.,]\\s?${cents.endsWith('0') ? `${cents[0]!}0{0,3}` : `${cents}0{0,2}`}`;
  return new RegExp(`(?<!\\d|\\d[.,'’])${grouped}${cents === '00' ? `(?:${decimals}|[.,]-)?` : decimals}(?!\\d|[.,]\\d)`, 'u');
}
