/**
 * Prebuilt entities: English and addresses by packages @microsoft/recognizers-text-*, other languages by rules (rules/), persons, places
 * and key phrases without either (own-kinds.ts).
 *
 * The library is asked only behind a prefilter (prefilters.ts), window by window (windows.ts), and what it answers is
 * made neutral (resolution.ts) and corrected for known library errors (corrections.ts, ordinals.ts). It reads dates with
 * the local fields of a Date, so the caller's reference time is handed over as local fields; the clock of this
 * machine is never looked at.
 *
 * Invariants: no text makes this throw; offsets are UTF-16 in the text as given; hits of one kind do not
 * overlap; hits are in order of start, then length, then kind. Cost: microseconds where no prefilter opens and by rules, which are
 * linear in the text; by the library about 1 ms for numbers, 1 to 5 ms for dates and 5 to 40 ms for units of everyday texts, and up to
 * seconds for hostile ones, hence `RecognizerLimit`. The first call of a kind builds the library's tables and compiles its expressions
 * (a second), which `warm` does ahead.
 */
import type { Prefilter } from './prefilters.ts';
import { prefilterFor } from './prefilters.ts';
import type { Kind, LibraryKind, RecognizedEntity, ReferenceTime } from './entity.ts';
import { KINDS } from './entity.ts';
import { languageOf } from '../../shared/text/tokens.ts';
import { isOwnKind, isRecognized, isRuleKind, libraryCulture } from './kinds.ts';
import { recognizersPackage } from '../../bindings/recognizers-library.ts';
import { relativeOrdinals } from './ordinals.ts';
import type { LibraryResult } from './resolution.ts';
import { resolve } from './resolution.ts';
import { isKnownError } from './corrections.ts';
import { shareExtractors } from './shared-extractors.ts';
import { isOwnKindWarm, ownKindFinder, warmOwnKind } from './own-kinds.ts';
import { vocabularyOf } from './rules/cultures.ts';
import { ruleFinder } from './rules/find.ts';
import { asciiDigits } from './rules/tokens.ts';
import { splitWindows } from './windows.ts';

/** What the recognizers of one text may take. */
export interface RecognizerLimit {
  /** Whether that much has been used, so that further ones are left out. */
  isExceeded(): boolean;
  /** Runs the work; false when it was interrupted because too much has been used. Work that was interrupted may be run again. */
  run(text: string, work: () => void): boolean;
  /** Called with what was left out. */
  onSkipped(recognizers: readonly string[]): void;
}

type Ask = (text: string, when: Date) => readonly LibraryResult[];
type Recognizer = { readonly gate: Prefilter; readonly runLibrary: Ask; readonly warmIn: Set<CharacterWidth> };
/** The expressions are compiled for texts of Latin-1 characters and once more for all others. */
type CharacterWidth = 'latin1' | 'utf16';

const recognizers = new Map<string, Recognizer>();

/** The cheapest first, so that a limit leaves out as few as possible. */
const BY_COST = (
  'email url phonenumber number ordinal ordinalV2 percentage boolean keyPhrase personName geographyV2 ' +
  'temperature age dimension currency datetimeV2'
).split(' ') as readonly Kind[];

export function recognize(
  text: string,
  kinds: readonly Kind[],
  culture: string,
  when: ReferenceTime,
  limit?: RecognizerLimit,
): RecognizedEntity[] {
  const pending = BY_COST.filter((kind) => kinds.includes(kind) && canFind(kind, culture, text));
  if (pending.length === 0) return [];
  const found = new Map<Kind, RecognizedEntity[]>();
  const local = localDate(when);
  const plain = asciiDigits(sameLengthLower(text));
  const cuts = splitWindows(plain);
  const findOwnKind = ownKindFinder(text, culture);
  const findByRules = pending.some((kind) => isRuleKind(kind, culture))
    ? ruleFinder(text, vocabularyOf(languageOf(culture)), when)
    : undefined;
  const findPending = (): void => {
    for (const kind of pending) {
      if (found.has(kind)) continue;
      if (isOwnKind(kind)) found.set(kind, findOwnKind(kind));
      else if (isRuleKind(kind, culture)) found.set(kind, findByRules!(kind));
      else found.set(kind, findKind(kind, culture, text, plain, cuts, local));
    }
  };
  // What is interrupted must not be half loaded.
  if (limit) warm(coldKinds(text, pending, culture), culture, text);
  if (!limit) findPending();
  else if (!limit.run(text, findPending)) limit.onSkipped(pending.filter((kind) => !found.has(kind)));
  return [...found.values()].flat().sort((a, b) => a.start - b.start || b.end - a.end || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

function canFind(kind: Kind, culture: string, text: string): boolean {
  if (isOwnKind(kind)) return isRecognized(kind, culture);
  return isRuleKind(kind, culture) || recognizerFor(kind, culture)?.gate(text) === true;
}

function findKind(
  kind: Kind,
  culture: string,
  text: string,
  plain: string,
  cuts: ReturnType<typeof splitWindows>,
  local: Date,
): RecognizedEntity[] {
  const recognizer = recognizerFor(kind, culture)!;
  const found: RecognizedEntity[] = [];
  for (const { start, end } of cuts) {
    const part = plain.slice(start, end);
    if (cuts.length > 1 && !recognizer.gate(part)) continue;
    for (const one of ask(recognizer, part, local)) {
      const from = start + one.start;
      const to = Math.min(start + one.end + 1, end);
      if (!(from >= start && to > from)) continue;
      const resolution = resolve(kind, one, text.slice(from, to));
      if (resolution && !isKnownError(kind, resolution, text, from, to))
        found.push({ kind, start: from, end: to, text: text.slice(from, to), resolution });
    }
  }
  return (kind === 'ordinal' || kind === 'ordinalV2') && languageOf(culture) === 'en' ? withRelative(kind, text, found) : found;
}

/** Texts with what the expressions look for, so that they are compiled. */
const WARM_TEXTS = [
  'on 1 may 2020 at 5 pm, 3 km for $4, 10 %, 5 °c, one 1st, a@b.co www.a.co',
  'the first of may at five, tomorrow morning, two years ago, thirty two dollars, 6 years old, yes',
];

/** The kinds that a text needs and whose tables and expressions are not ready yet. */
export function coldKinds(text: string, kinds: readonly Kind[], culture: string): Kind[] {
  const width = widthOf(text);
  return kinds.filter((kind) => {
    if (isOwnKind(kind)) return isRecognized(kind, culture) && !isOwnKindWarm(kind, culture);
    const asked = libraryCulture(kind, culture);
    if (asked === undefined) return false;
    const recognizer = recognizers.get(`${kind} ${asked}`);
    return recognizer === undefined || (!recognizer.warmIn.has(width) && recognizer.gate(text));
  });
}

/** Builds the tables of some kinds and compiles their expressions, ahead of texts with characters like those of `text`. */
export function warm(kinds: readonly Kind[], culture: string, text = ''): void {
  const width = widthOf(text);
  const texts = WARM_TEXTS.map((one) => (width === 'utf16' ? `${one} ☃` : one));
  for (const kind of kinds) {
    if (isOwnKind(kind) && isRecognized(kind, culture)) warmOwnKind(kind, culture);
    const recognizer = recognizerFor(kind, culture);
    if (recognizer === undefined) continue;
    // Twice: an expression is compiled to bytecode for its first text and to machine code for its second.
    for (const one of [...texts, ...texts]) ask(recognizer, one, new Date(2020, 0, 1));
    recognizer.warmIn.add(width);
  }
}

function widthOf(text: string): CharacterWidth {
  return /[^\x00-\xff]/.test(text) ? 'utf16' : 'latin1';
}

function recognizerFor(kind: Kind, culture: string): Recognizer | undefined {
  if (isOwnKind(kind)) return undefined;
  const asked = libraryCulture(kind, culture);
  if (asked === undefined) return undefined;
  const key = `${kind} ${asked}`;
  let recognizer = recognizers.get(key);
  if (recognizer === undefined) {
    recognizer = { gate: prefilterFor(kind), runLibrary: libraryCall(kind, asked), warmIn: new Set() };
    recognizers.set(key, recognizer);
  }
  return recognizer;
}

type LibraryFunction = (text: string, culture: string) => readonly LibraryResult[];

/** The package of the library for each kind but dates, and the function in it. */
const LIBRARY_FUNCTIONS = {
  number: ['number', 'recognizeNumber'],
  ordinal: ['number', 'recognizeOrdinal'],
  ordinalV2: ['number', 'recognizeOrdinal'],
  percentage: ['number', 'recognizePercentage'],
  age: ['number-with-unit', 'recognizeAge'],
  dimension: ['number-with-unit', 'recognizeDimension'],
  currency: ['number-with-unit', 'recognizeCurrency'],
  temperature: ['number-with-unit', 'recognizeTemperature'],
  phonenumber: ['sequence', 'recognizePhoneNumber'],
  email: ['sequence', 'recognizeEmail'],
  url: ['sequence', 'recognizeURL'],
  boolean: ['choice', 'recognizeBoolean'],
} as const;

function libraryCall(kind: LibraryKind, culture: string): Ask {
  if (kind === 'datetimeV2') return dateCall(culture);
  const [family, name] = LIBRARY_FUNCTIONS[kind];
  const find = (recognizersPackage(family) as unknown as Readonly<Record<string, LibraryFunction>>)[name]!;
  return (text) => find(text, culture);
}

function dateCall(culture: string): Ask {
  const { DateTimeRecognizer, DateTimeOptions } = recognizersPackage('date-time');
  const model = new DateTimeRecognizer(culture, DateTimeOptions.None).getDateTimeModel();
  const forget = shareExtractors(model);
  return (text, when) => {
    forget();
    return model.parse(text, new Date(when));
  };
}

/** The library throws on some texts that nobody meant as a number or a date; then there is nothing to recognize. */
function ask(recognizer: Recognizer, text: string, when: Date): readonly LibraryResult[] {
  try {
    return recognizer.runLibrary(text, when);
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
