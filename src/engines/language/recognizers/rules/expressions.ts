/** Expressions of time: dates and times together, ranges, limits and sets. Of all that begin at a token, the longest counts. */
import type { Now } from './calendar.ts';
import { formatDay, formatSeconds } from './calendar.ts';
import type { PartOfDay, WordClass } from './culture-table.ts';
import { dateAt, distanceAt, monthAt } from './dates.ts';
import { durationAt, unitAt } from './durations.ts';
import type { DateMeaning, Meaning, Read, TimeMeaning } from './meanings.ts';
import { PART_HOURS, atTime, formatMoment, longest, partEnd, secondOf, timeTimex, valuesOf } from './meanings.ts';
import { ordinalAt } from './ordinals.ts';
import { numberAt } from './numbers.ts';
import { periodAt } from './periods.ts';
import type { Reader } from './reader.ts';
import { partAt, timeAt } from './times.ts';

export function expressionAt(reader: Reader, at: number, now: Now): Read | undefined {
  const readings = [
    setAt(reader, at),
    rangeAt(reader, at, now),
    pointAt(reader, at, now),
    durationAt(reader, at),
    limitAt(reader, at, now),
  ];
  const best = longest(readings);
  return best && reader.isSeparate(best.start, best.end) ? best : undefined;
}

/** A day, a time, both, or a period. With `isExpected`, mere numbers are hours or years. */
function pointAt(reader: Reader, at: number, now: Now, isExpected = false): Read | undefined {
  return reader.memo(isExpected ? 'point expected' : 'point', at, () =>
    longest([
      momentAt(reader, at, now),
      dateFirst(reader, at, now),
      timeFirst(reader, at, now, isExpected),
      periodAt(reader, at, now, isExpected),
      partAlone(reader, at),
    ]),
  );
}

/** Now, in two hours, twenty minutes ago. */
function momentAt(reader: Reader, at: number, now: Now): Read | undefined {
  const word = reader.after('now', at);
  if (word !== undefined) {
    const value = { timex: 'PRESENT_REF', day: now.day, second: now.secondOfDay };
    return { start: at, end: word, meaning: { type: 'datetime', values: [value] } };
  }
  const distant = distanceAt(reader, at);
  if (!distant || !'HmS'.includes(distant.span.unit)) return undefined;
  const moment = now.day * 86_400 + now.secondOfDay + distant.sign * distant.span.seconds;
  const [day, second] = [Math.floor(moment / 86_400), moment % 86_400];
  const timex = formatMoment(day, second).replace(' ', 'T');
  return { start: at, end: distant.end, meaning: { type: 'datetime', values: [{ timex, day, second }] } };
}

/** A day, with the part of the day and the time after it. */
function dateFirst(reader: Reader, at: number, now: Now): Read | undefined {
  const word = reader.find('dayWithPart', at);
  if (word) {
    const [offset, part] = String(word.value).split(' ') as [string, PartOfDay];
    const day = now.day + Number(offset);
    return withTime(reader, { start: at, end: word.end, meaning: { type: 'date', timex: formatDay(day), days: [day] } }, part);
  }
  const thisPart = partOfToday(reader, at, now);
  if (thisPart) return thisPart;
  const date = dateAt(reader, at, now);
  if (!date) return undefined;
  return withTime(reader, date) ?? date;
}

/** This evening. */
function partOfToday(reader: Reader, at: number, now: Now): Read | undefined {
  const from = reader.after('this', at);
  const part = from === undefined ? undefined : reader.find('part', from);
  if (!part) return undefined;
  const date: Read<DateMeaning> = { start: at, end: part.end, meaning: { type: 'date', timex: formatDay(now.day), days: [now.day] } };
  return withTime(reader, date, part.value as PartOfDay);
}

function withTime(reader: Reader, date: Read<DateMeaning>, known?: PartOfDay): Read | undefined {
  const joined = skipJoins(reader, date.end);
  const part = known === undefined ? (partAt(reader, date.end) ?? partAt(reader, joined)) : undefined;
  const ofDay = known ?? part?.meaning.part;
  const end = part?.end ?? date.end;
  const afterPart = part ? skipJoins(reader, end) : joined;
  const isExpected =
    afterPart > end && (reader.after('at', afterPart - 1) !== undefined || reader.after('at', end) !== undefined || ofDay !== undefined);
  const time =
    timeAt(reader, afterPart, isExpected || endsWithAt(reader, end, afterPart) || ofDay !== undefined) ??
    timeAt(reader, end, ofDay !== undefined);
  if (time) {
    const hours = ofDay === undefined ? time.meaning : hoursIn(time.meaning, ofDay);
    return { start: date.start, end: time.end, meaning: atTime(date.meaning, hours) };
  }
  if (ofDay === undefined) return undefined;
  const [first] = PART_HOURS[ofDay];
  const values = date.meaning.days.map((day) => ({
    timex: `${date.meaning.timex}T${ofDay}`,
    type: 'datetimerange',
    start: formatMoment(day, first * 3600),
    end: formatMoment(day, partEnd(ofDay)),
  }));
  return { start: date.start, end, meaning: { type: 'ready', subtype: 'datetimerange', values } };
}

function endsWithAt(reader: Reader, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (reader.after('at', at) === end) return true;
  return false;
}

/** The hours that lie in a part of the day; all where none does. */
function hoursIn(time: TimeMeaning, part: PartOfDay): TimeMeaning {
  if (time.hours.length === 1) return time;
  const isMorning = part === 'MO' || part === 'AM' || part === 'DA' || (part === 'NI' && time.hours[0]! < 5);
  return { ...time, hours: [isMorning ? time.hours[0]! : time.hours[1]!] };
}

function skipJoins(reader: Reader, at: number): number {
  let end = at;
  for (let times = 0; times < 2; times++) {
    const comma = reader.isSign(end, ',，、') ? end + 1 : end;
    const next = reader.skip(comma, 'join', 'at', 'on');
    if (next === comma) return times === 0 && comma > at && reader.after('at', comma) === undefined ? at : end;
    end = next;
  }
  return end;
}

/** A time, alone or with the day after it. */
function timeFirst(reader: Reader, at: number, now: Now, isExpected: boolean): Read | undefined {
  const from = reader.after('at', at);
  const time = from === undefined ? timeAt(reader, at, isExpected) : timeAt(reader, from, true);
  if (!time) return undefined;
  const date = dateAt(reader, skipJoins(reader, time.end), now) ?? dateAt(reader, time.end, now);
  const start = from ?? at;
  if (date && reader.find('part', time.end) === undefined) return { start, end: date.end, meaning: atTime(date.meaning, time.meaning) };
  return { start, end: time.end, meaning: time.meaning };
}

function partAlone(reader: Reader, at: number): Read | undefined {
  const part = partAt(reader, at);
  return part && part.meaning.part !== 'AM' && part.meaning.part !== 'PM' ? part : undefined;
}

/** From Monday to Friday, 9 to 17, from the 5th to the 8th of May. */
function rangeAt(reader: Reader, at: number, now: Now): Read | undefined {
  const from = reader.after('from', at);
  for (const begin of from === undefined ? [at] : [from, at]) {
    const first = endpoint(reader, begin, now, begin === from);
    const dayOnly = begin === from || toOther(reader, begin) === undefined ? dayBeforeMonth(reader, begin, now) : undefined;
    for (const one of [dayOnly, first]) {
      const read = one && secondPoint(reader, at, begin === from, one, now);
      if (read) return read;
    }
  }
  return undefined;
}

/** The token after the word between the ends of a range. */
function toOther(reader: Reader, at: number): number | undefined {
  return reader.after('through', at) ?? reader.after('until', at) ?? (reader.isSign(at, '-~〜～') ? at + 1 : undefined);
}

type Endpoint = Read<DateMeaning | TimeMeaning>;

function endpoint(reader: Reader, at: number, now: Now, isExpected: boolean): Endpoint | undefined {
  const point = pointAt(reader, reader.skip(at, 'on'), now, true) ?? pointAt(reader, at, now, true);
  if (!point || (point.meaning.type !== 'date' && point.meaning.type !== 'time')) return undefined;
  return isExpected ||
    point.meaning.type === 'date' ||
    toOther(reader, reader.skip(point.end, 'fromAfter')) !== undefined ||
    reader.after('fromAfter', point.end) !== undefined ||
    reader.vocabulary.table.words.untilAfter !== undefined
    ? (point as Endpoint)
    : undefined;
}

/** The 5th, where the month follows after the range: its month is that of the other end. */
function dayBeforeMonth(reader: Reader, at: number, now: Now): Endpoint | undefined {
  const day = ordinalAt(reader, at) ?? numberAt(reader, at);
  const until = day && day.value >= 1 && day.value <= 31 ? toOther(reader, day.end) : undefined;
  if (until === undefined) return undefined;
  const end = dateAt(reader, until, now);
  if (end?.meaning.type !== 'date' || !/^[\dX]{4}-\d\d-\d\d$/.test(end.meaning.timex)) return undefined;
  const month = monthInside(reader, until, end.end);
  if (!month) return undefined;
  const length = Number(end.meaning.timex.slice(-2)) - day!.value;
  if (length <= 0) return undefined;
  return {
    start: at,
    end: day!.end,
    meaning: {
      type: 'date',
      timex: `${end.meaning.timex.slice(0, -2)}${String(day!.value).padStart(2, '0')}`,
      days: end.meaning.days.map((one) => one - length),
    },
  };
}

function monthInside(reader: Reader, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (monthAt(reader, at)) return true;
  return false;
}

function secondPoint(reader: Reader, start: number, hasFrom: boolean, first: Endpoint, now: Now): Read | undefined {
  const fromAfter = reader.after('fromAfter', first.end);
  const afterFirst = fromAfter ?? first.end;
  // One word may say both: 3 से 10.
  const until =
    toOther(reader, afterFirst) ?? (fromAfter !== undefined && toOther(reader, first.end) === fromAfter ? fromAfter : undefined);
  const second = endpointAfter(reader, until ?? afterFirst, now);
  if (!second || second.meaning.type !== first.meaning.type) return undefined;
  const untilAfter = reader.after('untilAfter', second.end);
  const isRange =
    until !== undefined ||
    (fromAfter !== undefined && (untilAfter !== undefined || first.meaning.type === 'time')) ||
    untilAfter !== undefined;
  if (!isRange) return undefined;
  const end = untilAfter ?? second.end;
  if (first.meaning.type === 'date') return dateRange(start, end, first.meaning, inMonthOf(first.meaning, second.meaning as DateMeaning));
  const times = timeRange(first.meaning, second.meaning as TimeMeaning, hasFrom);
  return times && { start, end, meaning: times };
}

function endpointAfter(reader: Reader, at: number, now: Now): Endpoint | undefined {
  for (const from of [reader.skip(at, 'on'), at]) {
    const point = longest([dateAt(reader, from, now), timeFirst(reader, from, now, true)]);
    if (point?.meaning.type === 'date' || point?.meaning.type === 'time') return point as Endpoint;
  }
  return undefined;
}

/** A day without its month is one of the month before it: 8月3日到10日. */
function inMonthOf(first: DateMeaning, second: DateMeaning): DateMeaning {
  const month = /^([\dX]{4}-\d\d-)(\d\d)$/.exec(first.timex);
  const day = /^XXXX-XX-(\d\d)$/.exec(second.timex)?.[1];
  if (!month || day === undefined) return second;
  const length = Number(day) - Number(month[2]);
  return { type: 'date', timex: month[1]! + day, days: first.days.map((one) => one + length) };
}

function dateRange(start: number, end: number, from: DateMeaning, to: DateMeaning): Read | undefined {
  const spans = (
    from.days.length === 1 || to.days.length === 1 ? [[from.days.at(-1)!, to.days.at(-1)!] as const] : pairDays(from, to)
  ).filter(([first, last]) => last > first);
  if (spans.length === 0) return undefined;
  const [first, last] = spans[0]!;
  const timex = `(${from.timex},${to.timex},P${last - first}D)`;
  return { start, end, meaning: { type: 'daterange', timex, spans: spans.map(([one, other]) => ({ start: one, end: other })) } };
}

/** Of days with two readings, each beginning with the next end after it. */
function pairDays(from: DateMeaning, to: DateMeaning): (readonly [number, number])[] {
  const step = from.timex.startsWith('XXXX-W') ? 7 : 365;
  const pairs = from.days.map((first) => {
    const last = to.days.find((one) => one > first) ?? to.days.at(-1)! + step;
    return [first, last] as const;
  });
  return step === 7
    ? pairs.slice(-1).map(([first, last]) => (last - first > 7 ? ([first, last - 7] as const) : ([first, last] as const)))
    : pairs;
}

function timeRange(from: TimeMeaning, to: TimeMeaning, hasFrom: boolean): Meaning | undefined {
  if (from.isBare === true && to.isBare === true && !hasFrom) return undefined;
  const last = to.hours.find((hour) => hour > from.hours[0]!) ?? to.hours[0]!;
  // From 2 to 4 in the afternoon: the part of the day holds for both.
  const isSamePart = to.hasPart === true && from.hours.length === 2 && from.hours[1]! < last;
  const first = isSamePart ? from.hours[1]! : from.hours[0]!;
  const seconds = secondOf(last, to) - secondOf(first, from);
  const length = seconds <= 0 ? seconds + 86_400 : seconds;
  const minutes = Math.round(length / 60);
  const span = `PT${minutes >= 60 ? `${Math.floor(minutes / 60)}H` : ''}${minutes % 60 > 0 ? `${minutes % 60}M` : ''}`;
  const value = {
    timex: `(${timeTimex(first, from)},${timeTimex(last, to)},${span})`,
    type: 'timerange',
    start: formatSeconds(secondOf(first, from)),
    end: formatSeconds(secondOf(last, to)),
  };
  return { type: 'ready', subtype: 'timerange', values: [value] };
}

const LIMITS: readonly (readonly [before: WordClass, after: WordClass, modifier: 'before' | 'after' | 'since'])[] = [
  ['before', 'beforeAfter', 'before'],
  ['until', 'untilAfter', 'before'],
  ['after', 'afterAfter', 'after'],
  ['since', 'sinceAfter', 'since'],
];

/** Before Friday, after 5 pm, since 2010. */
function limitAt(reader: Reader, at: number, now: Now): Read | undefined {
  const readings = LIMITS.map(([before, after, modifier]): Read | undefined => {
    const from = reader.after(before, at);
    if (from !== undefined) {
      const point = pointAt(reader, reader.skip(from, 'on', 'at'), now, true) ?? pointAt(reader, from, now, true);
      const meaning = point && point.meaning.type !== 'part' ? limited(point.meaning, modifier) : undefined;
      return meaning && { start: at, end: reader.skip(point!.end, after), meaning };
    }
    const point = pointAt(reader, at, now, after === 'sinceAfter');
    const end = point && (reader.after(after, point.end) ?? afterQuote(reader, after, point.end));
    const meaning = end === undefined ? undefined : limited(point!.meaning, modifier);
    return meaning && { start: at, end: end!, meaning };
  });
  return longest(readings);
}

/** 2010'dan beri: the ending follows an apostrophe. */
function afterQuote(reader: Reader, name: WordClass, at: number): number | undefined {
  return reader.isSign(at, "'") && reader.isGlued(at + 1) ? reader.after(name, at + 2) : undefined;
}

/** The types of ranges that end or begin with what is limited. */
const LIMITED_TYPES: Partial<Record<Meaning['type'], string>> = {
  date: 'daterange',
  time: 'timerange',
  datetime: 'datetimerange',
  daterange: 'daterange',
};

function limited(meaning: Meaning, modifier: 'before' | 'after' | 'since'): Meaning | undefined {
  const type = LIMITED_TYPES[meaning.type];
  const isNow = meaning.type === 'datetime' && meaning.values[0]!.timex === 'PRESENT_REF';
  const isOpen = meaning.type === 'daterange' && meaning.spans.length === 0;
  if (type === undefined || isNow || isOpen || (meaning.type === 'time' && meaning.isBare === true)) return undefined;
  const side = modifier === 'before' ? 'end' : 'start';
  const values = valuesOf(meaning).map(({ timex, value, start, end }) => {
    const limit = value ?? (modifier === 'after' ? end : start);
    return { timex, type, [side]: limit!, modifier };
  });
  return { type: 'ready', subtype: type, values };
}

/** Every Monday, every two weeks, daily, every day at 8. */
function setAt(reader: Reader, at: number): Read | undefined {
  const word = reader.find('set', at);
  const every = repeated(reader, at);
  const read = word && !(every && every.end > word.end) ? { end: word.end, timex: String(word.value) } : every;
  if (!read) return undefined;
  const joined = skipJoins(reader, read.end);
  const time = timeAt(reader, joined, endsWithAt(reader, read.end, joined)) ?? timeAt(reader, read.end);
  const suffix = time && timeTimex(time.meaning.hours[0]!, time.meaning);
  const timex = suffix === undefined ? read.timex : read.timex === 'P1D' ? suffix : read.timex + suffix;
  return { start: at, end: time?.end ?? read.end, meaning: { type: 'ready', subtype: 'set', values: [{ timex, type: 'set' }] } };
}

function repeated(reader: Reader, at: number): { end: number; timex: string } | undefined {
  const from = reader.after('every', at);
  if (from === undefined) return undefined;
  const weekday = reader.find('weekday', from);
  if (weekday) return { end: weekday.end, timex: `XXXX-WXX-${weekday.value}` };
  const span = durationAt(reader, from);
  if (span) return { end: span.end, timex: span.meaning.timex };
  const unit = unitAt(reader, from);
  if (unit) {
    const day = unit.unit === 'W' ? reader.find('weekday', reader.skip(unit.end, 'ofDate', 'join')) : undefined;
    if (day) return { end: day.end, timex: `XXXX-WXX-${day.value}` };
    return { end: unit.end, timex: `P${'HmS'.includes(unit.unit) ? 'T' : ''}1${unit.unit.toUpperCase()}` };
  }
  const part = reader.find('part', from);
  return part && { end: part.end, timex: `T${part.value}` };
}
