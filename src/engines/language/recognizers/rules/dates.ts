/** Days: in digits, by month or weekday, by their distance from today. */
import type { Now } from './calendar.ts';
import { addMonths, aroundToday, fieldsOf, formatDay, isDate, mondayOf, pad, toDay } from './calendar.ts';
import type { DateMeaning, Read, SpanMeaning } from './meanings.ts';
import { longest } from './meanings.ts';
import { numberAt } from './numbers.ts';
import { ordinalAt } from './ordinals.ts';
import type { Reader } from './reader.ts';
import { durationAt, span, unitAt } from './durations.ts';

type ReadDate = Read<DateMeaning>;
const exactly = (start: number, end: number, day: number): ReadDate => ({
  start,
  end,
  meaning: { type: 'date', timex: formatDay(day), days: [day] },
});

/** The longest date that begins at a token. */
export function dateAt(reader: Reader, at: number, now: Now): ReadDate | undefined {
  return reader.memo('date', at, () =>
    longest([numericDate, writtenDate, dayWord, weekdayDate, distantDate, holiday].map((read) => read(reader, at, now))),
  );
}

function numericDate(reader: Reader, at: number, now: Now): ReadDate | undefined {
  const { tokens } = reader;
  const digitsAt = (from: number): string | undefined =>
    tokens[from]?.kind === 'digits' && (from === at || tokens[from].isGlued) ? tokens[from].norm : undefined;
  const first = digitsAt(at);
  if (
    first === undefined ||
    (reader.isGlued(at) && (tokens[at - 1]!.kind === 'sign' ? !reader.isSign(at - 1, '(（"') : isLatin(reader, at - 1)))
  )
    return undefined;
  const second = digitsAt(at + 2);
  if (second === undefined || !reader.isSign(at + 1, '.-/') || !reader.isGlued(at + 1)) return undefined;
  const sign = tokens[at + 1]!.norm;
  const third = reader.isGlued(at + 3) && tokens[at + 3]!.norm === sign ? digitsAt(at + 4) : undefined;
  const isYearFirst = reader.vocabulary.table.dateOrder === 'ymd';
  if (third !== undefined) {
    const [year, month, day] = first.length === 4 || isYearFirst ? [first, second, third] : [third, second, first];
    if (year.length !== 4 && !(year.length === 2 && sign !== '-')) return undefined;
    const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 60 ? 2000 : 1900);
    return isDate(full, Number(month), Number(day)) ? exactly(at, at + 5, toDay(full, Number(month), Number(day))) : undefined;
  }
  const [month, day] = isYearFirst ? [Number(first), Number(second)] : [Number(second), Number(first)];
  const isShort = first.length <= 2 && second.length <= 2 && isDate(2000, month, day);
  // 24.12. ends in a point; 24/12 is a day where it is not a smaller part of something.
  if (isShort && sign === '.' && reader.isSign(at + 3, '.') && reader.isGlued(at + 3)) return inAnyYear(at, at + 4, month, day, now);
  return isShort && sign === '/' && (first.length === 2 || Number(first) > Number(second))
    ? inAnyYear(at, at + 3, month, day, now)
    : undefined;
}

const isLatin = (reader: Reader, at: number): boolean => /[a-z]$/.test(reader.tokens[at]?.norm ?? '');

function inAnyYear(start: number, end: number, month: number, day: number, now: Now): ReadDate {
  return { start, end, meaning: { type: 'date', timex: `XXXX-${pad(month)}-${pad(day)}`, days: aroundToday(month, day, now.day) } };
}

/** A day of the month: 5, 5th, fifth, 5日. */
function dayOfMonth(reader: Reader, at: number): { day: number; end: number; hasMark: boolean } | undefined {
  const number = ordinalAt(reader, at) ?? numberAt(reader, at);
  if (!number || !Number.isInteger(number.value) || number.value < 1 || number.value > 31) return undefined;
  const mark = reader.after('dayMark', number.end);
  return { day: number.value, end: mark ?? number.end, hasMark: mark !== undefined };
}

export function monthAt(reader: Reader, at: number): { month: number; end: number } | undefined {
  const name = reader.find('month', at);
  if (name)
    return {
      month: Number(name.value),
      end: reader.isSign(name.end, '.') && reader.isGlued(name.end) && isShortMonth(reader, at) ? name.end + 1 : name.end,
    };
  const number = numberAt(reader, at);
  const mark = number && reader.after('monthMark', number.end);
  return mark !== undefined && number!.value >= 1 && number!.value <= 12 ? { month: number!.value, end: mark } : undefined;
}

const isShortMonth = (reader: Reader, at: number): boolean => reader.tokens[at]!.norm.length <= 4;

/** A year of four digits, or one with the word for year. */
export function yearAt(reader: Reader, at: number): { year: number; end: number; hasMark: boolean } | undefined {
  const token = reader.tokens[at];
  const number = token?.kind === 'digits' ? { value: Number(token.norm), end: at + 1 } : numberAt(reader, at);
  if (!number) return undefined;
  const mark = reader.after('yearMark', number.end);
  const isYear = number.value >= 1000 && number.value < 3000 && Number.isInteger(number.value);
  if (!isYear || (token!.kind !== 'digits' && mark === undefined) || (token!.kind === 'digits' && token!.norm.length !== 4))
    return undefined;
  const next = reader.tokens[number.end];
  if (mark === undefined && next?.isGlued === true && (isLatin(reader, number.end) || (reader.isSign(number.end, ':%€$') && true)))
    return undefined;
  return { year: number.value, end: mark ?? number.end, hasMark: mark !== undefined };
}

/** Day, month and year in words, in any order that languages have. */
function writtenDate(reader: Reader, at: number, now: Now): ReadDate | undefined {
  const named = reader.find('weekday', at);
  const start = named ? skipComma(reader, reader.skip(skipComma(reader, named.end), 'on', 'join')) : at;
  const read = dayMonthYear(reader, start, now) ?? monthDayYear(reader, start, now) ?? yearMonthDay(reader, start);
  if (!read) return undefined;
  const weekday = named ? undefined : weekdayInBrackets(reader, read.end);
  return { ...read, start: at, end: weekday ?? read.end };
}

const skipComma = (reader: Reader, at: number): number => (reader.isSign(at, ',，、') ? at + 1 : at);

/** 5月5日（月） and 5 May, Monday. */
function weekdayInBrackets(reader: Reader, at: number): number | undefined {
  if (reader.isSign(at, '(（')) {
    const name = reader.find('weekday', at + 1);
    return name && reader.isSign(name.end, ')）') ? name.end + 1 : undefined;
  }
  return reader.vocabulary.table.dateOrder === 'ymd' ? reader.find('weekday', at)?.end : undefined;
}

function withYear(reader: Reader, at: number, end: number, month: number, day: number, now: Now): ReadDate | undefined {
  const from = reader.skip(skipComma(reader, end), 'ofDate');
  const year = yearAt(reader, from);
  if (year) return isDate(year.year, month, day) ? exactly(at, year.end, toDay(year.year, month, day)) : undefined;
  return isDate(2000, month, day) ? inAnyYear(at, end, month, day, now) : undefined;
}

function dayMonthYear(reader: Reader, at: number, now: Now): ReadDate | undefined {
  const day = dayOfMonth(reader, at);
  const month = day && monthAt(reader, reader.skip(day.end, 'ofDate'));
  return month && withYear(reader, at, month.end, month.month, day.day, now);
}

function monthDayYear(reader: Reader, at: number, now: Now): ReadDate | undefined {
  const month = monthAt(reader, at);
  const day = month && dayOfMonth(reader, reader.skip(month.end, 'ofDate'));
  if (!day || (reader.tokens[day.end - 1]!.norm.length > 3 && reader.tokens[day.end - 1]!.kind === 'digits')) return undefined;
  const isTime = reader.isSign(day.end, ':') || (!day.hasMark && reader.after('hour', day.end) !== undefined);
  return isTime ? undefined : withYear(reader, at, day.end, month.month, day.day, now);
}

function yearMonthDay(reader: Reader, at: number): ReadDate | undefined {
  const year = yearAt(reader, at);
  const month = year && monthAt(reader, year.end);
  const day = month && dayOfMonth(reader, month.end);
  return day && isDate(year.year, month.month, day.day) ? exactly(at, day.end, toDay(year.year, month.month, day.day)) : undefined;
}

/** Today, tomorrow; the 5th in languages that mark it. */
function dayWord(reader: Reader, at: number, now: Now): ReadDate | undefined {
  const word = reader.find('day', at);
  if (word) return exactly(at, word.end, now.day + Number(word.value));
  const token = reader.tokens[at];
  const day = token?.kind === 'digits' ? dayOfMonth(reader, at) : undefined;
  if (day?.hasMark !== true || !reader.isSeparate(at, day.end)) return undefined;
  const { year, month } = fieldsOf(now.day);
  const days = [-2, -1, 0, 1, 2]
    .map((n) => addMonths(toDay(year, month, 1), n))
    .filter((first) => {
      const fields = fieldsOf(first);
      return isDate(fields.year, fields.month, day.day);
    })
    .map((first) => first + day.day - 1);
  const last = days.findLast((one) => one < now.day)!;
  const next = days.find((one) => one >= now.day)!;
  return { start: at, end: day.end, meaning: { type: 'date', timex: `XXXX-XX-${pad(day.day)}`, days: [last, next] } };
}

const WEEK_WORDS = [
  ['next', 'nextAfter', 1],
  ['last', 'lastAfter', -1],
  ['this', 'thisAfter', 0],
] as const;

/** Monday, next Monday, Monday of next week. */
function weekdayDate(reader: Reader, at: number, now: Now): ReadDate | undefined {
  const monday = mondayOf(now.day);
  const inWeek = (end: number, weekday: number, weeks: number): ReadDate => exactly(at, end, monday + weekday - 1 + 7 * weeks);
  const named = reader.find('weekday', at);
  if (named) {
    const weekday = Number(named.value);
    for (const [, word, weeks] of WEEK_WORDS) {
      const after = reader.after(word, named.end);
      if (after !== undefined) return inWeek(after, weekday, weeks);
    }
    const week = weekAt(reader, reader.skip(named.end, 'ofDate', 'join')) ?? weekAt(reader, named.end);
    if (week) return inWeek(week.end, weekday, week.weeks);
    const thisWeek = monday + weekday - 1;
    const days = thisWeek < now.day ? [thisWeek, thisWeek + 7] : [thisWeek - 7, thisWeek];
    return { start: at, end: named.end, meaning: { type: 'date', timex: `XXXX-WXX-${weekday}`, days } };
  }
  const week = weekAt(reader, at);
  const day = week && (reader.find('weekday', week.end) ?? reader.find('weekday', reader.skip(week.end, 'ofDate', 'join')));
  if (day) return inWeek(day.end, Number(day.value), week.weeks);
  for (const [word, , weeks] of WEEK_WORDS) {
    const after = reader.after(word, at);
    const weekday = after === undefined ? undefined : reader.find('weekday', after);
    if (weekday) return inWeek(weekday.end, Number(weekday.value), weeks);
    const unit = after === undefined ? undefined : reader.find('timeUnit', after);
    if (unit?.value === 'D') return exactly(at, unit.end, now.day + weeks);
  }
  return undefined;
}

/** A week by its distance from this one. */
function weekAt(reader: Reader, at: number): { weeks: number; end: number } | undefined {
  const word = reader.find('period', at);
  if (word && String(word.value).startsWith('W ')) return { weeks: Number(String(word.value).slice(2)), end: word.end };
  for (const [before, after, weeks] of WEEK_WORDS) {
    const unitFrom = reader.after(before, at);
    const unit = unitFrom === undefined ? undefined : reader.find('timeUnit', unitFrom);
    if (unit?.value === 'W') return { weeks, end: unit.end };
    const bare = reader.find('timeUnit', at);
    const end = bare?.value === 'W' ? reader.after(after, bare.end) : undefined;
    if (end !== undefined) return { weeks, end };
  }
  return undefined;
}

/** Three days ago, in two weeks. */
function distantDate(reader: Reader, at: number, now: Now): ReadDate | undefined {
  const distant = distanceAt(reader, at);
  if (!distant || !'DWMY'.includes(distant.span.unit)) return undefined;
  const { span, sign, end } = distant;
  if (!Number.isInteger(span.amount)) return undefined;
  const amount = sign * span.amount;
  const day =
    span.unit === 'D'
      ? now.day + amount
      : span.unit === 'W'
        ? now.day + 7 * amount
        : addMonths(now.day, amount * (span.unit === 'Y' ? 12 : 1));
  return exactly(at, end, day);
}

/** A time span with a word that says whether it lies behind or ahead. */
export function distanceAt(reader: Reader, at: number): { span: SpanMeaning; sign: number; end: number } | undefined {
  return reader.memo('distance', at, () => {
    for (const [before, after, sign] of [
      ['ago', 'agoAfter', -1],
      ['later', 'laterAfter', 1],
    ] as const) {
      const from = reader.after(before, at);
      const ahead = from === undefined ? undefined : (durationAt(reader, from) ?? singleUnit(reader, from));
      if (ahead) return { span: ahead.meaning, sign, end: reader.skip(ahead.end, after) };
      const behind = durationAt(reader, at);
      const end = behind && reader.after(after, behind.end);
      if (end !== undefined) return { span: behind!.meaning, sign, end };
    }
    return undefined;
  });
}

function singleUnit(reader: Reader, at: number): Read<SpanMeaning> | undefined {
  const unit = reader.vocabulary.table.unitAlone === true ? unitAt(reader, at) : undefined;
  return unit && span(at, unit.end, 1, unit.unit);
}

function holiday(reader: Reader, at: number, now: Now): ReadDate | undefined {
  const found = reader.find('holiday', at);
  if (!found) return undefined;
  const [month, day] = String(found.value).split('-').map(Number) as [number, number];
  const year = yearAt(reader, reader.skip(found.end, 'ofDate'));
  return year ? exactly(at, year.end, toDay(year.year, month, day)) : inAnyYear(at, found.end, month, day, now);
}
