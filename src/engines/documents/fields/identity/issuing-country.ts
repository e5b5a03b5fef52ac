/** Whether a card is North American: its numbers have the meaning of AAMVA's standard, and in the United States months come first. */
import { textOf } from '../captions/page-text.ts';
import type { Rows } from '../captions/phrase-index.ts';
import { createHeadingFinder } from '../captions/phrase-index.ts';
import { STATES } from '../../../shared/text/states.ts';
import { ID_LEXICON } from './lexicon.ts';

const signsOf = (country: string): string[] => [
  ...(ID_LEXICON.countries[country] ?? []),
  ...(ID_LEXICON.countrySigns[country] ?? []),
  ...Object.values(ID_LEXICON.regions[country] ?? {}),
];
const findSigns = createHeadingFinder(
  Object.fromEntries(Object.keys(ID_LEXICON.countries).map((country) => [country, signsOf(country)])),
  (length) => (length < 8 ? 0 : length < 12 ? 1 : 2),
);
/** A state and its code, and captions and units that are used nowhere else; two of the latter are needed. */
const STATE_AND_CODE = /\b([A-Z]{2})\s\d{5}(?:-\d{4})?\b/gu;
const PROVINCE_AND_CODE = /\b[A-Z]{2}[,\s]+[A-Z]\d[A-Z]\s?\d[A-Z]\d\b/u;
const CAPTIONS = /\b(?:DLN?|HGT|WGT|EYES?|REST|ENDORSE\w*|CLASS|ISS|DONOR|DD)\b|\b[4-6]['’]\s?-?\s?(?:0?\d|1[01])["”]|\d\s?LBS?\b/giu;

/** Letters that no such card has; a few may be read from images. */
const FOREIGN_LETTERS = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Greek}\p{Script=Devanagari}]/gu;
const MAX_FOREIGN_LETTERS = 7;

export function northAmericanCountry(rows: Rows): 'USA' | 'CAN' | undefined {
  const text = rows.map(textOf).join('\n');
  for (const [, state] of text.matchAll(STATE_AND_CODE)) if (STATES['US']!.includes(state!)) return 'USA';
  if (PROVINCE_AND_CODE.test(text)) return 'CAN';
  if ((text.match(FOREIGN_LETTERS)?.length ?? 0) > MAX_FOREIGN_LETTERS) return undefined;
  const signs = [...findSigns(rows)].map(([country, { words, quality }]) => ({ country, weight: quality * textOf(words).length }));
  const best = signs.sort((a, b) => b.weight - a.weight)[0]?.country;
  if (best !== undefined) return best === 'USA' || best === 'CAN' ? best : undefined;
  const captions = new Set([...text.matchAll(CAPTIONS)].map(([caption]) => caption.replace(/[\d\W]/gu, '').toUpperCase()));
  return captions.size >= 3 || /\b(?:DLN?|HGT|WGT)\b/iu.test(text) ? 'USA' : undefined;
}
