/**
 * What the learner sees of a text: hashed features in four blocks.
 *
 * words: each word, and one with digits also with 0 for each run of them. pairs: neighboring words, digits folded, the ends
 * of the text included. characters: runs of 2 to 5 characters of each word with its edges, which forgive
 * inflection and typing. hints: hits of phrase lists and whatever the caller found (entities), as tokens. What was found
 * at a place, and a phrase list whose phrases may stand for each other, also give pairs in which a hit is replaced by its name.
 *
 * Invariants: equal texts give equal features on every machine; cost is linear in the text, and bounded: after
 * 50,000 characters or 5,000 words nothing is read, and characters only of the first 1,000 different words.
 */
import { finishHash, hashText } from '../hash.ts';
import { tokenize } from '../text/tokens.ts';
import type { Token } from '../text/tokens.ts';

/** A named set of phrases; exchangeable ones may stand for each other. */
export interface PhraseList {
  readonly name: string;
  readonly phrases: readonly string[];
  readonly exchangeable: boolean;
}

/** Hashes of the features of a text by block, repeated as often as they occur. */
export type Features = readonly [
  words: readonly number[],
  pairs: readonly number[],
  characters: readonly number[],
  hints: readonly number[],
];
export const BLOCKS = 4;

const SEEDS = [0x2545f491, 0x5bd1e995, 0x1b873593, 0x27d4eb2f] as const;
export const [WORDS, PAIRS, CHARACTERS, HINTS] = [0, 1, 2, 3] as const;
const MIN_NGRAM = 2;
const MAX_NGRAM = 5;
const MAX_CHARACTERS = 50_000;
const MAX_TOKENS = 5000;
const MAX_SPELLED_TOKENS = 1000;
const MAX_PLACED_SPANS = 200;
const EDGE = ' ';
const PUNCTUATION = /^[\p{P}\p{Cc}\p{Cf}]+$/u;
const DIGITS = /\p{Nd}+/gu;
const EACH_DIGIT = /\p{Nd}/gu;

/** What the caller found in a text, by its name. */
export interface FoundSpan {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

type Hit = { readonly start: number; readonly end: number; readonly list: PhraseList; readonly phrase: string };

export class FeatureReader {
  readonly phraseLists: readonly PhraseList[];
  readonly #phrases = new Map<string, PhraseList[]>();
  readonly #spelled = new Map<string, readonly number[]>();
  readonly #digits: RegExp;
  #longestPhrase = 0;

  /** `foldsEachDigit`: as models of 1.0.0-rc.1 were trained. */
  constructor(phraseLists: readonly PhraseList[] = [], foldsEachDigit = false) {
    this.phraseLists = phraseLists;
    this.#digits = foldsEachDigit ? EACH_DIGIT : DIGITS;
    for (const list of phraseLists) {
      for (const phrase of list.phrases) {
        const words = splitWords(phrase, '');
        const key = words.join(EDGE);
        if (words.length === 0) continue;
        this.#longestPhrase = Math.max(this.#longestPhrase, words.length);
        const lists = this.#phrases.get(key) ?? [];
        if (!lists.includes(list)) this.#phrases.set(key, [...lists, list]);
      }
    }
  }

  /** The features of a text; `hints` are tokens that the caller has for it, `spans` what the caller found in it. */
  read(text: string, culture = '', hints: readonly string[] = [], spans: readonly FoundSpan[] = []): Features {
    const tokens = splitTokens(text, culture).slice(0, MAX_TOKENS);
    const words = tokens.map(({ norm }) => norm);
    const folded = words.map((word) => word.replace(this.#digits, '0'));
    const hits = this.#hits(words);
    const pairs: number[] = [];
    for (let i = 0; i <= folded.length; i++) if (folded.length > 0) pairs.push(pairHash(folded[i - 1], folded[i]));
    const found = [...hints, ...new Set(spans.map(({ name }) => name))].map((hint) => feature(HINTS, hint));
    for (const { name, start, end } of spans.slice(0, MAX_PLACED_SPANS)) {
      const first = tokens.findIndex((token) => token.end > start);
      const next = tokens.findIndex((token) => token.start >= end);
      if (first < 0) continue;
      pairs.push(pairHash(folded[first - 1], name), pairHash(name, next < 0 ? undefined : folded[next]));
    }
    for (const { start, end, list, phrase } of hits) {
      found.push(feature(HINTS, `list ${list.name}`));
      if (list.exchangeable) pairs.push(pairHash(folded[start - 1], `list ${list.name}`), pairHash(`list ${list.name}`, folded[end]));
      else found.push(feature(HINTS, `phrase ${list.name} ${phrase}`));
    }
    const spelled = [...new Set(folded)].slice(0, MAX_SPELLED_TOKENS);
    return [
      [...words, ...folded.filter((word, i) => word !== words[i])].map((word) => feature(WORDS, word)),
      pairs,
      spelled.flatMap((word) => this.#spell(word)),
      found,
    ];
  }

  /** Every phrase of a list that occurs, the longest at each place. */
  #hits(words: readonly string[]): Hit[] {
    const hits: Hit[] = [];
    if (this.#longestPhrase === 0) return hits;
    for (let start = 0; start < words.length; start++) {
      const seen = new Set<PhraseList>();
      for (let end = Math.min(words.length, start + this.#longestPhrase); end > start; end--) {
        const phrase = words.slice(start, end).join(EDGE);
        for (const list of this.#phrases.get(phrase) ?? []) {
          if (!seen.has(list)) hits.push({ start, end, list, phrase });
          seen.add(list);
        }
      }
    }
    return hits;
  }

  #spell(word: string): readonly number[] {
    const known = this.#spelled.get(word);
    if (known) return known;
    const runs: number[] = [];
    const edged = EDGE + word.slice(0, 100) + EDGE;
    for (let start = 0; start < edged.length; start++) {
      let hash: number = SEEDS[CHARACTERS];
      for (let end = start; end < Math.min(edged.length, start + MAX_NGRAM); end++) {
        hash = Math.imul(hash ^ edged.charCodeAt(end), 0x01000193);
        if (end - start + 1 >= MIN_NGRAM) runs.push(finishHash(hash) >>> 0);
      }
    }
    if (this.#spelled.size >= 20_000) this.#spelled.clear();
    this.#spelled.set(word, runs);
    return runs;
  }
}

/** The words of a text as features see them; punctuation counts only where there is nothing else. */
export function splitWords(text: string, culture: string): string[] {
  return splitTokens(text, culture).map(({ norm }) => norm);
}

function splitTokens(text: string, culture: string): Token[] {
  const tokens = tokenize(text.slice(0, MAX_CHARACTERS), culture);
  const words = tokens.filter(({ norm }) => !PUNCTUATION.test(norm));
  return words.length > 0 ? words : tokens;
}

function feature(block: number, text: string): number {
  return finishHash(hashText(text, SEEDS[block]!)) >>> 0;
}

function pairHash(left: string | undefined, right: string | undefined): number {
  return finishHash(hashText(right ?? '', hashText(left ?? '', SEEDS[PAIRS]))) >>> 0;
}
