/** Postal addresses: a house number with a street, and the apartment, city, state and postal code after it; post boxes; postal codes. */
import { STATES as STATE_CODES_OF, STATE_NAMES_OF } from '../../shared/text/states.ts';
import type { PersonalData } from './entity.ts';
import { findNumberRuns } from './number-runs.ts';
import type { NumberRun } from './number-runs.ts';
import { firstEndingAfter } from './words.ts';
import type { Word } from './words.ts';
import wordLists from './words.json' with { type: 'json' };

const STREET_TYPES = new Set(wordLists.streetTypes);
const UNIT_WORDS = new Set(wordLists.unitWords);
const STATE_NAMES: readonly string[] = [...STATE_NAMES_OF.US, ...STATE_NAMES_OF.CA];
/** States whose name is one word. */
export const STATES: ReadonlySet<string> = new Set(STATE_NAMES.filter((name) => !name.includes(' ')));
const TWO_WORD_STATES: ReadonlySet<string> = new Set(STATE_NAMES.filter((name) => name.split(' ').length === 2));
const STATE_CODES: ReadonlySet<string> = new Set([...STATE_CODES_OF['US']!, ...STATE_CODES_OF['CA']!]);
/** Words that a street or a city does not contain. */
const OUTSIDE = new Set(wordLists.outside);
const UK_POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/g;
const POST_BOX =
  /\bp\.?\s?o\.? ?box (?:number )?(?:\d+|(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -]?)+)/gi;
const MAX_STREET_WORDS = 4;
const MAX_CITY_WORDS = 3;

export function findAddresses(text: string, words: readonly Word[]): PersonalData[] {
  const runs = new Map(findNumberRuns(words).map((run) => [run.first, run]));
  const found: PersonalData[] = [];
  for (const run of runs.values()) {
    const end = streetEnd(words, run);
    if (end === undefined) continue;
    const last = extend(words, end, runs);
    found.push({
      kind: 'address',
      start: run.start,
      end: words[last - 1]!.end,
      score: last > end ? 0.95 : 0.85,
    });
  }
  for (const pattern of [UK_POSTCODE, POST_BOX]) {
    for (const { 0: whole, index } of text.matchAll(pattern)) {
      const first = pattern === POST_BOX ? firstEndingAfter(words, index + whole.trimEnd().length) : 0;
      const last = first > 0 ? extend(words, first, runs) : 0;
      found.push({
        kind: 'address',
        start: index,
        end: Math.max(index + whole.trimEnd().length, words[last - 1]?.end ?? 0),
        score: 0.9,
      });
    }
  }
  return found;
}

/** The index after the street that starts with a house number, or undefined. */
function streetEnd(words: readonly Word[], { digits, letters, last }: NumberRun): number | undefined {
  if (digits.length > 6 || letters > 1) return undefined;
  for (let i = last; i < Math.min(words.length, last + MAX_STREET_WORDS + 1); i++) {
    const { lower, kind } = words[i]!;
    if (i > last && STREET_TYPES.has(lower))
      return words[i + 1]?.text === '.' && words[i + 1]!.isJoined && i + 2 < words.length ? i + 2 : i + 1;
    if (OUTSIDE.has(lower)) return undefined;
    if (kind === 'other' && lower !== '.' && lower !== '-') return undefined;
  }
  return undefined;
}

/** Extends an address by its apartment, city, state and postal code, as far as they follow. */
function extend(words: readonly Word[], from: number, runs: ReadonlyMap<number, NumberRun>): number {
  let end = skipDirection(words, from);
  const unit = skipComma(words, end);
  if (UNIT_WORDS.has(words[unit]?.lower ?? '') || words[unit]?.text === '#') {
    const run = runs.get(unit + 1) ?? (words[unit]?.text === '#' ? runs.get(unit) : undefined);
    if (run) end = run.last;
    else if (words[unit + 1]?.lower.length === 1) end = unit + 2;
  }
  return cityEnd(words, end, runs) ?? zipEnd(words, end, runs) ?? end;
}

function skipDirection(words: readonly Word[], i: number): number {
  return /^(north|south|east|west|northeast|northwest|southeast|southwest|n|s|e|w|ne|nw|se|sw)$/.test(words[i]?.lower ?? '') ? i + 1 : i;
}

function skipComma(words: readonly Word[], i: number): number {
  return words[i]?.text === ',' ? i + 1 : i;
}

/** The index after a city with its state and, where given, postal code. */
function cityEnd(words: readonly Word[], from: number, runs: ReadonlyMap<number, NumberRun>): number | undefined {
  let i = skipComma(words, from);
  if (words[i]?.lower === 'in') i++;
  for (let city = i; city <= i + MAX_CITY_WORDS && city < words.length; city++) {
    const at = skipComma(words, city);
    const { lower, text, kind } = words[at] ?? {
      lower: '',
      text: '',
      kind: 'other' as const,
    };
    const isTwoWords = TWO_WORD_STATES.has(`${lower} ${words[at + 1]?.lower ?? ''}`);
    if (city > i && (STATES.has(lower) || isTwoWords || STATE_CODES.has(text))) {
      const end = at + (isTwoWords ? 2 : 1);
      return zipEnd(words, end, runs) ?? end;
    }
    const zip = city > i ? zipEnd(words, city, runs) : undefined;
    if (zip !== undefined) return zip;
    if (at !== city || kind !== 'letters' || OUTSIDE.has(lower)) break;
  }
  // A city in capitals right after a comma.
  const isCapital = (word: Word | undefined): boolean =>
    word?.kind === 'letters' && /^\p{Lu}\p{Ll}/u.test(word.text) && !OUTSIDE.has(word.lower);
  if (words[from]?.text !== ',' && words[from]?.lower !== 'in') return undefined;
  let end = i;
  while (end < i + MAX_CITY_WORDS && isCapital(words[end])) end++;
  return end > i ? end : undefined;
}

function zipEnd(words: readonly Word[], from: number, runs: ReadonlyMap<number, NumberRun>): number | undefined {
  let i = skipComma(words, from);
  while (/^(zip|code|postal|postcode|is)$/.test(words[i]?.lower ?? '')) i++;
  const run = runs.get(i);
  return run && run.letters === 0 && (run.digits.length === 5 || run.digits.length === 9) ? run.last : undefined;
}
