/**
 * Aligns a page with another page of the same form: an affine transform estimated from words that are unique on both
 * (RANSAC, then least squares), plus a local correction by the nearest matched words, for bent paper and slightly
 * different layouts. Cost: words + trials × pairs. Trials use a fixed seed, so the result is deterministic.
 */
import { append } from '../../../shared/collections.ts';
import { boundsOf } from '../../reading/model/affine.ts';
import { Random } from '../../../shared/random.ts';
import { apply } from '../../reading/model/affine.ts';
import { foldWord } from '../form/value-text.ts';
import type { Affine, Box } from '../../reading/model/page.ts';

export interface PlacedWord {
  text: string;
  box: Box;
}
interface Pair {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** Maximum offset, in page heights, of a matched word. */
const MAX_OFFSET = 0.012;
const TRIALS = 150;
const MAX_PAIRS = 600;
const MIN_PAIRS = 4;
/** More frequent texts do not help to locate anything. */
const MAX_SAME_TEXT = 200;
/** Number of matched words in the local correction. */
const NEIGHBOR_COUNT = 6;

const middle = ({ left, top, right, bottom }: Box): { x: number; y: number } => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

export interface Match {
  from: number;
  to: number;
}

export class Registration {
  readonly transform: Affine;
  /** Indexes of words on the first page and the same words on the second. */
  readonly matches: readonly Match[];
  readonly #from: readonly { x: number; y: number }[];
  readonly #offsets: readonly { x: number; y: number }[];

  constructor(
    transform: Affine,
    from: readonly PlacedWord[],
    to: readonly PlacedWord[],
    candidates: ReadonlyMap<string, readonly number[]> = indexByText(to),
  ) {
    this.transform = transform;
    this.matches = matchWords(transform, from, to, candidates);
    this.#from = this.matches.map((match) => middle(from[match.from]!.box));
    this.#offsets = this.matches.map((match, i) => {
      const [at, expected] = [middle(to[match.to]!.box), apply(transform, this.#from[i]!.x, this.#from[i]!.y)];
      return { x: at.x - expected.x, y: at.y - expected.y };
    });
  }

  /** Maps a box of the first page to the second. */
  mapBox(box: Box): Box {
    const at = middle(box);
    const offset = this.#localOffset(at.x, at.y);
    const corners = [apply(this.transform, box.left, box.top), apply(this.transform, box.right, box.bottom)];
    return boundsOf(corners.map(({ x, y }) => ({ x: x + offset.x, y: y + offset.y })));
  }

  /** Words on the same row say more about the height, so vertical distance counts twice. */
  #localOffset(x: number, y: number): { x: number; y: number } {
    const nearest: { i: number; distance: number }[] = [];
    this.#from.forEach((word, i) => {
      const distance = Math.hypot(word.x - x, 2 * (word.y - y));
      if (nearest.length === NEIGHBOR_COUNT && distance >= nearest.at(-1)!.distance) return;
      let at = nearest.length;
      while (at > 0 && nearest[at - 1]!.distance > distance) at--;
      nearest.splice(at, 0, { i, distance });
      if (nearest.length > NEIGHBOR_COUNT) nearest.pop();
    });
    let [sum, dx, dy] = [1e-9, 0, 0];
    for (const { i, distance } of nearest) {
      const weight = 1 / (0.02 + distance);
      sum += weight;
      dx += weight * this.#offsets[i]!.x;
      dy += weight * this.#offsets[i]!.y;
    }
    return { x: dx / sum, y: dy / sum };
  }
}

function indexByText(words: readonly PlacedWord[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  words.forEach(({ text }, i) => {
    const key = foldWord(text);
    if (key !== '') append(found, key, i);
  });
  return found;
}

/** Undefined if too few words agree. */
export function register(from: readonly PlacedWord[], to: readonly PlacedWord[]): Registration | undefined {
  const [fromIndex, toIndex] = [indexByText(from), indexByText(to)];
  const pairs: Pair[] = [];
  for (const [text, indexes] of fromIndex) {
    const others = toIndex.get(text);
    if (indexes.length !== 1 || others?.length !== 1 || text.length < 2) continue;
    pairs.push({ from: middle(from[indexes[0]!]!.box), to: middle(to[others[0]!]!.box) });
  }
  if (pairs.length < MIN_PAIRS) return undefined;
  const transform = estimateTransform(pairs.slice(0, MAX_PAIRS));
  return transform === undefined ? undefined : new Registration(transform, from, to, toIndex);
}

/** The transform that most pairs agree with: similarity from two pairs at a time, then least squares over the inliers. */
function estimateTransform(pairs: readonly Pair[]): Affine | undefined {
  const random = new Random(pairs.length);
  let best: Pair[] = [];
  for (let trial = 0; trial < TRIALS; trial++) {
    const one = pairs[Math.floor(random.next() * pairs.length)]!;
    const other = pairs[Math.floor(random.next() * pairs.length)]!;
    const transform = transformFromPairs(one, other);
    if (transform === undefined) continue;
    const fitting = pairs.filter((pair) => isNear(transform, pair, 2 * MAX_OFFSET));
    if (fitting.length > best.length) best = fitting;
  }
  if (best.length < MIN_PAIRS) return undefined;
  let transform = fitAffine(best);
  for (let round = 0; round < 2 && transform !== undefined; round++) {
    const fitting = pairs.filter((pair) => isNear(transform!, pair, 1.5 * MAX_OFFSET));
    if (fitting.length < MIN_PAIRS) break;
    transform = fitAffine(fitting) ?? transform;
  }
  return transform;
}

function isNear(transform: Affine, { from, to }: Pair, maxDistance: number): boolean {
  const at = apply(transform, from.x, from.y);
  return Math.hypot(at.x - to.x, at.y - to.y) <= maxDistance;
}

/** Rotation, uniform scale and translation; undefined for pairs that are too close together or imply an implausible transform. */
function transformFromPairs(one: Pair, other: Pair): Affine | undefined {
  const [fx, fy] = [other.from.x - one.from.x, other.from.y - one.from.y];
  const [tx, ty] = [other.to.x - one.to.x, other.to.y - one.to.y];
  const square = fx * fx + fy * fy;
  if (square < 0.01) return undefined;
  const [a, b] = [(fx * tx + fy * ty) / square, (fx * ty - fy * tx) / square];
  if (a < 0.5 || a > 2 || Math.abs(b) > 0.2) return undefined;
  return { a, b, c: -b, d: a, e: one.to.x - a * one.from.x + b * one.from.y, f: one.to.y - b * one.from.x - a * one.from.y };
}

/** Least-squares affine transform, regularized toward scale 1 so that words in a single row do not tilt the page. */
function fitAffine(pairs: readonly Pair[]): Affine | undefined {
  const n = pairs.length;
  const mean = (of: (pair: Pair) => number): number => pairs.reduce((sum, pair) => sum + of(pair), 0) / n;
  const [fx, fy, tx, ty] = [mean((p) => p.from.x), mean((p) => p.from.y), mean((p) => p.to.x), mean((p) => p.to.y)];
  const ridge = 1e-3 * n;
  let [xx, xy, yy, xu, yu, xv, yv] = [ridge, 0, ridge, ridge, 0, 0, ridge];
  for (const { from, to } of pairs) {
    const [x, y, u, v] = [from.x - fx, from.y - fy, to.x - tx, to.y - ty];
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xu += x * u;
    yu += y * u;
    xv += x * v;
    yv += y * v;
  }
  const det = xx * yy - xy * xy;
  if (!(det > 1e-12)) return undefined;
  const [a, c] = [(xu * yy - yu * xy) / det, (yu * xx - xu * xy) / det];
  const [b, d] = [(xv * yy - yv * xy) / det, (yv * xx - xv * xy) / det];
  return { a, b, c, d, e: tx - a * fx - c * fy, f: ty - b * fx - d * fy };
}

/** Matches each word one to one with the nearest word of the same text near its expected position. */
function matchWords(
  transform: Affine,
  from: readonly PlacedWord[],
  to: readonly PlacedWord[],
  candidates: ReadonlyMap<string, readonly number[]>,
): Match[] {
  const taken = new Set<number>();
  const matches: Match[] = [];
  from.forEach(({ text, box }, i) => {
    const { x, y } = middle(box);
    const at = apply(transform, x, y);
    let [best, minDistance] = [-1, 2 * MAX_OFFSET];
    const sameWords = candidates.get(foldWord(text)) ?? [];
    if (sameWords.length > MAX_SAME_TEXT) return;
    for (const j of sameWords) {
      if (taken.has(j)) continue;
      const other = middle(to[j]!.box);
      const distance = Math.hypot(other.x - at.x, other.y - at.y);
      if (distance < minDistance) [best, minDistance] = [j, distance];
    }
    if (best < 0) return;
    taken.add(best);
    matches.push({ from: i, to: best });
  });
  return matches;
}
