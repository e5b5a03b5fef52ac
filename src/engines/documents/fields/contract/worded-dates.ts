/**
 * Dates of contracts, with days in words or apart from their endings: `this 15 day of October, 2022`, `the first (1st) day of May,
 * 1999`, `27 th day of March`. Only the surroundings of a year are read, so that long texts cost little.
 */
import type { Found } from '../values/dates.ts';
import { datesIn } from '../values/dates.ts';
import type { TextRange } from './contract-text.ts';

const UNITS = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
/** Days in words, and years of anniversaries. */
export const ORDINALS: readonly string[] = [
  ...UNITS,
  ...'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(' '),
  ...UNITS.map((unit) => `twenty-${unit}`),
  'thirtieth',
  'thirty-first',
];
const DAYS = new Map(ORDINALS.map((word, i) => [word, String(i + 1)]));
const ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, i) => [word, i + 1] as const),
  ...TENS.map((word, i) => [word, 20 + 10 * i] as const),
]);
const MAX_WINDOWS = 1500;
const [BEFORE, AFTER] = [70, 16];
const YEAR =
  /(?<![\d.$])(?:19|20)\d\d(?![\d,]\d)|\d\s?[/.-]\s?\d{1,2}\s?[/.-]\s?\d\d(?:\d\d)?\b|\b(?:two\s+thousand|nineteen\s+hundred|nineteen\s+ninety)\b/giu;

/** All dates of a text as yyyy-mm-dd, in order. */
export function findWordedDates(text: string, locale: string | undefined): Found<string>[] {
  const out: Found<string>[] = [];
  for (const { start, end } of windowsOf(text)) {
    const readable = rewrite(text.slice(start, end));
    for (const date of datesIn(readable, { locale })) {
      const from = start + date.start;
      if (out.length > 0 && from < out.at(-1)!.end) continue;
      out.push({
        value: date.value,
        start: from,
        end: Math.min(end, start + date.start + readable.slice(date.start, date.end).trimEnd().length),
      });
    }
  }
  return out;
}

function windowsOf(text: string): TextRange[] {
  const windows: { start: number; end: number }[] = [];
  for (const match of text.matchAll(YEAR)) {
    const start = Math.max(0, match.index - BEFORE);
    const end = Math.min(text.length, match.index + match[0].length + AFTER + (/[a-z]/iu.test(match[0]) ? 40 : 0));
    const last = windows.at(-1);
    if (last !== undefined && start < last.end && end - last.start < 4000) last.end = end;
    else if (windows.length >= MAX_WINDOWS) break;
    else windows.push({ start: Math.max(start, last?.end ?? 0), end });
  }
  return windows;
}

const pad = (text: string, length: number): string => text.padEnd(length, ' ');
const BLANKED = /(?<=\d\s{0,30})\s(?:calendar\s+)?day\s+(?:of\s+)?(?:the\s+month\s+of\s+)?(?=[a-z])/giu;

/** The same text with digits for words, at the same positions. */
function rewrite(text: string): string {
  return text
    .replace(
      /\b(?:(?:twenty|thirty)[-\s]+)?[a-z]{5,11}\b(?=[\s(),\d]{0,3}(?:\(?\d{1,2}\s?[a-z]{0,3}\s?\)\s*)?[\s,]{0,3}day\b)/giu,
      (word) => {
        const day = DAYS.get(word.toLowerCase().replace(/[-\s]+/gu, '-'));
        return day === undefined ? word : pad(day, word.length);
      },
    )
    .replace(/(?<=\d\s{0,12})\(\s*\d{1,2}\s?(?:st|nd|rd|th)?\s*\)/giu, (part) => ' '.repeat(part.length))
    .replace(/(?<=\b\d{1,2})\s?(?:s\s?t|n\s?d|r\s?d|t\s?h)\b(?=[\s,])/giu, (part) => ' '.repeat(part.length))
    .replace(/,?\s+in\s+the\s+year(?:\s+of\s+our\s+lord)?(?=\s)/giu, (part) => ' '.repeat(part.length))
    .replace(BLANKED, (part) => ' '.repeat(part.length))
    .replace(
      /\b(?:two\s+thousand|nineteen\s+(?:hundred\s+)?(?:and\s+)?(?=ninety|eighty))\b(?:\s+(?:and\s+)?[a-z]+(?:[-\s][a-z]+)?)?/giu,
      yearInWords,
    );
}

/** two thousand twenty-one → 2021; unknown words after it are kept. */
function yearInWords(text: string): string {
  const words = text.toLowerCase().split(/[\s-]+/u);
  let value = words[0] === 'two' ? 2000 : 1900;
  let length = 0;
  for (const word of words) {
    const isFrame = length === 0 || /^(?:thousand|hundred|and|nineteen)$/u.test(word);
    const amount = NUMBER_WORDS.get(word);
    if (!isFrame && amount === undefined) break;
    if (!isFrame) value += amount!;
    length++;
  }
  const used = new RegExp(`^(?:[a-z]+[\\s-]*){${String(length)}}`, 'iu').exec(text)?.[0].length ?? text.length;
  return pad(String(value), used) + text.slice(used);
}
