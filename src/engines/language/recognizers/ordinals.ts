/**
 * Ordinals counted from the end or from where one stands: "last", "second to last", "the previous one". The
 * library reads these as numbers of no meaning, so they are read here, in English, and its own answers of that
 * sort are dropped.
 */
import type { Resolution } from './entity.ts';

const NUMBERS: Readonly<Record<string, number>> = {
  next: 2,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
};
const RELATIVE =
  /\b(?:(next|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,3}(?:st|nd|rd|th))[\s-]+to[\s-]+(?:the[\s-]+)?last|(penultimate)|(antepenultimate)|(last)|(next)|(previous)|(current))(?:\s+one)?\b/gi;
/** What makes "last week" and "next Monday" dates. */
const TIME_AFTER =
  /^\s+(?:(?:\d+|few|couple|two|three|four|five|six|seven)\s+)?(?:second|minute|hour|night|morning|afternoon|evening|day|week|weekend|month|quarter|year|decade|century|time|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter)/i;

export type RelativeOrdinal = { readonly start: number; readonly end: number; readonly resolution: Resolution };

export function relativeOrdinals(text: string): RelativeOrdinal[] {
  const found: RelativeOrdinal[] = [];
  for (const match of text.matchAll(RELATIVE)) {
    const [whole, before, penultimate, antepenultimate, last, next, previous] = match;
    const end = match.index + whole.length;
    if ((last ?? next ?? previous) !== undefined && TIME_AFTER.test(text.slice(end))) continue;
    const [offset, relativeTo] =
      before !== undefined
        ? [1 - (NUMBERS[before.toLowerCase()] ?? parseInt(before, 10)), 'end' as const]
        : penultimate !== undefined
          ? [-1, 'end' as const]
          : antepenultimate !== undefined
            ? [-2, 'end' as const]
            : last !== undefined
              ? [0, 'end' as const]
              : next !== undefined
                ? [1, 'current' as const]
                : previous !== undefined
                  ? [-1, 'current' as const]
                  : [0, 'current' as const];
    found.push({ start: match.index, end, resolution: { is: 'ordinal', offset, relativeTo } });
  }
  return found;
}
