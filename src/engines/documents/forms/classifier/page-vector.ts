/**
 * A page as a sparse vector: its words by TF-IDF, and the distribution of words over the page, so that pages with the
 * same words but another layout can be distinguished. Each part is normalized to length 1.
 */
import type { SparseVector } from '../../../shared/classifier/vectors.ts';
import type { Form, Token } from '../form/form.ts';
import { hashString, wordKey, pairHash } from '../captions/vocabulary.ts';

/** Grid cells that words are counted in, and size buckets. */
const [ACROSS, DOWN] = [6, 8];
const SIZES = 6;
export const LAYOUT_FEATURE_COUNT = ACROSS * DOWN + SIZES + 2;
/** Maximum vocabulary size; the words on most pages are kept. */
const MAX_COLUMNS = 20_000;

export interface PageContent {
  /** By hash, ascending. */
  counts: ReadonlyMap<number, number>;
  layoutFeatures: Float32Array;
}

export class WordColumns {
  /** Hashes, ascending. */
  readonly keys: Uint32Array;
  readonly idf: Float32Array;
  readonly #at: ReadonlyMap<number, number>;
  readonly #rarest: number;
  readonly #lengths = new WeakMap<PageContent, number>();

  constructor(keys: Uint32Array, idf: Float32Array) {
    this.keys = keys;
    this.idf = idf;
    this.#at = new Map(Array.from(keys, (key, i) => [key, i]));
    this.#rarest = idf.reduce((max, one) => Math.max(max, one), 1);
  }

  static of(pages: readonly PageContent[]): WordColumns {
    const seen = new Map<number, number>();
    for (const { counts } of pages) for (const hash of counts.keys()) seen.set(hash, (seen.get(hash) ?? 0) + 1);
    const minPages = pages.length > 20 ? 2 : 1;
    const kept = [...seen]
      .filter(([, count]) => count >= minPages)
      .sort(([a, one], [b, other]) => other - one || a - b)
      .slice(0, MAX_COLUMNS)
      .sort(([a], [b]) => a - b);
    return new WordColumns(
      Uint32Array.from(kept, ([hash]) => hash),
      Float32Array.from(kept, ([, count]) => 1 + Math.log((1 + pages.length) / (1 + count))),
    );
  }

  get count(): number {
    return this.keys.length + LAYOUT_FEATURE_COUNT;
  }

  /** Cosine of the words of two pages; words that no training page has count as different. */
  similarity(page: PageContent, other: PageContent): number {
    const [fewer, more] = page.counts.size <= other.counts.size ? [page, other] : [other, page];
    let dot = 0;
    for (const [hash, count] of fewer.counts) {
      const same = more.counts.get(hash);
      if (same !== undefined) dot += this.#weigh(hash, count) * this.#weigh(hash, same);
    }
    return dot === 0 ? 0 : dot / (this.#length(page) * this.#length(other));
  }

  #weigh(hash: number, count: number): number {
    const column = this.#at.get(hash);
    return (1 + Math.log(count)) * (column === undefined ? this.#rarest : this.idf[column]!);
  }

  #length(page: PageContent): number {
    const known = this.#lengths.get(page);
    if (known !== undefined) return known;
    let sum = 0;
    for (const [hash, count] of page.counts) sum += this.#weigh(hash, count) ** 2;
    this.#lengths.set(page, Math.sqrt(sum));
    return Math.sqrt(sum);
  }

  vector({ counts, layoutFeatures }: PageContent): SparseVector {
    const words: [number, number][] = [];
    let [knownShare, all] = [0, 0];
    for (const [hash, count] of counts) {
      const column = this.#at.get(hash);
      const value = this.#weigh(hash, count);
      all += value * value;
      if (column === undefined) continue;
      knownShare += value * value;
      words.push([column, value]);
    }
    words.sort(([a], [b]) => a - b);
    const length = Math.sqrt(knownShare) || 1;
    const columns = Uint32Array.from([...words.map(([column]) => column), ...Array.from(layoutFeatures, (_, i) => this.keys.length + i)]);
    const values = Float32Array.from([...words.map(([, value]) => value / length), ...layoutFeatures]);
    return {
      columns,
      values,
      blocks: [words.length, words.length + LAYOUT_FEATURE_COUNT, words.length + LAYOUT_FEATURE_COUNT, words.length + LAYOUT_FEATURE_COUNT],
      knownWords: Math.sqrt(knownShare / (all || 1)),
    };
  }
}

/** Words, adjacent pairs and layout features of each page of a form. */
export function pageContents(form: Form): PageContent[] {
  const byPage = Map.groupBy(form.tokens, ({ page }) => page);
  return form.pages.map((page, index) => {
    const tokens = byPage.get(index) ?? [];
    return { counts: countWords(tokens), layoutFeatures: measureLayout(tokens, page.aspect) };
  });
}

/** In the order of the hashes. */
function countWords(tokens: readonly Token[]): Map<number, number> {
  const counts = new Map<number, number>();
  const add = (hash: number): void => {
    counts.set(hash >>> 0, (counts.get(hash >>> 0) ?? 0) + 1);
  };
  let before = 0;
  for (const token of tokens) {
    // All digits count as the same character.
    const key = wordKey(token).replace(/\d/gu, '0');
    const hash = hashString(key);
    add(hash);
    if (before !== 0) add(pairHash(before, hash));
    before = hash;
  }
  return new Map([...counts].sort(([a], [b]) => a - b));
}

function measureLayout(tokens: readonly Token[], aspect: number): Float32Array {
  const layoutFeatures = new Float32Array(LAYOUT_FEATURE_COUNT);
  for (const { box } of tokens) {
    const clamp = (value: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(value * count)));
    layoutFeatures[
      clamp((box.top + box.bottom) / 2, DOWN) * ACROSS + clamp((box.left + box.right) / 2 / Math.max(0.01, aspect), ACROSS)
    ]!++;
    layoutFeatures[ACROSS * DOWN + Math.min(SIZES - 1, Math.max(0, Math.floor((box.bottom - box.top) * 200)))]!++;
  }
  const max = tokens.length || 1;
  for (let i = 0; i < LAYOUT_FEATURE_COUNT - 2; i++) layoutFeatures[i] = Math.sqrt(layoutFeatures[i]! / max);
  layoutFeatures[LAYOUT_FEATURE_COUNT - 2] = Math.min(2, aspect) / 2;
  layoutFeatures[LAYOUT_FEATURE_COUNT - 1] = Math.min(1, Math.log1p(tokens.length) / 8);
  const length = Math.hypot(...layoutFeatures) || 1;
  return layoutFeatures.map((value) => value / length);
}
