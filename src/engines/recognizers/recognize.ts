/**
 * Prebuilt entities, through @microsoft/recognizers-text-suite.
 *
 * A kind is asked for only behind its gate (gates.ts), window by window (windows.ts), and what it answers is
 * made neutral (resolution.ts) and corrected for known library errors (corrections.ts, ordinals.ts). The library reads dates with
 * the local fields of a Date, so the caller's reference time is handed over as local fields; the clock of this
 * machine is never looked at.
 *
 * Invariants: no text makes this throw; offsets are UTF-16 in the text as given; hits of one kind do not
 * overlap; hits are in order of start, then length, then kind. Cost: microseconds where no gate opens, else
 * about 1 ms for numbers, 5 to 20 ms for dates and 5 to 40 ms for units; the first call of a kind builds its
 * tables (up to half a second), which `warm` does ahead.
 */
import type { Prefilter } from './prefilters.ts';
import { prefilterFor } from './prefilters.ts';
import type { Kind } from './kinds.ts';
import { KINDS, languageOf, libraryCulture } from './kinds.ts';
import { suite } from '../runtime/recognizers-library.ts';
import { relativeOrdinals } from './ordinals.ts';
import type { LibraryResult, Resolution } from './resolution.ts';
import { resolve } from './resolution.ts';
import { isKnownError } from './corrections.ts';
import { splitWindows } from './windows.ts';

/** One recognised span; `end` is exclusive. */
export type RecognizedEntity = {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly resolution: Resolution;
};

/** What relative dates are computed relative to: an instant, and how far the caller's wall clock is ahead of UTC. */
export type ReferenceTime = { readonly referenceMs: number; readonly timezoneOffsetMinutes?: number };

type Ask = (text: string, when: Date) => readonly LibraryResult[];
type Recognizer = { readonly gate: Prefilter; readonly runLibrary: Ask };

const recognizers = new Map<string, Recognizer>();

export function recognize(text: string, kinds: readonly Kind[], culture: string, when: ReferenceTime): RecognizedEntity[] {
  const hits: RecognizedEntity[] = [];
  const local = localDate(when);
  let cuts: ReturnType<typeof splitWindows> | undefined;
  let plain: string | undefined;
  for (const kind of new Set(kinds)) {
    const recogniser = recognizerFor(kind, culture);
    if (recogniser === undefined || !recogniser.gate(text)) continue;
    plain ??= sameLengthLower(text);
    cuts ??= splitWindows(plain);
    const found: RecognizedEntity[] = [];
    for (const { start, end } of cuts) {
      const part = plain.slice(start, end);
      if (cuts.length > 1 && !recogniser.gate(part)) continue;
      for (const one of ask(recogniser, part, local)) {
        const from = start + one.start;
        const to = Math.min(start + one.end + 1, end);
        if (!(from >= start && to > from)) continue;
        const resolution = resolve(kind, one, text.slice(from, to));
        if (resolution && !isKnownError(kind, resolution, text, from, to))
          found.push({ kind, start: from, end: to, text: text.slice(from, to), resolution });
      }
    }
    hits.push(...((kind === 'ordinal' || kind === 'ordinalV2') && languageOf(culture) === 'en' ? withRelative(kind, text, found) : found));
  }
  return hits.sort((a, b) => a.start - b.start || b.end - a.end || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** Builds the tables of some kinds ahead of the first text. */
export function warm(kinds: readonly Kind[], culture: string): void {
  for (const kind of kinds) recognizerFor(kind, culture)?.runLibrary('on 1 may 2020 at 5 pm, 3 km for $4, 10 %', new Date(2020, 0, 1));
}

function recognizerFor(kind: Kind, culture: string): Recognizer | undefined {
  const asked = libraryCulture(kind, culture);
  if (asked === undefined) return undefined;
  const key = `${kind} ${asked}`;
  let recogniser = recognizers.get(key);
  if (recogniser === undefined) {
    recogniser = { gate: prefilterFor(kind, languageOf(culture)), runLibrary: libraryCall(kind, asked) };
    recognizers.set(key, recogniser);
  }
  return recogniser;
}

function libraryCall(kind: Kind, culture: string): Ask {
  switch (kind) {
    case 'number':
      return (text) => suite().recognizeNumber(text, culture);
    case 'ordinal':
    case 'ordinalV2':
      return (text) => suite().recognizeOrdinal(text, culture);
    case 'percentage':
      return (text) => suite().recognizePercentage(text, culture);
    case 'age':
      return (text) => suite().recognizeAge(text, culture);
    case 'dimension':
      return (text) => suite().recognizeDimension(text, culture);
    case 'currency':
      return (text) => suite().recognizeCurrency(text, culture);
    case 'temperature':
      return (text) => suite().recognizeTemperature(text, culture);
    case 'datetimeV2':
      return (text, when) => suite().recognizeDateTime(text, culture, suite().DateTimeOptions.None, new Date(when));
    case 'phonenumber':
      return (text) => suite().recognizePhoneNumber(text, culture);
    case 'email':
      return (text) => suite().recognizeEmail(text, culture);
    case 'url':
      return (text) => suite().recognizeURL(text, culture);
    case 'boolean':
      return (text) => suite().recognizeBoolean(text, culture);
  }
}

/** The library throws on some texts that nobody meant as a number or a date; then there is nothing to recognise. */
function ask(recogniser: Recognizer, text: string, when: Date): readonly LibraryResult[] {
  try {
    return recogniser.runLibrary(text, when);
  } catch {
    return [];
  }
}

/** A Date whose local fields are the caller's wall clock. */
function localDate({ referenceMs, timezoneOffsetMinutes = 0 }: ReferenceTime): Date {
  const wall = new Date(referenceMs + timezoneOffsetMinutes * 60_000);
  return new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
    wall.getUTCSeconds(),
  );
}

/** The library lower-cases what it reads; characters that grow by it, and broken ones, would shift every offset after them. */
function sameLengthLower(text: string): string {
  return text.toLowerCase().length === text.length && text.isWellFormed()
    ? text
    : text
        .toWellFormed()
        .replace(/[^\x00-\x7f]/gu, (character) =>
          character.toLowerCase().length === character.length ? character : character.normalize('NFD')[0]!.padEnd(character.length, ' '),
        );
}

/** Ordinals counted from the end or the current place replace what the library made of their words. */
function withRelative(kind: 'ordinal' | 'ordinalV2', text: string, found: readonly RecognizedEntity[]): RecognizedEntity[] {
  const relative = relativeOrdinals(text);
  const own = found.filter(
    (hit) =>
      !relative.some(({ start, end }) => start < hit.end && hit.start < end) &&
      !/^(?:the\s+)?(?:last|next|previous|current)/i.test(hit.text),
  );
  return kind === 'ordinal'
    ? own
    : [...own, ...relative.map((one): RecognizedEntity => ({ kind, text: text.slice(one.start, one.end), ...one }))].sort(
        (a, b) => a.start - b.start,
      );
}
