/**
 * Fails on words of a vocabulary that this repository no longer uses (the glossary is in CONTRIBUTING.md), so that they do not come back.
 * `node scripts/check-language.ts` lists each use; with `--counts`, how many there are in each folder.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['{src,console,test,lab,scripts}/**/*.{ts,tsx,mjs}', '{src,console,test,lab,docs}/**/*.md', '*.md'];
/** This file lists the words; released entries of the change log stay as they were. */
const EXCEPTIONS = ['scripts/check-language.ts', 'CHANGELOG.md'];

/** What not to write, and what to write instead. */
const WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(MOST|LEAST)_[A-Z]/g, 'MAX_, MIN_'],
  [/\b(told|said|tells)\b/gi, 'reply, view, describe'],
  [/\bbegun\b/gi, 'started'],
  [/\bstanding\b/gi, 'status'],
  [/\bpapers\b/gi, 'docs'],
  [/\b(house\(|House\b|jobHouse|faceHouse)|-house\b/g, 'fixture, harness'],
  [/\blaidOut|\blaid[ -]out\b/gi, 'layout'],
  [/\b(arrivesIn|Landing|landed|copyable|copyable\.ts|arrival\.ts)\b/g, 'copy target'],
  [/\b(promptJobs|pointersOf|inwardNames|outwardNames|DutyLost|Duties|duty|HowToRead|TAKES_DOCUMENT|RECEIVES)\b/g, 'see the glossary'],
  [/\b(askings?|slips|scribe|Dice|dice|bearsAltering|kinship|likeness|reckoning)\b/g, 'see the glossary'],
  [
    /\b(made up|as told otherwise|unless told|so many|at once|as it is|lies in|what is there|who asks|gives? up|takes? back|taken back)\b/gi,
    'see the glossary',
  ],
  [/\b(mend|mended|mends)\b/gi, 'fix'],
  [/\bpictures?\b/gi, 'image'],
  [/\bAT_ONCE\b/g, 'BATCH_SIZE, CONCURRENCY'],
];

interface Use {
  file: string;
  line: number;
  word: string;
  instead: string;
}

const uses = globSync(SOURCES, { cwd: root })
  .filter((file) => !EXCEPTIONS.includes(file) && !file.includes('node_modules'))
  .sort()
  .flatMap(usesIn);
if (process.argv.includes('--counts')) {
  const byFolder = Map.groupBy(uses, ({ file }) => folderOf(file));
  for (const [folder, list] of [...byFolder].sort(([, a], [, b]) => b.length - a.length)) {
    const words = [...Map.groupBy(list, ({ word }) => word.toLowerCase())].sort(([, a], [, b]) => b.length - a.length).slice(0, 6);
    console.log(`${String(list.length).padStart(5)} ${folder}: ${words.map(([word, { length }]) => `${word} ${length}`).join(', ')}`);
  }
} else for (const { file, line, word, instead } of uses) console.error(`${file}:${line} ${word}: ${instead}`);
console.log(`${uses.length} uses of words that are no longer used`);
process.exitCode = uses.length > 0 ? 1 : 0;

function usesIn(file: string): Use[] {
  const lines = readFileSync(`${root}/${file}`, 'utf8').split('\n');
  return lines.flatMap((text, at) =>
    WORDS.flatMap(([pattern, instead]) => [...text.matchAll(pattern)].map(([word]) => ({ file, line: at + 1, word, instead }))),
  );
}

function folderOf(file: string): string {
  const parts = file.split('/').slice(0, -1);
  return parts.slice(0, parts[0] === 'src' ? 3 : 2).join('/') || '.';
}
