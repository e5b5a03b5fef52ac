/**
 * Trains the taggers of names: see README.md.
 *
 *   node lab/training/names/train.ts english|others --data FOLDER --packages FOLDER [--report]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../../src/engines/shared/random.ts';
import type { TaggedSequence } from '../../../src/engines/shared/chain/chain.ts';
import { Chain } from '../../../src/engines/shared/chain/chain.ts';
import type { ChainSettings } from '../../../src/engines/shared/chain/settings.ts';
import { trainChain } from '../../../src/engines/shared/chain/training.ts';
import { ANY_LANGUAGE } from '../../../src/engines/language/names/features.ts';
import { MARK, extendPhrase, foldWord, readLexicon } from '../../../src/engines/language/names/lexicon.ts';
import { NameTagger, TAGGED_KINDS } from '../../../src/engines/language/names/tagger.ts';
import { tokenize } from '../../../src/engines/shared/text/tokens.ts';
import type { NamedText } from './corpora.ts';
import { ENGLISH_SETS, readEnglish, readUniversal } from './corpora.ts';
import { describeScores, lowerCased } from './evaluate.ts';
import { readNameLists } from './name-lists.ts';
import { PATTERNS } from './patterns.ts';
import type { PairedLanguage } from './projection.ts';
import { PAIRED_LANGUAGES, exchangeNames, projectNames } from './projection.ts';
import { ENGLISH_PATTERNS, fillPattern } from './queries.ts';
import { nameGrammar, taggedSequence, writeTagger } from './tagger-training.ts';

/** Features that occur less often are left out. */
const MIN_OCCURRENCES = { english: 3, others: 5 } as const;
const SETTINGS = {
  english: { passes: 10, rate: 0.1, penalty: 0.3, commonFrom: 5, dropout: 0.35, shyness: 0.4 },
  others: { passes: 6, rate: 0.1, penalty: 0.3, commonFrom: 5, dropout: 0.35, shyness: 0.4 },
} as const satisfies Record<string, ChainSettings>;
/** What is added where a place starts: the sentences of other languages have fewer places than other texts. */
const PLACE_BIAS = { english: 0, others: 0.75 } as const;
const FILLS = { english: 30, others: 40 } as const;
/** Sentence pairs that are read, and sentences without names that are kept for one with names. */
const PAIRS = 10_000;
const NAMELESS_SHARE = 1.2;
const COPIES = 2;
const SURNAMES: Readonly<Record<PairedLanguage | 'en', readonly string[]>> = {
  en: ['us.txt.gz', 'hi.txt', 'es.txt.gz'],
  pt: ['pt.txt.gz', 'pt.txt.gz', 'es.txt.gz', 'us.txt.gz'],
  es: ['es.txt.gz', 'us.txt.gz'],
  fr: ['fr.txt.gz', 'us.txt.gz'],
  de: ['de.txt.gz', 'us.txt.gz'],
  it: ['it.txt.gz', 'us.txt.gz'],
  nl: ['us.txt.gz', 'de.txt.gz'],
  da: ['us.txt.gz', 'de.txt.gz'],
  sv: ['us.txt.gz', 'de.txt.gz'],
};

const PARTICLES: Readonly<Partial<Record<PairedLanguage, readonly string[]>>> = {
  pt: ['da', 'de', 'dos', 'do'],
  es: ['de', 'de la', 'del'],
  fr: ['de', 'du'],
  de: ['von', 'von der'],
  it: ['di', 'de', 'della'],
  nl: ['van', 'de', 'van der', 'van den', 'van de'],
};

const HOME = new URL('../../', import.meta.url);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string' }, packages: { type: 'string' }, report: { type: 'boolean', default: false } },
});
const [which] = positionals;
const { data, packages } = values;
if ((which !== 'english' && which !== 'others') || data === undefined || packages === undefined)
  throw new Error('Usage: train.ts english|others --data FOLDER --packages FOLDER [--report]');
const lexicon = readLexicon(readFileSync(new URL('weights/names/lexicon.bin', HOME)));
const random = new Random(11);

const rows = withoutRare(which === 'english' ? englishRows('en', data, packages) : otherRows(data, packages), MIN_OCCURRENCES[which]);
console.log(`${rows.length} texts`);
const chain = withPlaceBias(trainChain(rows, nameGrammar(), SETTINGS[which]), PLACE_BIAS[which]);
const bytes = writeTagger(chain);
writeFileSync(new URL(`weights/names/${which}.bin`, HOME), bytes);
console.log(`${chain.hashes.length} features, ${bytes.length} bytes`);
if (values.report) report(data);

/** The English sets and requests, as written and in small letters. */
function englishRows(language: string, folder: string, packageFolder: string): TaggedSequence[] {
  const known = readNameLists(join(folder, 'corpora', 'gazetteers'), packageFolder, 'en', SURNAMES.en);
  const lists = { ...known, hasCompanies: language === ANY_LANGUAGE };
  const requests = ENGLISH_PATTERNS.flatMap((pattern) =>
    Array.from({ length: pattern.includes('{') ? FILLS.english : 4 }, () => fillPattern(pattern, lists, random)),
  );
  const texts = [...ENGLISH_SETS.flatMap((set) => readEnglish(folder, set, 'train')), ...requests];
  return [...texts, ...lowerCased(texts)].map((text) => toRow(text, language));
}

/** Sentences in the other languages, and the English sets for what holds in all. */
function otherRows(folder: string, packageFolder: string): TaggedSequence[] {
  const sequences = englishRows(ANY_LANGUAGE, folder, packageFolder);
  for (const language of Object.keys(PAIRED_LANGUAGES) as PairedLanguage[]) {
    const { sentences, organizations } = PATTERNS[language];
    const known = readNameLists(join(folder, 'corpora', 'gazetteers'), packageFolder, language, SURNAMES[language]);
    const lists = { ...known, organizations, particles: PARTICLES[language] ?? [], hasCompanies: true };
    const projected = projectNames(folder, language, 0, PAIRS);
    const named = projected.filter(({ names }) => names.length > 0);
    const nameless = projected
      .filter((one) => one.names.length === 0 && !hasKnownName(one, language))
      .slice(0, Math.floor(named.length * NAMELESS_SHARE * (1 + COPIES)));
    const exchanged = named.flatMap((text) => Array.from({ length: COPIES }, () => exchangeNames(text, lists, random)));
    const filled = sentences.flatMap((pattern) =>
      Array.from({ length: pattern.includes('{') ? FILLS.others : 4 }, () => fillPattern(pattern, lists, random)),
    );
    const texts = [...named, ...nameless, ...exchanged, ...filled];
    const small = lowerCased(texts.filter(() => random.next() < 0.5));
    for (const text of [...texts, ...small]) sequences.push(toRow(text, language));
    console.log(`${language}: ${named.length} sentences with names, ${nameless.length} without, ${filled.length} from patterns`);
  }
  return sequences;
}

/** Whether a sentence that no name was found in has one after all: a country or a given name with a capital that is not its first. */
function hasKnownName({ text }: NamedText, language: string): boolean {
  return tokenize(text, language).some(({ text: word, norm, start }) => {
    if (start === 0 || !/^\p{Lu}\p{Ll}/u.test(word)) return false;
    const { marks } = lexicon.find(extendPhrase(0, foldWord(norm)));
    return (marks & (MARK.country | MARK.foreignCountry | (language === 'de' ? 0 : MARK.givenNameUS))) !== 0;
  });
}

function toRow({ text, names }: NamedText, language: string): TaggedSequence {
  return taggedSequence(tokenize(text, language), names, language, lexicon);
}

function withoutRare(list: readonly TaggedSequence[], min: number): TaggedSequence[] {
  const counts = new Map<number, number>();
  for (const { features } of list) for (const hash of features) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return list.map(({ starts, features, tags }) => {
    const kept: number[] = [];
    const moved = new Int32Array(starts.length);
    for (let i = 0; i + 1 < starts.length; i++) {
      for (let f = starts[i]!; f < starts[i + 1]!; f++) if (counts.get(features[f]!)! >= min) kept.push(features[f]!);
      moved[i + 1] = kept.length;
    }
    return { starts: moved, features: Int32Array.from(kept), tags };
  });
}

function withPlaceBias(trained: Chain, bias: number): Chain {
  const start = 1 + 2 * TAGGED_KINDS.indexOf('place');
  const { grammar, hashes, starts, weightTags, weights, lastWeights } = trained;
  return new Chain(grammar, {
    hashes,
    starts,
    weightTags,
    weights,
    lastWeights,
    firstWeights: trained.firstWeights.map((weight, tag) => (tag === start ? weight + bias : weight)),
    pairWeights: trained.pairWeights.map((weight, p) => (grammar.pairs[p]![1] === start ? weight + bias : weight)),
  });
}

/** F1 on the parts of the sets that are for choices. */
function report(folder: string): void {
  const tagger = new NameTagger(chain, lexicon);
  const find = (language: string) => (text: string) => {
    const tokens = tokenize(text, language);
    return tagger.tag(tokens, language).map(({ kind, from, to }) => ({ kind, start: tokens[from]!.start, end: tokens[to - 1]!.end }));
  };
  if (which === 'english') {
    for (const set of ENGLISH_SETS) console.log(set.padEnd(8), describeScores(readEnglish(folder, set, 'choice'), find('en')));
    return;
  }
  for (const language of ['pt', 'da', 'sv', 'hr'] as const)
    console.log(
      language.padEnd(8),
      describeScores(readUniversal(folder, language, 'choice'), find(language === 'hr' ? ANY_LANGUAGE : language)),
    );
}
