/** Times of day: on the clock, in words, and with the part of the day they belong to. */
import type { PartOfDay } from './culture-table.ts';
import type { PartMeaning, Read, TimeMeaning } from './meanings.ts';
import type { ReadNumber } from './numbers.ts';
import { numberAt, wholeNumberAt } from './numbers.ts';
import { ordinalAt } from './ordinals.ts';
import type { Reader } from './reader.ts';

type ReadTime = Read<TimeMeaning>;

/** A time with the part of the day before or after it. With `isExpected`, a mere number is an hour. */
export function timeAt(reader: Reader, at: number, isExpected = false): ReadTime | undefined {
  return reader.memo(isExpected ? 'time expected' : 'time', at, () => {
    const part = partAt(reader, at);
    const inner = part && clockAt(reader, reader.skip(reader.skip(part.end, 'join'), 'at'), true);
    if (inner) return { start: at, end: inner.end, meaning: inPart(inner.meaning, part.meaning.part) };
    const time = clockAt(reader, at, isExpected);
    // A mere number takes its part of the day with it: 5 in the afternoon.
    const candidate = time ?? clockAt(reader, at, true);
    if (!candidate) return undefined;
    const after = partAt(reader, candidate.end);
    if (after && !(after.meaning.part === 'MO' && reader.find('day', candidate.end) && !reader.after('partBefore', candidate.end)))
      return { start: at, end: after.end, meaning: inPart(candidate.meaning, after.meaning.part) };
    return time;
  });
}

export function partAt(reader: Reader, at: number): Read<PartMeaning> | undefined {
  const before = reader.after('partBefore', at);
  const found = (before === undefined ? undefined : reader.find('part', before)) ?? reader.find('part', at);
  if (!found || !reader.isSeparate(at, found.end)) return undefined;
  return { start: at, end: found.end, meaning: { type: 'part', part: found.value as PartOfDay } };
}

/** The hour that a part of the day makes of an hour of twelve. */
function inPart(time: TimeMeaning, part: PartOfDay): TimeMeaning {
  const hour = time.hours[0]!;
  if (hour > 12 || time.hours.length === 0) return { ...time, isBare: false, hasPart: true };
  const isMorning = part === 'MO' || part === 'AM' || part === 'DA' || (part === 'NI' && hour < 5);
  const exact = part === 'NI' && hour === 12 ? 0 : isMorning ? (hour === 12 && part !== 'MO' ? 0 : hour) : hour < 12 ? hour + 12 : 12;
  return { ...time, hours: [exact], isBare: false, hasPart: true };
}

/** Both readings of an hour of twelve. */
const bothHalves = (hour: number, isExact: boolean): number[] => (isExact || hour === 0 || hour >= 12 ? [hour] : [hour, hour + 12]);

function clockAt(reader: Reader, at: number, isExpected: boolean): ReadTime | undefined {
  const before = reader.after('hourBefore', at);
  const from = before ?? at;
  const named = reader.find('time', from);
  if (named) {
    const [hour, minute] = String(named.value).split(':').map(Number) as [number, number];
    return { start: at, end: named.end, meaning: { type: 'time', hours: [hour], ...(minute > 0 && { minute }) } };
  }
  const read = digitalAt(reader, from) ?? towardHour(reader, from) ?? hourAt(reader, from, isExpected || before !== undefined);
  return read && { ...read, start: at };
}

/** 15:30, 15:30:20, 15h30, 15.30 with the word for hour. */
function digitalAt(reader: Reader, at: number): ReadTime | undefined {
  const { tokens } = reader;
  const hours = tokens[at];
  if (hours?.kind !== 'digits' || hours.norm.length > 2 || Number(hours.norm) > 24) return undefined;
  if (reader.isGlued(at) && reader.isSign(at - 1, ':.,/-')) return undefined;
  const digitsAfter = (from: number): number | undefined => {
    const token = tokens[from];
    return token?.kind === 'digits' && token.isGlued && token.norm.length === 2 && Number(token.norm) < 60 ? Number(token.norm) : undefined;
  };
  const isColon = reader.isSign(at + 1, ':：') && reader.isGlued(at + 1);
  const isPoint = reader.isSign(at + 1, '.') && reader.isGlued(at + 1);
  const isLetter = tokens[at + 1]?.norm === 'h' && reader.isGlued(at + 1) && reader.after('hour', at + 1) === at + 2;
  const minute = isColon || isPoint || isLetter ? digitsAfter(at + 2) : undefined;
  if (minute === undefined) return undefined;
  const second = isColon && reader.isSign(at + 3, ':') ? digitsAfter(at + 4) : undefined;
  let end = second === undefined ? at + 3 : at + 5;
  const word = reader.after('hour', end) ?? reader.after('hourOrDuration', end);
  if (isPoint && word === undefined) return undefined;
  end = word ?? end;
  const meaning = {
    type: 'time',
    hours: bothHalves(Number(hours.norm), hours.norm.startsWith('0')),
    minute,
    ...(second !== undefined && { second }),
  } as const;
  return { start: at, end, meaning };
}

/** Half to eight, a quarter past three, ten to four. */
function towardHour(reader: Reader, at: number): ReadTime | undefined {
  const half = reader.after('halfTo', at);
  if (half !== undefined) return shifted(reader, at, half, -30);
  const { quarter: hasQuarter } = reader.vocabulary.table.words;
  if (hasQuarter === undefined) return undefined;
  const quarter = reader.after('quarter', at);
  const number = quarter === undefined ? numberAt(reader, at) : undefined;
  const minutes = quarter === undefined ? number?.value : 15;
  let from = quarter ?? number?.end;
  if (minutes === undefined || from === undefined || minutes < 1 || minutes > 29 || !Number.isInteger(minutes)) return undefined;
  from = reader.skip(from, 'minute');
  const past = reader.after('past', from);
  if (past !== undefined) return towardHalf(reader, at, past, minutes) ?? shifted(reader, at, past, minutes);
  const to = reader.after('to', from);
  return to === undefined ? undefined : (towardHalf(reader, at, to, -minutes) ?? shifted(reader, at, to, -minutes));
}

/** Five to half eight. */
function towardHalf(reader: Reader, at: number, from: number, minutes: number): ReadTime | undefined {
  const half = reader.after('halfTo', from);
  return half === undefined ? undefined : shifted(reader, at, half, minutes - 30);
}

function shifted(reader: Reader, at: number, from: number, minutes: number): ReadTime | undefined {
  const hour = wholeHour(reader, from);
  if (!hour || hour.minute !== 0) return undefined;
  const end = reader.after('hour', hour.end) ?? hour.end;
  return { start: at, end, meaning: shift(hour.hour, minutes, false) };
}

function shift(hour: number, minutes: number, isBare: boolean): TimeMeaning {
  const total = (hour * 60 + minutes + 1440) % 1440;
  const wholeHours = Math.floor(total / 60);
  return {
    type: 'time',
    hours: bothHalves(wholeHours === 0 && hour <= 12 && hour > 0 ? 12 : wholeHours, false),
    minute: total % 60,
    ...(isBare && { isBare }),
  };
}

/** An hour as a number, where half an hour more may be part of it, or as an ordinal. */
function wholeHour(reader: Reader, at: number): { hour: number; minute: number; end: number; isZeroed: boolean } | undefined {
  const ordinal = reader.vocabulary.table.words.hourBefore === undefined ? undefined : ordinalAt(reader, at);
  const number = ordinal ?? hourNumber(reader, at);
  if (!number || number.value < 0 || number.value > 24) return undefined;
  const minute = (number.value % 1) * 60;
  if (![0, 15, 30, 45].includes(minute)) return undefined;
  const { kind, norm } = reader.tokens[at]!;
  return {
    hour: Math.floor(number.value),
    minute,
    end: number.end,
    isZeroed: kind === 'digits' && norm.length === 2 && norm.startsWith('0'),
  };
}

/** The word between hour and minutes may also be that of a decimal point: 三点一刻. */
function hourNumber(reader: Reader, at: number): ReadNumber | undefined {
  const number = numberAt(reader, at);
  return number?.isFraction === true && reader.vocabulary.table.writing === 'characters' ? wholeNumberAt(reader, at) : number;
}

/** An hour with the word for it and the minutes after it. */
function hourAt(reader: Reader, at: number, isExpected: boolean): ReadTime | undefined {
  const hour = wholeHour(reader, at);
  if (!hour || (reader.isGlued(at) && reader.isSign(at - 1, ':.,/-'))) return undefined;
  const sure = reader.after('hour', hour.end);
  const word = sure ?? reader.after('hourOrDuration', hour.end);
  const from = word ?? hour.end;
  const minutes = minutesAfter(reader, from, word !== undefined, isExpected);
  const isSure = sure !== undefined || isExpected || (word !== undefined && minutes !== undefined && hour.hour !== 1);
  if (!isSure || (word === undefined && !isFreeNumber(reader, hour.end))) return undefined;
  if (!reader.isSeparate(at, minutes?.end ?? from)) return undefined;
  if (minutes) return { start: at, end: minutes.end, meaning: shift(hour.hour, hour.minute + minutes.minutes, false) };
  const isBare = word === undefined;
  if (hour.minute > 0) return { start: at, end: from, meaning: shift(hour.hour, hour.minute, isBare) };
  return {
    start: at,
    end: from,
    meaning: { type: 'time', hours: bothHalves(hour.hour === 24 ? 0 : hour.hour, hour.isZeroed), ...(isBare && { isBare }) },
  };
}

/** Not a number of something, and not the beginning of a longer number. */
function isFreeNumber(reader: Reader, end: number): boolean {
  const next = reader.tokens[end];
  if (
    next?.isGlued === true &&
    (next.kind === 'digits' || reader.isSign(end, '%€$£°:/-') || (/^[.,]$/.test(next.norm) && reader.tokens[end + 1]?.kind === 'digits'))
  )
    return false;
  return !['timeUnit', 'currency', 'dimension', 'percent', 'month', 'temperature', 'age', 'scale'].some(
    (category) => reader.find(category, end) !== undefined,
  );
}

function minutesAfter(reader: Reader, at: number, hasWord: boolean, isExpected: boolean): { minutes: number; end: number } | undefined {
  if (!hasWord && !isExpected) return undefined;
  const named = reader.find('minutesAfterHour', at);
  if (named) return { minutes: Number(named.value), end: named.end };
  const past = reader.after('past', at);
  const to = past === undefined ? reader.after('to', at) : undefined;
  const sign = to === undefined ? 1 : -1;
  const from = past ?? to ?? (hasWord ? at : undefined);
  const number = from === undefined ? undefined : numberAt(reader, from);
  if (!number || !Number.isInteger(number.value) || number.value < 1 || number.value > 59) return undefined;
  if (reader.after('hour', number.end) !== undefined || reader.after('hourOrDuration', number.end) !== undefined) return undefined;
  const mark = reader.after('minute', number.end);
  // Minutes without their word stand right after the hour: 15 Uhr 30.
  if (mark === undefined && !isFreeNumber(reader, number.end)) return undefined;
  if (
    mark === undefined &&
    past === undefined &&
    to === undefined &&
    (number.value < 10 || reader.vocabulary.table.writing === 'characters')
  )
    return undefined;
  return { minutes: sign * number.value, end: mark ?? number.end };
}
