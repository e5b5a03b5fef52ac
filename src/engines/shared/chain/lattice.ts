/**
 * Sums over all tag sequences: forward and backward sums give the probability of each tag at each
 * place, and the same walk with the largest instead of the sum gives the most likely sequence (Viterbi 1967).
 *
 * Invariant: sums of probabilities over the tags of a place are 1. Cost: places × pairs of tags in question.
 */
import type { Transitions } from './transitions.ts';

/** How far below the best score of its place a tag still counts, by default. */
const DEPTH = 10;

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

/**
 * Scores in `emission` become scaled exps, then forward and backward sums; the scales make every forward row sum
 * to 1. Tags more than `depth` below the best of their place are out of the question and left out of the sums; tag 0, which
 * the grammar lets stand anywhere, never is. If given, `gradient` is decreased by the probability of each pair of tags, summed
 * over all places.
 */
export function sumLattice(lattice: Lattice, links: Transitions, depth = DEPTH, gradient?: Float64Array): void {
  const { places, tags, emission, forward, backward, scale, live, lives } = lattice;
  if (places === 0) return;
  const { into: starts, from, pairs } = links;
  const minProbability = Math.exp(-depth);
  forward.fill(0, 0, places * tags);
  backward.fill(0, 0, places * tags);
  for (let i = 0; i < places; i++) {
    const at = i * tags;
    let top = -Infinity;
    for (let t = 0; t < tags; t++) if (emission[at + t]! > top) top = emission[at + t]!;
    let count = at;
    for (let t = 0; t < tags; t++) {
      const score = emission[at + t]! - top;
      let value = score > -depth ? Math.exp(score) : t === 0 && score > -Infinity ? minProbability : 0;
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
      if (i > 0) for (let p = starts[t]!, end = starts[t + 1]!; p < end; p++) into += forward[at - tags + from[p]!]! * pairs[p]!;
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
      const onward = (emission[at + t]! * backward[at + t]!) / scale[i]!;
      for (let p = starts[t]!, end = starts[t + 1]!; p < end; p++) {
        const before = at - tags + from[p]!;
        const share = pairs[p]! * onward;
        backward[before]! += share;
        if (gradient !== undefined) gradient[p]! -= forward[before]! * share;
      }
    }
  }
}

/** The most likely tag sequence; call after the sums. */
export function viterbi(lattice: Lattice, links: Transitions): Uint16Array {
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
