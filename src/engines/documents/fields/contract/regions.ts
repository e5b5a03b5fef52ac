/** Names of countries, states and provinces in a text, as printed. */
import { STATE_NAMES } from '../../../shared/text/states.ts';
import { parseCountryRegion } from '../values/countries.ts';
import type { TextRange } from './contract-text.ts';
import regions from './regions.json' with { type: 'json' };

const KNOWN = new Set([...STATE_NAMES, ...regions.names]);
const ADJECTIVES = new Map(Object.entries(regions.adjectives));
const KIND = new RegExp(`^(?:${regions.kinds.join('|')})\\s+of\\s+`, 'iu');
const ARTICLE = /^(?:the\s+)?/iu;
const MAX_WORDS = 5;

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[.,"]/gu, '').trim();

/** `English` (law) → England; other names as printed. */
export const regionName = (printed: string): string => ADJECTIVES.get(fold(printed)) ?? printed.replace(/[.,"]+$/u, '');

const isRegion = (name: string): boolean => {
  const folded = fold(name);
  return KNOWN.has(folded) || (folded.length > 3 && parseCountryRegion(name.replace(/[.,"]+$/u, '')) !== undefined);
};

/**
 * The region that a text begins with: `the State of New York`, `New York`, `England and Wales`, `Republic of Korea`. Kinds of regions
 * and articles are left out, but belong to names of republics and kingdoms. An unknown name counts only after its kind.
 */
export function regionAt(text: string, from: number): TextRange | undefined {
  let start = from + ARTICLE.exec(text.slice(from, from + 12))![0].length;
  const kind = KIND.exec(text.slice(start, start + 60));
  const begin = start;
  if (kind !== null) start += kind[0].length;
  start += ARTICLE.exec(text.slice(start, start + 12))![0].length;
  const words = wordsFrom(text, start);
  for (let count = words.length; count > 0; count--) {
    const end = words[count - 1]!;
    if (!isRegion(text.slice(start, end))) continue;
    return { start: kind !== null && isSovereign(kind[0]) ? begin : start, end: joined(text, end) };
  }
  if (kind === null) return undefined;
  let end: number | undefined;
  for (let i = 0, at = start; i < words.length && /^\p{Lu}/u.test(text.slice(at, at + 2)); at = words[i]! + 1, i++) end = words[i]!;
  return end === undefined ? undefined : { start: isSovereign(kind[0]) ? begin : start, end };
}

const isSovereign = (kind: string): boolean => /republic|kingdom|federation|emirate|sultanate|union/iu.test(kind);

/** Ends of the next words; a comma or other mark ends the name. */
function wordsFrom(text: string, start: number): number[] {
  const ends: number[] = [];
  const pattern = /[\p{L}'’.&-]+/uy;
  let at = start;
  while (ends.length < MAX_WORDS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) break;
    const word = match[0].replace(/(?<=\p{L}{3})\.$/u, '');
    ends.push(at + word.replace(/'s$/u, '').length);
    if (word.length < match[0].length || text[at + match[0].length] !== ' ') break;
    at += match[0].length + 1;
  }
  return ends;
}

/** `England and Wales` and `Ontario, Canada` are one region. */
function joined(text: string, end: number): number {
  const more = /^(?:\s+and\s+(?=Wales)|,\s+(?=[A-Z]))/u.exec(text.slice(end, end + 12));
  if (more === null) return end;
  const start = end + more[0].length;
  const words = wordsFrom(text, start);
  for (let count = words.length; count > 0; count--) {
    const name = text.slice(start, words[count - 1]);
    if (
      fold(name) === 'wales' ||
      (more[0].startsWith(',') && fold(name) !== 'inc' && parseCountryRegion(name) !== undefined && name.length > 3)
    )
      return words[count - 1]!;
  }
  return end;
}

/** The region whose name ends before a position: `New York law`. */
export function regionBefore(text: string, end: number): TextRange | undefined {
  const before = text.slice(Math.max(0, end - 60), end).trimEnd();
  const stop = Math.max(0, end - 60) + before.length;
  const starts = [...before.matchAll(/(?<![\p{L}.])[\p{Lu}][\p{L}.'’-]*/gu)].map((match) => Math.max(0, end - 60) + match.index);
  for (const start of starts.slice(-4)) {
    const name = text.slice(start, stop);
    if (isRegion(name) || ADJECTIVES.has(fold(name))) return { start, end: stop };
  }
  return undefined;
}
