/** Reads a value of an identity document from words. `shape` says how well they fit the kind of value, from 0 to 1. */
import type { FieldValue } from '../field.ts';
import { gapBefore } from '../captions/phrase-index.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import { normalizeWord } from '../../../shared/text/fold-text.ts';
import { editDistance } from '../text/similar-texts.ts';
import { parseCountryRegion } from '../values/countries.ts';
import { datesIn, repairDigits } from '../values/dates.ts';
import type { IdKind } from './lexicon.ts';
import { ID_LEXICON } from './lexicon.ts';

export interface IdOptions {
  locale?: string;
  /** First two-digit year of the 1900s. */
  pivot?: number;
}

export interface IdValue {
  value: FieldValue;
  words: readonly PlacedWord[];
  shape: number;
}

export const stringValue = (words: readonly PlacedWord[], shape: number, value = textOf(words)): IdValue => ({
  value: { type: 'string', value },
  words,
  shape,
});

type Read = (words: readonly PlacedWord[], options: IdOptions) => IdValue | undefined;

const READERS: Readonly<Record<IdKind, Read>> = {
  date: (words, options) => dateValue(words, options),
  number: (words) => numberValue(words),
  name: (words) => nameValue(words),
  sex: (words) => sexValue(words),
  height: (words) => heightValue(words),
  weight: (words) => matchShape(words, /^\d{2,3}(?:[.,]\d)?\s?(?:[li1]?[bh]s?\.?|kg)?$/iu, 2),
  color: (words) => colorValue(words),
  code: (words) => (/^[A-Z0-9]{1,4}$/u.test(words[0]?.text ?? '') ? stringValue(words.slice(0, 1), 0.8) : undefined),
  codes: (words) => codesValue(words),
  classes: (words) => classesValue(words),
  country: (words) => countryValue(words),
  text: (words) => plainText(words),
  address: () => undefined,
};

export const idValue = (kind: IdKind, words: readonly PlacedWord[], options: IdOptions): IdValue | undefined =>
  READERS[kind](words, options);

function colorValue([word]: readonly PlacedWord[]): IdValue | undefined {
  const text = word?.text.replace(/[.,]$/u, '') ?? '';
  const shape = isColor(text) ? 1 : /^\p{Lu}{3,5}$/u.test(text) ? 0.7 : 0;
  return word === undefined || shape === 0 || !/^\p{L}{3,}$/u.test(text) ? undefined : stringValue([word], shape, text);
}

const COLORS: ReadonlySet<string> = new Set(ID_LEXICON.colors.map(normalizeWord));
const isColor = (text: string): boolean => COLORS.has(normalizeWord(text));

const isWordOfName = (text: string): boolean => /^[\p{L}][\p{L}'’.,-]*$/u.test(text) && !/^[a-z]{1,2}[.,]?$/u.test(text);

/** A letter, or two that are no syllable, before a name are signs of the background. */
const STRAY = /^(?:\p{L}|[^\p{Lu}].|.[^\p{L}'’])$/u;

function nameValue(words: readonly PlacedWord[]): IdValue | undefined {
  const first = words.findIndex(({ text }, i) => /\p{L}/u.test(text) && !(i < words.length - 1 && STRAY.test(text)));
  const isHouseNumber = first === 1 && /^\d{2,}$/u.test(words[0]!.text);
  const own = takeWhile(first > 1 || first < 0 || isHouseNumber ? [] : words.slice(first), ({ text }) =>
    isWordOfName(repairLetters(text)),
  ).slice(0, 6);
  if (own.length === 0 || !own.some(({ text }) => text.replace(/[^\p{L}]/gu, '').length > 1)) return undefined;
  const capitals = own.filter(({ text }) => /^\p{Lu}/u.test(text)).length / own.length;
  return stringValue(own, capitals, repairLetters(textOf(own)).replace(/,+$|(?<=\p{L}{2})\.$/gu, ''));
}

const DIGITS: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 5: 'S', 8: 'B' };
/** A digit between capitals is a misread letter. */
const repairLetters = (text: string): string => text.replace(/(?<=\p{Lu})[0158](?=\p{Lu})/gu, (digit) => DIGITS[digit]!);

const SEXES: ReadonlyMap<string, string> = new Map(
  Object.entries(ID_LEXICON.sexes).flatMap(([sex, words]) => words.map((word) => [normalizeWord(word), sex] as const)),
);

/** The sex that a letter or a word means. M, F and X mean the same in every language. */
export function sexOf(text: string): { sex: string; isLetter: boolean } | undefined {
  const parts = text.split(/[/.,:()]|(?<=^[男女])|(?<=^\p{Lu})[Il1|](?=[MFX]$)/u).map(normalizeWord);
  const known = parts.find((part) => /^(?:[mfx]|male|female)$/u.test(part)) ?? parts.find((part) => SEXES.has(part));
  return known === undefined ? undefined : { sex: SEXES.get(known)!, isLetter: /^[mfx]$/u.test(known) };
}

function sexValue(words: readonly PlacedWord[]): IdValue | undefined {
  for (const word of words.slice(0, 2)) {
    const found = sexOf(word.text);
    if (found !== undefined) return stringValue([word], found.isLetter ? 1 : 0.8, found.sex);
  }
  return undefined;
}

/** The first date among the words; separators between its digits may be lost. */
export function dateValue(words: readonly PlacedWord[], options: IdOptions): IdValue | undefined {
  const reach = words.slice(0, 9);
  // `02 DEC / DEC 85` has five words.
  const maxWords = /[年년]/u.test(textOf(reach)) ? 7 : reach.some(({ text }) => text === '/') ? 5 : 4;
  for (let from = 0; from < Math.min(reach.length, 6); from++)
    for (let to = from + 1; to <= Math.min(reach.length, from + maxWords); to++) {
      const own = reach.slice(from, to);
      const value = dateOfWords(textOf(own), options);
      if (value === undefined) continue;
      // Two digits of a year may continue in the next word.
      const more = to < reach.length ? dateOfWords(textOf(reach.slice(from, to + 1)), options) : undefined;
      if (more !== undefined && more !== value && /^\d{2,4}\D*$/u.test(reach[to]!.text)) continue;
      return { value: { type: 'date', value }, words: own, shape: (/\d{4}/u.test(textOf(own)) ? 1 : 0.8) - 0.1 * from };
    }
  return undefined;
}

/** Cyrillic letters that look like Latin ones of the names of months. */
const LATIN: Readonly<Record<string, string>> = { А: 'A', В: 'B', Е: 'E', М: 'M', О: 'O', Р: 'P', С: 'C', Т: 'T', У: 'Y' };

/** 10 MAA/MAR 1965: one of the names of the month may be known, also if the stroke between them was misread or lost. */
function dateInTwoLanguages(text: string, options: IdOptions): string | undefined {
  const [, day, names, year] = /^(\d{1,2})[\s./-]*([\p{L}\d][^\n]{2,14}?)[\s./-]*(\d{4}|\d\d)$/u.exec(text) ?? [];
  if (names === undefined) return undefined;
  const parts = names.split(/[^\p{L}]+/u).filter((part) => part.length > 2);
  const ends = parts.flatMap((part) => (part.length > 5 ? [part.slice(0, 3), part.slice(-3)] : [part.slice(0, 3)]));
  for (const part of [...parts.toReversed(), ...ends.toReversed()]) {
    const month = part.replace(/[А-я]/gu, (letter) => LATIN[letter] ?? letter);
    const value = (datesIn(`${day!} ${part} ${year!}`, options)[0] ?? datesIn(`${day!} ${month} ${year!}`, options)[0])?.value;
    if (value !== undefined) return value;
  }
  return undefined;
}

function dateOfWords(text: string, given: IdOptions): string | undefined {
  // No country writes months first with full stops.
  const options = /^\D{0,2}\d{1,2}\./u.test(text) ? { ...given, locale: 'en-GB' } : given;
  const cleaned = text
    .replace(/[今合]和(?=\d|元)/u, '令和')
    .replace(/(?<=^\d{4}年)[(（].{2,8}[)）]/u, '')
    .replace(/^[^\d\p{Script=Han}]{0,2}(?=\d)/u, '')
    .replace(/[^\p{L}\d]+$/u, '');
  const read = datesIn(cleaned, options)[0] ?? datesIn(repairDigits(cleaned), options)[0];
  if (read !== undefined) return read.start <= 2 ? read.value : undefined;
  const bilingual = dateInTwoLanguages(cleaned, options);
  if (bilingual !== undefined) return bilingual;
  const digits = repairDigits(cleaned).replace(/[^\d]/gu, '');
  if (digits.length !== 8 || !/^[\d\s./,-]+$/u.test(repairDigits(cleaned))) return undefined;
  return datesIn(`${digits.slice(0, 2)}/${digits.slice(2, 4)}/${digits.slice(4)}`, options)[0]?.value;
}

/** The first word with digits, and groups of digits that follow it closely. */
function numberValue(words: readonly PlacedWord[]): IdValue | undefined {
  const at = words.findIndex(({ text }) => /\d/u.test(text) && /^[#:.]*[A-Z0-9*][A-Z0-9*/.-]*[.,]?$/iu.test(text));
  if (at < 0 || at > 2) return undefined;
  // British numbers start with five letters of the surname.
  const isLead = (text: string): boolean => /^[A-Z]{1,3}$/u.test(text) || (/^[A-Z]{5}$/u.test(text) && /^\d{6}$/u.test(words[at]!.text));
  const lead = at > 0 && isLead(words[at - 1]!.text) && gapBefore(words, at) < 1 ? [words[at - 1]!] : [];
  const own = [...lead, words[at]!];
  for (let i = at + 1; i < Math.min(words.length, at + 5) && gapBefore(words, i) < 1.1; i++) {
    const isDash = words[i]!.text === '-' && /^\d+$/u.test(words[i + 1]?.text ?? '');
    if (!isDash && !/^(?=.*\d)[A-Z0-9-]+$/u.test(words[i]!.text) && !/^[A-Z]$/u.test(words[i]!.text)) break;
    own.push(words[i]!);
  }
  const value = textOf(own).replace(/^[#:.]+|[.,]+$/gu, '');
  const letters = value.replace(/[^A-Za-z0-9]/gu, '');
  if (letters.length < 4 || /\d{1,2}[/.]\d{1,2}[/.]\d{2,4}/u.test(value)) return undefined;
  return stringValue(own, at > lead.length ? 0.6 : letters.length >= 6 ? 1 : 0.7, value);
}

/** Several words may be needed; of equal fits the longest. */
function matchShape(words: readonly PlacedWord[], shape: RegExp, maxWords: number): IdValue | undefined {
  for (let end = Math.min(maxWords, words.length); end > 0; end--) {
    const own = words.slice(0, end);
    const text = textOf(own).replace(/[.,;:*°^]+$/u, '');
    if (shape.test(text)) return stringValue(own, 1, text.replace(/(?<=\d)(\s?)[Il1]?[bh](?=s?$)/u, '$1lb'));
  }
  return undefined;
}

const HEIGHT =
  /^(?:\d\s?['’′‘`]?\s?-?\s?\d{1,2}\s?(?:["”″“]|''|in)?|[1-2][.,]\d\d\s?m?|\d{3}\s?cm|\d{2}\s?in|\d\s?(?:ft|')\s?\d{0,2}\s?(?:in|")?)$/iu;
/** Feet and inches whose signs were misread: 5-087, 51-111", 6'.02*. */
const FEET = /^([3-7])(?:[^\d\s]{1,3}|1[^\d\s]{1,2})(0\d|1[01])(?:\D{0,2}|[17]["”]?)$/u;

function heightValue(words: readonly PlacedWord[]): IdValue | undefined {
  const plain = matchShape(words, HEIGHT, 3);
  if (plain !== undefined && plain.words.length > 1) return plain;
  const feet = FEET.exec(words[0]?.text ?? '');
  if (feet === null || plain !== undefined) return plain;
  return stringValue(words.slice(0, 1), 0.8, `${feet[1]!}'-${feet[2]!}"`);
}

function codesValue(words: readonly PlacedWord[]): IdValue | undefined {
  const code = /^(?:NONE|NIL|N\/A|[A-Z0-9]{1,3}(?:[,/;-][A-Z0-9]{1,3})*)[,;]?$/u;
  const own = takeWhile(words, ({ text }) => code.test(text)).slice(0, 4);
  if (own.length > 0) {
    const none = own.findIndex(({ text }) => text.startsWith('NONE'));
    const kept = none === 0 ? own.slice(0, 1) : own;
    return stringValue(kept, 1, textOf(kept).replace(/[,;]$/u, ''));
  }
  const plain = takeWhile(words, ({ text }) => /^[A-Z][A-Z.,/-]{2,}$/u.test(text)).slice(0, 4);
  return plain.length === 0 ? undefined : stringValue(plain, 0.6);
}

function classesValue(words: readonly PlacedWord[]): IdValue | undefined {
  const own = takeWhile(
    words,
    ({ text }, i) =>
      /^(?:NONE|[1-9][A-Z]?,?|[A-Z][A-Z0-9]{0,2}(?:[,/;.][A-Za-z0-9]{0,3})*[,/;]?)$/u.test(text) && (i === 0 || gapBefore(words, i) < 1.2),
  );
  return own.length === 0
    ? undefined
    : stringValue(own, own[0]!.text.length < 3 || /[/,]/u.test(own[0]!.text) ? 1 : 0.6, textOf(own).replace(/[,/;]$/u, ''));
}

function countryValue(words: readonly PlacedWord[]): IdValue | undefined {
  const own = words.slice(0, 5);
  for (let end = own.length; end > 0; end--) {
    const text = textOf(own.slice(0, end));
    if (text.length < 2) continue;
    const value =
      parseCountryRegion(text) ??
      text
        .split('/')
        .map((part) => parseCountryRegion(part) ?? countryByAdjective(part))
        .find((part) => part !== undefined) ??
      countryByAdjective(text);
    if (value !== undefined)
      return { value: { type: 'countryRegion', value }, words: own.slice(0, end), shape: /^[A-Z]{3}$/u.test(text) ? 1 : 0.8 };
  }
  return undefined;
}

const NATIONALITIES = Object.entries(ID_LEXICON.nationalities).map(([name, country]) => [normalizeWord(name), country] as const);

function countryByAdjective(text: string): string | undefined {
  const read = normalizeWord(text.replace(/[/,].*$/u, ''));
  if (read.length < 4) return undefined;
  const exact = NATIONALITIES.find(([name]) => name === read);
  if (exact !== undefined) return exact[1];
  for (const edits of [1, 2])
    for (const [name, country] of NATIONALITIES) if (name.length >= 7 && editDistance(read, name, edits) <= edits) return country;
  return undefined;
}

function plainText(words: readonly PlacedWord[]): IdValue | undefined {
  const own = words.filter(({ text }, i) => i > 0 || /[\p{L}\p{N}]/u.test(text));
  const printed = textOf(own).replace(/^[(\s/:]+|\s+$/gu, '');
  const text = printed.includes('(') ? printed : printed.replace(/[)\s]+$/u, '');
  if (own.length === 0 || own.length > 10 || !/\p{L}{2}|\p{Lu}\d/u.test(text)) return undefined;
  const capitals = own.filter(({ text: word }) => /^[(]?[\p{Lu}\d]/u.test(word)).length / own.length;
  return stringValue(own, capitals, text);
}

function takeWhile(words: readonly PlacedWord[], fits: (word: PlacedWord, index: number) => boolean): readonly PlacedWord[] {
  const end = words.findIndex((word, i) => !fits(word, i));
  return end < 0 ? words : words.slice(0, end);
}
