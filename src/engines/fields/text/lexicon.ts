/**
 * Finds the labels of fields ("Invoice date:") in a sheet. Labels are data: phrases by field and language, in one file a
 * model. A phrase is compared letter by letter without case, accents and punctuation; long words may have a slip or two,
 * and words that were read as one still count. Where phrases overlap, the longest is meant.
 */
import { plain } from '../values/months.ts';
import type { Segment, Sheet } from './segmented-text.ts';

/** field → language → phrases. A phrase with a colon counts only where it begins a line and a colon or nothing follows: short words mean much else. */
export type Phrases = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface Meaning { field: string; language: string }

export interface Label {
  segment: Segment;
  /** Place in the segment's text; `end` is behind a colon, where there is one. */
  start: number;
  end: number;
  meanings: readonly Meaning[];
  words: number;
  slips: number;
  colon: boolean;
}

interface Node { next: Map<string, Node>; meanings: Meaning[]; words: number; alone: boolean }

export interface Lexicon { root: Node; vocabulary: ReadonlySet<string>; byLength: ReadonlyMap<number, readonly string[]> }

const TOKEN = /[\p{L}\p{M}]+|\d+|[#№%]/gu;
const tokenOf = (text: string): string => plain(text).replaceAll('º', 'o').replaceAll('№', '#');
export const tokensOf = (text: string): string[] => [...text.matchAll(TOKEN)].map(([token]) => tokenOf(token));

export function lexiconOf(phrases: Phrases): Lexicon {
  const root: Node = { next: new Map(), meanings: [], words: 0, alone: true };
  const vocabulary = new Set<string>();
  const add = (tokens: readonly string[], meaning: Meaning, words: number, alone: boolean): void => {
    let node = root;
    for (const token of tokens) {
      vocabulary.add(token);
      if (!node.next.has(token)) node.next.set(token, { next: new Map(), meanings: [], words: 0, alone: true });
      node = node.next.get(token)!;
    }
    node.words = words;
    node.alone &&= alone;
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
  for (const token of vocabulary) if (token.length >= SHORTEST_SLIPPED) byLength.set(token.length, [...byLength.get(token.length) ?? [], token]);
  return { root, vocabulary, byLength };
}

/** Words of fewer letters have to be exact: with a slip they would be other words. */
const SHORTEST_SLIPPED = 5;
const LONGEST_SLIPPED = 30;
/** Different words that are looked at for slips; a file made to be slow has more. */
const MOST_SLIPPED = 4000;

type Likes = (token: string) => readonly { token: string; slips: number }[];

export interface PhraseMatch { start: number; end: number; meanings: readonly Meaning[]; words: number; slips: number; colon: boolean }

/** Looks up phrases in texts; words that were looked at for slips are remembered. */
export function phraseFinder(lexicon: Lexicon): (text: string) => PhraseMatch[] {
  const near = new Map<string, readonly { token: string; slips: number }[]>();
  const likes: Likes = (token) => {
    let found = near.get(token);
    if (found === undefined) {
      found = lexicon.vocabulary.has(token) ? [{ token, slips: 0 }] : near.size < MOST_SLIPPED ? slipped(token, lexicon) : [];
      near.set(token, found);
    }
    return found;
  };
  return (text) => matches(text, lexicon, likes);
}

export function labelsIn(sheet: Sheet, lexicon: Lexicon): Label[] {
  const find = phraseFinder(lexicon);
  return sheet.segments.flatMap((segment) => find(segment.text).map((match) => ({ segment, ...match })));
}

function matches(text: string, { root }: Lexicon, likes: Likes): PhraseMatch[] {
  const tokens = [...text.matchAll(TOKEN)].map((match) => ({ likes: likes(tokenOf(match[0])), start: match.index, end: match.index + match[0].length }));
  const found: PhraseMatch[] = [];
  let at = 0;
  while (at < tokens.length) {
    const best = longest(root, tokens, at);
    if (best === undefined) {
      at += 1;
      continue;
    }
    const last = tokens[best.to - 1]!.end;
    const behind = /^[\s.)\]#*]*[:：;]?/u.exec(text.slice(last))![0];
    const colon = /[:：;]$/u.test(behind);
    const begins = tokens[at]!.start === 0 || /^[^\p{L}\d]*$/u.test(text.slice(0, tokens[at]!.start));
    if (!best.node.alone || (begins && (colon || last + behind.length >= text.length))) found.push({ start: tokens[at]!.start, end: last + (colon ? behind.length : 0), meanings: best.node.meanings, words: best.node.words, slips: best.slips, colon });
    at = best.to;
  }
  return found;
}

/** Slips in all words of one phrase. */
const MOST_SLIPS = 3;

function longest(root: Node, tokens: readonly { likes: readonly { token: string; slips: number }[] }[], from: number): { node: Node; to: number; slips: number } | undefined {
  let best: { node: Node; to: number; slips: number } | undefined;
  const walk = (node: Node, at: number, slips: number): void => {
    if (node.meanings.length > 0 && (best === undefined || at > best.to || (at === best.to && slips < best.slips))) best = { node, to: at, slips };
    for (const like of tokens[at]?.likes ?? []) {
      const next = node.next.get(like.token);
      if (next !== undefined && slips + like.slips <= MOST_SLIPS) walk(next, at + 1, slips + like.slips);
    }
  };
  walk(root, from, 0);
  return best;
}

function slipped(token: string, { byLength }: Lexicon): { token: string; slips: number }[] {
  if (token.length < SHORTEST_SLIPPED || token.length > LONGEST_SLIPPED) return [];
  const most = token.length >= 9 ? 2 : 1;
  const found: { token: string; slips: number }[] = [];
  for (let length = token.length - most; length <= token.length + most; length++) {
    for (const known of byLength.get(length) ?? []) {
      const slips = distance(token, known, most);
      if (slips <= most) found.push({ token: known, slips });
    }
  }
  return found.sort((a, b) => a.slips - b.slips);
}

/** Edits from one word to another; gives up beyond `most`. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      least = Math.min(least, row[j]!);
    }
    if (least > most) return most + 1;
    before = row;
  }
  return before[b.length]!;
}
