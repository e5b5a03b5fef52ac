/** Weeks, months, years, seasons, and the next or last few of them. */
import type { Now } from './calendar.ts';
import { addMonths, fieldsOf, formatDay, isoWeek, mondayOf, pad, toDay } from './calendar.ts';
import { monthAt, yearAt } from './dates.ts';
import { durationAt } from './durations.ts';
import type { DateRangeMeaning, Read } from './meanings.ts';
import { formatMoment, longest } from './meanings.ts';
import type { Reader } from './reader.ts';

const NEAR = [
  ['next', 'nextAfter', 1],
  ['last', 'lastAfter', -1],
  ['this', 'thisAfter', 0],
] as const;

/** The longest period that begins at a token. With `isExpected`, a mere year is one. */
export function periodAt(reader: Reader, at: number, now: Now, isExpected = false): Read | undefined {
  return reader.memo(isExpected ? 'period expected' : 'period', at, () =>
    longest([
      nearPeriod(reader, at, now),
      fewUnits(reader, at, now),
      monthPeriod(reader, at, now),
      yearPeriod(reader, at, isExpected),
      season(reader, at, now),
    ]),
  );
}

const range = (start: number, end: number, timex: string, from: number, to: number): Read<DateRangeMeaning> => ({
  start,
  end,
  meaning: { type: 'daterange', timex, spans: [{ start: from, end: to }] },
});

/** This week, next month, last year, the weekend. */
function nearPeriod(reader: Reader, at: number, now: Now): Read | undefined {
  const word = reader.find('period', at);
  if (word) {
    const [unit, offset] = String(word.value).split(' ');
    return unitPeriod(at, word.end, unit!, Number(offset), now);
  }
  for (const [before, after, offset] of NEAR) {
    const from = reader.after(before, at);
    const unit = from === undefined ? undefined : reader.find('timeUnit', from);
    if (unit && reader.isSeparate(from!, unit.end))
      return unitPeriod(at, reader.skip(unit.end, 'thisAfter'), String(unit.value), offset, now);
    const bare = reader.find('timeUnit', at);
    const end = bare && reader.after(after, bare.end);
    if (end !== undefined) return unitPeriod(at, end, String(bare!.value), offset, now);
  }
  const weekend = reader.find('timeUnit', at);
  return weekend?.value === 'WE' ? unitPeriod(at, weekend.end, 'WE', 0, now) : undefined;
}

function unitPeriod(start: number, end: number, unit: string, offset: number, now: Now): Read | undefined {
  const { year, month } = fieldsOf(now.day);
  const monday = mondayOf(now.day) + 7 * offset;
  switch (unit) {
    case 'W':
      return range(start, end, isoWeek(monday), monday, monday + 7);
    case 'WE':
      return range(start, end, `${isoWeek(monday)}-WE`, monday + 5, monday + 7);
    case 'M': {
      const first = addMonths(toDay(year, month, 1), offset);
      return range(start, end, formatDay(first).slice(0, 7), first, addMonths(first, 1));
    }
    case 'Y':
      return range(start, end, pad(year + offset, 4), toDay(year + offset, 1, 1), toDay(year + offset + 1, 1, 1));
    default:
      return undefined;
  }
}

/** The next three days, the last two weeks. */
function fewUnits(reader: Reader, at: number, now: Now): Read | undefined {
  const isNext = reader.after('next', at);
  const from = isNext ?? reader.after('last', at);
  const span = from === undefined ? undefined : durationAt(reader, from);
  if (!span || span.meaning.amount < 1 || !Number.isInteger(span.meaning.amount)) return undefined;
  const { unit, amount, timex, seconds } = span.meaning;
  const sign = isNext === undefined ? -1 : 1;
  if ('HmS'.includes(unit)) {
    const moment = now.day * 86_400 + now.secondOfDay;
    const [begin, finish] = sign > 0 ? [moment, moment + seconds] : [moment - seconds, moment];
    const write = (second: number): string => formatMoment(Math.floor(second / 86_400), second % 86_400);
    const value = {
      timex: `(${write(begin).replace(' ', 'T')},${write(finish).replace(' ', 'T')},${timex})`,
      type: 'datetimerange',
      start: write(begin),
      end: write(finish),
    };
    return { start: at, end: span.end, meaning: { type: 'ready', subtype: 'datetimerange', values: [value] } };
  }
  const shift = (day: number, by: number): number =>
    unit === 'D' ? day + by : unit === 'W' ? day + 7 * by : addMonths(day, by * (unit === 'Y' ? 12 : 1));
  const begin = sign > 0 ? now.day + 1 : shift(now.day, -amount);
  const finish = sign > 0 ? shift(begin, amount) : now.day;
  return range(at, span.end, `(${formatDay(begin)},${formatDay(finish)},${timex})`, begin, finish);
}

/** May, May 2027, next May. */
function monthPeriod(reader: Reader, at: number, now: Now): Read | undefined {
  const { year, month: thisMonth } = fieldsOf(now.day);
  const inYear = (start: number, end: number, ofYear: number, month: number): Read => {
    const first = toDay(ofYear, month, 1);
    return range(start, end, `${pad(ofYear, 4)}-${pad(month)}`, first, addMonths(first, 1));
  };
  for (const [before, , offset] of NEAR) {
    const from = reader.after(before, at);
    const near = from === undefined ? undefined : monthAt(reader, from);
    if (near) return inYear(at, near.end, year + offset, near.month);
  }
  const yearFirst = yearAt(reader, at);
  const inner = yearFirst && monthAt(reader, yearFirst.end);
  if (inner) return inYear(at, inner.end, yearFirst.year, inner.month);
  const found = monthAt(reader, at);
  if (!found || !reader.isSeparate(at, found.end)) return undefined;
  for (const [, after, offset] of NEAR) {
    const end = reader.after(after, found.end);
    if (end !== undefined) return inYear(at, end, year + offset, found.month);
  }
  const named = yearAt(reader, reader.skip(found.end, 'ofDate'));
  if (named) return inYear(at, named.end, named.year, found.month);
  const years = found.month < thisMonth ? [year, year + 1] : [year - 1, year];
  const spans = years.map((one) => ({ start: toDay(one, found.month, 1), end: toDay(one, found.month + 1, 1) }));
  return { start: at, end: found.end, meaning: { type: 'daterange', timex: `XXXX-${pad(found.month)}`, spans } };
}

function yearPeriod(reader: Reader, at: number, isExpected: boolean): Read | undefined {
  const from = reader.after('inYear', at);
  const year = yearAt(reader, from ?? at);
  if (!year || (from === undefined && !year.hasMark && !isExpected) || !isFree(reader, year.end)) return undefined;
  if (!year.hasMark && (year.year < 1800 || year.year > 2100)) return undefined;
  return range(from ?? at, year.end, pad(year.year, 4), toDay(year.year, 1, 1), toDay(year.year + 1, 1, 1));
}

/** Not a number of something. */
function isFree(reader: Reader, at: number): boolean {
  return !['currency', 'dimension', 'percent', 'scale', 'temperature'].some((category) => reader.find(category, at) !== undefined);
}

function season(reader: Reader, at: number, now: Now): Read | undefined {
  const { year } = fieldsOf(now.day);
  const answer = (end: number, timex: string): Read => ({ start: at, end, meaning: { type: 'daterange', timex, spans: [] } });
  for (const [before, after, offset] of NEAR) {
    const from = reader.after(before, at);
    const near = from === undefined ? undefined : reader.find('season', from);
    if (near) return answer(near.end, `${year + offset}-${near.value}`);
    const bare = reader.find('season', at);
    const end = bare && reader.after(after, bare.end);
    if (end !== undefined) return answer(end, `${year + offset}-${bare!.value}`);
  }
  const found = reader.find('season', at);
  if (!found) return undefined;
  const named = yearAt(reader, reader.skip(found.end, 'ofDate'));
  return named ? answer(named.end, `${named.year}-${found.value}`) : answer(found.end, String(found.value));
}
