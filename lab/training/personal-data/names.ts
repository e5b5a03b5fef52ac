/**
 * Writes weights/personal-data/names.json: given names, surnames, and the words of speech that are not names.
 *
 *   node lab/training/personal-data/names.ts CORPORA
 *
 * CORPORA has `gazetteers/person-names` (NameDatabases, Unlicense) and `qmsum/val` (QMSum, MIT). Of the surnames, those are kept that are
 * among the 40,000 commonest words of written English (weights/word-clusters): rarer ones are recognized by the words before them.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { clustersOf } from '../../../src/engines/language/entities/tagging/word-clusters.ts';

const MIN_USES = 3;

const [corpora] = process.argv.slice(2);
if (corpora === undefined) throw new Error('Usage: node lab/training/personal-data/names.ts CORPORA');

const unzip = (file: string): string => gunzipSync(readFileSync(file)).toString('utf8');
const namesIn = (file: string): string[] =>
  unzip(join(corpora, 'gazetteers/person-names', file))
    .split('\n')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => /^[a-z]{2,}$/.test(name));

const uses = new Map<string, number>();
const meetings = join(corpora, 'qmsum/val');
for (const file of readdirSync(meetings)) {
  const { meeting_transcripts: turns } = JSON.parse(unzip(join(meetings, file))) as { meeting_transcripts: { content: string }[] };
  for (const { content } of turns) {
    for (const [word] of content.matchAll(/(?<![A-Za-z'{])[a-z]{2,}(?![A-Za-z'}])/g)) uses.set(word, (uses.get(word) ?? 0) + 1);
  }
}
const words = [...uses].filter(([, count]) => count >= MIN_USES).map(([word]) => word);
const given = [...new Set(namesIn('first names/us.txt.gz'))];
/** Written without accents in English, so those are left out. */
const foreign = [...new Set(namesIn('first names/all.txt.gz'))].filter(
  (name) => !given.includes(name) && name.length > 3 && !words.includes(name),
);
const surnames = [...new Set(namesIn('surnames/us.txt.gz'))].filter((name) => clustersOf(name)[0] > 0);
const list = (all: string[]): string => all.sort().join(' ');
const target = new URL('../../../weights/personal-data/names.json', import.meta.url);
writeFileSync(
  target,
  `${JSON.stringify({ given: list(given), foreign: list(foreign), surnames: list(surnames), words: list(words) }, null, 1)}\n`,
);
console.log({ given: given.length, foreign: foreign.length, surnames: surnames.length, words: words.length });
