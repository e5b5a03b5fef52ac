/** Time spans: a number and a unit of time, also several of them. */
import type { Read, SpanMeaning } from './meanings.ts';
import { numberAt } from './numbers.ts';
import type { Reader } from './reader.ts';
import { written } from './quantities.ts';

const SECONDS: Readonly<Record<string, number>> = { Y: 31_536_000, M: 2_592_000, W: 604_800, D: 86_400, H: 3600, m: 60, S: 1 };
const CLOCK_UNITS = 'HmS';

export function durationAt(reader: Reader, at: number): Read<SpanMeaning> | undefined {
  return reader.memo('duration', at, () => {
    const first = oneSpan(reader, at);
    if (!first) return undefined;
    const from = reader.skip(first.end, 'and');
    const second = oneSpan(reader, from);
    const isSmaller =
      second &&
      CLOCK_UNITS.includes(first.meaning.unit) &&
      SECONDS[second.meaning.unit]! < SECONDS[first.meaning.unit]! &&
      first.meaning.amount % 1 === 0;
    if (!second || !isSmaller) return first;
    return {
      start: at,
      end: second.end,
      meaning: {
        type: 'duration',
        timex: first.meaning.timex + second.meaning.timex.slice(2),
        seconds: first.meaning.seconds + second.meaning.seconds,
        unit: second.meaning.unit,
        amount: (first.meaning.seconds + second.meaning.seconds) / SECONDS[second.meaning.unit]!,
      },
    };
  });
}

function oneSpan(reader: Reader, at: number): Read<SpanMeaning> | undefined {
  const word = reader.find('durationWord', at);
  if (word) {
    const [, isClock, amount, unit] = /^P(T?)([\d.]+)([A-Z])$/.exec(String(word.value))!;
    return span(at, word.end, Number(amount), isClock !== '' && unit === 'M' ? 'm' : unit!);
  }
  const number = numberAt(reader, at);
  // Half an hour, with or without an article.
  const half = halfUnit(reader, at) ?? (number?.value === 1 ? halfUnit(reader, number.end) : undefined);
  if (half) return span(at, half.end, 0.5, half.unit);
  const unit = number && unitAt(reader, reader.isSign(number.end, "-'") && reader.isGlued(number.end) ? number.end + 1 : number.end);
  if (!unit || number.value < 0 || !reader.isSeparate(at, unit.end)) return undefined;
  const more = reader.after('half', unit.end);
  return more !== undefined && Number.isInteger(number.value)
    ? span(at, more, number.value + 0.5, unit.unit)
    : span(at, unit.end, number.value, unit.unit);
}

export function unitAt(reader: Reader, at: number): { unit: string; end: number } | undefined {
  const found = reader.find('timeUnit', at);
  return found && found.value !== 'WE' ? { unit: String(found.value), end: found.end } : undefined;
}

function halfUnit(reader: Reader, at: number): { unit: string; end: number } | undefined {
  const half = reader.find('fraction', at);
  if (half?.value !== 0.5) return undefined;
  const from = reader.isSign(half.end, "-'") ? half.end + 1 : half.end;
  return unitAt(reader, from);
}

/** An amount of a unit. */
export function span(start: number, end: number, amount: number, unit: string): Read<SpanMeaning> {
  const isClock = CLOCK_UNITS.includes(unit);
  return {
    start,
    end,
    meaning: {
      type: 'duration',
      timex: `P${isClock ? 'T' : ''}${written(amount)}${unit.toUpperCase()}`,
      seconds: Math.round(amount * SECONDS[unit]!),
      unit,
      amount,
    },
  };
}
