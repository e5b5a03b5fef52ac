/**
 * Finds field labels ("Invoice date:"). Labels are data: phrases by field and language, one file per model. Phrases are
 * matched without case, accents and punctuation; long words may contain one or two wrong letters, and joined words still
 * match. Of overlapping phrases the longest wins.
 */
import { foldText } from '../values/months.ts';
import { editDistance } from './edit-distance.ts';
import type { Segment, SegmentedText } from './segmented-text.ts';

/**
 * field → language → phrases. A phrase with a colon matches only at the start of a line, before a colon or the end: short
 * words are ambiguous.
 */
export type Phrases = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface Meaning {
  field: string;
  language: string;
}

export interface Label {
  segment: Segment;
  /** Position in the segment's text; `end` is after the colon, if there is one. */
  start: number;
  end: number;
  meanings: readonly Meaning[];
  words: number;
  edits: number;
  colon: boolean;
}

interface Node {
  next: Map<string, Node>;
  meanings: Meaning[];
  words: number;
  mustStandAlone: boolean;
}

export interface Lexicon {
  root: Node;
  vocabulary: ReadonlySet<string>;
  byLength: ReadonlyMap<number, readonly string[]>;
}

const TOKEN = /[\p{L}\p{M}]+|\d+|[#№%]/gu;
const tokenOf = (text: string): string => foldText(text).replaceAll('º', 'o').replaceAll('№', '#');
const tokensOf = (text: string): string[] => [...text.matchAll(TOKEN)].map(([token]) => tokenOf(token));

export function buildLexicon(phrases: Phrases): Lexicon {
  const root: Node = { next: new Map(), meanings: [], words: 0, mustStandAlone: true };
  const vocabulary = new Set<string>();
  const add = (tokens: readonly string[], meaning: Meaning, words: number, mustStandAlone: boolean): void => {
    let node = root;
    for (const token of tokens) {
      vocabulary.add(token);
      if (!node.next.has(token)) node.next.set(token, { next: new Map(), meanings: [], words: 0, mustStandAlone: true });
      node = node.next.get(token)!;
    }
    node.words = words;
    node.mustStandAlone &&= mustStandAlone;
    if (!node.meanings.some(({ field, language }) => field === meaning.field && language === meaning.language)) node.meanings.push(meaning);
  };
  for (const [field, languages] of Object.entries(phrases)) {
    for (const [language, list] of Object.entries(languages)) {
      for (const phrase of list) {
        const tokens = tokensOf(phrase);
        if (tokens.length === 0) continue;
        add(tokens, { field, language }, tokens.length, phrase.endsWith(':'));
        const joined = tokens.join('');
        if (tokens.length > 1 && joined.length >= 6) add([joined], { field, language }, tokens.length, phrase.endsWith(':'));
      }
    }
  }
  const byLength = new Map<number, string[]>();
  for (const token of vocabulary)
    if (token.length >= MIN_FUZZY_LENGTH) byLength.set(token.length, [...(byLength.get(token.length) ?? []), token]);
  return { root, vocabulary, byLength };
}

/** Shorter words must match exactly. */
const MIN_FUZZY_LENGTH = 5;
const MAX_FUZZY_LENGTH = 30;
/** Limits fuzzy matching on adversarial files. */
const MAX_FUZZY_WORDS = 4000;

type SimilarWords = (token: string) => readonly { token: string; edits: number }[];

export interface PhraseMatch {
  start: number;
  end: number;
  meanings: readonly Meaning[];
  words: number;
  edits: number;
  colon: boolean;
}

/** Looks up phrases in texts; fuzzy matches of words are cached. */
export function createPhraseFinder(lexicon: Lexicon): (text: string) => PhraseMatch[] {
  const near = new Map<string, readonly { token: string; edits: number }[]>();
  const similarWords: SimilarWords = (token) => {
    let found = near.get(token);
    if (found === undefined) {
      found = lexicon.vocabulary.has(token) ? [{ token, edits: 0 }] : near.size < MAX_FUZZY_WORDS ? findFuzzyMatches(token, lexicon) : [];
      near.set(token, found);
    }
    return found;
  };
  return (text) => matchPhrases(text, lexicon, similarWords);
}

export function findLabels(segmented: SegmentedText, lexicon: Lexicon): Label[] {
  const find = createPhraseFinder(lexicon);
  return segmented.segments.flatMap((segment) => find(segment.text).map((match) => ({ segment, ...match })));
}

function matchPhrases(text: string, { root }: Lexicon, similarWords: SimilarWords): PhraseMatch[] {
  const tokens = [...text.matchAll(TOKEN)].map((match) => ({
    similarWords: similarWords(tokenOf(match[0])),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const found: PhraseMatch[] = [];
  let at = 0;
  while (at < tokens.length) {
    const best = longestPhrase(root, tokens, at);
    if (best === undefined) {
      at += 1;
      continue;
    }
    const last = tokens[best.to - 1]!.end;
    const behind = /^[\s.)\]#*]*[:：;]?/u.exec(text.slice(last))![0];
    const colon = /[:：;]$/u.test(behind);
    const isLineStart = tokens[at]!.start === 0 || /^[^\p{L}\d]*$/u.test(text.slice(0, tokens[at]!.start));
    if (!best.node.mustStandAlone || (isLineStart && (colon || last + behind.length >= text.length)))
      found.push({
        start: tokens[at]!.start,
        end: last + (colon ? behind.length : 0),
        meanings: best.node.meanings,
        words: best.node.words,
        edits: best.edits,
        colon,
      });
    at = best.to;
  }
  return found;
}

/** Maximum number of edits in a phrase. */
const MAX_EDITS = 3;

function longestPhrase(
  root: Node,
  tokens: readonly { similarWords: readonly { token: string; edits: number }[] }[],
  from: number,
): { node: Node; to: number; edits: number } | undefined {
  let best: { node: Node; to: number; edits: number } | undefined;
  const walk = (node: Node, at: number, edits: number): void => {
    if (node.meanings.length > 0 && (best === undefined || at > best.to || (at === best.to && edits < best.edits)))
      best = { node, to: at, edits };
    for (const similar of tokens[at]?.similarWords ?? []) {
      const next = node.next.get(similar.token);
      if (next !== undefined && edits + similar.edits <= MAX_EDITS) walk(next, at + 1, edits + similar.edits);
    }
  };
  walk(root, from, 0);
  return best;
}

function findFuzzyMatches(token: string, { byLength }: Lexicon): { token: string; edits: number }[] {
  if (token.length < MIN_FUZZY_LENGTH || token.length > MAX_FUZZY_LENGTH) return [];
  const maxEdits = token.length >= 9 ? 2 : 1;
  const found: { token: string; edits: number }[] = [];
  for (let length = token.length - maxEdits; length <= token.length + maxEdits; length++) {
    for (const word of byLength.get(length) ?? []) {
      const edits = editDistance(token, word, maxEdits);
      if (edits <= maxEdits) found.push({ token: word, edits });
    }
  }
  return found.sort((a, b) => a.edits - b.edits);
}
