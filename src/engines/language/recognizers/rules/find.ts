/**
 * Prebuilt entities by rules: one engine reads the words of a culture table. Linear in the text: each token is the start of at most a
 * few readings, each of which is computed once.
 */
import type { RecognizedEntity, ReferenceTime, NumberKind, Resolution, RuleKind } from '../entity.ts';
import type { Now } from './calendar.ts';
import { expressionAt } from './expressions.ts';
import { toResolution } from './meanings.ts';
import { numberAt } from './numbers.ts';
import { ordinalAt, relativeOrdinalAt } from './ordinals.ts';
import { ageAt, currencyAt, dimensionAt, percentageAt, temperatureAt, written } from './quantities.ts';
import { Reader } from './reader.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Tokens from `start` (that where it looked, unless named) up to `end`. */
type Reading = { readonly start?: number; readonly end: number; readonly resolution: Resolution };

/** Finds kinds in one text; the text is read once for all of them. */
export function ruleFinder(text: string, vocabulary: Vocabulary, when: ReferenceTime): (kind: RuleKind) => RecognizedEntity[] {
  let reader: Reader | undefined;
  const now = nowOf(when);
  return (kind) => findAll((reader ??= new Reader(text, vocabulary)), kind, now);
}

function nowOf({ referenceMs, timezoneOffsetMinutes = 0 }: ReferenceTime): Now {
  const seconds = Math.floor(referenceMs / 1000) + timezoneOffsetMinutes * 60;
  const day = Math.floor(seconds / 86_400);
  return { day, secondOfDay: seconds - day * 86_400 };
}

function findAll(reader: Reader, kind: RuleKind, now: Now): RecognizedEntity[] {
  const { tokens, text } = reader;
  const found: RecognizedEntity[] = [];
  let at = 0;
  while (at < tokens.length) {
    const reading = isStart(reader, at) ? READERS[kind](reader, at, now) : undefined;
    if (!reading || !reader.isSeparate(reading.start ?? at, reading.end, kind === 'number')) {
      at = kind === 'number' ? afterNoNumber(reader, at) : at + 1;
      continue;
    }
    const start = tokens[reading.start ?? at]!.start;
    const end = tokens[reading.end - 1]!.end;
    found.push({ kind, start, end, text: text.slice(start, end), resolution: reading.resolution });
    at = reading.end;
  }
  return found;
}

/** Number words within other words and ordinals are none: 星期一, 第一. */
function afterNoNumber(reader: Reader, at: number): number {
  const other = numberAt(reader, at) ? undefined : reader.find('notNumber', at);
  const marked = reader.after('ordinalBefore', at) === undefined ? undefined : ordinalAt(reader, at);
  return other?.end ?? marked?.end ?? at + 1;
}

/** Words that mean nothing to the rules start nothing, and digits inside a word (a4, b2b) are no number. */
function isStart(reader: Reader, at: number): boolean {
  const { kind, isGlued } = reader.tokens[at]!;
  if (kind === 'digits') return !(isGlued && /[a-z_]$/.test(reader.tokens[at - 1]!.norm));
  return reader.meaningsAt(at).length > 0 || numberAt(reader, at) !== undefined || ordinalAt(reader, at) !== undefined;
}

const READERS: Readonly<Record<RuleKind, (reader: Reader, at: number, now: Now) => Reading | undefined>> = {
  number: plainNumber,
  ordinal,
  ordinalV2: (reader, at) => relativeOrdinalAt(reader, at) ?? ordinal(reader, at),
  percentage: percentageAt,
  age: ageAt,
  dimension: dimensionAt,
  currency: currencyAt,
  temperature: temperatureAt,
  datetimeV2: expression,
  boolean: answer,
};

function expression(reader: Reader, at: number, now: Now): Reading | undefined {
  const read = expressionAt(reader, at, now);
  return read && { start: read.start, end: read.end, resolution: toResolution(read.meaning) };
}

function ordinal(reader: Reader, at: number): Reading | undefined {
  const read = ordinalAt(reader, at);
  return read && { end: read.end, resolution: { is: 'ordinal', offset: read.value, relativeTo: 'start' } };
}

function plainNumber(reader: Reader, at: number): Reading | undefined {
  const number = numberAt(reader, at);
  if (!number || !Number.isFinite(number.value)) return undefined;
  const weak = reader.find('weakNumber', at);
  if (weak && weak.end === number.end && reader.after('counter', number.end) === undefined) return undefined;
  const ordinalHere = ordinalAt(reader, at);
  if (ordinalHere && ordinalHere.end > number.end) return undefined;
  const next = reader.tokens[number.end];
  if (number.hasDigits && next?.isGlued === true && next.kind === 'word' && /^[a-z]/.test(next.norm)) return undefined;
  const value = Number(written(number.value));
  return {
    end: number.end,
    resolution: { is: 'number', value, written: written(value), numberKind: numberKind(number.isFraction, value) },
  };
}

function numberKind(isFraction: boolean, value: number): NumberKind {
  return isFraction ? 'Fraction' : Number.isInteger(value) ? 'Integer' : 'Decimal';
}

/** Yes and no answer at the beginning of a clause; where words have no spaces, they are the whole clause. */
function answer(reader: Reader, at: number): Reading | undefined {
  const word = reader.find('boolean', at);
  if (!word) return undefined;
  const before = reader.tokens[at - 1];
  if (before && before.kind !== 'sign') return undefined;
  const next = reader.tokens[word.end];
  if (reader.vocabulary.table.writing === 'characters' && next && next.kind !== 'sign') return undefined;
  return { end: word.end, resolution: { is: 'boolean', value: word.value === 'true' } };
}
