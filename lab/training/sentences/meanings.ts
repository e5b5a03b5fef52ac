/** Texts of many languages in groups of one meaning: translated sentences, and names of things, places and times. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PAIR_CODES } from '../pair-codes.ts';

export interface Text {
  readonly language: string;
  readonly text: string;
  readonly group: number;
}
export interface Meanings {
  readonly texts: readonly Text[];
  /** An English text and its translation, by their numbers. */
  readonly pairs: readonly [number, number][];
  /** How many of the texts are sentences; names follow. */
  readonly sentences: number;
  /** Names by concept and language. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const NAME_LANGUAGES = [
  ...Object.values(PAIR_CODES),
  ...['en', 'nb', 'id', 'ms', 'sr', 'hr', 'sk', 'sl', 'et', 'lv', 'kk', 'mr', 'gu', 'ta', 'te', 'bn', 'ur', 'af', 'sw'],
];
/** A group does not grow beyond this: "Yes." and "OK." would join half of all short texts. */
const MAX_GROUP = 48;

export function readMeanings(data: string, packages: string): Meanings {
  const numbers = new Map<string, number>();
  const texts: { language: string; text: string }[] = [];
  const numberOf = (language: string, text: string): number => {
    const key = `${language}\t${text}`;
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = texts.length));
      texts.push({ language, text });
    }
    return number;
  };
  const pairs: [number, number][] = [];
  const folder = join(data, 'corpora', 'tatoeba-challenge');
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.tsv.gz'))
    .sort())
    for (const line of gunzipSync(readFileSync(join(folder, file)))
      .toString('utf8')
      .split('\n')) {
      const [english, other] = line.split('\t');
      if (english && other) pairs.push([numberOf('en', english), numberOf(PAIR_CODES[file.slice(4, 7)]!, other)]);
    }
  const sentences = texts.length;
  const parents: number[] = texts.map((_, i) => i);
  const sizes = texts.map(() => 1);
  const rootOf = (i: number): number => {
    while (parents[i] !== i) i = parents[i] = parents[parents[i]!]!;
    return i;
  };
  for (const [a, b] of pairs) {
    const [x, y] = [rootOf(a), rootOf(b)];
    if (x === y || sizes[x]! + sizes[y]! > MAX_GROUP) continue;
    parents[y] = x;
    sizes[x]! += sizes[y]!;
  }
  const groups = texts.map((_, i) => rootOf(i));
  const names = readNames(packages);
  let group = sentences;
  for (const byLanguage of names.values()) {
    group++;
    const english = byLanguage.get('en');
    if (english === undefined) continue;
    const first = texts.length;
    for (const [language, text] of [['en', english] as const, ...[...byLanguage].filter(([language]) => language !== 'en')]) {
      texts.push({ language, text });
      groups.push(group);
      if (texts.length - 1 > first) pairs.push([first, texts.length - 1]);
    }
  }
  return { texts: texts.map((one, i) => ({ ...one, group: groups[i]! })), pairs, sentences, names };
}

/** Names of emoji (Unicode CLDR) and what Intl knows of countries, languages, currencies, months, days, times and units. */
function readNames(packages: string): Map<string, Map<string, string>> {
  const names = new Map<string, Map<string, string>>();
  const add = (concept: string, language: string, name: string | undefined): void => {
    if (name === undefined || name === '') return;
    const of = names.get(concept) ?? new Map<string, string>();
    names.set(concept, of.set(language, name));
  };
  type Annotations = Record<string, { tts?: string[] }>;
  for (const language of NAME_LANGUAGES) {
    const own = { nb: 'no', sr: 'sr-Latn' }[language] ?? language;
    for (const [kind, member] of [
      ['', 'annotations'],
      ['-derived', 'annotationsDerived'],
    ] as const) {
      const path = join(packages, `cldr-annotations${kind}-full-48.2.0`, 'package', member, own, 'annotations.json');
      let annotations: Annotations;
      try {
        annotations = (JSON.parse(readFileSync(path, 'utf8')) as Record<string, { annotations: Annotations }>)[member]!.annotations;
      } catch {
        continue;
      }
      for (const [emoji, { tts }] of Object.entries(annotations))
        if (!/[🏻🏼🏽🏾🏿]|\u200d[♀♂]/u.test(emoji)) add(`emoji ${emoji}`, language, tts?.[0]?.replace(/^[^:]+: /, ''));
    }
    const locale = language === 'sr' ? 'sr-Latn' : language;
    for (const [type, codes] of [
      ['region', REGIONS],
      ['language', LANGUAGES],
      ['currency', CURRENCIES],
    ] as const) {
      const display = new Intl.DisplayNames(locale, { type, fallback: 'none' });
      for (const code of codes) add(`${type} ${code}`, language, display.of(code));
    }
    for (let i = 0; i < 12; i++)
      add(`month ${i}`, language, new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, i, 1)));
    for (let i = 0; i < 7; i++)
      add(`day ${i}`, language, new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + i)));
    for (let i = 1; i <= 28; i += 3)
      add(`date ${i}`, language, new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, i % 12, i)));
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    for (const unit of ['minute', 'hour', 'day', 'week', 'month', 'year', 'monday', 'friday', 'sunday'] as const)
      for (const count of [-3, -1, 0, 1, 2, 5])
        if (!unit.endsWith('day') || unit === 'day') add(`relative ${unit} ${count}`, language, relative.format(count, unit as 'day'));
    for (const unit of [
      'second',
      'minute',
      'hour',
      'day',
      'week',
      'month',
      'year',
      'kilometer',
      'meter',
      'mile',
      'kilogram',
      'gram',
      'liter',
      'celsius',
      'percent',
      'megabyte',
    ])
      for (const count of [1, 2, 5, 20, 45])
        add(`unit ${unit} ${count}`, language, new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count));
  }
  return names;
}

const REGIONS =
  'AD AE AF AL AM AR AT AU AZ BA BD BE BG BO BR BY CA CH CL CM CN CO CR CU CY CZ DE DK DO DZ EC EE EG ES ET FI FR GB GE GH GR GT HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KP KR KW KZ LA LB LK LT LU LV LY MA MC MD ME MG MK ML MM MN MT MX MY NG NI NL NO NP NZ OM PA PE PH PK PL PT PY QA RO RS RU SA SD SE SG SI SK SN SO SY TH TN TR TW TZ UA UG US UY UZ VE VN YE ZA ZM ZW'.split(
    ' ',
  );
const LANGUAGES =
  'af ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu ha he hi hr hu hy id is it ja ka kk km kn ko ku la lt lv mk ml mn mr ms mt my ne nl no pa pl ps pt ro ru si sk sl so sq sr sv sw ta te th tr uk ur uz vi yi zh zu'.split(
    ' ',
  );
const CURRENCIES =
  'USD EUR GBP JPY CHF CNY RUB INR TRY SEK NOK DKK PLN CZK HUF BRL MXN KRW AUD CAD THB IDR ILS EGP SAR ZAR UAH KZT RON BGN'.split(' ');
