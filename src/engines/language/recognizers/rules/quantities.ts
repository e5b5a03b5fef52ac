/** Percentages, ages, amounts of money, dimensions and temperatures: a number with a unit after or before it. */
import type { Resolution } from '../entity.ts';
import type { ReadNumber } from './numbers.ts';
import { numberAt } from './numbers.ts';
import type { Reader } from './reader.ts';
import { currencyAnswer } from './units.ts';

export interface Found {
  readonly end: number;
  readonly resolution: Resolution;
}

export const written = (value: number): string => String(Number(value.toPrecision(15)));

export function percentageAt(reader: Reader, at: number): Found | undefined {
  const answer = (end: number, value: number): Found => ({
    end,
    resolution: { is: 'number', value, written: `${written(value)}%`, numberKind: 'Percent' },
  });
  const before = reader.after('percentBefore', at);
  if (before !== undefined) {
    const number = numberAt(reader, before);
    if (number) return answer(number.end, number.value);
  }
  const number = numberAt(reader, at);
  if (!number) return undefined;
  const end = reader.isSign(number.end, '%') ? number.end + 1 : reader.after('percent', number.end);
  if (end !== undefined) return answer(end, number.value);
  const tenths = reader.find('fraction', number.end - 1);
  return tenths && Number(tenths.value) === 0.1 && number.isFraction && reader.vocabulary.table.writing === 'characters'
    ? answer(number.end, number.value * 100)
    : undefined;
}

function quantity(end: number, value: number, unit: string, iso?: string): Found {
  const exact = Number(written(value));
  return { end, resolution: { is: 'quantity', value: exact, written: written(value), unit, ...(iso !== undefined && { iso }) } };
}

export function ageAt(reader: Reader, at: number): Found | undefined {
  const before = reader.after('ageBefore', at);
  if (before !== undefined) {
    const word = reader.find('durationWord', before);
    const span = word && /^P(\d+)([YMWD])$/.exec(String(word.value));
    if (word && span) return quantity(word.end, Number(span[1]), AGE_UNITS[span[2]!]!);
    const number = numberAt(reader, before);
    const unit = number && reader.find('timeUnit', number.end);
    const name = unit && AGE_UNITS[String(unit.value)];
    if (name !== undefined) return quantity(unit!.end, number!.value, name);
    const age = number && reader.find('age', number.end);
    if (age) return quantity(age.end, number.value, String(age.value));
    if (number && Number.isInteger(number.value) && number.value < 150) return quantity(number.end, number.value, 'Year');
    return undefined;
  }
  const number = numberAt(reader, at);
  if (!number) return undefined;
  const from = reader.isSign(number.end, '-') && reader.isGlued(number.end) ? number.end + 1 : number.end;
  const age = reader.find('age', from);
  if (age) return quantity(age.end, number.value, String(age.value));
  const either = reader.find('ageOrDuration', number.end);
  if (!either || number.value >= 130 || isSpan(reader, at, either.end)) return undefined;
  return quantity(either.end, number.value, String(either.value));
}

const AGE_UNITS: Readonly<Record<string, string>> = { Y: 'Year', M: 'Month', W: 'Week', D: 'Day' };

/** Ten years ago, in ten years, for the next ten years. */
function isSpan(reader: Reader, from: number, end: number): boolean {
  const isWord = (names: readonly string[], at: number): boolean => reader.meaningsAt(at).some(({ category }) => names.includes(category));
  if (isWord(['agoAfter', 'laterAfter', 'nextAfter', 'lastAfter'], end)) return true;
  for (let back = 1; back <= 3 && from - back >= 0; back++) {
    const match = reader.meaningsAt(from - back).find(({ category, end: after }) => SPAN_WORDS.has(category) && after === from);
    if (match) return true;
  }
  return false;
}

const SPAN_WORDS = new Set(['ago', 'later', 'next', 'last', 'since', 'every', 'after', 'before']);

export function currencyAt(reader: Reader, at: number): Found | undefined {
  const before = reader.find('currency', at);
  if (before) {
    const number = numberAt(reader, before.end);
    const { unit, iso } = currencyAnswer(String(before.value));
    const isSign = reader.tokens[before.end - 1]!.kind === 'sign' || /^[a-z]{2,4}$/.test(reader.tokens[at]!.norm);
    if (number && isSign) return quantity(number.end, number.value, unit, iso);
  }
  const number = numberAt(reader, at);
  if (!number) return undefined;
  const named = unitAfter(reader, 'currency', number);
  if (named) {
    const { unit, iso } = currencyAnswer(String(named.value));
    const cents = centsAfter(reader, named.end, number);
    return quantity(cents?.end ?? named.end, number.value + (cents?.value ?? 0), unit, iso);
  }
  const cents = reader.find('cents', number.end);
  return cents && quantity(cents.end, number.value, 'Cent');
}

/** Three euros and twenty cents, three euros twenty. */
function centsAfter(reader: Reader, at: number, whole: ReadNumber): { value: number; end: number } | undefined {
  if (!Number.isInteger(whole.value)) return undefined;
  const joined = reader.skip(at, 'and', 'join');
  const number = numberAt(reader, joined);
  if (!number || !Number.isInteger(number.value) || number.value < 0 || number.value > 99) return undefined;
  const cents = reader.find('cents', number.end);
  if (cents) return { value: number.value / (/[毛角]/.test(reader.tokens[number.end]!.norm) ? 10 : 100), end: cents.end };
  // 三块五 leaves the word for tenths out.
  const isShort = reader.vocabulary.table.shortEnd === true && number.value < 10 && number.end === joined + 1 && reader.isGlued(joined);
  return isShort && reader.tokens[number.end]?.isGlued !== true ? { value: number.value / 10, end: number.end } : undefined;
}

/** The unit after a number, with "of" between where the number ends in a scale (two million of euros). */
function unitAfter(reader: Reader, category: string, number: ReadNumber): { value: string | number; end: number } | undefined {
  const unit = reader.find(category, number.end);
  if (unit || !number.hasScale) return unit;
  const of = reader.after('of', number.end);
  return of === undefined ? undefined : reader.find(category, of);
}

export function dimensionAt(reader: Reader, at: number): Found | undefined {
  const perHour = reader.after('perHourBefore', at);
  const number = numberAt(reader, perHour ?? at);
  if (!number) return undefined;
  const unit = unitAfter(reader, 'dimension', number);
  if (!unit || !isWrittenOut(reader, unit.end)) return undefined;
  if (perHour === undefined) return quantity(unit.end, number.value, String(unit.value));
  const length = String(unit.value) === 'Kilogram' ? 'Kilometer' : String(unit.value);
  return /^(Kilometer|Mile)$/.test(length) ? quantity(unit.end, number.value, `${length} per hour`) : undefined;
}

/** A unit of one letter ends at the end of a word: "5 m" but not "5 m-". */
function isWrittenOut(reader: Reader, end: number): boolean {
  const token = reader.tokens[end - 1]!;
  const next = reader.tokens[end];
  return !(
    token.norm.length === 1 &&
    /[a-z]/.test(token.norm) &&
    next?.isGlued === true &&
    (next.kind !== 'sign' || /['’\-&@]/.test(next.norm))
  );
}

export function temperatureAt(reader: Reader, at: number): Found | undefined {
  const below = reader.after('belowZero', at);
  const scale = (['celsiusBefore', 'fahrenheitBefore'] as const).find((name) => reader.after(name, below ?? at) !== undefined);
  let from = scale === undefined ? (below ?? at) : reader.after(scale, below ?? at)!;
  const belowAfterScale = reader.after('belowZero', from);
  if (belowAfterScale !== undefined) from = belowAfterScale;
  const number = numberAt(reader, from);
  if (!number) return undefined;
  const unit = reader.find('temperature', number.end) ?? signedUnit(reader, number.end);
  if (!unit) return undefined;
  const after = reader.after('belowZeroAfter', unit.end);
  const isBelow = below !== undefined || belowAfterScale !== undefined || after !== undefined;
  const name = scale === undefined || unit.value !== 'Degree' ? String(unit.value) : scale === 'celsiusBefore' ? 'C' : 'F';
  return quantity(after ?? unit.end, isBelow ? -Math.abs(number.value) : number.value, name);
}

/** °C, ℉, or C and F in capitals. */
function signedUnit(reader: Reader, at: number): { value: string; end: number } | undefined {
  const token = reader.tokens[at];
  if (!token) return undefined;
  const letter = (from: number): string | undefined => /^[cfk]$/.exec(reader.tokens[from]?.norm ?? '')?.[0]?.toUpperCase();
  if (token.norm === '°c' || token.norm === '°f') return { value: token.norm[1]!.toUpperCase(), end: at + 1 };
  if (token.norm === '°') {
    const scale = letter(at + 1);
    return scale === undefined ? { value: 'Degree', end: at + 1 } : { value: scale, end: at + 2 };
  }
  const scale = letter(at);
  return scale !== undefined && scale !== 'K' && reader.text[token.start] === scale ? { value: scale, end: at + 1 } : undefined;
}
