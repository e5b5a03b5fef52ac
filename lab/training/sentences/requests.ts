/**
 * Requests as people say or type them, written for this project in many languages (`requests/LANGUAGE.tsv`): lines with slots in
 * braces, and ten values for each slot, in the same order in every language. Filled here, partly with other values, so that a
 * slot is known by what is around it too.
 */
import { readFileSync, readdirSync } from 'node:fs';
import type { Random } from '../../../src/engines/shared/random.ts';
import type { Meanings } from './meanings.ts';

export interface Request {
  readonly language: string;
  readonly text: string;
  readonly spans: readonly { readonly slot: string; readonly start: number; readonly end: number }[];
  /** The line of the list, how it was filled, and the line without the number of its wording. */
  readonly line: number;
  readonly fill: number;
  readonly intent: number;
}
type Filled = { readonly value: number } | { readonly concept: string } | { readonly text: string };

export const SLOTS =
  'time date duration repeat place person song artist genre playlist movie book kind food cuisine venue item number amount device room task event weather sport language order symptom'.split(
    ' ',
  );
const FILLS = 16;
/** Slots that take any name of a kind of thing, and slots that take any words as a title or name. */
const CONCEPTS: Readonly<Record<string, string>> = {
  place: 'region',
  language: 'language',
  item: 'emoji',
  food: 'emoji',
  date: 'relative day',
  duration: 'unit',
};
const TITLES = new Set(['song', 'artist', 'movie', 'book', 'playlist', 'person']);

export function readRequests(folder: URL, { texts, names }: Meanings, random: Random): { texts: Request[] } {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort();
  const lists = new Map(
    files.map((name) => [
      name.slice(0, -4),
      new Map(
        readFileSync(new URL(name, folder), 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split('\t') as [string, string]),
      ),
    ]),
  );
  const keys = [...lists.get('en')!.keys()].filter((key) => !SLOTS.includes(key));
  const intents = [...new Set(keys.map(intentOf))];
  const english = texts.filter(({ language, text }) => language === 'en' && text.length < 40);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random.next() * values.length)]!;
  const concepts = new Map(
    Object.entries(CONCEPTS).map(([slot, prefix]) => [
      slot,
      [...names].filter(([name, of]) => name.startsWith(prefix) && of.size > 30).map(([name]) => name),
    ]),
  );
  const fillSlot = (slot: string): Filled => {
    const turn = random.next();
    if (turn < 0.35 && concepts.has(slot)) return { concept: pick(concepts.get(slot)!) };
    if (turn < 0.5 && TITLES.has(slot))
      return {
        text: pick(english)
          .text.replace(/[.?!"]/g, '')
          .split(' ')
          .slice(0, 1 + Math.floor(random.next() * 4))
          .join(' '),
      };
    return { value: Math.floor(random.next() * 10) };
  };
  const requests: Request[] = [];
  keys.forEach((key, line) => {
    const slots = [
      ...lists
        .get('en')!
        .get(key)!
        .matchAll(/\{(\w+)\}/g),
    ].map((match) => match[1]!);
    for (let fill = 0; fill < (slots.length > 0 ? FILLS : 1); fill++) {
      const fillings = slots.map((slot) => ({
        slot,
        filled: fillSlot(slot),
        digits: `${Math.floor(random.next() * 10)}${Math.floor(random.next() * 10)}`,
      }));
      for (const [language, list] of lists) {
        const waiting = [...fillings];
        const spans: { slot: string; start: number; end: number }[] = [];
        let text = '';
        for (const [i, part] of list
          .get(key)!
          .split(/\{(\w+)\}/)
          .entries()) {
          if (i % 2 === 0) {
            text += part;
            continue;
          }
          const at = waiting.findIndex(({ slot }) => slot === part);
          const { slot, filled, digits } = waiting.splice(at, 1)[0]!;
          const ten = list.get(slot)!.split('|');
          const value =
            'text' in filled
              ? filled.text
              : 'concept' in filled
                ? (names.get(filled.concept)!.get(language) ?? ten[0]!)
                : ten[filled.value]!.replace(/\d/g, (digit, place: number) => (random.next() < 0.5 ? digits[place % 2]! : digit));
          spans.push({ slot, start: text.length, end: text.length + value.trim().length });
          text += value.trim();
        }
        requests.push({ language, text, spans, line, fill, intent: intents.indexOf(intentOf(key)) });
      }
    }
  });
  return { texts: requests };
}

/** Wordings of one request are numbered from the second on. */
function intentOf(key: string): string {
  return key.replace(/\.\d+$/, '');
}
