/**
 * Separates words printed on the form from filled-in ones: printed words occur unlabeled on many forms together with the
 * same neighbor. A training form is not counted as evidence for its own words, otherwise all of them would look printed.
 */
import { finishHash, hashText } from '../../../shared/hash.ts';
import type { Form, Token } from '../form/form.ts';
import type { LabeledForm } from '../labels/labeled-form.ts';
import { foldWord } from '../form/value-text.ts';

export const hashString = (text: string, seed = 0x811c9dc5): number => finishHash(hashText(text, seed));

export const pairHash = (a: number, b: number): number => finishHash(Math.imul(a, 0x9e3779b1) ^ Math.imul(b ^ (b >>> 15), 0x85ebca6b));

/** Share of forms that must contain a word for it to count as printed. */
const MIN_PRINTED_SHARE = 0.4;
const NUMBERING = /^\(?(?:\d{1,2}|[a-z])[.)]?$/iu;

/** The folded text that identifies a token; one fixed character for selection marks. */
export const wordKey = ({ text, state }: Token): string => (state !== undefined ? '\u2610' : foldWord(text));

/**
 * Hashes of a form's unlabeled words, of adjacent pairs, and of words that start a line. A line start maps to the hash
 * of the pair it forms with the next word, or 0 if it stands alone.
 */
export interface FormWords {
  words: ReadonlySet<number>;
  pairs: ReadonlySet<number>;
  starts: ReadonlyMap<number, number>;
}

export function collectWords(form: Form, labeled: ReadonlySet<number> = new Set()): FormWords {
  const [words, pairs, starts] = [new Set<number>(), new Set<number>(), new Map<number, number>()];
  const hashes = form.tokens.map((token, i) => (labeled.has(i) || token.state !== undefined ? 0 : hashString(wordKey(token))));
  hashes.forEach((hash, i) => {
    if (hash === 0) return;
    words.add(hash);
    const next = hashes[i + 1] ?? 0;
    const pair = next === 0 ? 0 : pairHash(hash, next);
    if (pair !== 0) pairs.add(pair);
    if (isFirst(form, i)) starts.set(hash, isBeside(form, i, i + 1) ? pair : 0);
  });
  return { words, pairs, starts };
}

/** Whether a word starts its line, apart from the number of its caption. */
function isFirst(form: Form, i: number): boolean {
  const first = isBeside(form, i - 1, i) && NUMBERING.test(form.tokens[i - 1]!.text) ? i - 1 : i;
  return !isBeside(form, first - 1, first);
}

export const labeledTokens = ({ labels }: LabeledForm): Set<number> => new Set(labels.flatMap(({ tokens }) => tokens));

/** Number of lists that contain each hash; lists have no duplicates. */
export function countOccurrences(lists: readonly Iterable<number>[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const list of lists) for (const hash of list) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return counts;
}

export class Vocabulary {
  readonly forms: number;
  readonly words: ReadonlyMap<number, number>;
  readonly pairs: ReadonlyMap<number, number>;
  /** Words that start a line without a printed word after them: one-word captions. */
  readonly alone: ReadonlyMap<number, number>;

  constructor(forms: number, words: ReadonlyMap<number, number>, pairs: ReadonlyMap<number, number>, alone: ReadonlyMap<number, number>) {
    this.forms = forms;
    this.words = words;
    this.pairs = pairs;
    this.alone = alone;
  }

  static of(all: readonly FormWords[]): Vocabulary {
    const pairs = countOccurrences(all.map((ownHashes) => ownHashes.pairs));
    const alone = all.map(({ starts }) => [...starts].filter(([, pair]) => isAlone(pair, pairs, all.length)).map(([word]) => word));
    return new Vocabulary(all.length, countOccurrences(all.map((ownHashes) => ownHashes.words)), pairs, countOccurrences(alone));
  }

  /** Whether a form other than `own` contains the word. */
  knows(word: number, own?: FormWords): boolean {
    return (this.words.get(word) ?? 0) > (own?.words.has(word) === true ? 1 : 0);
  }

  /** For each token, 1 if it looks printed. */
  printed(form: Form, own?: FormWords): Uint8Array {
    const hashes = form.tokens.map((token) => (token.state === undefined ? hashString(wordKey(token)) : 0));
    const others = this.forms - (own === undefined ? 0 : 1);
    const minForms = Math.max(1, MIN_PRINTED_SHARE * others);
    const isCommon = (counts: ReadonlyMap<number, number>, hash: number, ownHashes: ReadonlySet<number> | undefined): boolean =>
      (counts.get(hash) ?? 0) - (ownHashes?.has(hash) === true ? 1 : 0) >= minForms;
    const printed = new Uint8Array(hashes.length);
    const ownAlone = new Set([...(own?.starts ?? [])].filter(([, pair]) => isAlone(pair, this.pairs, this.forms)).map(([word]) => word));
    const isWord = hashes.map((hash) => hash !== 0 && isCommon(this.words, hash, own?.words));
    for (let i = 0; i < hashes.length; i++) {
      if (!isWord[i]) continue;
      const before = i > 0 && isBeside(form, i - 1, i) && isCommon(this.pairs, pairHash(hashes[i - 1]!, hashes[i]!), own?.pairs);
      const after =
        i + 1 < hashes.length && isBeside(form, i, i + 1) && isCommon(this.pairs, pairHash(hashes[i]!, hashes[i + 1]!), own?.pairs);
      const alone = isFirst(form, i) && (this.alone.get(hashes[i]!) ?? 0) - (ownAlone.has(hashes[i]!) ? 1 : 0) >= minForms;
      if (before || after || alone || form.tokens[i]!.text.endsWith(':')) printed[i] = 1;
    }
    // A number before a caption is printed too, whatever its value.
    for (let i = 0; i + 1 < hashes.length; i++)
      if (
        printed[i] === 0 &&
        printed[i + 1] === 1 &&
        NUMBERING.test(form.tokens[i]!.text) &&
        isBeside(form, i, i + 1) &&
        !isBeside(form, i - 1, i)
      )
        printed[i] = 1;
    return printed;
  }
}

const isAlone = (pair: number, pairs: ReadonlyMap<number, number>, forms: number): boolean =>
  pair === 0 || (pairs.get(pair) ?? 0) < Math.max(2, MIN_PRINTED_SHARE * forms);

/** Whether the second word directly follows the first on a line. */
function isBeside({ tokens }: Form, i: number, j: number): boolean {
  const [one, other] = [tokens[i], tokens[j]];
  if (one === undefined || other === undefined || one.page !== other.page || one.state !== undefined || other.state !== undefined)
    return false;
  const height = Math.max(one.box.bottom - one.box.top, other.box.bottom - other.box.top);
  return (
    Math.abs(one.box.top + one.box.bottom - other.box.top - other.box.bottom) < height &&
    other.box.left - one.box.right < 2 * height &&
    other.box.left > one.box.left
  );
}
