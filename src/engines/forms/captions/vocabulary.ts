/**
 * Words that are printed on the forms, as opposed to filled in: those that stand unlabelled in many of them, with a
 * neighbour that does so too. A training form does not vouch for its own words, or all of them would look printed.
 */
import { finishHash, hashText } from '../../bandits/features/hash.ts';
import type { Form, Token } from '../form/form.ts';
import type { LabelledForm } from '../form/labelled-form.ts';
import { foldedWord } from '../template/registration.ts';

export const hashOf = (text: string, seed = 0x811c9dc5): number => finishHash(hashText(text, seed));

export const pairHash = (a: number, b: number): number => finishHash(Math.imul(a, 0x9e3779b1) ^ Math.imul(b ^ (b >>> 15), 0x85ebca6b));

/** Share of forms that must have a word for it to count as printed. */
const PRINTED = 0.4;
const NUMBERING = /^\(?(?:\d{1,2}|[a-z])[.)]?$/iu;

/** The folded text that a token is known by: of marks and signs, what it is. */
export const keyOf = ({ text, state }: Token): string => (state !== undefined ? '\u2610' : foldedWord(text));

/** Hashes of a form's unlabelled words, of pairs of them that are neighbours, and of those that a line begins with, each with the pair that it and the next word are, 0 where it stands alone. */
export interface Held { words: ReadonlySet<number>; pairs: ReadonlySet<number>; starts: ReadonlyMap<number, number> }

export function heldBy(form: Form, labelled: ReadonlySet<number> = new Set()): Held {
  const [words, pairs, starts] = [new Set<number>(), new Set<number>(), new Map<number, number>()];
  const hashes = form.tokens.map((token, i) => (labelled.has(i) || token.state !== undefined ? 0 : hashOf(keyOf(token))));
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

/** Whether nothing stands before a word, or only the number of its caption. */
function isFirst(form: Form, i: number): boolean {
  const first = isBeside(form, i - 1, i) && NUMBERING.test(form.tokens[i - 1]!.text) ? i - 1 : i;
  return !isBeside(form, first - 1, first);
}

export const labelledTokens = ({ labels }: LabelledForm): Set<number> => new Set(labels.flatMap(({ tokens }) => tokens));

/** In how many of the lists, which have each hash once, a hash is. */
export function counted(lists: readonly Iterable<number>[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const list of lists) for (const hash of list) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return counts;
}

export class Vocabulary {
  readonly forms: number;
  readonly words: ReadonlyMap<number, number>;
  readonly pairs: ReadonlyMap<number, number>;
  /** Words that begin a line and that no printed word follows: captions of one word, and what stands before a value. */
  readonly alone: ReadonlyMap<number, number>;

  constructor(forms: number, words: ReadonlyMap<number, number>, pairs: ReadonlyMap<number, number>, alone: ReadonlyMap<number, number>) {
    this.forms = forms;
    this.words = words;
    this.pairs = pairs;
    this.alone = alone;
  }

  static of(all: readonly Held[]): Vocabulary {
    const pairs = counted(all.map((held) => held.pairs));
    const alone = all.map(({ starts }) => [...starts].filter(([, pair]) => isAlone(pair, pairs, all.length)).map(([word]) => word));
    return new Vocabulary(all.length, counted(all.map((held) => held.words)), pairs, counted(alone));
  }

  /** Whether another form than `own` has the word. */
  knows(word: number, own?: Held): boolean {
    return (this.words.get(word) ?? 0) > (own?.words.has(word) === true ? 1 : 0);
  }

  /** For each token whether it looks printed. */
  printed(form: Form, own?: Held): Uint8Array {
    const hashes = form.tokens.map((token) => (token.state === undefined ? hashOf(keyOf(token)) : 0));
    const others = this.forms - (own === undefined ? 0 : 1);
    const least = Math.max(1, PRINTED * others);
    const often = (counts: ReadonlyMap<number, number>, hash: number, held: ReadonlySet<number> | undefined): boolean => (counts.get(hash) ?? 0) - (held?.has(hash) === true ? 1 : 0) >= least;
    const printed = new Uint8Array(hashes.length);
    const ownAlone = new Set([...own?.starts ?? []].filter(([, pair]) => isAlone(pair, this.pairs, this.forms)).map(([word]) => word));
    const isWord = hashes.map((hash) => hash !== 0 && often(this.words, hash, own?.words));
    for (let i = 0; i < hashes.length; i++) {
      if (!isWord[i]) continue;
      const before = i > 0 && isBeside(form, i - 1, i) && often(this.pairs, pairHash(hashes[i - 1]!, hashes[i]!), own?.pairs);
      const after = i + 1 < hashes.length && isBeside(form, i, i + 1) && often(this.pairs, pairHash(hashes[i]!, hashes[i + 1]!), own?.pairs);
      const alone = isFirst(form, i) && (this.alone.get(hashes[i]!) ?? 0) - (ownAlone.has(hashes[i]!) ? 1 : 0) >= least;
      if (before || after || alone || form.tokens[i]!.text.endsWith(':')) printed[i] = 1;
    }
    // The number that a caption begins with is printed too, whichever it is.
    for (let i = 0; i + 1 < hashes.length; i++) if (printed[i] === 0 && printed[i + 1] === 1 && NUMBERING.test(form.tokens[i]!.text) && isBeside(form, i, i + 1) && !isBeside(form, i - 1, i)) printed[i] = 1;
    return printed;
  }
}

const isAlone = (pair: number, pairs: ReadonlyMap<number, number>, forms: number): boolean => pair === 0 || (pairs.get(pair) ?? 0) < Math.max(2, PRINTED * forms);

/** Whether one word follows the other on a line. */
function isBeside({ tokens }: Form, i: number, j: number): boolean {
  const [one, other] = [tokens[i], tokens[j]];
  if (one === undefined || other === undefined || one.page !== other.page || one.state !== undefined || other.state !== undefined) return false;
  const height = Math.max(one.box.bottom - one.box.top, other.box.bottom - other.box.top);
  return Math.abs(one.box.top + one.box.bottom - other.box.top - other.box.bottom) < height && other.box.left - one.box.right < 2 * height && other.box.left > one.box.left;
}
