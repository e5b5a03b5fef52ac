/**
 * Text as pieces of words: the most probable segmentation under a unigram model (Kudo 2018), found by Viterbi.
 *
 * Follows the encoder that the weights were trained with, odd corners included, since other pieces would mean
 * other vectors: text is NFKC with every space, and one in front, as U+2581; a piece without a score counts as
 * certain; a character that no piece covers restarts the score at 0, and a run of such characters is one
 * unknown piece. Cost: characters × longest piece.
 */

/** Pieces with their log probabilities, in the order of their ids. */
export type Vocabulary = readonly (readonly [piece: string, score: number | null])[];

const UNKNOWN = 0;
const BEGINNING = -1;
const RESERVED = 6;
const SPACE = '\u2581';
/** Longer texts are cut before they are looked at: they would fill the encoder many times over. */
const MOST_CHARACTERS = 4096;

export class Pieces {
  /** Pieces and all beginnings of pieces; those that are no piece have the id BEGINNING. */
  readonly #ids = new Map<string, number>();
  readonly #scores: Float64Array;
  readonly #lengths: Uint8Array;

  constructor(vocabulary: Vocabulary) {
    this.#scores = Float64Array.from(vocabulary, ([, score]) => score ?? 0);
    this.#lengths = Uint8Array.from(vocabulary, ([piece]) => [...piece].length);
    vocabulary.forEach(([piece], id) => {
      if (id < RESERVED) return;
      this.#ids.set(piece, id);
      let beginning = '';
      for (const character of piece) if (!this.#ids.has(beginning += character)) this.#ids.set(beginning, BEGINNING);
    });
  }

  /** Ids of the pieces of a text, `most` at the most. */
  encode(text: string, most: number): number[] {
    const whole = text.slice(0, MOST_CHARACTERS).normalize('NFKC');
    if (whole === '') return [];
    const characters = [SPACE, ...whole.replaceAll(' ', SPACE)];
    const count = characters.length;
    const scores = new Float64Array(count + 1);
    const best = new Uint16Array(count + 1);
    const reached = new Uint8Array(count + 1);
    for (let start = 0; start < count; start++) {
      let piece = '';
      for (let end = start + 1; end <= count; end++) {
        piece += characters[end - 1]!;
        const id = this.#ids.get(piece);
        if (id === undefined) break;
        if (id === BEGINNING) continue;
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
    return backwards.reverse().slice(0, most);
  }
}
