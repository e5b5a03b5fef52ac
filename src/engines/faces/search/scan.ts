/**
 * The nearest rows of a block, exactly. Rows are looked at in order, chunk by chunk: the sieve leaves out those
 * that cannot be nearer than the worst that is kept so far, and the others are compared in full. So nothing is
 * missed: what comes back is what comparing every row as it is kept would give.
 *
 * A chunk is copied into this thread's own memory once and serves all queries, so any number of threads may scan one
 * block. Equal distances are ordered by row. Cost: at random about most·ln(rows/most) rows are compared in
 * full, a few times that where templates lie close together, and all only where all are equally far.
 */
import { TEMPLATE_LENGTH } from '../face.ts';
import type { Block, Planes } from './block.ts';
import { greatestOf, planesOf } from './block.ts';
import { CHUNK, Sieve, roundQuery } from './sieve.ts';

export interface Neighbour { readonly row: number; readonly owner: number; readonly distance: number }

export interface SearchOptions {
  /** How many to find. */
  readonly most: number;
  /** Only the nearest row of each owner counts. */
  readonly perOwner?: boolean;
  /** What is farther is not wanted. */
  readonly within?: number;
}

const FIRST_CHUNK = 128;
let sieve: Sieve | undefined;

/** The nearest rows to a template, the nearest first. */
export function nearest(block: Block, query: Float32Array, options: SearchOptions): Neighbour[] {
  return nearestToEach(block, [query], options)[0]!;
}

/** The same for several queries, which share the reading of memory. */
export function nearestToEach(block: Block, queries: readonly Float32Array[], { most, perOwner = false, within = Infinity }: SearchOptions): Neighbour[][] {
  queries.forEach(greatestOf);
  if (!(most >= 1) || !(within >= 0)) throw new RangeError('At least one row is to be found, at no distance below 0.');
  sieve ??= new Sieve();
  const planes = planesOf(block.memory, 0, block.rows);
  const searches = queries.map((query) => ({ query, rounded: roundQuery(query), kept: perOwner ? new NearestOwners(most, within) : new NearestRows(most, within) }));
  // Short chunks first: until enough rows are kept, all pass the sieve.
  for (let from = 0, size = FIRST_CHUNK; from < block.rows; from += size, size = Math.min(CHUNK, 2 * size)) {
    const rows = Math.min(size, block.rows - from);
    sieve.take(planes, from, from + rows);
    for (const { query, rounded, kept } of searches) {
      sieve.sift(rounded, rows, Math.sqrt(kept.limit), (row) => {
        kept.offer(from + row, planes.owners[from + row]!, squareDistance(planes, from + row, query));
      });
    }
  }
  return searches.map(({ kept }) => kept.rows.map(({ row, owner, square }) => ({ row, owner, distance: Math.sqrt(square) })));
}

/** Of a row as it is kept, summed in a fixed order. */
function squareDistance({ scales, upper, lower }: Planes, row: number, query: Float32Array): number {
  const scale = scales[row]! / 256;
  let sum = 0;
  for (let i = 0, at = row * TEMPLATE_LENGTH; i < TEMPLATE_LENGTH; i++, at++) {
    const difference = query[i]! - scale * (256 * upper[at]! + lower[at]! - 128);
    sum += difference * difference;
  }
  return sum;
}

interface Kept { row: number; owner: number; square: number }

/** The nearest rows so far. Rows are offered in ascending order, so that of equally near ones the first stay. */
class NearestRows {
  readonly rows: Kept[] = [];
  readonly #most: number;
  readonly #within: number;

  constructor(most: number, within: number) {
    this.#most = most;
    this.#within = within ** 2;
  }

  /** The square of the distance beyond which nothing is wanted any more. */
  get limit(): number {
    return this.rows.length < this.#most ? this.#within : this.rows.at(-1)!.square;
  }

  /** Whether it is kept. */
  offer(row: number, owner: number, square: number): boolean {
    const full = this.rows.length === this.#most;
    if (full ? square >= this.limit : square > this.limit) return false;
    if (full) this.drop(this.rows.length - 1);
    this.rows.splice(placeAfter(this.rows, square), 0, { row, owner, square });
    return true;
  }

  drop(place: number): void {
    this.rows.splice(place, 1);
  }
}

/** The nearest row of each of the nearest owners. */
class NearestOwners extends NearestRows {
  readonly #owners = new Map<number, number>();

  override offer(row: number, owner: number, square: number): boolean {
    const before = this.#owners.get(owner);
    if (before !== undefined) {
      if (before <= square) return false;
      let place = placeAfter(this.rows, before) - 1;
      while (this.rows[place]!.owner !== owner) place--;
      this.drop(place);
    }
    const kept = super.offer(row, owner, square);
    if (kept) this.#owners.set(owner, square);
    return kept;
  }

  override drop(place: number): void {
    this.#owners.delete(this.rows[place]!.owner);
    super.drop(place);
  }
}

/** Where a square stands among ascending ones: after those that are equal. */
function placeAfter(rows: readonly Kept[], square: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (rows[middle]!.square <= square) from = middle + 1;
    else to = middle;
  }
  return from;
}
