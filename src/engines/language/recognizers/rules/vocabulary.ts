/** The words of a culture table in a trie over tokens, and the lookup of what begins at a token. */
import { currencyUnits, dimensionUnits } from './units.ts';
import type { CultureTable } from './culture-table.ts';
import type { RuleToken } from './tokens.ts';
import { normalizeWord, splitTokens } from './tokens.ts';

export type Value = number | string;
/** A meaning of the words from one token up to `end`. */
export interface Meaning {
  readonly category: string;
  readonly value: Value;
  readonly end: number;
}
type Node = { readonly next: Map<string, Node>; readonly meanings: { readonly category: string; readonly value: Value }[] };

export interface Vocabulary {
  readonly table: CultureTable;
  readonly root: Node;
  /** Number words for compounds, by their norm. */
  readonly pieces: ReadonlyMap<string, { readonly category: string; readonly value: number }>;
  readonly maxPiece: number;
  readonly endings: readonly string[];
  readonly prefixes: readonly string[];
  readonly attached: readonly string[];
}

const newNode = (): Node => ({ next: new Map(), meanings: [] });
const phrasesOf = (phrases: string | readonly string[]): string[] =>
  (typeof phrases === 'string' ? phrases.split(',') : phrases).map((phrase) => phrase.trim()).filter((phrase) => phrase !== '');

export function buildVocabulary(table: CultureTable): Vocabulary {
  const root = newNode();
  const add = (category: string, phrases: string | readonly string[] | undefined, value: Value): void => {
    for (const phrase of phrasesOf(phrases ?? [])) {
      let node = root;
      for (const { norm } of splitTokens(phrase)) {
        let next = node.next.get(norm);
        if (!next) node.next.set(norm, (next = newNode()));
        node = next;
      }
      if (!node.meanings.some((one) => one.category === category)) node.meanings.push({ category, value });
    }
  };
  const addAll = (category: string, group: object | undefined, toValue: (key: string) => Value): void => {
    for (const [key, phrases] of Object.entries(group ?? {})) add(category, phrases as string, toValue(key));
  };
  addAll('number', table.numbers, Number);
  addAll('scale', table.scales, Number);
  addAll('fraction', table.fractions, Number);
  addAll('fractionBefore', table.fractionsBefore, Number);
  addAll('ordinal', table.ordinals, Number);
  addAll('relativeOrdinal', table.relativeOrdinals, String);
  add('notNumber', table.notNumbers, '');
  add('weakNumber', table.weakNumbers, '');
  for (const [name, phrases] of Object.entries(table.words)) add(name, phrases, name);
  addAll('age', table.age, String);
  addAll('ageOrDuration', table.ageOrDuration, String);
  for (const [unit, phrases] of currencyUnits(table)) add('currency', phrases, unit);
  add('cents', table.cents, '');
  for (const [unit, phrases] of dimensionUnits(table)) add('dimension', phrases, unit);
  addAll('temperature', table.temperatures, String);
  add('boolean', table.yes, 'true');
  add('boolean', table.no, 'false');
  const months = table.months?.split(',') ?? [];
  for (const [n, names] of months.entries()) add('month', names.split('|'), n + 1);
  for (const [n, names] of table.weekdays.split(',').entries()) add('weekday', names.split('|'), n + 1);
  addAll('day', table.days, Number);
  addAll('part', table.parts, String);
  addAll('dayWithPart', table.daysWithPart, String);
  addAll('timeUnit', table.timeUnits, String);
  addAll('period', table.periods, String);
  addAll('durationWord', table.durations, String);
  addAll('set', table.sets, String);
  addAll('time', table.times, String);
  addAll('minutesAfterHour', table.minutesAfterHour, Number);
  addAll('holiday', table.holidays, String);
  addAll('season', table.seasons, String);
  const pieces = table.writing === 'compound' ? compoundPieces(table) : new Map<string, { category: string; value: number }>();
  return {
    table,
    root,
    pieces,
    maxPiece: Math.max(0, ...[...pieces.keys()].map((piece) => piece.length)),
    endings: longestFirst(table.endings),
    prefixes: longestFirst(table.prefixes),
    attached: longestFirst(table.attached),
  };
}

function longestFirst(words: readonly string[] = []): string[] {
  return words.map(normalizeWord).sort((a, b) => b.length - a.length);
}

function compoundPieces(table: CultureTable): Map<string, { category: string; value: number }> {
  const pieces = new Map<string, { category: string; value: number }>();
  const add = (category: string, phrases: string, value: number): void => {
    for (const phrase of phrasesOf(phrases)) if (!/[\s-]/.test(phrase)) pieces.set(normalizeWord(phrase), { category, value });
  };
  for (const [value, phrases] of Object.entries(table.numbers)) add('number', phrases, Number(value));
  for (const [value, phrases] of Object.entries(table.scales)) add('scale', phrases, Number(value));
  for (const phrase of phrasesOf(table.words.and ?? [])) pieces.set(normalizeWord(phrase), { category: 'and', value: 0 });
  for (const phrase of phrasesOf(table.words.half ?? [])) add('half', phrase, 0.5);
  return pieces;
}

/** The tokens of a text, with what is written together with words of the vocabulary split from them. */
export function readTokens(text: string, vocabulary: Vocabulary): RuleToken[] {
  const tokens = splitTokens(text);
  const { prefixes, attached, root } = vocabulary;
  if (prefixes.length === 0 && attached.length === 0) return tokens;
  return tokens.flatMap((token) => {
    // Where letters were lost in the norm, it is not known where they stood.
    if (token.kind !== 'word' || root.next.has(token.norm) || token.end - token.start !== token.norm.length) return [token];
    const prefix = prefixes.find((one) => token.norm.startsWith(one) && isKnown(token.norm.slice(one.length), vocabulary));
    if (prefix !== undefined) return splitToken(token, prefix.length);
    const word = attached.find((one) => token.norm.endsWith(one) && isKnown(token.norm.slice(0, -one.length), vocabulary));
    return word === undefined ? [token] : splitToken(token, token.norm.length - word.length);
  });
}

function isKnown(word: string, { root, endings }: Vocabulary): boolean {
  return (
    word.length > 1 &&
    (root.next.has(word) || endings.some((ending) => word.endsWith(ending) && root.next.has(word.slice(0, -ending.length))))
  );
}

function splitToken(token: RuleToken, length: number): RuleToken[] {
  const middle = token.start + length;
  return [
    { ...token, end: middle, norm: token.norm.slice(0, length) },
    { ...token, start: middle, norm: token.norm.slice(length), isGlued: true },
  ];
}

const NOTHING: readonly Meaning[] = [];

/** Everything in the vocabulary that begins at a token, the longest first. */
export function lookUp(tokens: readonly RuleToken[], from: number, { root, endings }: Vocabulary): readonly Meaning[] {
  let node: Node | undefined = root;
  let found: Meaning[] | undefined;
  for (let at = from; at < tokens.length; at++) {
    node = step(node, tokens[at]!, endings);
    if (!node) break;
    for (const { category, value } of node.meanings) (found ??= []).unshift({ category, value, end: at + 1 });
  }
  return found ?? NOTHING;
}

/** The word, or the word without an ending. */
function step(node: Node, { norm, kind }: RuleToken, endings: readonly string[]): Node | undefined {
  const next = node.next.get(norm);
  if (next || kind !== 'word') return next;
  for (const ending of endings) {
    if (norm.length <= ending.length + 1 || !norm.endsWith(ending)) continue;
    const stem = node.next.get(norm.slice(0, -ending.length));
    if (stem) return stem;
  }
  return undefined;
}
