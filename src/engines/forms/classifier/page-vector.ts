/**
 * A page as a sparse vector: its words by TF-IDF, and beside them where on the page words stand, so that pages with the
 * same words but another face are told apart. Each of the two is brought to length 1.
 */
import type { SparseVector } from '../../intents/features/vectors.ts';
import type { Form, Token } from '../form/form.ts';
import { hashOf, keyOf, pairHash } from '../captions/vocabulary.ts';

/** Places across and down that words are counted in, and what else is measured of a page. */
const [ACROSS, DOWN] = [6, 8];
const SIZES = 6;
export const FACE = ACROSS * DOWN + SIZES + 2;
/** Known words, at most; of more, those on most pages. */
const MOST_COLUMNS = 20_000;

export interface PageWords { counts: ReadonlyMap<number, number>; face: Float32Array }

export class WordColumns {
  /** Hashes, ascending. */
  readonly keys: Uint32Array;
  readonly idf: Float32Array;
  readonly #at: ReadonlyMap<number, number>;
  readonly #rarest: number;

  constructor(keys: Uint32Array, idf: Float32Array) {
    this.keys = keys;
    this.idf = idf;
    this.#at = new Map(Array.from(keys, (key, i) => [key, i]));
    this.#rarest = idf.reduce((most, one) => Math.max(most, one), 1);
  }

  static of(pages: readonly PageWords[]): WordColumns {
    const seen = new Map<number, number>();
    for (const { counts } of pages) for (const hash of counts.keys()) seen.set(hash, (seen.get(hash) ?? 0) + 1);
    const least = pages.length > 20 ? 2 : 1;
    const kept = [...seen].filter(([, count]) => count >= least).sort(([a, one], [b, other]) => other - one || a - b).slice(0, MOST_COLUMNS).sort(([a], [b]) => a - b);
    return new WordColumns(Uint32Array.from(kept, ([hash]) => hash), Float32Array.from(kept, ([, count]) => 1 + Math.log((1 + pages.length) / (1 + count))));
  }

  get count(): number {
    return this.keys.length + FACE;
  }

  vector({ counts, face }: PageWords): SparseVector {
    const words: [number, number][] = [];
    let [known, all] = [0, 0];
    for (const [hash, count] of counts) {
      const column = this.#at.get(hash);
      const value = (1 + Math.log(count)) * (column === undefined ? this.#rarest : this.idf[column]!);
      all += value * value;
      if (column === undefined) continue;
      known += value * value;
      words.push([column, value]);
    }
    words.sort(([a], [b]) => a - b);
    const length = Math.sqrt(known) || 1;
    const columns = Uint32Array.from([...words.map(([column]) => column), ...Array.from(face, (_, i) => this.keys.length + i)]);
    const values = Float32Array.from([...words.map(([, value]) => value / length), ...face]);
    return { columns, values, blocks: [words.length, words.length + FACE, words.length + FACE, words.length + FACE], knownWords: Math.sqrt(known / (all || 1)) };
  }
}

/** Words, pairs of neighbours and the face of each page of a form. */
export function pagesOf(form: Form): PageWords[] {
  const byPage = Map.groupBy(form.tokens, ({ page }) => page);
  return form.pages.map((page, index) => {
    const tokens = byPage.get(index) ?? [];
    return { counts: countsOf(tokens), face: faceOf(tokens, page.aspect) };
  });
}

function countsOf(tokens: readonly Token[]): Map<number, number> {
  const counts = new Map<number, number>();
  const add = (hash: number): void => {
    counts.set(hash >>> 0, (counts.get(hash >>> 0) ?? 0) + 1);
  };
  let before = 0;
  for (const token of tokens) {
    // Figures are alike in that they are figures.
    const key = keyOf(token).replace(/\d/gu, '0');
    const hash = hashOf(key);
    add(hash);
    if (before !== 0) add(pairHash(before, hash));
    before = hash;
  }
  return counts;
}

function faceOf(tokens: readonly Token[], aspect: number): Float32Array {
  const face = new Float32Array(FACE);
  for (const { box } of tokens) {
    const clamp = (value: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(value * count)));
    face[clamp((box.top + box.bottom) / 2, DOWN) * ACROSS + clamp((box.left + box.right) / 2 / Math.max(0.01, aspect), ACROSS)]!++;
    face[ACROSS * DOWN + Math.min(SIZES - 1, Math.max(0, Math.floor((box.bottom - box.top) * 200)))]!++;
  }
  const most = tokens.length || 1;
  for (let i = 0; i < FACE - 2; i++) face[i] = Math.sqrt(face[i]! / most);
  face[FACE - 2] = Math.min(2, aspect) / 2;
  face[FACE - 1] = Math.min(1, Math.log1p(tokens.length) / 8);
  const length = Math.hypot(...face) || 1;
  return face.map((value) => value / length);
}
