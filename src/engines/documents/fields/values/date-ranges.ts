/**
 * Parses periods: two dates joined by a dash or a word, the first of which may lack its year or month (1 July - 31 July 2014,
 * 01.07. bis 31.07.2014, July 1-31, 2014), and whole months (Juli 2014, 07/2014).
 */
import type { DateOptions, Found } from './dates.ts';
import { MAX_TEXT_LENGTH, datesIn, hasMonthName } from './dates.ts';
import { MONTH_PATTERN, monthOf } from './months.ts';
import { foldText } from '../../../shared/text/fold-text.ts';

export interface DateRange {
  from: Found<string>;
  to: Found<string>;
}

const JOINT = String.raw`\s*(?:-|–|—|~|to|through|thru|until|till|bis(?:\s+zum)?|jusqu'?\s?au|au|al|a|ate|tot(?:\s+en\s+met)?|t\/m|do|til|hasta(?:\s+el)?|och|y|e|az|po|pana la|iki|lidz|kuni|asti|hingga|sampai(?:\s+dengan)?|s\/d|den|до|по|εωσ|μεχρι|إلى|الى|עד|至|から|～|부터|ถึง)\s*:?\s*(?:(?:the|le|den|el|il)\s+)?`;
const JOINED = new RegExp(`^${JOINT}$`, 'u');
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|er|\.|º|ª)?`;
const YEAR = String.raw`(?:(?:19|20)\d\d|\d\d)`;
const beforeName = String.raw`(?<!\p{L})`;

/** Groups: the first date without year, and the second date; each pattern says how the first date is completed. */
const PARTIAL: readonly {
  pattern: RegExp;
  hasName?: true;
  complete(groups: readonly (string | undefined)[]): readonly [string, string];
}[] = [
  {
    // July 1 - July 31, 2014; July 1-31, 2014
    pattern: new RegExp(
      `${beforeName}(${MONTH_PATTERN})\\s*(${DAY})${JOINT}(?:(${MONTH_PATTERN})\\s*)?(${DAY})\\s*,?\\s*(${YEAR})(?!\\d)`,
      'gu',
    ),
    hasName: true,
    complete: ([month, day, secondMonth, secondDay, year]) => [
      `${month!} ${day!}, ${year!}`,
      `${secondMonth ?? month!} ${secondDay!}, ${year!}`,
    ],
  },
  {
    // 1 July - 31 July 2014; 1-31 July 2014
    pattern: new RegExp(
      `(?<![\\d.,/-])(${DAY})(?:\\s*(?:de\\s+)?(${MONTH_PATTERN}))?${JOINT}(${DAY})\\s*(?:de\\s+)?(${MONTH_PATTERN}),?\\s*(?:de\\s+)?(${YEAR})(?!\\d)`,
      'gu',
    ),
    hasName: true,
    complete: ([day, month, secondDay, secondMonth, year]) => [
      `${day!} ${month ?? secondMonth!} ${year!}`,
      `${secondDay!} ${secondMonth!} ${year!}`,
    ],
  },
  {
    // 01.07. - 31.07.2014; 01/07 to 31/07/2014
    pattern: new RegExp(`(?<![\\d.,/-])(\\d{1,2})([./-])(\\d{1,2})\\.?${JOINT}(\\d{1,2})\\2(\\d{1,2})\\2(${YEAR})(?!\\d)`, 'gu'),
    complete: ([a, sign, b, c, d, year]) => [`${a!}${sign!}${b!}${sign!}${year!}`, `${c!}${sign!}${d!}${sign!}${year!}`],
  },
];

const WHOLE_MONTH = new RegExp(`${beforeName}(${MONTH_PATTERN})\\s*(?:de\\s+|/|-)?\\s*((?:19|20)\\d\\d)(?!\\d)`, 'gu');
const MONTH_NUMBER = /(?<![\d./-])(0?[1-9]|1[0-2])\s?[/.]\s?((?:19|20)\d\d)(?![\d./-])/gu;

/** All periods of a text that span two dates, in order. */
export function dateRangesIn(text: string, options: DateOptions = {}): DateRange[] {
  const folded = foldText(text.slice(0, MAX_TEXT_LENGTH));
  if (!/\d/u.test(folded)) return [];
  const found: DateRange[] = [];
  const add = (from: Found<string>, to: Found<string>): void => {
    if (from.value <= to.value && !found.some((other) => other.from.start < to.end && from.start < other.to.end)) found.push({ from, to });
  };
  const hasMonth = hasMonthName(folded);
  for (const { pattern, hasName: needsName = false, complete } of PARTIAL) {
    if (needsName && !hasMonth) continue;
    for (const match of folded.matchAll(pattern)) {
      const [first, second] = complete(match.slice(1)).map((date) => datesIn(date, options)[0]?.value);
      const [start, end] = [match.index, match.index + match[0].length];
      const joint = new RegExp(JOINT, 'u').exec(match[0].slice(1));
      const middle = start + 1 + (joint?.index ?? 0);
      if (first !== undefined && second !== undefined)
        add({ value: first, start, end: middle }, { value: second, start: middle + (joint?.[0].length ?? 0), end });
    }
  }
  const dates = datesIn(text, options);
  for (const [i, from] of dates.entries()) {
    const to = dates[i + 1];
    if (to !== undefined && JOINED.test(folded.slice(from.end, to.start))) add(from, to);
  }
  return found.sort((a, b) => a.from.start - b.from.start);
}

/** Whole months of a text, as their first and last days. */
export function monthsIn(text: string): DateRange[] {
  const folded = foldText(text.slice(0, MAX_TEXT_LENGTH));
  if (!/\d{4}/u.test(folded)) return [];
  const found: DateRange[] = [];
  const add = (match: RegExpExecArray, month: number, year: number): void => {
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const write = (day: number): string => `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const [start, end] = [match.index, match.index + match[0].length];
    found.push({ from: { value: write(1), start, end }, to: { value: write(days), start, end } });
  };
  for (const match of folded.matchAll(WHOLE_MONTH)) add(match, monthOf(match[1]!)!, Number(match[2]));
  for (const match of folded.matchAll(MONTH_NUMBER)) add(match, Number(match[1]), Number(match[2]));
  return found.sort((a, b) => a.from.start - b.from.start);
}
