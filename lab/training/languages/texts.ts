/** The texts that the detector is trained on, by language. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PAIR_CODES } from '../pair-codes.ts';

/** Their scripts decide them: they need no texts. */
const DECIDED_BY_SCRIPT = new Set(['el', 'he', 'ko', 'th']);
/** Files of requests are named by other codes in places. */
const REQUEST_CODES: Readonly<Record<string, string>> = { nb: 'no', tl: 'fil' };
const FILLS = 3;

export type Texts = Map<string, string[]>;

/** Whether a sentence is kept apart for measuring: one in twenty, the same whatever the language it is paired with. */
export function isKeptApart(text: string): boolean {
  let hash = 0x811c9dc5;
  for (const character of text.toLowerCase().replace(/[^\p{L}]/gu, '')) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % 20 === 0;
}

/** English and the other side of each pair of sentences. */
export function readPairs(folder: string): Texts {
  const texts = new Map<string, Set<string>>();
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.tsv.gz'))
    .sort()) {
    const language = PAIR_CODES[name.slice(4, 7)];
    if (language === undefined || DECIDED_BY_SCRIPT.has(language)) continue;
    for (const line of gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .split('\n')) {
      const [english, other] = line.split('\t');
      if (english) addTo(texts, 'en', english);
      if (other) addTo(texts, language, other);
    }
  }
  return new Map([...texts].map(([language, set]) => [language, [...set]]));
}

/** Requests with their slots filled from the lists of values in the same file. */
export function readRequests(folder: string): Texts {
  const texts: Texts = new Map();
  if (!existsSync(folder)) return texts;
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.tsv'))
    .sort()) {
    const code = name.slice(0, -4).split('-')[0]!;
    const lines = readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.includes('\t'));
    const entries = lines.map((line) => line.split('\t') as [string, string]);
    const values = new Map(entries.filter(([, text]) => text.includes('|')).map(([key, text]) => [key, text.split('|')]));
    const filled = entries
      .filter(([, text]) => !text.includes('|'))
      .flatMap(([, text], row) =>
        Array.from({ length: text.includes('{') ? FILLS : 1 }, (_, fill) =>
          text.replace(/\{(\w+)\}/g, (_slot, slot: string) => values.get(slot)?.[(row + 3 * fill) % 10] ?? ''),
        ),
      );
    texts.set(REQUEST_CODES[code] ?? code, filled);
  }
  return texts;
}

/** Sentences written for the languages that have no others: `# code`, then one a line. */
export function readSentences(file: string | URL): Texts {
  const texts: Texts = new Map();
  let language = '';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('# ')) texts.set((language = line.slice(2)), []);
    else if (line !== '') texts.get(language)!.push(line);
  }
  return texts;
}

/** Names of places, languages, days, months and lengths of time, as Unicode's locale data has them. */
export function localePhrases(language: string): string[] {
  const phrases = new Set<string>();
  for (const type of ['region', 'language', 'currency', 'dateTimeField'] as const) {
    const names = new Intl.DisplayNames(language, { type, fallback: 'none' });
    for (const code of CODES[type]) phrases.add(names.of(code) ?? '');
  }
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const unit of ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const)
    for (const value of [-7, -2, -1, 0, 1, 3, 5]) phrases.add(relative.format(value, unit));
  for (const dateStyle of ['full', 'long'] as const)
    for (let month = 0; month < 12; month++)
      phrases.add(new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }).format(Date.UTC(2024, month, 1 + 2 * month)));
  for (const unit of ['day', 'hour', 'minute', 'kilometer', 'kilogram', 'liter', 'celsius', 'degree', 'percent', 'week'])
    for (const value of [1, 5]) phrases.add(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value));
  return [...phrases].filter((phrase) => /\p{L}{2}/u.test(phrase));
}

const REGIONS =
  'AF AL AM AR AT AU AZ BA BE BG BR BY CA CH CL CN CO CR CY CZ DE DK DO EC EE EG ES ET FI FR GB GE GR HK HR HU IE IL IN IR IS IT JP KE KG KR KZ LT LU LV MA MD ME MK MM MN MT MX MY NG NL NO NP NZ PE PH PK PL PT RO RS RU SA SE SI SK SY TH TN TR UA US UZ VA VN ZA'.split(
    ' ',
  );
const LANGUAGES =
  'af ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka kk ko la lt lv mk mn mr ms nl no pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi zh'.split(
    ' ',
  );
const CODES = {
  region: REGIONS,
  language: LANGUAGES,
  currency: 'USD EUR GBP JPY CNY RUB INR CHF SEK NOK DKK PLN CZK HUF TRY BRL'.split(' '),
  dateTimeField: ['era', 'year', 'quarter', 'month', 'weekOfYear', 'weekday', 'day', 'hour', 'minute', 'second', 'timeZoneName'],
} as const;

function addTo(texts: Map<string, Set<string>>, language: string, text: string): void {
  const set = texts.get(language) ?? new Set();
  texts.set(language, set.add(text));
}
