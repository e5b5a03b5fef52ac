/** Names of fields as callers write them (`policyHolder`, `policy_holder`, `Datum der Lieferung`), as words and as what they ask for. */
import invoiceLabels from '../invoice/labels.json' with { type: 'json' };
import { wordSimilarity } from '../text/similar-texts.ts';
import { foldText } from '../../../shared/text/fold-text.ts';
import data from './name-words.json' with { type: 'json' };

export type Kind = keyof typeof data.kinds;

export interface AskedName {
  name: string;
  /** As a phrase, for the encoder of meaning. */
  phrase: string;
  /** Folded, without fillers such as `of`. */
  words: readonly string[];
  /** See `keysOf`. */
  keys: NameKeys;
  /** What its values are, if a word says so. */
  kind: Kind | undefined;
}

const foldAnew = (text: string): string => foldText(text.normalize('NFKC')).replace(/[^\p{L}\p{M}\p{N}#]/gu, '');

/** Captions repeat their words. */
const folded = new Map<string, string>();
const MAX_FOLDED = 20_000;

export function foldWord(word: string): string {
  let known = folded.get(word);
  if (known === undefined) {
    if (folded.size >= MAX_FOLDED) folded.clear();
    folded.set(word, (known = foldAnew(word)));
  }
  return known;
}

const listOf = (text: string): Set<string> => new Set(text.split(' ').map(foldWord));

const FILLERS = listOf(data.fillers);
/** Words that say of what kind a value is. */
export const KIND_WORDS: ReadonlySet<string> = listOf(Object.values(data.kinds).join(' '));
const KINDS = Object.entries(data.kinds).map(([kind, words]) => ({ kind: kind as Kind, words: listOf(words) }));
const NUMBER_WORDS = new Set(Object.values(invoiceLabels.expansions.no).flatMap((words) => words.map(foldWord)));

/** Words of a name or a caption, as written: at spaces, signs, and where small letters end. */
const splitWords = (text: string): string[] =>
  (/\p{Ll}\p{Lu}|\p{N}/u.test(text) ? splitCase(text) : text).split(/[^\p{L}\p{M}\p{N}#№]+/u).filter((word) => word !== '');

const splitCase = (text: string): string =>
  text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N}{2})/gu, ' ');

/** English plurals; those of other languages are in the lists of captions. */
const singular = (word: string): string =>
  word.length < 5 || !/^[a-z]+s$/u.test(word) || /(?:ss|us|is)$/u.test(word)
    ? word
    : word
        .replace(/ies$/u, 'y')
        .replace(/(?<=ss|sh|ch|x)es$/u, '')
        .replace(/s$/u, '');

export const contentWords = (text: string): string[] => {
  const words = splitWords(text)
    .map(foldWord)
    .filter((word) => word !== '');
  const own = words.filter((word) => !FILLERS.has(word));
  return (own.length > 0 ? own : words).map((word) => (NUMBER_WORDS.has(word) ? 'number' : singular(word)));
};

const keyOf = (words: readonly string[]): string => [...words].sort().join(' ');

export type NameKeys = readonly [byWords: string, byLetters: string];

/**
 * Equal for texts that differ in the order of words, in fillers, in plurals and in the word for a number; and for those that differ in
 * spaces alone, as compounds do.
 */
export const keysOf = (text: string): NameKeys => [keyOf(contentWords(text)), `=${splitWords(text).map(foldWord).join('')}`];

/**
 * Whole words go before endings. The head of a name decides: what is before `of` and its like, and there the last word that names a kind.
 */
function kindOf(words: readonly string[]): Kind | undefined {
  const filler = words.findIndex((word, i) => i > 0 && FILLERS.has(word));
  const headFirst = filler < 0 ? words.toReversed() : [...words.slice(0, filler).reverse(), ...words.slice(filler).reverse()];
  for (const matches of [(list: ReadonlySet<string>, word: string): boolean => list.has(word), endsLike])
    for (const word of headFirst) {
      const found = KINDS.find(({ words: list }) => matches(list, word));
      if (found !== undefined) return found.kind;
    }
  return undefined;
}

/** Compounds such as Lieferdatum; words without spaces such as 発行日付. */
function endsLike(list: ReadonlySet<string>, word: string): boolean {
  for (let from = 1; from <= word.length - 2; from++) {
    const ending = word.slice(from);
    if ((ending.length >= 4 || /^[^\p{Script=Latin}]/u.test(ending)) && list.has(ending)) return true;
  }
  return false;
}

export function parseName(name: string): AskedName {
  const words = contentWords(name);
  return {
    name,
    phrase: splitWords(name).join(' ').toLowerCase(),
    words,
    keys: keysOf(name),
    kind: kindOf(splitWords(name).map((word) => singular(foldWord(word)))),
  };
}

/** The share of letters that a name and a caption have in common, from 0 to 1. */
export function compareWords(name: readonly string[], caption: readonly string[]): number {
  const [nameLetters, captionLetters] = [name, caption].map((words) => words.reduce((sum, { length }) => sum + length, 0)) as [
    number,
    number,
  ];
  if (Math.min(nameLetters, captionLetters) * 5 < Math.max(nameLetters, captionLetters)) return 0;
  const left = new Set(caption);
  let common = 0;
  for (const word of name) {
    let best = { similarity: 0.5, word: '' };
    for (const other of left) {
      const similarity = Math.max(wordSimilarity(other, word), wordSimilarity(word, other));
      if (similarity > best.similarity) best = { similarity, word: other };
    }
    if (best.word === '') continue;
    left.delete(best.word);
    common += best.similarity * (word.length + best.word.length);
  }
  return common / (nameLetters + captionLetters);
}
