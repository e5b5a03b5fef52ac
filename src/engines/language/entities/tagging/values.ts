/**
 * What training taught about words: which phrases were values of which entity, and which words mostly stand
 * outside of all entities and so frame them ("add … to my playlist").
 *
 * A value says much about the row it was learned from, and a model that saw that would trust the list too much.
 * So a training row asks with its own values left out: a phrase counts only if another row has it too.
 */
import { hasUnspacedScript } from '../../recognizers/fine-tokens.ts';
import { Trie } from '../../recognizers/trie.ts';

/** A row as far as values go: words, and the entity numbers of spans of them. */
export type ValueRow = {
  readonly words: readonly string[];
  readonly spans: readonly { readonly type: number; readonly from: number; readonly to: number }[];
};
export type ValueHit = { readonly type: number; readonly from: number; readonly to: number };

const MAX_WORDS = 12;
const FRAME_TIMES = 3;
const FRAME_SHARE = 0.9;
const SENTENCE_MARKS = new Set([...'.,;:!?…。，、；：！？؟،؛।']);
const SEPARATOR = '\u0001';

export class Values {
  readonly #trie = new Trie();
  /** Node to entity to number of rows' values; in a model that was read back all are 1. */
  readonly #counts = new Map<number, Map<number, number>>();
  readonly #written: [type: number, value: string][] = [];
  /** Words that frame entities. */
  readonly frames: Set<string>;
  /** Marks of sentences that a value began or ended with. */
  readonly #edges = new Set<string>();

  constructor(frames: Iterable<string> = []) {
    this.frames = new Set(frames);
  }

  /** Whether a value may begin or end with a word: the marks of sentences may only if one did in training. */
  mayEdge(word: string): boolean {
    return !SENTENCE_MARKS.has(word) || this.#edges.has(word);
  }

  static learn(rows: readonly ValueRow[]): Values {
    const inside = new Map<string, number>();
    const all = new Map<string, number>();
    for (const { words, spans } of rows) {
      for (const word of words) all.set(word, (all.get(word) ?? 0) + 1);
      for (const { from, to } of spans) for (let i = from; i < to; i++) inside.set(words[i]!, (inside.get(words[i]!) ?? 0) + 1);
    }
    const frames = [...all]
      .filter(([word, times]) => times - (inside.get(word) ?? 0) >= Math.max(FRAME_TIMES, FRAME_SHARE * times))
      .map(([word]) => word);
    const values = new Values(frames.sort());
    for (const { words, spans } of rows) for (const { type, from, to } of spans) values.add(type, words.slice(from, to));
    return values;
  }

  add(type: number, words: readonly string[]): void {
    if (words.length === 0 || words.length > MAX_WORDS) return;
    for (const word of [words[0]!, words.at(-1)!]) if (!this.mayEdge(word)) this.#edges.add(word);
    const node = this.#trie.add(words);
    let types = this.#counts.get(node);
    if (types === undefined) this.#counts.set(node, (types = new Map()));
    if (!types.has(type)) this.#written.push([type, words.join(SEPARATOR)]);
    types.set(type, (types.get(type) ?? 0) + 1);
  }

  /** Values in a row of words: of each entity the longest at the leftmost place; `own` spans do not vouch for themselves. */
  find(words: readonly string[], own?: ValueRow['spans']): ValueHit[] {
    const ids = words.map((word) => this.#trie.word(word));
    const ownCounts = new Map<string, number>();
    for (const { type, from, to } of own ?? []) {
      const key = type + SEPARATOR + words.slice(from, to).join(SEPARATOR);
      ownCounts.set(key, (ownCounts.get(key) ?? 0) + 1);
    }
    const free = new Map<number, number>();
    const hits: ValueHit[] = [];
    for (let from = 0; from < ids.length; from++) {
      const longest = new Map<number, number>();
      let node = 0;
      for (let i = from; i < ids.length && ids[i]! >= 0; i++) {
        node = this.#trie.step(node, ids[i]!);
        if (node < 0) break;
        for (const [type, count] of this.#counts.get(node) ?? []) {
          const left =
            ownCounts.size === 0 ? count : count - (ownCounts.get(type + SEPARATOR + words.slice(from, i + 1).join(SEPARATOR)) ?? 0);
          if (left > 0) longest.set(type, i + 1);
        }
      }
      for (const [type, to] of longest) {
        if ((free.get(type) ?? 0) > from) continue;
        free.set(type, to);
        hits.push({ type, from, to });
      }
    }
    return hits;
  }

  /** Whether a value or a framing word is written without spaces. */
  haveUnspaced(): boolean {
    return [...this.frames, ...this.#written.map(([, value]) => value)].some(hasUnspacedScript);
  }

  /** The values as written, for a model's bytes. */
  entries(): readonly (readonly [type: number, words: readonly string[]])[] {
    return this.#written.map(([type, value]) => [type, value.split(SEPARATOR)] as const);
  }
}
