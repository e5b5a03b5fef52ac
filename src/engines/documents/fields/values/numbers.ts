/**
 * Parses numbers as printed: 1,234.56, 1.234,56, 1 234,56, 1'234.50, (12.00), 12.50-, 50 %. Digit groups tell which
 * separator is the thousands separator; the locale decides for 1.234 and 1,234, and without a locale the comma separates
 * thousands.
 */
import type { Found } from './dates.ts';
import { repairDigits, MAX_TEXT_LENGTH } from './dates.ts';
import { decimalComma, localeOf, threeAreDecimals } from './locale.ts';

export interface NumberOptions {
  locale?: string;
}

/** Digits with thousands or decimal separators; a space separates groups of three only. */
const RUN =
  /(?<![\d.,'’])(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)(?:\s?[.,]\s?\d{1,4}(?!\d))?|\d+(?:[.,'’]\d+)+|\d+(?:\s?[.,]\s\d{2}(?!\d)|\s[.,]\d{2}(?!\d))|\d+|(?<!\w)[.,]\d+)(?![\d])/gu;

/** The value of digits and separators, without sign. */
function parseDigits(run: string, { locale }: NumberOptions = {}): number | undefined {
  const compact = run.replace(/[\s'’]/gu, '');
  const signs = compact.replace(/\d/gu, '');
  const place = localeOf(locale);
  const decimal = decimalSign(compact, signs, decimalComma(place), threeAreDecimals(place));
  if (decimal === undefined) return undefined;
  const at = decimal === '' ? -1 : compact.lastIndexOf(decimal);
  const whole = (at < 0 ? compact : compact.slice(0, at)).replace(/[.,]/gu, '');
  const value = Number(`${whole === '' ? '0' : whole}.${at < 0 ? '0' : compact.slice(at + 1)}`);
  return Number.isFinite(value) ? value : undefined;
}

/** '.' or ',' or '' for none; undefined if the digits are not grouped like a number. */
function decimalSign(compact: string, signs: string, comma: boolean | undefined, three: boolean | undefined): string | undefined {
  if (signs === '') return '';
  const last = signs.at(-1)!;
  const groups = compact.split(/[.,]/u);
  const ending = groups.at(-1)!;
  const grouped = (parts: readonly string[]): boolean =>
    parts[0]!.length >= 1 &&
    parts[0]!.length <= 3 &&
    parts.slice(1, -1).every(({ length }) => length === 3 || length === 2) &&
    (parts.length === 1 || parts.at(-1)!.length === 3);
  if (signs.length > 1) {
    if ([...signs].every((sign) => sign === last))
      return grouped(groups) ? '' : ending.length === 2 && grouped(groups.slice(0, -1)) ? last : undefined;
    const inner = new Set(signs.slice(0, -1));
    return inner.size === 1 && !inner.has(last) && grouped(groups.slice(0, -1)) ? last : undefined;
  }
  if (ending.length !== 3 || groups[0]!.length > 3 || groups[0] === '' || groups[0] === '0') return last;
  if (three !== undefined) return three ? last : '';
  if (comma === undefined) return last === ',' ? '' : last;
  return (last === ',') === comma ? last : '';
}

/** A number and the position of its digits, without sign. */
export interface FoundNumber extends Found<number> {
  figures: { start: number; end: number };
}

/** All numbers of a text, in order; a leading or trailing minus or parentheses make them negative. */
export function numbersIn(text: string, options: NumberOptions = {}): FoundNumber[] {
  const found: FoundNumber[] = [];
  const read = text.slice(0, MAX_TEXT_LENGTH);
  for (const match of read.matchAll(RUN)) {
    const value = parseDigits(match[0], options);
    if (value === undefined) continue;
    const figures = { start: match.index, end: match.index + match[0].length };
    const lead = /(?:\(\s*|(?<![\w\d])[-−–]\s?)(?:\p{Sc}\s?)?$/u.exec(read.slice(Math.max(0, figures.start - 6), figures.start))?.[0] ?? '';
    const behind = read.slice(figures.end, figures.end + 6);
    const trail = (lead.startsWith('(') ? /^\s*(?:[\p{Sc}%]\s?)?\)/u : /^[-−](?![\w\d])/u).exec(behind)?.[0] ?? '';
    const negative = lead.startsWith('(') ? trail !== '' : lead !== '' || trail !== '';
    const [start, end] = negative ? [figures.start - lead.length, figures.end + trail.length] : [figures.start, figures.end];
    found.push({ value: negative && value !== 0 ? -value : value, start, end, figures });
  }
  return found;
}

/** The number of a text that contains only one, apart from a sign, currency, percent or short unit. */
export function numberOf(text: string, options: NumberOptions = {}): number | undefined {
  return only(repairDigits(text), options);
}

function only(text: string, options: NumberOptions): number | undefined {
  const found = numbersIn(text, options);
  const [first] = found;
  if (found.length !== 1 || first === undefined) return undefined;
  const rest = `${text.slice(0, first.start)} ${text.slice(first.end)}`.replace(/[\s.,:;+*#%°=]|[\p{Sc}]/gu, '');
  return rest.length <= 12 && !/\d/u.test(rest) ? first.value : undefined;
}

export function integerOf(text: string, options: NumberOptions = {}): number | undefined {
  const value = numberOf(text, options);
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

/** Digits of other scripts and full-width characters as ASCII; keeps the length. Parentheses stay as printed. */
export const foldDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९০-৯๐-๙٫٬！-＇＊-～]/gu, (character) => {
    const code = character.charCodeAt(0);
    if (code >= 0xff01) return String.fromCharCode(code - 0xfee0);
    if (code === 0x66b || code === 0x66c) return code === 0x66b ? '.' : ',';
    return String((code - (code >> 8 === 9 ? 6 : 0)) & 15);
  });

export const toCents = (amount: number): number => Math.round(amount * 100);
