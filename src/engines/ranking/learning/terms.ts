/**
 * From features to weights: which products of features a policy looks at, and where their weights lie.
 *
 * Default terms: constant, context, action and context × action; with several slots also the actions in the slots before × action
 * (before.ts). Pairs within the context and within an
 * action are left out: on the simulated worlds they cost score and time; `-q ::` brings them back. Terms
 * by namespace initial (`-q uj`, `--cubic`, `--interactions`) take a slower general path.
 *
 * Invariants: `scoreAll` returns exactly the dot product of what `expand` lists, so that scoring and
 * learning see one model; a feature is multiplied with itself only if it is a number; a product's place does not depend on the order of
 * features within a request.
 * Cost: one multiply-add and one random read per product, no allocation on the default path.
 */
import type { Example } from '../features/example.ts';
import { PAIR_MULTIPLIER } from '../../shared/hash.ts';
import { Products, dot } from './products.ts';
import type { Posterior } from './posterior.ts';
import { priorOfActions, priorOfPairs } from './posterior.ts';
import type { Policy, Term } from '../policy.ts';
import { RowsBefore } from './before.ts';
import type { Scales } from '../features/scales.ts';

export const CONSTANT_HASH = 0x0b1a5c37;
const MAX_PRODUCTS = 1 << 21;
const MAX_PRODUCT = 1e30;
const MIN_PRODUCT = 1e-30;

/** Kinds of products: the constant, a feature of the context or slot, one of the action, several multiplied, one with a slot before. */
const KIND = { constant: 0, context: 1, action: 2, pair: 3, before: 4 } as const;

/** The features of one action in one slot, gathered: shared rows first, then the action's own. */
type GatheredRows = {
  hashes: Int32Array;
  multiplied: Int32Array;
  values: Float64Array;
  initials: Uint16Array;
  shares: Float64Array;
  names: string[];
  shared: number;
  total: number;
};

/** The terms of a policy, ready to score and to list. */
export class Terms {
  readonly #mask: number;
  readonly #policy: Policy;
  readonly #general: readonly Term[] | null;
  readonly #allPairs: boolean;
  readonly #filtered: boolean;
  readonly #scales: Scales | null;
  readonly #rows: GatheredRows = gatherRows(128);
  readonly #before = new RowsBefore();

  /** With scales, numbers are normalized and `expand` lists whole hashes instead of places. */
  constructor(policy: Policy, scales: Scales | null = null) {
    const everything = policy.terms?.length === 1 && policy.terms[0]!.join('') === '::';
    this.#policy = policy;
    this.#scales = scales;
    this.#mask = scales ? -1 : 2 ** policy.bits - 1;
    this.#general = policy.terms && !everything ? policy.terms : null;
    this.#allPairs = everything;
    this.#filtered = policy.ignore !== '' || policy.ignoreLinear !== '';
  }

  /** Writes the score of every action in a slot (-1 where there are no slots) into `scores`. */
  scoreAll(weights: Float32Array, example: Example, slot: number, scores: Float64Array): void {
    if (this.#general || this.#filtered) {
      const products = SCRATCH;
      for (let k = 0; k < example.actionCount; k++) {
        this.expand(example, slot, k, products);
        scores[k] = dot(weights, products);
      }
      return;
    }
    const rows = this.#gatherShared(example, slot);
    const { multiplied, values, shared } = rows;
    const mask = this.#mask;
    const allPairs = this.#allPairs;
    const base = this.#baseScore(weights, rows);
    const { hashes: actionHashes, values: actionValues } = example.actions;
    for (let k = 0; k < example.actionCount; k++) {
      const start = example.actionStarts[k]!;
      const end = example.actionStarts[k + 1]!;
      let score = base;
      for (let j = start; j < end; j++) {
        const hash = actionHashes[j]!;
        const value = actionValues[j]!;
        let sum = weights[hash & mask]!;
        for (let i = 0; i < shared; i++) sum += weights[(multiplied[i]! ^ hash) & mask]! * values[i]!;
        if (allPairs) {
          for (let i = start; i < j; i++) sum += weights[isSymmetric(actionHashes[i]!, hash) & mask]! * actionValues[i]!;
          if (hash < 0) sum += weights[isSymmetric(hash, hash) & mask]! * value;
        }
        score += sum * value;
      }
      scores[k] = score;
    }
  }

  /** Writes the log-odds of every action in a slot, and their variances without what all actions have in common. */
  estimateAll(posterior: Posterior, example: Example, slot: number, scores: Float64Array, variances: Float64Array): void {
    if (this.#general || this.#filtered || this.#allPairs) {
      for (let k = 0; k < example.actionCount; k++) {
        this.expand(example, slot, k, SCRATCH);
        const { score, variance } = posterior.estimate(SCRATCH);
        scores[k] = score;
        variances[k] = variance;
      }
      return;
    }
    const scales = this.#scales!;
    const { multiplied, values, hashes, shares, shared } = this.#gatherShared(example, slot);
    const { mask } = posterior;
    const table = posterior.tables[posterior.live]!;
    const { actionCount, actionStarts, actionSizes } = example;
    const sharedSize = shared - example.context.uncounted;
    const { hashes: actionHashes, values: actionValues, shares: actionShares } = example.actions;
    let base = this.#policy.constant ? table[2 * (CONSTANT_HASH & mask)]! : 0;
    for (let i = 0; i < shared; i++) base += table[2 * (hashes[i]! & mask)]! * values[i]!;
    let features = -1;
    let actionPrior = 0;
    let pairPrior = 0;
    let end = 0;
    for (let k = 0; k < actionCount; k++) {
      const start = end;
      end = actionStarts[k + 1]!;
      if (actionSizes[k] !== features) {
        features = actionSizes[k]!;
        actionPrior = priorOfActions(features);
        pairPrior = priorOfPairs(features * sharedSize);
      }
      let score = base;
      let variance = 0;
      let j = start;
      // Three features at a time read the context once: faster than the loop below, with the same results.
      for (; j < end - 2; j += 3) {
        const hash0 = actionHashes[j]!;
        const hash1 = actionHashes[j + 1]!;
        const hash2 = actionHashes[j + 2]!;
        const own0 = (hash0 & mask) << 1;
        const own1 = (hash1 & mask) << 1;
        const own2 = (hash2 & mask) << 1;
        let sum0 = table[own0]!;
        let sum1 = table[own1]!;
        let sum2 = table[own2]!;
        let spread0 = table[own0 | 1]!;
        let spread1 = table[own1 | 1]!;
        let spread2 = table[own2 | 1]!;
        if (spread0 === 0) spread0 = actionPrior;
        if (spread1 === 0) spread1 = actionPrior;
        if (spread2 === 0) spread2 = actionPrior;
        const prior0 = pairPrior * actionShares[j]!;
        const prior1 = pairPrior * actionShares[j + 1]!;
        const prior2 = pairPrior * actionShares[j + 2]!;
        for (let i = 0; i < shared; i++) {
          const factor = multiplied[i]!;
          const y = values[i]!;
          const square = y * y;
          const at0 = ((factor ^ hash0) & mask) << 1;
          const at1 = ((factor ^ hash1) & mask) << 1;
          const at2 = ((factor ^ hash2) & mask) << 1;
          const variance0 = table[at0 | 1]!;
          const variance1 = table[at1 | 1]!;
          const variance2 = table[at2 | 1]!;
          sum0 += table[at0]! * y;
          sum1 += table[at1]! * y;
          sum2 += table[at2]! * y;
          spread0 += (variance0 === 0 ? prior0 * shares[i]! : variance0) * square;
          spread1 += (variance1 === 0 ? prior1 * shares[i]! : variance1) * square;
          spread2 += (variance2 === 0 ? prior2 * shares[i]! : variance2) * square;
        }
        const x0 = scales.normalize(hash0, actionValues[j]!);
        const x1 = scales.normalize(hash1, actionValues[j + 1]!);
        const x2 = scales.normalize(hash2, actionValues[j + 2]!);
        score += sum0 * x0;
        score += sum1 * x1;
        score += sum2 * x2;
        variance += spread0 * x0 * x0;
        variance += spread1 * x1 * x1;
        variance += spread2 * x2 * x2;
      }
      for (; j < end; j++) {
        const hash = actionHashes[j]!;
        const x = scales.normalize(hash, actionValues[j]!);
        const own = (hash & mask) << 1;
        let sum = table[own]!;
        let spread = table[own | 1]!;
        if (spread === 0) spread = actionPrior;
        const prior = pairPrior * actionShares[j]!;
        for (let i = 0; i < shared; i++) {
          const at = ((multiplied[i]! ^ hash) & mask) << 1;
          const pairVariance = table[at | 1]!;
          const y = values[i]!;
          sum += table[at]! * y;
          spread += (pairVariance === 0 ? prior * shares[i]! : pairVariance) * (y * y);
        }
        score += sum * x;
        variance += spread * x * x;
      }
      scores[k] = score;
      variances[k] = variance;
    }
    if (slot > 0 && example.shown.length > 0) this.#scoreBefore(posterior, example, slot, scores);
  }

  /** Adds what the slots before change. Their variance is left out: exploring it costs more than it gains. */
  #scoreBefore(posterior: Posterior, example: Example, slot: number, scores: Float64Array): void {
    const scales = this.#scales!;
    const { multiplied, values, count } = this.#gatherBefore(example, slot);
    const { mask } = posterior;
    const table = posterior.tables[posterior.live]!;
    const { actionCount, actionStarts, actions } = example;
    for (let k = 0; k < actionCount; k++) {
      for (let j = actionStarts[k]!; j < actionStarts[k + 1]!; j++) {
        const hash = actions.hashes[j]!;
        const x = scales.normalize(hash, actions.values[j]!);
        for (let i = 0; i < count; i++) {
          const at = 2 * ((multiplied[i]! ^ hash) & mask);
          scores[k]! += table[at]! * values[i]! * x;
        }
      }
    }
  }

  /** Lists the products of one action in a slot. */
  expand(example: Example, slot: number, action: number, out: Products): void {
    out.clear();
    const rows = this.#gatherShared(example, slot);
    this.#gatherAction(example, action);
    if (this.#policy.constant) this.#push(out, CONSTANT_HASH, 1, -1);
    for (let i = 0; i < rows.total; i++) {
      if (this.#filtered && this.#policy.ignoreLinear.includes(String.fromCharCode(rows.initials[i]!))) continue;
      this.#push(out, rows.hashes[i]!, rows.values[i]!, i);
    }
    if (this.#general) {
      for (const term of this.#general) this.#expandTerm(term, rows, out);
      return;
    }
    if (this.#allPairs) this.#expandPairs(rows, 0, rows.shared, out);
    for (let j = rows.shared; j < rows.total; j++) {
      const hash = rows.hashes[j]!;
      for (let i = 0; i < rows.shared; i++) this.#push(out, rows.multiplied[i]! ^ hash, rows.values[i]! * rows.values[j]!, i, j);
    }
    if (example.documents > 0 && !this.#allPairs && !this.#filtered)
      out.setSizes(rows.shared - example.context.uncounted, example.actionSizes[action]!);
    if (this.#allPairs) this.#expandPairs(rows, rows.shared, rows.total, out);
    else if (this.#scales && !this.#filtered && slot > 0 && example.shown.length > 0) this.#expandBefore(example, slot, out);
  }

  #expandBefore(example: Example, slot: number, out: Products): void {
    const before = this.#gatherBefore(example, slot);
    const { hashes, values, names, shared, total } = this.#rows;
    for (let j = shared; j < total; j++) {
      for (let i = 0; i < before.count; i++) {
        const value = before.values[i]! * values[j]!;
        if (out.count >= MAX_PRODUCTS || !(Math.abs(value) > MIN_PRODUCT)) continue;
        out.push(before.multiplied[i]! ^ hashes[j]!, value, KIND.before);
        out.labels?.push(`${before.names[i]!}^${names[j]!}`);
      }
    }
  }

  #gatherBefore(example: Example, slot: number): RowsBefore {
    this.#before.gather(example, slot, this.#scales!);
    return this.#before;
  }

  #expandPairs(rows: GatheredRows, start: number, end: number, out: Products): void {
    for (let j = start; j < end; j++) {
      for (let i = start; i < j; i++)
        this.#push(out, isSymmetric(rows.hashes[i]!, rows.hashes[j]!), rows.values[i]! * rows.values[j]!, i, j);
      if (rows.hashes[j]! < 0) this.#push(out, isSymmetric(rows.hashes[j]!, rows.hashes[j]!), rows.values[j]! ** 2, j, j);
    }
  }

  /** A term by namespace initials: every choice of one row per factor, a set of rows counted once. */
  #expandTerm(term: Term, rows: GatheredRows, out: Products): void {
    const matches = (row: number, factor: number): boolean => term[factor] === ':' || term[factor]!.charCodeAt(0) === rows.initials[row];
    for (let a = 0; a < rows.total; a++) {
      if (!matches(a, 0)) continue;
      for (let b = 0; b < rows.total; b++) {
        if (!matches(b, 1) || (b < a && matches(b, 0) && matches(a, 1)) || (a === b && rows.hashes[a]! >= 0)) continue;
        const hash = isSymmetric(rows.hashes[a]!, rows.hashes[b]!);
        const value = rows.values[a]! * rows.values[b]!;
        if (term.length === 2) this.#push(out, hash, value, a, b);
        for (let c = 0; term.length === 3 && c < rows.total; c++) {
          if (!matches(c, 2) || (c < b && matches(c, 1) && matches(b, 2)) || (c === b && rows.hashes[b]! >= 0)) continue;
          this.#push(out, isSymmetric(Math.imul(hash, PAIR_MULTIPLIER), rows.hashes[c]!), value * rows.values[c]!, a, b, c);
        }
      }
    }
  }

  #push(out: Products, hash: number, value: number, a: number, b = -1, c = -1): void {
    if (out.count >= MAX_PRODUCTS || !(Math.abs(value) > MIN_PRODUCT)) return;
    const kind = b >= 0 ? KIND.pair : a < 0 ? KIND.constant : a < this.#rows.shared ? KIND.context : KIND.action;
    const { shares } = this.#rows;
    const share = kind === KIND.pair ? shares[a]! * shares[b]! : 1;
    out.push(hash & this.#mask, value > MAX_PRODUCT ? MAX_PRODUCT : value < -MAX_PRODUCT ? -MAX_PRODUCT : value, kind, share);
    if (out.labels)
      out.labels.push(
        [a, b, c]
          .filter((row) => row >= 0)
          .map((row) => this.#rows.names[row]!)
          .join('^'),
      );
  }

  #baseScore(weights: Float32Array, rows: GatheredRows): number {
    const mask = this.#mask;
    let base = this.#policy.constant ? weights[CONSTANT_HASH & mask]! : 0;
    for (let i = 0; i < rows.shared; i++) base += weights[rows.hashes[i]! & mask]! * rows.values[i]!;
    if (!this.#allPairs) return base;
    for (let j = 0; j < rows.shared; j++) {
      const hash = rows.hashes[j]!;
      const value = rows.values[j]!;
      for (let i = 0; i < j; i++) base += weights[isSymmetric(rows.hashes[i]!, hash) & mask]! * rows.values[i]! * value;
      if (hash < 0) base += weights[isSymmetric(hash, hash) & mask]! * value * value;
    }
    return base;
  }

  #gatherShared(example: Example, slot: number): GatheredRows {
    const rows = this.#rows;
    rows.total = 0;
    this.#gather(example.context, 0, example.context.count);
    if (slot >= 0) this.#gather(example.slots, example.slotStarts[slot]!, example.slotStarts[slot + 1]!);
    rows.shared = rows.total;
    return rows;
  }

  #gatherAction(example: Example, action: number): void {
    this.#gather(example.actions, example.actionStarts[action]!, example.actionStarts[action + 1]!);
  }

  #gather({ hashes, values, initials, shares, names }: Example['context'], start: number, end: number): void {
    const rows = this.#rows;
    while (rows.total + end - start > rows.hashes.length) growRows(rows);
    const scales = this.#scales;
    const ignored = this.#filtered ? this.#policy.ignore : '';
    let at = rows.total;
    for (let i = start; i < end; i++) {
      if (ignored !== '' && ignored.includes(String.fromCharCode(initials[i]!))) continue;
      const hash = hashes[i]!;
      rows.hashes[at] = hash;
      rows.multiplied[at] = Math.imul(hash, PAIR_MULTIPLIER);
      rows.values[at] = scales ? scales.normalize(hash, values[i]!) : values[i]!;
      rows.initials[at] = initials[i]!;
      rows.shares[at] = shares[i]!;
      if (names) rows.names[at] = names[i]!;
      at++;
    }
    rows.total = at;
  }
}

const SCRATCH = new Products();

function isSymmetric(a: number, b: number): number {
  return Math.imul(a + b, 0x2c1b3c6d) ^ 0x3243f6a8;
}

function gatherRows(size: number): GatheredRows {
  return {
    hashes: new Int32Array(size),
    multiplied: new Int32Array(size),
    values: new Float64Array(size),
    initials: new Uint16Array(size),
    shares: new Float64Array(size),
    names: [],
    shared: 0,
    total: 0,
  };
}

function growRows(rows: GatheredRows): void {
  const larger = gatherRows(rows.hashes.length * 2);
  larger.hashes.set(rows.hashes);
  larger.multiplied.set(rows.multiplied);
  larger.values.set(rows.values);
  larger.initials.set(rows.initials);
  larger.shares.set(rows.shares);
  rows.hashes = larger.hashes;
  rows.multiplied = larger.multiplied;
  rows.values = larger.values;
  rows.initials = larger.initials;
  rows.shares = larger.shares;
}
