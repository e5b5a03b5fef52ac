/** A text while it is read by the rules: its tokens and what was found at each of them, so that nothing is looked up twice. */
import type { WordClass } from './culture-table.ts';
import type { RuleToken } from './tokens.ts';
import type { Meaning, Value, Vocabulary } from './vocabulary.ts';
import { lookUp, readTokens } from './vocabulary.ts';

export class Reader {
  readonly text: string;
  readonly vocabulary: Vocabulary;
  readonly tokens: readonly RuleToken[];
  readonly #meanings: (readonly Meaning[] | undefined)[] = [];
  readonly #memos = new Map<string, unknown[]>();

  constructor(text: string, vocabulary: Vocabulary) {
    this.text = text;
    this.vocabulary = vocabulary;
    this.tokens = readTokens(text, vocabulary);
  }

  /** Everything of the vocabulary that begins at a token, the longest first. */
  meaningsAt(at: number): readonly Meaning[] {
    return (this.#meanings[at] ??= lookUp(this.tokens, at, this.vocabulary));
  }

  /** The longest phrase of a category at a token. */
  find(category: string, at: number): { value: Value; end: number } | undefined {
    return this.meaningsAt(at).find((one) => one.category === category);
  }

  /** The token after a word of a class; undefined where there is none. */
  after(name: WordClass, at: number): number | undefined {
    return this.find(name, at)?.end;
  }

  /** The token after a word of the classes, or the same token where there is none. */
  skip(at: number, ...names: WordClass[]): number {
    for (const name of names) {
      const end = this.after(name, at);
      if (end !== undefined) return end;
    }
    return at;
  }

  isSign(at: number, signs: string): boolean {
    const token = this.tokens[at];
    return token !== undefined && token.kind === 'sign' && signs.includes(token.norm);
  }

  isGlued(at: number): boolean {
    return this.tokens[at]?.isGlued === true;
  }

  /** Computes once for each token. */
  memo<T>(name: string, at: number, compute: () => T): T {
    let values = this.#memos.get(name) as T[] | undefined;
    if (!values) this.#memos.set(name, (values = []));
    if (!(at in values)) values[at] = compute();
    return values[at]!;
  }

  /**
   * Whether the words from one token up to another are separate from what follows. Scripts that attach endings show it by the endings,
   * and after numbers by what is counted; in others, every token is.
   */
  isSeparate(from: number, end: number, isNumber = false): boolean {
    const { writing } = this.vocabulary.table;
    if (writing !== 'syllables') return true;
    const isHangul = (at: number): boolean => this.tokens[at]?.kind === 'word';
    if (isHangul(from) && this.isGlued(from) && isHangul(from - 1)) return false;
    return (
      !this.isGlued(end) ||
      !isHangul(end) ||
      !isHangul(end - 1) ||
      this.after('follow', end) !== undefined ||
      (isNumber && this.after('counter', end) !== undefined)
    );
  }
}
