/**
 * Faces divided into groups of one person each, as well as possible: agglomerative clustering by mean distance
 * (average linkage) up to the distance that finding one face among this many others allows. It follows chains of nearest neighbors
 * (Benzécri 1982), which gives the same
 * groups as merging the nearest two again and again. Equal distances go to the lower place, so equal input gives equal
 * groups. Cost: the square of the number of faces, in time and, times 8 bytes, in memory.
 */
import { distanceAt, similarThreshold } from './calibration.ts';
import { distanceBetween } from './distance.ts';

export interface Grouping {
  /** Places of the faces, in order; the largest group first, of equally large ones the one that begins first. */
  groups: number[][];
  /** Places of the faces that are like no other. */
  messy: number[];
}

export function groupTemplates(templates: readonly Float32Array[], within = distanceAt(similarThreshold(templates.length))): Grouping {
  const groups = new Clusters(templates).merge(within);
  return {
    groups: groups.filter((group) => group.length > 1).sort((a, b) => b.length - a.length || a[0]! - b[0]!),
    messy: groups.filter((group) => group.length === 1).flat(),
  };
}

class Clusters {
  readonly #count: number;
  readonly #distances: Float64Array;
  /** The faces of each cluster; a cluster has the place of its first face. */
  readonly #members: number[][];
  /** Places of the clusters that may still be merged, ascending. */
  #open: number[];

  constructor(templates: readonly Float32Array[]) {
    const count = (this.#count = templates.length);
    this.#distances = new Float64Array(count * count);
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < i; j++)
        this.#distances[i * count + j] = this.#distances[j * count + i] = distanceBetween(templates[i]!, templates[j]!);
    }
    this.#members = templates.map((_, i) => [i]);
    this.#open = templates.map((_, i) => i);
  }

  /** The groups, in the order of their first faces. */
  merge(within: number): number[][] {
    /** A cluster, its nearest, the nearest of that, …: distances descend, so that it ends in two that are nearest to each other. */
    const chain: number[] = [];
    while (this.#open.length > 0) {
      if (chain.length === 0) chain.push(this.#open[0]!);
      const last = chain.at(-1)!;
      const before = chain.at(-2);
      const nearest = this.#nearest(last, before);
      if (nearest === undefined || this.#distances[last * this.#count + nearest]! > within) {
        // No merging of others will bring anything nearer.
        this.#close(last);
        chain.pop();
      } else if (nearest === before) {
        chain.length -= 2;
        this.#join(Math.min(last, nearest), Math.max(last, nearest));
      } else chain.push(nearest);
    }
    return this.#members.filter((group) => group.length > 0);
  }

  #nearest(of: number, preferred: number | undefined): number | undefined {
    let found = preferred;
    let least = preferred === undefined ? Infinity : this.#distances[of * this.#count + preferred]!;
    for (const other of this.#open) {
      const distance = this.#distances[of * this.#count + other]!;
      if (other !== of && distance < least) [found, least] = [other, distance];
    }
    return found;
  }

  #join(first: number, second: number): void {
    const [one, two] = [this.#members[first]!, this.#members[second]!];
    for (const other of this.#open) {
      const [near, far] = [this.#distances[first * this.#count + other]!, this.#distances[second * this.#count + other]!];
      // A mean is no less than the lesser of two; rounding must not make it so, or a chain might never end.
      const mean = Math.max(Math.min(near, far), (one.length * near + two.length * far) / (one.length + two.length));
      this.#distances[first * this.#count + other] = this.#distances[other * this.#count + first] = mean;
    }
    this.#members[first] = [...one, ...two].sort((a, b) => a - b);
    this.#members[second] = [];
    this.#close(second);
  }

  #close(cluster: number): void {
    this.#open = this.#open.filter((one) => one !== cluster);
  }
}
