/**
 * The weights of a chain's features while they are learned. A feature has a weight for each tag it was seen
 * with; one that occurs often enough, a common one, has a weight for every tag. The weights of a rare feature f are those from
 * `starts[f]` to `starts[f + 1]`, in order of their tags; those of a common one are a row in the memory of a loop in WebAssembly
 * (../wasm/row-sums.ts), which begins at `rowOf[f]` there.
 */
import type { Random } from '../random.ts';
import { PANEL } from '../wasm/products.ts';
import { RowSums } from '../wasm/row-sums.ts';
import type { TaggedSequence } from './chain.ts';
import { Chain, STEP } from './chain.ts';
import { DenseSteps } from './dense-steps.ts';
import { HashIndex } from './hash-index.ts';
import type { Lattice } from './lattice.ts';
import type { ChainSettings } from './settings.ts';
import type { Grammar, Transitions } from './transitions.ts';

/** Where the sums of squared slopes begin, so that a first slope of nothing divides by something. */
export const FLOOR = 1e-8;
/** Slopes below this are not followed: most tags are out of the question at most places. */
const NOTHING = 1e-3;

type TableSettings = Omit<ChainSettings, 'passes' | 'shyness' | 'depth'>;

export class WeightTable {
  readonly #rows: readonly TaggedSequence[];
  readonly #tags: number;
  readonly #settings: TableSettings;
  readonly #index = new HashIndex(1024);
  /** The features of each row as numbers of the index. */
  readonly #ids: readonly Int32Array[];
  readonly #starts: Int32Array;
  readonly #weightTags: Uint16Array;
  readonly #weights: Float32Array;
  readonly #squares: Float32Array;
  /** Of common features, where their row begins; of others -1. */
  readonly #rowOf: Int32Array;
  readonly #common = new RowSums();
  /** In the order of the rows. */
  readonly #commonSquares: Float32Array;
  /** Length of a row. */
  readonly #columns: number;
  /** Where the entries and the sums of a place are in the memory of the rows. */
  readonly #entries: number;
  readonly #sums: number;
  /** Dropout weight per feature of the current row: 0 if it is dropped, above 1 if others are. */
  readonly #kept: Float64Array;
  readonly #gradient: Float64Array;
  readonly #open: Int32Array;
  readonly #dense: DenseSteps | undefined;
  /** Whether the visit at hand sees the vectors of the row. */
  #seesVectors = true;

  constructor(rows: readonly TaggedSequence[], tags: number, settings: TableSettings) {
    this.#rows = rows;
    this.#tags = tags;
    this.#settings = settings;
    this.#ids = rows.map((row) => Int32Array.from(row.features, (hash) => this.#index.add(hash)));
    this.#columns = Math.ceil(tags / PANEL) * PANEL;
    [this.#starts, this.#weightTags, this.#rowOf] = this.#layOut();
    const rowCount = this.#rowOf.reduce((most, row) => Math.max(most, row + this.#columns), 0) / this.#columns;
    this.#common.reserve(rowCount * this.#columns);
    this.#commonSquares = new Float32Array(rowCount * this.#columns).fill(FLOOR);
    const most = rows.reduce((sum, { starts }) => starts.reduce((best, end, i) => Math.max(best, end - (starts[i - 1] ?? 0)), sum), 0);
    this.#entries = this.#common.reserve(2 * most);
    this.#sums = this.#common.reserve(this.#columns);
    this.#weights = new Float32Array(this.#weightTags.length);
    this.#squares = new Float32Array(this.#weightTags.length).fill(FLOOR);
    this.#kept = new Float64Array(this.#ids.reduce((most, list) => Math.max(most, list.length), 0)).fill(1);
    this.#gradient = new Float64Array(tags);
    this.#open = new Int32Array(tags);
    const vectors = rows.find((row) => row.vectors !== undefined && row.tags.length > 0);
    if (settings.dense === undefined || vectors === undefined) return;
    const places = rows.reduce((most, row) => Math.max(most, row.tags.length), 0);
    this.#dense = new DenseSteps(tags, vectors.vectors!.length / vectors.tags.length, places, settings.dense);
  }

  /** Where the weights of each rare feature begin, the tag of each, and where the rows of common features begin. */
  #layOut(): [starts: Int32Array, weightTags: Uint16Array, rowOf: Int32Array] {
    const tags = this.#tags;
    const count = this.#index.size;
    const touches = new Uint32Array(count);
    const words = (tags + 31) >> 5;
    const seen = new Uint32Array(count * words);
    this.#rows.forEach((row, r) => {
      for (let i = 0; i < row.tags.length; i++) {
        const tag = row.tags[i]!;
        for (let f = row.starts[i]!; f < row.starts[i + 1]!; f++) {
          const id = this.#ids[r]![f]!;
          touches[id]!++;
          seen[id * words + (tag >> 5)]! |= 1 << (tag & 31);
        }
      }
    });
    const starts = new Int32Array(count + 1);
    const rowOf = new Int32Array(count).fill(-1);
    let row = 0;
    for (let f = 0; f < count; f++) {
      let held = 0;
      if (touches[f]! >= this.#settings.commonFrom) rowOf[f] = this.#columns * row++;
      else for (let w = 0; w < words; w++) held += bits(seen[f * words + w]!);
      starts[f + 1] = starts[f]! + held;
    }
    const weightTags = new Uint16Array(starts[count]!);
    for (let f = 0; f < count; f++) {
      if (rowOf[f]! >= 0) continue;
      let k = starts[f]!;
      for (let t = 0; t < tags; t++) if ((seen[f * words + (t >> 5)]! >>> (t & 31)) & 1) weightTags[k++] = t;
    }
    return [starts, weightTags, rowOf];
  }

  /** Chooses the features of a row that its next visit leaves out. */
  leaveOut(r: number, random: Random): void {
    const { dropout, dense } = this.#settings;
    const kept = this.#kept;
    const { isLexical, vectors, features } = this.#rows[r]!;
    if (dropout > 0) for (let f = 0; f < features.length; f++) kept[f] = random.next() < dropout ? 0 : 1 / (1 - dropout);
    if (dense === undefined || vectors === undefined) return;
    if (dropout === 0) kept.fill(1);
    const draw = random.next();
    this.#seesVectors = draw >= dense.withoutVectors;
    if (isLexical && draw >= 1 - dense.withoutWords) for (let f = 0; f < features.length; f++) if (isLexical[f] === 1) kept[f] = 0;
  }

  /** Fills the lattice with the scores of a row. */
  score(r: number, lattice: Lattice): void {
    const row = this.#rows[r]!;
    const features = this.#ids[r]!;
    const tags = this.#tags;
    const [kept, starts, weights, weightTags] = [this.#kept, this.#starts, this.#weights, this.#weightTags];
    const places = row.tags.length;
    lattice.fit(places, tags);
    const scores = lattice.emission;
    scores.fill(0, 0, places * tags);
    if (this.#seesVectors && row.vectors) this.#dense?.addScores(row.vectors, scores);
    const rowOf = this.#rowOf;
    const [sums, entries, columns] = [this.#sums, this.#entries, this.#columns];
    const { floats, integers } = this.#common;
    for (let i = 0; i < places; i++) {
      const at = i * tags;
      let entry = entries;
      for (let f = row.starts[i]!; f < row.starts[i + 1]!; f++) {
        const id = features[f]!;
        const value = kept[f]!;
        if (value === 0) continue;
        const place = rowOf[id]!;
        if (place >= 0) {
          integers[entry] = place * 4;
          floats[entry + 1] = value;
          entry += 2;
        } else for (let k = starts[id]!, end = starts[id + 1]!; k < end; k++) scores[at + weightTags[k]!]! += value * weights[k]!;
      }
      if (entry === entries) continue;
      floats.fill(0, sums, sums + columns);
      this.#common.addRows(entries, (entry - entries) / 2, sums, columns);
      for (let t = 0; t < tags; t++) scores[at + t]! += floats[sums + t]!;
    }
  }

  /** Steps toward the tags of a row, whose sums are in the lattice. */
  learn(r: number, lattice: Lattice): void {
    const row = this.#rows[r]!;
    const tags = this.#tags;
    const [gradient, open] = [this.#gradient, this.#open];
    for (let i = 0; i < row.tags.length; i++) {
      let active = 0;
      gradient.fill(0);
      const right = row.tags[i]!;
      for (let n = i * tags, end = lattice.lives[i]!; n < end; n++) {
        const t = lattice.live[n]!;
        const p = lattice.probability(i, t);
        if (p > NOTHING) gradient[t] = -p;
      }
      const rest = 1 - lattice.probability(i, right);
      gradient[right] = rest > NOTHING ? rest : 0;
      this.#shareWithSiblings();
      for (let t = 0; t < tags; t++) if (gradient[t] !== 0) open[active++] = t;
      if (active === 0) continue;
      this.#step(this.#ids[r]!, row.starts[i]!, row.starts[i + 1]!, active);
      if (this.#seesVectors && row.vectors) this.#dense?.computeSteps(i, gradient, open, active);
    }
    this.#dense?.applySteps();
  }

  /** Adds a share of the gradient of a tag to its sibling; ascent is preserved as long as the share is below 1. */
  #shareWithSiblings(): void {
    const share = this.#settings.siblingShare ?? 0;
    if (share === 0) return;
    const gradient = this.#gradient;
    for (let t = 1; t + 1 < this.#tags; t += 2) {
      const [one, other] = [gradient[t]!, gradient[t + 1]!];
      gradient[t] = one + share * other;
      gradient[t + 1] = other + share * one;
    }
  }

  /** Steps the weights of the features of one place for the tags that have a slope there. */
  #step(features: Int32Array, from: number, to: number, active: number): void {
    const { rate } = this.#settings;
    const [kept, starts, weights, weightTags, squares, gradient, open] = [
      this.#kept,
      this.#starts,
      this.#weights,
      this.#weightTags,
      this.#squares,
      this.#gradient,
      this.#open,
    ];
    const [rowOf, commonSquares, { floats }] = [this.#rowOf, this.#commonSquares, this.#common];
    for (let f = from; f < to; f++) {
      const value = kept[f]!;
      if (value === 0) continue;
      const id = features[f]!;
      const row = rowOf[id]!;
      if (row >= 0) {
        for (let n = 0; n < active; n++) {
          const t = open[n]!;
          const g = value * gradient[t]!;
          const square = (commonSquares[row + t]! += g * g);
          floats[row + t]! += (rate * g) / Math.sqrt(square);
        }
        continue;
      }
      for (let k = starts[id]!, end = starts[id + 1]!; k < end; k++) {
        const slope = gradient[weightTags[k]!]!;
        if (slope === 0) continue;
        const g = value * slope;
        squares[k]! += g * g;
        weights[k]! += (rate * g) / Math.sqrt(squares[k]!);
      }
    }
  }

  /** Draws all weights toward nothing. */
  shrink(): void {
    const pull = this.#settings.rate * this.#settings.penalty;
    const shrink = (weights: Float32Array, squares: Float32Array): void => {
      for (let k = 0; k < squares.length; k++) weights[k]! /= 1 + pull / Math.sqrt(squares[k]!);
    };
    shrink(this.#weights, this.#squares);
    shrink(this.#common.floats, this.#commonSquares);
    this.#dense?.shrink();
  }

  /** The chain of the weights, rounded, features in order of their hashes. */
  rounded(grammar: Grammar, links: Transitions): Chain {
    const round = (value: number): number => Math.round(value / STEP) * STEP;
    const hashes = this.#index.hashes();
    const order = Int32Array.from(hashes, (_, f) => f).sort((a, b) => hashes[a]! - hashes[b]!);
    const keptHashes: number[] = [];
    const keptStarts: number[] = [0];
    const keptTags: number[] = [];
    const keptWeights: number[] = [];
    for (const f of order) {
      const keep = (tag: number, weight: number): void => {
        const value = round(weight);
        if (value === 0) return;
        keptTags.push(tag);
        keptWeights.push(value);
      };
      const row = this.#rowOf[f]!;
      if (row >= 0) for (let t = 0; t < this.#tags; t++) keep(t, this.#common.floats[row + t]!);
      else for (let k = this.#starts[f]!; k < this.#starts[f + 1]!; k++) keep(this.#weightTags[k]!, this.#weights[k]!);
      if (keptTags.length === keptStarts.at(-1)) continue;
      keptHashes.push(hashes[f]!);
      keptStarts.push(keptTags.length);
    }
    return new Chain(grammar, {
      hashes: Int32Array.from(keptHashes),
      starts: Int32Array.from(keptStarts),
      weightTags: Uint16Array.from(keptTags),
      weights: Float32Array.from(keptWeights),
      pairWeights: links.pairWeights.map(round),
      firstWeights: links.firstWeights.map(round),
      lastWeights: links.lastWeights.map(round),
      dense: this.#dense?.weights(round),
    });
  }
}

function bits(word: number): number {
  let n = 0;
  for (let w = word; w !== 0; w &= w - 1) n++;
  return n;
}
