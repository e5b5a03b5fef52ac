/**
 * A linear-chain conditional random field: the probability of a row of tags given the features of each place
 * and which tag follows which (Lafferty, McCallum, Pereira 2001). It knows nothing of words; the tagger and the
 * roles are built on it.
 *
 * Weights. A feature has a weight for each tag it was seen with, and a common feature for every tag, so that it
 * can also speak against one. Tags follow each other only as the caller's list of pairs allows, so a hundred
 * tags cost little more than ten. Features are 32-bit hashes.
 *
 * Training. Gradient of the log-likelihood by forward and backward sums, one row at a time in a seeded order,
 * with steps that shrink per weight (AdaGrad); once a pass all weights are drawn towards nothing, by a penalty of
 * half their squares. Each visit leaves out a share of the features, so that none is relied on alone. Weights
 * are rounded at the end; what rounds to nothing is dropped.
 *
 * Invariants: the same rows in the same order give the same weights; sums of probabilities over the tags of a
 * place are 1. Cost of a pass: places × (features × tags each is seen with + pairs).
 */
import { Random } from '../bandits/random.ts';

/** The features of one row: those of place i are `features[starts[i]]` to `features[starts[i + 1]]`. */
export type Places = { readonly starts: Int32Array; readonly features: Int32Array };
export type TaggedPlaces = Places & { readonly tags: Uint16Array };
/** Which tag may follow which, and which may come first and last. */
export type Grammar = { readonly tags: number; readonly pairs: readonly (readonly [from: number, to: number])[]; readonly first: readonly number[]; readonly last: readonly number[] };

/**
 * How to train: passes over the rows; rate of the first steps; penalty; how often a feature must occur to have a
 * weight for every tag; share of the features left out at each visit; what is taken off tag 0 in the end, since
 * few rows make a chain too shy to leave it.
 */
export type ChainSettings = { readonly passes: number; readonly rate: number; readonly penalty: number; readonly commonFrom: number; readonly dropout: number; readonly shyness?: number };
/** Called after each pass with the share of the work that is done; returning true stops the training. */
export type Watch = (share: number) => boolean;

/** Training was stopped by its caller. */
export class Stopped extends Error {
  constructor() {
    super('training was stopped');
    this.name = 'Stopped';
  }
}

/** Weights are whole multiples of this. */
export const STEP = 1 / 256;
const FLOOR = 1e-8;
/** Slopes below this are not followed: most tags are out of the question at most places. */
const NOTHING = 1e-3;
/** How far below the best score of its place a tag is still reckoned with, and what tag 0 keeps beyond that. */
const DEPTH = 16;
const LEAST = Math.exp(-DEPTH);

/** Sums and probabilities of one row, reused between rows. */
export class Lattice {
  places = 0;
  tags = 0;
  /** exp(score) of a tag at a place, scaled so that the largest at a place is 1. */
  emission = new Float64Array(0);
  forward = new Float64Array(0);
  backward = new Float64Array(0);
  scale = new Float64Array(0);
  /** The tags in question at place i are `live[i * tags]` to `live[lives[i]]`. */
  live = new Uint16Array(0);
  lives = new Int32Array(0);

  fit(places: number, tags: number): void {
    this.places = places;
    this.tags = tags;
    if (this.emission.length < places * tags) {
      this.emission = new Float64Array(places * tags);
      this.forward = new Float64Array(places * tags);
      this.backward = new Float64Array(places * tags);
      this.live = new Uint16Array(places * tags);
    }
    if (this.scale.length < places) {
      this.scale = new Float64Array(places);
      this.lives = new Int32Array(places);
    }
  }

  /** Probability of a tag at a place. */
  probability(place: number, tag: number): number {
    const at = place * this.tags + tag;
    return this.forward[at]! * this.backward[at]!;
  }
}

/** The weights of a trained chain and the sums over them. */
export class Chain {
  readonly grammar: Grammar;
  /** Feature hashes in ascending order, and where the weights of each begin. */
  readonly hashes: Int32Array;
  readonly starts: Int32Array;
  readonly weightTags: Uint16Array;
  readonly weights: Float32Array;
  /** Weights of pairs, of the first place and of the last. */
  readonly pairWeights: Float32Array;
  readonly firstWeights: Float32Array;
  readonly lastWeights: Float32Array;
  readonly #index: HashIndex;
  readonly #links: Links;

  constructor(grammar: Grammar, parts: { hashes: Int32Array; starts: Int32Array; weightTags: Uint16Array; weights: Float32Array; pairWeights: Float32Array; firstWeights: Float32Array; lastWeights: Float32Array }) {
    this.grammar = grammar;
    this.hashes = parts.hashes;
    this.starts = parts.starts;
    this.weightTags = parts.weightTags;
    this.weights = parts.weights;
    this.pairWeights = parts.pairWeights;
    this.firstWeights = parts.firstWeights;
    this.lastWeights = parts.lastWeights;
    this.#index = new HashIndex(parts.hashes.length);
    for (const hash of parts.hashes) this.#index.add(hash);
    this.#links = new Links(grammar, parts.pairWeights, parts.firstWeights, parts.lastWeights);
  }

  /** Fills the lattice for a row; `allowed` can rule out tags at a place. */
  read(row: Places, lattice: Lattice, allowed?: (place: number, tag: number) => boolean): void {
    const tags = this.grammar.tags;
    const places = row.starts.length - 1;
    lattice.fit(places, tags);
    const scores = lattice.emission;
    scores.fill(0, 0, places * tags);
    for (let i = 0; i < places; i++) {
      for (let f = row.starts[i]!; f < row.starts[i + 1]!; f++) {
        const feature = this.#index.find(row.features[f]!);
        if (feature < 0) continue;
        for (let k = this.starts[feature]!; k < this.starts[feature + 1]!; k++) scores[i * tags + this.weightTags[k]!]! += this.weights[k]!;
      }
      if (allowed) for (let t = 0; t < tags; t++) if (!allowed(i, t)) scores[i * tags + t] = -Infinity;
    }
    sum(lattice, this.#links);
  }

  /** The likeliest row of tags; call after `read`. */
  best(lattice: Lattice): Uint16Array {
    return viterbi(lattice, this.#links);
  }

  /** The factor by which `tag` at `place` follows `before` there, as `read` scaled it. */
  follow(lattice: Lattice, before: number, place: number, tag: number): number {
    return this.#links.weight(before, tag) * lattice.emission[place * lattice.tags + tag]! / lattice.scale[place]!;
  }
}

/** Trains a chain; rows must come in an order that does not depend on how the caller got them. */
export function trainChain(rows: readonly TaggedPlaces[], grammar: Grammar, settings: ChainSettings, seed = 1, watch?: Watch): Chain {
  const tags = grammar.tags;
  const index = new HashIndex(1024);
  const ids = rows.map((row) => Int32Array.from(row.features, (hash) => index.add(hash)));
  const count = index.size;
  const touches = new Uint32Array(count);
  const words = (tags + 31) >> 5;
  const seen = new Uint32Array(count * words);
  rows.forEach((row, r) => {
    for (let i = 0; i < row.tags.length; i++) {
      const tag = row.tags[i]!;
      for (let f = row.starts[i]!; f < row.starts[i + 1]!; f++) {
        const id = ids[r]![f]!;
        touches[id]!++;
        seen[id * words + (tag >> 5)]! |= 1 << (tag & 31);
      }
    }
  });
  const starts = new Int32Array(count + 1);
  for (let f = 0; f < count; f++) {
    let held = tags;
    if (touches[f]! < settings.commonFrom) {
      held = 0;
      for (let w = 0; w < words; w++) held += bits(seen[f * words + w]!);
    }
    starts[f + 1] = starts[f]! + held;
  }
  const weightTags = new Uint16Array(starts[count]!);
  for (let f = 0; f < count; f++) {
    let k = starts[f]!;
    const all = touches[f]! >= settings.commonFrom;
    for (let t = 0; t < tags; t++) if (all || (seen[f * words + (t >> 5)]! >>> (t & 31)) & 1) weightTags[k++] = t;
  }
  const weights = new Float32Array(weightTags.length);
  const squares = new Float32Array(weightTags.length).fill(FLOOR);
  const links = new Links(grammar, new Float32Array(grammar.pairs.length), new Float32Array(tags), new Float32Array(tags));
  const steps = new LinkSteps(links, rows, settings);
  const lattice = new Lattice();
  const order = rows.map((_, r) => r);
  const random = new Random(seed);
  const gradient = new Float64Array(tags);
  const open = new Int32Array(tags);
  const { rate } = settings;
  const kept = new Float64Array(Math.max(0, ...ids.map((list) => list.length))).fill(1);
  for (let pass = 0; pass < settings.passes; pass++) {
    shuffle(order, random);
    for (const r of order) {
      const row = rows[r]!;
      const features = ids[r]!;
      if (settings.dropout > 0) for (let f = 0; f < features.length; f++) kept[f] = random.next() < settings.dropout ? 0 : 1 / (1 - settings.dropout);
      const places = row.tags.length;
      lattice.fit(places, tags);
      const scores = lattice.emission;
      scores.fill(0, 0, places * tags);
      for (let i = 0; i < places; i++) {
        for (let f = row.starts[i]!; f < row.starts[i + 1]!; f++) {
          const id = features[f]!;
          const value = kept[f]!;
          if (value === 0) continue;
          const start = starts[id]!;
          const end = starts[id + 1]!;
          if (end - start === tags) for (let k = start, at = i * tags; k < end; k++, at++) scores[at]! += value * weights[k]!;
          else for (let k = start; k < end; k++) scores[i * tags + weightTags[k]!]! += value * weights[k]!;
        }
      }
      sum(lattice, links);
      for (let i = 0; i < places; i++) {
        let active = 0;
        for (let t = 0, at = i * tags; t < tags; t++, at++) {
          const g = (t === row.tags[i] ? 1 : 0) - lattice.forward[at]! * lattice.backward[at]!;
          gradient[t] = g > NOTHING || g < -NOTHING ? g : 0;
          if (gradient[t] !== 0) open[active++] = t;
        }
        if (active === 0) continue;
        for (let f = row.starts[i]!; f < row.starts[i + 1]!; f++) {
          const value = kept[f]!;
          if (value === 0) continue;
          const id = features[f]!;
          const start = starts[id]!;
          const end = starts[id + 1]!;
          const whole = end - start === tags;
          for (let n = 0, most = whole ? active : end - start; n < most; n++) {
            const k = start + (whole ? open[n]! : n);
            const slope = gradient[weightTags[k]!]!;
            if (slope === 0) continue;
            const g = value * slope;
            squares[k]! += g * g;
            weights[k]! += rate * g / Math.sqrt(squares[k]!);
          }
        }
      }
      steps.learn(row.tags, lattice);
    }
    for (let k = 0; k < weights.length; k++) weights[k]! /= 1 + rate * settings.penalty / Math.sqrt(squares[k]!);
    if (watch?.((pass + 1) / settings.passes)) throw new Stopped();
  }
  const shyness = settings.shyness ?? 0;
  links.firstWeights[0]! -= shyness;
  grammar.pairs.forEach(([, to], p) => {
    if (to === 0) links.pairWeights[p]! -= shyness;
  });
  return rounded(grammar, index.hashes(), starts, weightTags, weights, links);
}

/** Pairs by target and by source, with their weights, as the sums walk them. */
class Links {
  readonly grammar: Grammar;
  readonly pairWeights: Float32Array;
  readonly firstWeights: Float32Array;
  readonly lastWeights: Float32Array;
  /** Pairs ordered by target: those into tag t are `into[t]` to `into[t + 1]`. */
  readonly into: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** exp of the weights, 0 where a tag may not come first or last. */
  readonly pairs: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly #at = new Map<number, number>();

  constructor(grammar: Grammar, pairWeights: Float32Array, firstWeights: Float32Array, lastWeights: Float32Array) {
    this.grammar = grammar;
    this.pairWeights = pairWeights;
    this.firstWeights = firstWeights;
    this.lastWeights = lastWeights;
    const { tags, pairs } = grammar;
    this.into = new Int32Array(tags + 1);
    for (let p = 1; p < pairs.length; p++) {
      if (pairs[p]![1] < pairs[p - 1]![1]) throw new RangeError('pairs must be in order of their second tag');
    }
    for (const [, to] of pairs) this.into[to + 1]!++;
    for (let t = 0; t < tags; t++) this.into[t + 1]! += this.into[t]!;
    this.from = Int32Array.from(pairs, ([from]) => from);
    this.to = Int32Array.from(pairs, ([, to]) => to);
    pairs.forEach(([from, to], p) => this.#at.set(from * tags + to, p));
    this.pairs = new Float64Array(pairs.length);
    this.first = new Float64Array(tags);
    this.last = new Float64Array(tags);
    this.refresh();
  }

  refresh(): void {
    for (let p = 0; p < this.pairs.length; p++) this.pairs[p] = Math.exp(this.pairWeights[p]!);
    for (const t of this.grammar.first) this.first[t] = Math.exp(this.firstWeights[t]!);
    for (const t of this.grammar.last) this.last[t] = Math.exp(this.lastWeights[t]!);
  }

  pair(from: number, to: number): number {
    return this.#at.get(from * this.grammar.tags + to) ?? -1;
  }

  weight(from: number, to: number): number {
    const p = this.pair(from, to);
    return p < 0 ? 0 : this.pairs[p]!;
  }
}

/** Learning of the pair weights: summed over a row, stepped once a row. */
class LinkSteps {
  readonly #links: Links;
  readonly #rate: number;
  readonly #hold: number;
  readonly #pairGradient: Float64Array;
  readonly #squares: Float64Array;
  readonly #firstSquares: Float64Array;
  readonly #lastSquares: Float64Array;

  constructor(links: Links, rows: readonly TaggedPlaces[], settings: ChainSettings) {
    this.#links = links;
    this.#rate = settings.rate;
    this.#hold = settings.penalty / Math.max(1, rows.length);
    this.#pairGradient = new Float64Array(links.pairs.length);
    this.#squares = new Float64Array(links.pairs.length).fill(FLOOR);
    this.#firstSquares = new Float64Array(links.grammar.tags).fill(FLOOR);
    this.#lastSquares = new Float64Array(links.grammar.tags).fill(FLOOR);
  }

  learn(tags: Uint16Array, lattice: Lattice): void {
    const links = this.#links;
    const width = lattice.tags;
    const gradient = this.#pairGradient.fill(0);
    const places = tags.length;
    if (places === 0) return;
    for (let i = 1; i < places; i++) {
      const before = (i - 1) * width;
      const here = i * width;
      for (let n = here; n < lattice.lives[i]!; n++) {
        const t = lattice.live[n]!;
        const onward = lattice.emission[here + t]! * lattice.backward[here + t]! / lattice.scale[i]!;
        for (let p = links.into[t]!, end = links.into[t + 1]!; p < end; p++) gradient[p]! -= lattice.forward[before + links.from[p]!]! * links.pairs[p]! * onward;
      }
      const gold = links.pair(tags[i - 1]!, tags[i]!);
      if (gold >= 0) gradient[gold]! += 1;
    }
    this.#step(links.pairWeights, this.#squares, (p) => gradient[p]!);
    this.#step(links.firstWeights, this.#firstSquares, (t) => (tags[0] === t ? 1 : 0) - lattice.probability(0, t));
    this.#step(links.lastWeights, this.#lastSquares, (t) => (tags[places - 1] === t ? 1 : 0) - lattice.probability(places - 1, t));
    links.refresh();
  }

  #step(weights: Float32Array, squares: Float64Array, gradient: (at: number) => number): void {
    for (let p = 0; p < weights.length; p++) {
      const g = gradient(p) - this.#hold * weights[p]!;
      squares[p]! += g * g;
      weights[p]! += this.#rate * g / Math.sqrt(squares[p]!);
    }
  }
}

/**
 * Scores in `emission` become scaled exps, then forward and backward sums; the scales make every forward row sum
 * to 1. Tags far below the best of their place are out of the question and left out of the sums; tag 0, which
 * the grammar lets stand anywhere, never is.
 */
function sum(lattice: Lattice, links: Links): void {
  const { places, tags, emission, forward, backward, scale, live, lives } = lattice;
  if (places === 0) return;
  forward.fill(0, 0, places * tags);
  backward.fill(0, 0, places * tags);
  for (let i = 0; i < places; i++) {
    const at = i * tags;
    let top = -Infinity;
    for (let t = 0; t < tags; t++) if (emission[at + t]! > top) top = emission[at + t]!;
    let count = at;
    for (let t = 0; t < tags; t++) {
      const score = emission[at + t]! - top;
      let value = score > -DEPTH ? Math.exp(score) : t === 0 && score > -Infinity ? LEAST : 0;
      if (i === 0) value *= links.first[t]!;
      if (i === places - 1) value *= links.last[t]!;
      emission[at + t] = value;
      if (value > 0) live[count++] = t;
    }
    lives[i] = count;
  }
  for (let i = 0; i < places; i++) {
    const at = i * tags;
    let total = 0;
    for (let n = at; n < lives[i]!; n++) {
      const t = live[n]!;
      let into = i === 0 ? 1 : 0;
      if (i > 0) for (let p = links.into[t]!, end = links.into[t + 1]!; p < end; p++) into += forward[at - tags + links.from[p]!]! * links.pairs[p]!;
      total += forward[at + t] = into * emission[at + t]!;
    }
    scale[i] = total;
    for (let n = at; n < lives[i]!; n++) forward[at + live[n]!]! /= total;
  }
  for (let n = (places - 1) * tags; n < lives[places - 1]!; n++) backward[(places - 1) * tags + live[n]!] = 1;
  for (let i = places - 1; i > 0; i--) {
    const at = i * tags;
    for (let n = at; n < lives[i]!; n++) {
      const t = live[n]!;
      const onward = emission[at + t]! * backward[at + t]! / scale[i]!;
      for (let p = links.into[t]!, end = links.into[t + 1]!; p < end; p++) backward[at - tags + links.from[p]!]! += links.pairs[p]! * onward;
    }
  }
}

function viterbi(lattice: Lattice, links: Links): Uint16Array {
  const { places, tags, emission, live, lives } = lattice;
  const path = new Uint16Array(places);
  if (places === 0) return path;
  const came = new Int32Array(places * tags).fill(-1);
  let before = new Float64Array(tags);
  let here = new Float64Array(tags);
  for (let i = 0; i < places; i++) {
    let top = 0;
    here.fill(0);
    for (let n = i * tags; n < lives[i]!; n++) {
      const t = live[n]!;
      let best = i === 0 ? 1 : 0;
      if (i > 0) {
        for (let p = links.into[t]!, end = links.into[t + 1]!; p < end; p++) {
          const value = before[links.from[p]!]! * links.pairs[p]!;
          if (value > best) {
            best = value;
            came[i * tags + t] = links.from[p]!;
          }
        }
      }
      here[t] = best * emission[i * tags + t]!;
      if (here[t]! > top) top = here[t]!;
    }
    for (let t = 0; t < tags; t++) here[t]! /= top;
    [before, here] = [here, before];
  }
  let tag = before.indexOf(Math.max(...before));
  for (let i = places - 1; i >= 0; i--) {
    path[i] = tag;
    tag = came[i * tags + tag]!;
  }
  return path;
}

function rounded(grammar: Grammar, hashes: Int32Array, starts: Int32Array, weightTags: Uint16Array, weights: Float32Array, links: Links): Chain {
  const round = (value: number): number => Math.round(value / STEP) * STEP;
  const order = Int32Array.from(hashes, (_, f) => f).sort((a, b) => hashes[a]! - hashes[b]!);
  const keptHashes: number[] = [];
  const keptStarts: number[] = [0];
  const keptTags: number[] = [];
  const keptWeights: number[] = [];
  for (const f of order) {
    for (let k = starts[f]!; k < starts[f + 1]!; k++) {
      const value = round(weights[k]!);
      if (value === 0) continue;
      keptTags.push(weightTags[k]!);
      keptWeights.push(value);
    }
    if (keptTags.length === keptStarts.at(-1)) continue;
    keptHashes.push(hashes[f]!);
    keptStarts.push(keptTags.length);
  }
  return new Chain(grammar, {
    hashes: Int32Array.from(keptHashes), starts: Int32Array.from(keptStarts), weightTags: Uint16Array.from(keptTags), weights: Float32Array.from(keptWeights),
    pairWeights: links.pairWeights.map(round), firstWeights: links.firstWeights.map(round), lastWeights: links.lastWeights.map(round),
  });
}

function bits(word: number): number {
  let n = 0;
  for (let w = word; w !== 0; w &= w - 1) n++;
  return n;
}

function shuffle(order: number[], random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random.next() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
}

/** 32-bit hashes to places in the order they were added, by open addressing. */
class HashIndex {
  size = 0;
  #slots: Int32Array;
  #keys: Int32Array;

  constructor(expected: number) {
    const room = 2 ** Math.ceil(Math.log2(Math.max(16, expected * 2)));
    this.#slots = new Int32Array(room).fill(-1);
    this.#keys = new Int32Array(room >> 1);
  }

  find(hash: number): number {
    const mask = this.#slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const place = this.#slots[at]!;
      if (place < 0 || this.#keys[place] === hash) return place;
    }
  }

  add(hash: number): number {
    const found = this.find(hash);
    if (found >= 0) return found;
    if (this.size === this.#keys.length) this.#grow();
    this.#keys[this.size] = hash;
    this.#put(this.size);
    return this.size++;
  }

  hashes(): Int32Array {
    return this.#keys.slice(0, this.size);
  }

  #put(place: number): void {
    const mask = this.#slots.length - 1;
    let at = this.#keys[place]! & mask;
    while (this.#slots[at]! >= 0) at = (at + 1) & mask;
    this.#slots[at] = place;
  }

  #grow(): void {
    const keys = new Int32Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let place = 0; place < this.size; place++) this.#put(place);
  }
}
