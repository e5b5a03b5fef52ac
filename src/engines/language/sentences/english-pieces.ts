/**
 * Splits text into word pieces: the most probable segmentation under a unigram model (Kudo 2018), found by Viterbi.
 *
 * Follows the tokenizer that the weights were trained with, oddities included, because other pieces would give other vectors: text
 * is NFKC with every space, and one in front, as U+2581; a piece without a score counts as certain; a character that no piece
 * covers restarts the score at 0, and a run of such characters is one unknown piece. Cost: characters × longest piece.
 */

/** Pieces with their log probabilities, in the order of their ids. */
export type Vocabulary = readonly (readonly [piece: string, score: number | null])[];

const UNKNOWN = 0;
const PREFIX = -1;
const FIRST_PIECE = 6;
const UNITS = 0x10000;
const SPACE = '\u2581';
/** Longer texts are cut first: they would exceed the encoder's input many times over. */
const MAX_CHARACTERS = 4096;

export class Tokenizer {
  /** The pieces as a tree by their UTF-16 units: the node that follows a node by a unit. */
  readonly #next = new Map<number, number>();
  /** The piece that ends at a node, or PREFIX. */
  readonly #pieces = [PREFIX];
  readonly #scores: Float64Array;
  readonly #lengths: Uint8Array;

  constructor(vocabulary: Vocabulary) {
    this.#scores = Float64Array.from(vocabulary, ([, score]) => score ?? 0);
    this.#lengths = Uint8Array.from(vocabulary, ([piece]) => piece.length);
    vocabulary.forEach(([piece], id) => {
      if (id < FIRST_PIECE) return;
      let node = 0;
      for (let i = 0; i < piece.length; i++) {
        const key = node * UNITS + piece.charCodeAt(i);
        node = this.#next.get(key) ?? this.#pieces.push(PREFIX) - 1;
        this.#next.set(key, node);
      }
      this.#pieces[node] = id;
    });
  }

  /** The ids of a text's pieces, at most `max`. */
  encode(text: string, max: number): number[] {
    const normalized = text.slice(0, MAX_CHARACTERS).normalize('NFKC');
    if (normalized === '') return [];
    const spaced = SPACE + normalized.replaceAll(' ', SPACE);
    const count = spaced.length;
    const scores = new Float64Array(count + 1);
    const best = new Uint16Array(count + 1);
    const reached = new Uint8Array(count + 1);
    for (let start = 0; start < count; start++) {
      let node: number | undefined = 0;
      for (let end = start + 1; end <= count; end++) {
        node = this.#next.get(node * UNITS + spaced.charCodeAt(end - 1));
        if (node === undefined) break;
        const id = this.#pieces[node]!;
        if (id === PREFIX) continue;
        const score = scores[start]! + this.#scores[id]!;
        if (reached[end] !== 0 && score < scores[end]!) continue;
        reached[end] = 1;
        scores[end] = score;
        best[end] = id;
      }
    }
    const backwards: number[] = [];
    for (let end = count; end > 0; end -= best[end] === UNKNOWN ? 1 : this.#lengths[best[end]!]!) {
      const id = best[end]!;
      if (id !== UNKNOWN || backwards.at(-1) !== UNKNOWN) backwards.push(id);
    }
    return backwards.reverse().slice(0, max);
  }
}
