/** Address parts common to all countries: PO boxes, units, house numbers. */
import { UNIT_WORDS } from './address-words.ts';

const BOX =
  /(?:^|(?<=[\s,]))((?:(?:P\.?\s?O\.?\s?|Post(?:al)? (?:Office )?)Box|Postfach|Postbus|B\.?P\.?|Apartado(?: de correos)?|Casella postale|C\.P\.)\s*#?\s*(?:\d[\d\s-]*\d|\d|[A-Z]?\d+[A-Z]?))(?=$|[\s,])/iu;
const BROKEN_UNIT = new RegExp(`\\b(${UNIT_WORDS})(\\.?)\\s*\\n\\s*(?=\\d)`, 'giu');
const UNIT = new RegExp(
  `(?:^|[\\s,])((?:(?:${UNIT_WORDS})(?:\\.|\\b|(?=\\d))\\s*#?\\s*[\\dA-Z][\\w/-]{0,6}|(?:\\d{1,2}(?:st|nd|rd|th)\\s+(?:floor|fl))|#\\s?\\w[\\w-]{0,6}))(?=$|[\\s,])`,
  'iu',
);

export interface Cut {
  value: string;
  rest: string;
  before: string;
  after: string;
}

function cut(text: string, pattern: RegExp): Cut | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[0].length);
  return { value: cleanPart(match[1]!), before: cleanPart(before), after: cleanPart(after), rest: cleanPart(`${before} ${after}`) };
}

export const cutBox = (text: string): Cut | undefined => cut(text, BOX);

/** Joins a unit with its number on the next line. */
export const joinUnits = (text: string): string => text.replace(BROKEN_UNIT, '$1$2 ');

/** A unit must contain a digit or a single letter: `Suite Hotel Road` has none. */
export function cutUnit(text: string): Cut | undefined {
  const found = cut(text, UNIT);
  return found !== undefined && (/\d/u.test(found.value) || /\s[A-Z]$/u.test(found.value)) ? found : undefined;
}

/** Collapses whitespace, and removes empty and trailing separators. */
export const cleanPart = (text: string): string =>
  text
    .replace(/\s*,(?:\s*,)+/gu, ',')
    .replace(/[\s\u00a0]+/gu, ' ')
    .replace(/\s+,/gu, ',')
    .replace(/^[\s,;–·|-]+|[\s,;–·|-]+$/gu, '');

export const lower = (word: string): string => word.toLowerCase().replace(/[.,]+$/u, '');
