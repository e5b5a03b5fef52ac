/**
 * The exact nearest rows of a block. Rows are scanned in order, chunk by chunk: the filter skips those that cannot be nearer than
 * the worst of the results so far, and the others are compared in full, so the result equals that of comparing every stored row.
 *
 * A chunk is copied into this thread's own memory once and serves all queries, so any number of threads may scan one
 * block. Equal distances are ordered by row. Cost: for random rows about count·ln(rows/count) are compared in full, a
 * few times that if templates are close together, and all only if each is nearer than those before it.
 */
import { TEMPLATE_LENGTH } from '../face.ts';
import type { Block, Planes } from './block.ts';
import { maxMagnitude, planesOf } from './block.ts';
import { CHUNK, RowFilter, roundQuery } from './sieve.ts';

export interface Neighbor {
  readonly row: number;
  readonly owner: number;
  readonly distance: number;
}

export interface SearchOptions {
  /** How many to find. */
  readonly count: number;
  /** Only the nearest row of each owner counts. */
  readonly perOwner?: boolean;
  /** The maximum distance. */
  readonly within?: number;
  /** Compares only these rows, in ascending order. */
  readonly rows?: Uint32Array;
}

const FIRST_CHUNK = 128;
let sieve: RowFilter | undefined;

/** The nearest rows to a template, the nearest first. */
export function nearest(block: Block, query: Float32Array, options: SearchOptions): Neighbor[] {
  return nearestToEach(block, [query], options)[0]!;
}

/** The same for several queries, which share the reading of memory. */
export function nearestToEach(block: Block, queries: readonly Float32Array[], options: SearchOptions): Neighbor[][] {
  queries.forEach(maxMagnitude);
  if (!Number.isInteger(options.count) || options.count < 1 || !((options.within ?? 0) >= 0))
    throw new RangeError('The count must be at least 1 and the distance at least 0.');
  const planes = planesOf(block.memory, 0, block.rows);
  const searches = queries.map((query) => ({ query, kept: new Nearest(options) }));
  compare(planes, options.rows ?? block.rows, searches);
  return searches.map(({ kept }) => kept.sorted().map(({ row, owner, square }) => ({ row, owner, distance: Math.sqrt(square) })));
}

interface Search {
  query: Float32Array;
  kept: Nearest;
}

/** Compares some rows, or as many as there are. */
function compare(planes: Planes, rows: Uint32Array | number, searches: readonly Search[]): void {
  const filter = (sieve ??= new RowFilter());
  const rounded = searches.map(({ query }) => roundQuery(query));
  const total = typeof rows === 'number' ? rows : rows.length;
  // Short chunks first: until enough rows are kept, all pass the filter.
  for (let from = 0, size = FIRST_CHUNK; from < total; from += size, size = Math.min(CHUNK, 2 * size)) {
    const count = Math.min(size, total - from);
    if (typeof rows === 'number') filter.load(planes, from, from + count);
    else filter.loadRows(planes, rows.subarray(from, from + count));
    for (const [i, { query, kept }] of searches.entries()) {
      filter.filter(rounded[i]!, count, Math.sqrt(kept.limit), (at) => {
        const row = typeof rows === 'number' ? from + at : rows[from + at]!;
        kept.offer(row, planes.owners[row]!, squareDistance(planes, row, query));
      });
    }
  }
}

/** Of a row as stored, summed in a fixed order. */
function squareDistance({ scales, upper, lower }: Planes, row: number, query: Float32Array): number {
  const scale = scales[row]! / 256;
  let sum = 0;
  for (let i = 0, at = row * TEMPLATE_LENGTH; i < TEMPLATE_LENGTH; i++, at++) {
    const difference = query[i]! - scale * (256 * upper[at]! + lower[at]! - 128);
    sum += difference * difference;
  }
  return sum;
}

interface Kept {
  row: number;
  owner: number;
  square: number;
}

/**
 * The nearest so far, of rows or of owners; up to twice as many as are wanted, so that they need sorting only
 * now and then. Rows come in ascending order: of equally near ones the first stay.
 */
class Nearest {
  readonly #count: number;
  readonly #perOwner: boolean;
  readonly #kept = new Map<number, Kept>();
  #isFull = false;
  /** The square of the distance beyond which nothing is wanted any more. */
  limit: number;

  constructor({ count, perOwner = false, within = Infinity }: SearchOptions) {
    this.#count = count;
    this.#perOwner = perOwner;
    this.limit = within ** 2;
  }

  offer(row: number, owner: number, square: number): void {
    if (this.#isFull ? square >= this.limit : square > this.limit) return;
    const key = this.#perOwner ? owner : row;
    const before = this.#kept.get(key);
    if (before && before.square <= square) return;
    this.#kept.set(key, { row, owner, square });
    if (this.#kept.size === 2 * this.#count) this.#forgetFarther();
  }

  #forgetFarther(): void {
    const nearest = this.sorted();
    this.#kept.clear();
    for (const one of nearest) this.#kept.set(this.#perOwner ? one.owner : one.row, one);
    this.#isFull = true;
    this.limit = nearest.at(-1)!.square;
  }

  /** As many as are wanted, the nearest first. */
  sorted(): Kept[] {
    return [...this.#kept.values()].sort((a, b) => a.square - b.square || a.row - b.row).slice(0, this.#count);
  }
}
