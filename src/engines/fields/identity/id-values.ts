/** Reads a value of an identity document from the words after or below its caption. */
import type { Field } from '../field.ts';
import { buildField, buildStringField } from '../captions/build-field.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { textOf } from '../captions/page-text.ts';
import { parseCountryRegion } from '../values/countries.ts';
import { dateOf, repairDigits } from '../values/dates.ts';
import { monthOf } from '../values/months.ts';
import type { IdKind } from './lexicon.ts';

/** `pivot` is the first two-digit year of the 1900s. */
export interface IdOptions {
  locale?: string;
  pivot?: number;
}

export function idValue(kind: IdKind, words: readonly PlacedWord[], certainty: number, options: IdOptions): Field | undefined {
  const text = textOf(words);
  switch (kind) {
    case 'date':
      return dateValue(words, certainty, options);
    case 'number':
      return numberValue(words, certainty);
    case 'name': {
      const own = takeWhile(words, ({ text: word }) => /^[\p{L}][\p{L}'’.,-]*$/u.test(word));
      return own.length === 0 ? undefined : buildStringField(own, certainty, textOf(own).replace(/[,.]+$/u, ''));
    }
    case 'sex': {
      const word = words.find(({ text: one }) => /^(?:M|F|X|MALE|FEMALE|H|V|W|D)$/iu.test(one.replace(/[/.].*$/u, '')));
      return word === undefined ? undefined : buildStringField([word], certainty, sexOf(word.text));
    }
    case 'height':
      return matchShape(
        words,
        certainty,
        /\d\s?['’′]?\s?-?\s?\d{1,2}\s?(?:["”″]|'')?(?:\s?in)?|\d['’]\s?\d{0,2}|\d{3}\s?cm|\d[.,]\d\d\s?m/iu,
      );
    case 'weight':
      return matchShape(words, certainty, /\d{2,3}\s?(?:lbs?|kg)?/iu);
    case 'color': {
      const own = takeWhile(words, ({ text: word }) => /^[A-Za-zÀ-ÿ]{3,}$/u.test(word)).slice(0, 1);
      return own.length === 0 ? undefined : buildStringField(own, certainty);
    }
    case 'code': {
      const own = takeWhile(words, ({ text: word }) => /^(?:NONE|[A-Z0-9]{1,4}(?:[,/-][A-Z0-9]{1,3})*)$/iu.test(word)).slice(0, 2);
      return own.length === 0 ? undefined : buildStringField(own.slice(0, 1), certainty);
    }
    case 'country': {
      const value =
        parseCountryRegion(text) ??
        words.map(({ text: one }) => parseCountryRegion(one)).find((one) => one !== undefined) ??
        countryByAdjective(text);
      return value === undefined ? undefined : buildField({ type: 'countryRegion', value }, words, certainty);
    }
    case 'text':
      return words.length === 0 ? undefined : buildStringField(words, certainty * 0.97);
    case 'address':
      return undefined;
  }
}

/** Nationalities written as adjectives. */
const ADJECTIVES: Readonly<Record<string, string>> = {
  american: 'USA',
  british: 'GBR',
  'british citizen': 'GBR',
  german: 'DEU',
  deutsch: 'DEU',
  french: 'FRA',
  francaise: 'FRA',
  française: 'FRA',
  spanish: 'ESP',
  española: 'ESP',
  espanola: 'ESP',
  italian: 'ITA',
  italiana: 'ITA',
  dutch: 'NLD',
  nederlandse: 'NLD',
  canadian: 'CAN',
  australian: 'AUS',
  mexican: 'MEX',
  mexicana: 'MEX',
  indian: 'IND',
  polish: 'POL',
  polskie: 'POL',
  swiss: 'CHE',
  austrian: 'AUT',
  irish: 'IRL',
  utopian: 'UTO',
};
const countryByAdjective = (text: string): string | undefined =>
  ADJECTIVES[
    text
      .toLowerCase()
      .replace(/[/,].*$/u, '')
      .trim()
  ];

const sexOf = (text: string): string => {
  const first = text[0]!.toUpperCase();
  return first === 'H' ? 'M' : first === 'W' || first === 'V' ? 'F' : first === 'D' ? 'X' : first;
};

function takeWhile(words: readonly PlacedWord[], fits: (word: PlacedWord) => boolean): readonly PlacedWord[] {
  const end = words.findIndex((word) => !fits(word));
  return end < 0 ? words : words.slice(0, end);
}

function dateValue(words: readonly PlacedWord[], certainty: number, { locale, pivot }: IdOptions): Field | undefined {
  for (let end = Math.min(words.length, 5); end > 0; end--) {
    const own = words.slice(0, end);
    if (end > 1 && dateOf(textOf(words.slice(0, end - 1)), { locale, pivot }) === dateOf(textOf(own), { locale, pivot })) continue;
    const value = dateOf(textOf(own), { locale, pivot });
    if (value !== undefined)
      return buildField(
        { type: 'date', value },
        own.filter(({ text }) => /\d/u.test(text) || monthOf(text.replace(/[/,].*$/u, '')) !== undefined),
        certainty,
      );
  }
  return undefined;
}

/** The first word with digits, and digit groups that follow it. */
function numberValue(words: readonly PlacedWord[], certainty: number): Field | undefined {
  const at = words.findIndex(({ text }) => /\d/u.test(repairDigits(text)) && /^[A-Z0-9*#-]{3,}$/iu.test(text));
  if (at < 0 || at > 2) return undefined;
  const lead = at > 0 && /^[A-Z]{1,3}$/u.test(words[at - 1]!.text) ? [words[at - 1]!] : [];
  const rest = takeWhile(words.slice(at + 1), ({ text }) => /^\d{2,}[-\d]*$/u.test(text));
  const own = [...lead, words[at]!, ...rest];
  if (dateOf(textOf(own)) !== undefined && /[/]/u.test(textOf(own))) return undefined;
  return buildStringField(own, certainty, textOf(own).replace(/^[#:]+/u, ''));
}

function matchShape(words: readonly PlacedWord[], certainty: number, shape: RegExp): Field | undefined {
  const own = words.slice(0, 3);
  for (let end = 1; end <= own.length; end++) {
    const text = textOf(own.slice(0, end));
    const match = shape.exec(text);
    if (match === null || match.index > 1) continue;
    const more = end < own.length ? shape.exec(textOf(own.slice(0, end + 1))) : null;
    if (more !== null && more[0].length > match[0].length + 1) continue;
    return buildStringField(own.slice(0, end), certainty);
  }
  return undefined;
}
