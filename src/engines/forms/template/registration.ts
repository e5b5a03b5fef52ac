/**
 * Where the words of one page stand on another page of the same form: an affine way found from words that are unique on
 * both, robust against words that only happen to be the same; then, near any place, the mean of what the nearest matched
 * words are still off by, for paper that was bent and forms that were set anew.
 *
 * Cost: words + trials × pairs; the trials are drawn with a fixed seed, so the same pages give the same way.
 */
import { Random } from '../../bandits/random.ts';
import { apply } from '../../reading/model/affine.ts';
import type { Affine, Box } from '../../reading/model/page.ts';

export interface Placed { text: string; box: Box }
interface Pair { from: { x: number; y: number }; to: { x: number; y: number } }

/** Page heights within which a word counts as being where it was looked for. */
const NEAR = 0.012;
const TRIALS = 150;
const MOST_PAIRS = 600;
const LEAST_PAIRS = 4;
/** A text that comes more often on a page tells nothing of places. */
const MOST_ALIKE = 200;
/** Matched words that a place is shifted by. */
const NEIGHBOURS = 6;

/** Letters and digits alone, in small letters; a sign that stands alone stays as it is. */
export function foldedWord(text: string): string {
  const small = text.toLowerCase();
  return small.replace(/[^\p{L}\p{N}]+/gu, '') || small;
}

const middle = ({ left, top, right, bottom }: Box): { x: number; y: number } => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

export interface Match { from: number; to: number }

export class Registration {
  readonly way: Affine;
  /** Words of the first page and the same words on the second. */
  readonly matches: readonly Match[];
  readonly #from: readonly { x: number; y: number }[];
  readonly #off: readonly { x: number; y: number }[];

  constructor(way: Affine, from: readonly Placed[], to: readonly Placed[], candidates: ReadonlyMap<string, readonly number[]> = byText(to)) {
    this.way = way;
    this.matches = matched(way, from, to, candidates);
    this.#from = this.matches.map((match) => middle(from[match.from]!.box));
    this.#off = this.matches.map((match, i) => {
      const [at, should] = [middle(to[match.to]!.box), apply(way, this.#from[i]!.x, this.#from[i]!.y)];
      return { x: at.x - should.x, y: at.y - should.y };
    });
  }

  /** A box of the first page on the second. */
  place(box: Box): Box {
    const at = middle(box);
    const off = this.#shiftNear(at.x, at.y);
    const [first, last] = [apply(this.way, box.left, box.top), apply(this.way, box.right, box.bottom)];
    return { left: Math.min(first.x, last.x) + off.x, right: Math.max(first.x, last.x) + off.x, top: Math.min(first.y, last.y) + off.y, bottom: Math.max(first.y, last.y) + off.y };
  }

  /** Words on the row of a place tell more of its height than those above and below, so these count as nearer. */
  #shiftNear(x: number, y: number): { x: number; y: number } {
    const nearest: { i: number; distance: number }[] = [];
    this.#from.forEach((word, i) => {
      const distance = Math.hypot(word.x - x, 2 * (word.y - y));
      if (nearest.length === NEIGHBOURS && distance >= nearest.at(-1)!.distance) return;
      let at = nearest.length;
      while (at > 0 && nearest[at - 1]!.distance > distance) at--;
      nearest.splice(at, 0, { i, distance });
      if (nearest.length > NEIGHBOURS) nearest.pop();
    });
    let [sum, dx, dy] = [1e-9, 0, 0];
    for (const { i, distance } of nearest) {
      const weight = 1 / (0.02 + distance);
      sum += weight;
      dx += weight * this.#off[i]!.x;
      dy += weight * this.#off[i]!.y;
    }
    return { x: dx / sum, y: dy / sum };
  }
}

export function byText(words: readonly Placed[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  words.forEach(({ text }, i) => {
    const key = foldedWord(text);
    if (key === '') return;
    const list = found.get(key);
    if (list === undefined) found.set(key, [i]);
    else list.push(i);
  });
  return found;
}

/** Undefined where too few words agree. */
export function register(from: readonly Placed[], to: readonly Placed[]): Registration | undefined {
  const [ours, theirs] = [byText(from), byText(to)];
  const pairs: Pair[] = [];
  for (const [text, places] of ours) {
    const others = theirs.get(text);
    if (places.length !== 1 || others?.length !== 1 || text.length < 2) continue;
    pairs.push({ from: middle(from[places[0]!]!.box), to: middle(to[others[0]!]!.box) });
  }
  if (pairs.length < LEAST_PAIRS) return undefined;
  const way = agreedWay(pairs.slice(0, MOST_PAIRS));
  return way === undefined ? undefined : new Registration(way, from, to, theirs);
}

/** The way that most pairs agree with: scale and place from two pairs at a time, then least squares over those that fit. */
function agreedWay(pairs: readonly Pair[]): Affine | undefined {
  const random = new Random(pairs.length);
  let best: Pair[] = [];
  for (let trial = 0; trial < TRIALS; trial++) {
    const one = pairs[Math.floor(random.next() * pairs.length)]!;
    const other = pairs[Math.floor(random.next() * pairs.length)]!;
    const way = wayOfTwo(one, other);
    if (way === undefined) continue;
    const fitting = pairs.filter((pair) => isNear(way, pair, 2 * NEAR));
    if (fitting.length > best.length) best = fitting;
  }
  if (best.length < LEAST_PAIRS) return undefined;
  let way = leastSquares(best);
  for (let round = 0; round < 2 && way !== undefined; round++) {
    const fitting = pairs.filter((pair) => isNear(way!, pair, 1.5 * NEAR));
    if (fitting.length < LEAST_PAIRS) break;
    way = leastSquares(fitting) ?? way;
  }
  return way;
}

function isNear(way: Affine, { from, to }: Pair, within: number): boolean {
  const at = apply(way, from.x, from.y);
  return Math.hypot(at.x - to.x, at.y - to.y) <= within;
}

/** Turning, one scale and a move; undefined for pairs that lie too close to tell, or that would turn or scale a page absurdly. */
function wayOfTwo(one: Pair, other: Pair): Affine | undefined {
  const [fx, fy] = [other.from.x - one.from.x, other.from.y - one.from.y];
  const [tx, ty] = [other.to.x - one.to.x, other.to.y - one.to.y];
  const square = fx * fx + fy * fy;
  if (square < 0.01) return undefined;
  const [a, b] = [(fx * tx + fy * ty) / square, (fx * ty - fy * tx) / square];
  if (a < 0.5 || a > 2 || Math.abs(b) > 0.2) return undefined;
  return { a, b, c: -b, d: a, e: one.to.x - a * one.from.x + b * one.from.y, f: one.to.y - b * one.from.x - a * one.from.y };
}

/** The affine way of least squares, drawn a little towards no change of scale so that words in one row do not tilt the page. */
function leastSquares(pairs: readonly Pair[]): Affine | undefined {
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

/** Each word with the nearest of the same text, one to one, where it should be. */
function matched(way: Affine, from: readonly Placed[], to: readonly Placed[], candidates: ReadonlyMap<string, readonly number[]>): Match[] {
  const taken = new Set<number>();
  const matches: Match[] = [];
  from.forEach(({ text, box }, i) => {
    const { x, y } = middle(box);
    const at = apply(way, x, y);
    let [best, least] = [-1, 2 * NEAR];
    const alike = candidates.get(foldedWord(text)) ?? [];
    if (alike.length > MOST_ALIKE) return;
    for (const j of alike) {
      if (taken.has(j)) continue;
      const other = middle(to[j]!.box);
      const distance = Math.hypot(other.x - at.x, other.y - at.y);
      if (distance < least) [best, least] = [j, distance];
    }
    if (best < 0) return;
    taken.add(best);
    matches.push({ from: i, to: best });
  });
  return matches;
}
