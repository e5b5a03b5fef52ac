/**
 * Key phrases: the things that a text is about. A candidate is a run of words without stop words, marks and numbers (as in RAKE: Rose et
 * al. 2010). In a short query every candidate counts; of a longer text those whose words are used most and in the longest phrases are kept.
 *
 * Words of the stop lists are those that never are a thing, with the verbs of requests. Cost: linear, a few microseconds a word.
 */
import type { Token } from '../../shared/text/tokens.ts';
import { languageOf, tokenize } from '../../shared/text/tokens.ts';
import english from '../../shared/text/english-stop-words.json' with { type: 'json' };
import words from './stop-words.json' with { type: 'json' };

export interface KeyPhrase {
  readonly start: number;
  readonly end: number;
}

/** Words that are no part of a key phrase, by language: words of grammar, of time and measure, and the verbs of requests. */
const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({ ...words, en: [...english, ...words.en] }).map(([language, list]) => [language, new Set(list)]),
);

const MAX_WORDS = 4;
/** Phrases that are kept in any case, and the number of words for each further one. */
const MIN_PHRASES = 6;
const WORDS_PER_PHRASE = 8;

/** Endings of words that are no things, by language. */
const ADVERBS: Readonly<Record<string, RegExp>> = { en: /..ly$/, es: /..mente$/, pt: /..mente$/, it: /..mente$/, fr: /..ment$/ };
/** English nouns and adjectives that end like adverbs. */
const NO_ADVERBS = new Set(
  'family supply reply assembly july italy anomaly monopoly butterfly jelly belly bully ally fly daily weekly monthly quarterly yearly friendly elderly costly lovely'.split(
    ' ',
  ),
);

export function hasKeyPhrases(culture: string): boolean {
  return Object.hasOwn(STOP_WORDS, languageOf(culture));
}

/** From left to right, without overlap. */
export function findKeyPhrases(text: string, culture: string): KeyPhrase[] {
  const language = languageOf(culture);
  const stops = Object.hasOwn(STOP_WORDS, language) ? STOP_WORDS[language] : undefined;
  if (stops === undefined) return [];
  const tokens = tokenize(text, culture);
  const runs = findRuns(tokens, (token) => isStop(token, stops, language));
  const most = MIN_PHRASES + Math.floor(tokens.length / WORDS_PER_PHRASE);
  const kept = runs.length <= most ? runs : bestRuns(runs, most);
  return kept.map((run) => ({ start: run[0]!.start, end: run.at(-1)!.end }));
}

function isStop({ text, norm }: Token, stops: ReadonlySet<string>, language: string): boolean {
  if (!/\p{L}/u.test(text)) return true;
  if (stops.has(norm) || norm.startsWith("'") || norm.endsWith("'")) return true;
  if (norm.length < 2) return true;
  return ADVERBS[language]?.test(norm) === true && !NO_ADVERBS.has(norm);
}

/** Runs of words with nothing but a space or a hyphen between them, of their last words where they are long. */
function findRuns(tokens: readonly Token[], isOut: (token: Token) => boolean): Token[][] {
  const runs: Token[][] = [];
  let run: Token[] = [];
  const close = (): void => {
    if (run.length > 0) runs.push(run.slice(-MAX_WORDS));
    run = [];
  };
  tokens.forEach((token, i) => {
    const [before, after] = [tokens[i - 1], tokens[i + 1]];
    const joins = token.text === '-' && before?.end === token.start && after?.start === token.end;
    if (joins && run.length > 0) return;
    if (isOut(token)) close();
    else run.push(token);
  });
  close();
  return runs;
}

/** By the degree of words over their frequency: words in long phrases and words that are repeated count most. */
function bestRuns(runs: readonly Token[][], count: number): Token[][] {
  const frequency = new Map<string, number>();
  for (const run of runs) for (const { norm } of run) frequency.set(norm, (frequency.get(norm) ?? 0) + 1);
  const score = (run: readonly Token[]): number =>
    run.reduce((sum, { norm }) => sum + Math.log2(1 + frequency.get(norm)!), 0) / Math.sqrt(run.length) + 0.2 * run.length;
  const seen = new Set<string>();
  const ranked = runs
    .map((run, at) => ({ run, at, score: score(run), key: run.map(({ norm }) => norm).join(' ') }))
    .filter(({ key }) => !seen.has(key) && seen.add(key))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, count);
  return ranked.sort((a, b) => a.at - b.at).map(({ run }) => run);
}
