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
  const ready = (subtype: string, values: readonly DatetimeValue[]): Resolution => ({ is: 'datetime', subtype, values });
  switch (meaning.type) {
    case 'date':
      return ready(
        'date',
        meaning.days.map((day) => ({ timex: meaning.timex, type: 'date', value: formatDay(day) })),
      );
    case 'time':
      return ready(
        'time',
        meaning.hours.map((hour) => ({
          timex: timeTimex(hour, meaning),
          type: 'time',
          value: formatSeconds(secondOf(hour, meaning)),
        })),
      );
    case 'datetime':
      return ready(
        'datetime',
        meaning.values.map(({ timex, day, second }) => ({ timex, type: 'datetime', value: formatMoment(day, second) })),
      );
    case 'daterange':
      return ready(
        'daterange',
        meaning.spans.length === 0
          ? [{ timex: meaning.timex, type: 'daterange' }]
          : meaning.spans.map(({ start, end }) => ({
              timex: meaning.timex,
              type: 'daterange',
              start: formatDay(start),
              end: formatDay(end),
            })),
      );
    case 'part': {
      const [start] = PART_HOURS[meaning.part];
      return ready('timerange', [
        { timex: `T${meaning.part}`, type: 'timerange', start: formatSeconds(start * 3600), end: formatSeconds(partEnd(meaning.part)) },
      ]);
    }
    case 'duration':
      return ready('duration', [{ timex: meaning.timex, type: 'duration', value: String(meaning.seconds) }]);
    case 'ready':
      return ready(meaning.subtype, meaning.values);
  }
}
