/**
 * What the tagger of names sees at each word: the word and its neighbors, beginnings and ends, how it is capitalized beside how the whole
 * text is, the groups of similar words, and what the lexicon knows of it and of phrases through it.
 *
 * Words and affixes count by language; shapes and what the lexicon knows count alike in all languages, so that a language with few
 * training texts of its own borrows from the others. Cost: about 50 features a word, some 10 µs.
 */
import { finishHash, hashText } from '../../shared/hash.ts';
import type { Sequence } from '../../shared/chain/chain.ts';
import type { Token } from '../../shared/text/tokens.ts';
import type { Lexicon } from './lexicon.ts';
import { MARK, MAX_PHRASE_WORDS, PLACE_MARKS, extendPhrase, foldWord, groupOf, similarityOf } from './lexicon.ts';

/** The language of texts in languages without training texts: it has only the features that all languages share. */
export const ANY_LANGUAGE = 'any';

const EDGE = 0x5bd1e995;

/** What is known of a word that is in no phrase. */
const NO_PHRASE = 0;

export function nameFeatures(tokens: readonly Token[], language: string, lexicon: Lexicon): Sequence {
  const count = tokens.length;
  const words = tokens.map(({ norm }) => hashText(/^\d+$/.test(norm) ? `#${Math.min(norm.length, 5)}` : norm, 1));
  const folded = tokens.map(({ norm }) => baseForm(foldWord(norm), language, lexicon));
  const entries = folded.map((word) => lexicon.find(extendPhrase(0, word)));
  const shapes = tokens.map(({ text }) => shapeOf(text));
  const style = styleOf(tokens, shapes);
  const phrases = placePhrases(folded, lexicon);
  const own = hashText(language, 7);
  const hasGroups = language === 'en';
  const groups = entries.map(({ use }) => (hasGroups ? groupOf(use) : 0));
  const alike = entries.map(({ use }) => (hasGroups ? similarityOf(use) : 0));
  const persons = entries.map(({ marks }) => marks & 15);
  const at = (list: readonly number[], i: number): number => (i >= 0 && i < count ? list[i]! : EDGE);
  const hasWords = language !== ANY_LANGUAGE;
  const features = new FeatureList(count * 64);
  const starts = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) {
    starts[i] = features.size;
    const { norm } = tokens[i]!;
    const word = words[i]!;
    const shape = shapes[i]! + 16 * style;
    const [before, after] = [at(words, i - 1), at(words, i + 1)];
    features.add(1, 0, 0);
    // Words, by language.
    if (hasWords) {
      features.add(2, word, own);
      features.add(3, before, own);
      features.add(4, after, own);
      features.add(5, at(words, i - 2), own);
      features.add(6, at(words, i + 2), own);
      features.add(7, mix(before, word), own);
      features.add(8, mix(word, after), own);
      features.add(9, mix(before, shape), own);
      features.add(10, mix(after, shape), own);
      features.add(11, mix(mix(before, at(words, i - 2)), shapes[i]!), own);
      features.add(12, mix(word, shape), own);
      for (let length = 1; length <= 4 && length < norm.length; length++) {
        features.add(12 + length, hashText(norm.slice(0, length), length), own);
        features.add(16 + length, hashText(norm.slice(-length), length), own);
      }
      if (i > 0) features.add(21, hashText(tokens[i - 1]!.norm.slice(-3), 3), own);
      if (i + 1 < count) features.add(22, hashText(tokens[i + 1]!.norm.slice(-3), 3), own);
    }
    // Shapes.
    const [shapeBefore, shapeAfter] = [at(shapes, i - 1), at(shapes, i + 1)];
    features.add(30, shape, 0);
    features.add(31, shape, shapeBefore);
    features.add(32, shape, shapeAfter);
    features.add(33, mix(shape, shapeBefore), shapeAfter);
    features.add(34, shape, i === 0 ? 1 : i === 1 ? 2 : 3);
    // Groups of similar words.
    if (hasGroups) {
      for (let d = -2; d <= 2; d++) features.add(42 + d, at(groups, i + d), 0);
      features.add(45, groups[i]!, shape);
      features.add(46, at(groups, i - 1), groups[i]!);
      features.add(47, groups[i]!, at(groups, i + 1));
      features.add(48, at(groups, i - 1), at(groups, i + 1));
      features.add(49, mix(at(groups, i - 1), groups[i]!), at(groups, i + 1));
      const [like, likeBefore, likeAfter] = [alike[i]!, at(alike, i - 1), at(alike, i + 1)];
      features.add(70, like, shape);
      features.add(71, like, mix(likeBefore, shapeBefore));
      features.add(72, like, mix(likeAfter, shapeAfter));
      features.add(73, mix(like, shape), before);
      features.add(74, mix(like, shape), after);
      features.add(75, mix(like, shape), phrases[i]!);
      features.add(76, mix(like, shape), persons[i]!);
      features.add(77, mix(like, likeBefore), likeAfter);
    }
    // The lexicon.
    const [person, personBefore, personAfter] = [persons[i]!, at(persons, i - 1), at(persons, i + 1)];
    const phrase = phrases[i]!;
    const [phraseBefore, phraseAfter] = [at(phrases, i - 1), at(phrases, i + 1)];
    features.add(50, person, shape);
    features.add(51, personBefore, mix(shapeBefore, shape));
    features.add(52, personAfter, mix(shapeAfter, shape));
    features.add(53, mix(person, personBefore), mix(shape, shapeBefore));
    features.add(54, mix(person, personAfter), mix(shape, shapeAfter));
    features.add(55, phrase, shape);
    features.add(56, phraseBefore, shape);
    features.add(57, phraseAfter, shape);
    features.add(58, mix(phrase, person), shape);
    if (hasWords) {
      features.add(59, mix(phrase, before), own);
      features.add(60, mix(person, before), own);
      features.add(61, mix(phrase, after), own);
      features.add(62, mix(person, after), own);
      features.add(63, mix(phrase, groups[i]!), own);
      features.add(64, mix(person, groups[i]!), own);
    }
  }
  starts[count] = features.size;
  return { starts, features: features.list() };
}

/** Languages whose names have a genitive in -s. */
const GENITIVE = new Set(['da', 'sv', 'de', 'nl']);

/** A name without the ending of the genitive, where only that is known. */
function baseForm(word: string, language: string, lexicon: Lexicon): string {
  if (!GENITIVE.has(language) || !/...s$/.test(word) || lexicon.find(extendPhrase(0, word)).marks !== 0) return word;
  return lexicon.find(extendPhrase(0, word.slice(0, -1))).marks !== 0 ? word.slice(0, -1) : word;
}

/** How a word is written: letters and their case, digits, or the mark itself. */
function shapeOf(text: string): number {
  if (/^\p{Lu}$/u.test(text)) return 1;
  if (/^\p{Lu}[\p{Ll}\p{M}'’]+$/u.test(text)) return 2;
  if (/^[\p{Lu}\p{M}'’]+$/u.test(text)) return 3;
  if (/^[\p{Ll}\p{M}'’]+$/u.test(text)) return 4;
  if (/^\p{N}+$/u.test(text)) return 5;
  if (/^[\p{L}\p{M}'’]+$/u.test(text)) return /^\p{Lu}/u.test(text) ? 6 : 7;
  if (/[\p{L}]/u.test(text)) return 8;
  return text === '.'
    ? 9
    : text === ','
      ? 10
      : text === '-'
        ? 11
        : text === '@' || text === '#'
          ? 12
          : text === '"' || text === "'"
            ? 13
            : 14;
}

/** How the whole text is capitalized: as usual, without capitals, in capitals, or every word. */
function styleOf(tokens: readonly Token[], shapes: readonly number[]): number {
  let [small, capital, all] = [0, 0, 0];
  tokens.forEach(({ text }, i) => {
    if (text.length < 2 && shapes[i] !== 4) return;
    if (shapes[i] === 4) small++;
    else if (shapes[i] === 2 || shapes[i] === 6) capital++;
    else if (shapes[i] === 3) all++;
  });
  if (capital + all === 0) return 1;
  if (all > 2 && all >= 4 * (small + capital)) return 2;
  return capital > 3 && capital >= 2 * small ? 3 : 0;
}

/** For each word, what the longest known place through it is, and whether the word starts, continues or ends it. */
function placePhrases(folded: readonly string[], lexicon: Lexicon): number[] {
  const marks = folded.map(() => NO_PHRASE);
  for (let from = 0; from < folded.length;) {
    let hash = 0;
    let length = 0;
    let found = 0;
    for (let n = 0; n < MAX_PHRASE_WORDS && from + n < folded.length; n++) {
      hash = extendPhrase(hash, folded[from + n]!);
      const entry = lexicon.find(hash);
      if (entry.marks & PLACE_MARKS) [length, found] = [n + 1, entry.marks & PLACE_MARKS];
      if (!(entry.marks & MARK.start)) break;
    }
    for (let n = 0; n < length; n++) {
      const position = length === 1 ? 1 : n === 0 ? 2 : n === length - 1 ? 3 : 4;
      marks[from + n] = (found << 3) | position;
    }
    from += Math.max(1, length);
  }
  return marks;
}

function mix(a: number, b: number): number {
  return Math.imul(a ^ Math.imul(b ^ 0x9e3779b9, 0x85ebca6b), 0xc2b2ae35) ^ (b >>> 15);
}

class FeatureList {
  size = 0;
  #values: Int32Array;

  constructor(room: number) {
    this.#values = new Int32Array(room);
  }

  add(template: number, a: number, b: number): void {
    if (this.size === this.#values.length) {
      const more = new Int32Array(2 * this.size + 64);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.size++] = finishHash(mix(mix(template, a), b));
  }

  list(): Int32Array {
    return this.#values.slice(0, this.size);
  }
}
