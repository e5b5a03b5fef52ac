/**
 * Phrases as rows of words in one trie. A node is a number, 0 the root; a node and a word make one key of a
 * single map, which takes a tenth of the room of a map a node.
 */
export class Trie {
  /** Number of nodes. */
  size = 1;
  readonly #words = new Map<string, number>();
  readonly #steps = new Map<number, number>();

  /** The node of a phrase, made if it is new. */
  add(words: readonly string[]): number {
    let node = 0;
    for (const text of words) {
      let word = this.#words.get(text);
      if (word === undefined) this.#words.set(text, (word = this.#words.size));
      const key = keyOf(node, word);
      let next = this.#steps.get(key);
      if (next === undefined) this.#steps.set(key, (next = this.size++));
      node = next;
    }
    return node;
  }

  /** Number of a word; -1 where no phrase has it. */
  word(text: string): number {
    return this.#words.get(text) ?? -1;
  }

  /** The node after a word; -1 if no phrase continues with it. */
  step(node: number, word: number): number {
    return this.#steps.get(keyOf(node, word)) ?? -1;
  }
}

/** Nodes and words stay far below 2^26, so the product is exact. */
function keyOf(node: number, word: number): number {
  return node * 0x4000000 + word;
}
