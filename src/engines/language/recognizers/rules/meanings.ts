/** What an expression of time means before it is written as a resolution. */
import type { DatetimeValue, Resolution } from '../entity.ts';
import { formatDay, formatSeconds, pad } from './calendar.ts';
import type { PartOfDay } from './culture-table.ts';

/** Days have two readings, last and next, where no year is named. */
export interface DateMeaning {
  readonly type: 'date';
  readonly timex: string;
  readonly days: readonly number[];
}
/** Hours have two readings where the half of the day is unknown. */
export interface TimeMeaning {
  readonly type: 'time';
  readonly hours: readonly number[];
  readonly minute?: number;
  readonly second?: number;
  /** Written as a mere number. */
  readonly isBare?: boolean;
  /** The part of the day says which half. */
  readonly hasPart?: boolean;
}
export interface DateTimeMeaning {
  readonly type: 'datetime';
  readonly values: readonly { readonly timex: string; readonly day: number; readonly second: number }[];
}
export interface DateRangeMeaning {
  readonly type: 'daterange';
  readonly timex: string;
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}
export interface PartMeaning {
  readonly type: 'part';
  readonly part: PartOfDay;
}
export interface SpanMeaning {
  readonly type: 'duration';
  readonly timex: string;
  readonly seconds: number;
  /** The unit and how many, where it is one unit. */
  readonly unit: string;
  readonly amount: number;
}
/** Already in the form of a resolution. */
export interface ReadyMeaning {
  readonly type: 'ready';
  readonly subtype: string;
  readonly values: readonly DatetimeValue[];
}
export type Meaning = DateMeaning | TimeMeaning | DateTimeMeaning | DateRangeMeaning | PartMeaning | SpanMeaning | ReadyMeaning;
/** A meaning with the tokens that it is read from. */
export interface Read<M extends Meaning = Meaning> {
  readonly start: number;
  readonly end: number;
  readonly meaning: M;
}

/** Seconds of the day at which the parts of a day begin and end. */
export const PART_HOURS: Readonly<Record<PartOfDay, readonly [start: number, end: number]>> = {
  DA: [4, 8],
  MO: [8, 12],
  AM: [0, 12],
  AF: [12, 16],
  PM: [12, 24],
  EV: [16, 20],
  NI: [20, 24],
};

export const partEnd = (part: PartOfDay): number => Math.min(PART_HOURS[part][1] * 3600, 86_399);

export function timeTimex(hour: number, { minute, second }: TimeMeaning): string {
  return `T${pad(hour)}${minute === undefined ? '' : `:${pad(minute)}`}${second === undefined ? '' : `:${pad(second)}`}`;
}

export const secondOf = (hour: number, { minute = 0, second = 0 }: TimeMeaning): number => hour * 3600 + minute * 60 + second;

export const formatMoment = (day: number, second: number): string => `${formatDay(day)} ${formatSeconds(second)}`;

/** A day and a time of it; two hours of two days are four moments. */
export function atTime(date: DateMeaning, time: TimeMeaning): DateTimeMeaning {
  const values = date.days.flatMap((day) =>
    time.hours.map((hour) => ({ timex: date.timex + timeTimex(hour, time), day, second: secondOf(hour, time) })),
  );
  return { type: 'datetime', values };
}

export function toResolution(meaning: Meaning): Resolution {
  const subtype = meaning.type === 'ready' ? meaning.subtype : meaning.type === 'part' ? 'timerange' : meaning.type;
  return { is: 'datetime', subtype, values: valuesOf(meaning) };
}

export function valuesOf(meaning: Meaning): readonly DatetimeValue[] {
  switch (meaning.type) {
    case 'date':
      return meaning.days.map((day) => ({ timex: meaning.timex, type: 'date', value: formatDay(day) }));
    case 'time':
      return meaning.hours.map((hour) => ({
        timex: timeTimex(hour, meaning),
        type: 'time',
        value: formatSeconds(secondOf(hour, meaning)),
      }));
    case 'datetime':
      return meaning.values.map(({ timex, day, second }) => ({ timex, type: 'datetime', value: formatMoment(day, second) }));
    case 'daterange': {
      const { timex, type, spans } = meaning;
      if (spans.length === 0) return [{ timex, type }];
      return spans.map(({ start, end }) => ({ timex, type, start: formatDay(start), end: formatDay(end) }));
    }
    case 'part': {
      const start = formatSeconds(PART_HOURS[meaning.part][0] * 3600);
      return [{ timex: `T${meaning.part}`, type: 'timerange', start, end: formatSeconds(partEnd(meaning.part)) }];
    }
    case 'duration':
      return [{ timex: meaning.timex, type: 'duration', value: String(meaning.seconds) }];
    case 'ready':
      return meaning.values;
  }
}

/** The longest; of equals, the first. */
export function longest<R extends Read>(readings: readonly (R | undefined)[]): R | undefined {
  return readings.reduce((best, one) => (one && (!best || one.end > best.end) ? one : best), undefined);
}
