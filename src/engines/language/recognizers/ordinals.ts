/**
 * Ordinals counted from the end or from where one stands: "last", "second to last", "the previous one". The
 * library reads these as numbers of no meaning, so they are read here, in English, and its own answers of that
 * sort are dropped.
 */
import type { Resolution } from './entity.ts';

/** From the second on. */
const NUMBERS = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const PLACES: Readonly<Record<string, readonly [offset: number, relativeTo: 'end' | 'current']>> = {
  penultimate: [-1, 'end'],
  antepenultimate: [-2, 'end'],
  last: [0, 'end'],
  next: [1, 'current'],
  previous: [-1, 'current'],
  current: [0, 'current'],
};
const RELATIVE =
  /\b(?:(next|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,3}(?:st|nd|rd|th))[\s-]+to[\s-]+(?:the[\s-]+)?last|(penultimate|antepenultimate|last|next|previous|current))(?:\s+one)?\b/gi;
/** What makes "last week" and "next Monday" dates. */
const TIME_AFTER =
  /^\s+(?:(?:\d+|few|couple|two|three|four|five|six|seven)\s+)?(?:second|minute|hour|night|morning|afternoon|evening|day|week|weekend|month|quarter|year|decade|century|time|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter)/i;

export type RelativeOrdinal = { readonly start: number; readonly end: number; readonly resolution: Resolution };

export function relativeOrdinals(text: string): RelativeOrdinal[] {
  const found: RelativeOrdinal[] = [];
  for (const match of text.matchAll(RELATIVE)) {
    const [whole, number, word = ''] = match;
    const end = match.index + whole.length;
    const place = word.toLowerCase();
    if (/^(?:last|next|previous)$/.test(place) && TIME_AFTER.test(text.slice(end))) continue;
    const [offset, relativeTo] = number === undefined ? PLACES[place]! : [1 - countOf(number.toLowerCase()), 'end' as const];
    found.push({ start: match.index, end, resolution: { is: 'ordinal', offset, relativeTo } });
  }
  return found;
}

/** The next to last is the second to last. */
const countOf = (number: string): number =>
  number === 'next' ? 2 : NUMBERS.includes(number) ? NUMBERS.indexOf(number) + 2 : parseInt(number, 10);
