/**
 * A contextual bandit: scores actions, answers probabilities, draws by event id, learns from rewards.
 *
 * A model is a policy, what it has learned and a count of learned events. Under the default settings that is the server's own learner
 * (learning/automatic.ts), which explores by the uncertainty of its estimates. Settings that name an update rule have weight tables: the
 * voters (one, or as many as `--bag` and `--cover` ask for) and, where a cost type or cover needs it, a direct reward regressor after
 * them. Untrained, every allowed action is equally likely.
 *
 * Inverse-gap exploration measures gaps in units of the recent error, which makes it the same for rewards of any scale:
 * γ = γ₀·n^0.5 · 0.5/error, 0.5 being a fair coin's. Models of earlier versions may have one table per learning rate; the live one, whose
 * discounted progressive squared error is smallest, answers.
 *
 * Invariants: probabilities of allowed actions sum to 1, forbidden ones have 0; the same model, example
 * and event id give the same choice; learning the same events in the same order gives the same bits.
 * Cost: one random read per product to decide; one update per learner or table and learned event (`mtr`, direct), one per action and
 * event for `ips`, `dr`, `sm` and cover.
 */
import type { Example } from './features/example.ts';
import { clearTopics } from './features/example.ts';
import type { Allowed } from './decisions/explore.ts';
import { capExploration, countAllowed, greedy, inverseGap, mixUniform, softmax, uncertain, uniform } from './decisions/explore.ts';
import { Automatic } from './learning/automatic.ts';
import type { Policy } from './policy.ts';
import { Random, pick } from '../shared/random.ts';
import { Regressor } from './learning/regressor.ts';
import { Products } from './learning/products.ts';
import { Terms } from './learning/terms.ts';
import { upperBound } from './learning/confidence-bounds.ts';

/** What was decided: one probability per action in the order of the request, and the action drawn. */
export type Decision = { readonly probabilities: readonly number[]; readonly chosen: number };

/** A decision whose reward is known. `slot` is -1 where there are no slots. */
export type Outcome = {
  readonly eventId: string;
  readonly slot: number;
  readonly chosen: number;
  readonly probability: number;
  readonly reward: number;
  readonly allowed: Allowed;
  /** A part of an event whose reward may still come: its share of the event, what it counts as, and whether it is the first. */
  readonly part?: { readonly share: number; readonly target: number; readonly isFirst: boolean };
};

const MIN_PROBABILITY = 1e-6;
const ERROR_DISCOUNT = 0.999;
const MAX_ERROR_WEIGHT = 4;
const WARM_UP_EVENTS = 1000;
/** Exploration falls with the cube root of the events after this many, to this share: what is learned late is used less long. */
const SPREAD_EVENTS = 1000;
const MIN_SPREAD = 0.45;
const COIN_ERROR = 0.5;
const MIN_ERROR = 0.01;

export class Model {
  readonly policy: Policy;
  /** The server's own learner; null where the settings name an update rule. */
  readonly automatic: Automatic | null;
  readonly tables: readonly Regressor[];
  /** Events learned; multi-slot events count once per slot. */
  count = 0;
  /** The table that answers. */
  live = 0;
  /** Discounted squared error of each table, and the weight it was summed with. */
  readonly errors: Float64Array;
  errorWeight = 0;
  readonly #terms: Terms;
  readonly #voters: number;
  readonly #products = new Products();
  readonly #scores: Float64Array[] = [];
  readonly #bounds: Float64Array[] = [];
  readonly #votes: Float64Array[] = [];
  readonly #shares: Float64Array[] = [];

  constructor(policy: Policy) {
    const { explorer, costType } = policy;
    this.policy = policy;
    this.automatic = explorer.kind === 'automatic' ? new Automatic(policy) : null;
    this.#terms = this.automatic?.terms ?? new Terms(policy);
    this.#voters = explorer.kind === 'bag' || explorer.kind === 'cover' ? explorer.size : 1;
    const regressors = this.#voters + (explorer.kind === 'cover' || costType === 'dr' ? 1 : 0);
    this.tables = Array.from(
      { length: this.automatic ? 0 : Math.max(regressors, policy.rates.length) },
      (_, t) => new Regressor(policy, policy.rates[t] ?? policy.rates[0]!),
    );
    this.errors = new Float64Array(this.tables.length);
  }

  /** Size of what was learned. */
  get bytes(): number {
    if (this.automatic) return this.automatic.bytes;
    return this.tables.reduce((sum, { weights, state }) => sum + weights.byteLength + state.byteLength, 0);
  }

  /** Predicted rewards of all actions in a slot, in a view that the next call overwrites. */
  scores(example: Example, slot = -1, table = this.live): Float64Array {
    const scores = view(this.#scores, example.actionCount);
    this.#annotate(example);
    if (this.automatic) {
      this.#terms.estimateAll(this.automatic.posterior, example, slot, scores, view(this.#bounds, example.actionCount));
      for (let k = 0; k < scores.length; k++) scores[k] = this.automatic.rewardAt(scores[k]!);
      return scores;
    }
    const regressor = this.tables[table]!;
    this.#terms.scoreAll(regressor.weights, example, slot, scores);
    for (let k = 0; k < scores.length; k++) scores[k] = regressor.clip(scores[k]!);
    return scores;
  }

  /**
   * Probabilities with which each action would be shown, in a view that the next call overwrites. `prices` is the reward that later slots
   * lose with each action (slots.ts).
   */
  probabilities(example: Example, allowed: Allowed, slot = -1, prices?: Float64Array): Float64Array {
    const out = view(this.#shares, example.actionCount);
    const { explorer } = this.policy;
    if (this.count === 0 || (explorer.kind === 'first' && this.count < explorer.count)) {
      uniform(allowed, out);
      return out;
    }
    switch (explorer.kind) {
      case 'automatic':
        this.#explore(example, slot, allowed, explorer.spread, prices, out);
        if (explorer.cap < 1 && this.count >= WARM_UP_EVENTS) capExploration(capBeforeFloor(explorer, countAllowed(allowed)), out);
        break;
      case 'squarecb':
        inverseGap(this.scores(example, slot), allowed, this.#gamma(explorer.gammaScale, explorer.gammaExponent), out);
        if (explorer.cap < 1 && this.count >= WARM_UP_EVENTS) capExploration(capBeforeFloor(explorer, countAllowed(allowed)), out);
        break;
      case 'softmax':
        softmax(this.scores(example, slot), allowed, explorer.lambda, out);
        break;
      case 'bag':
      case 'cover':
        this.#vote(example, slot, allowed, this.#voters, out);
        break;
      case 'regcb':
        this.#confident(example, slot, allowed, explorer.mellowness, explorer.optimistic, out);
        break;
      default:
        greedy(this.scores(example, slot), allowed, out);
    }
    if (explorer.epsilon > 0) mixUniform(explorer.epsilon, allowed, out);
    return out;
  }

  /** Decides one event; the draw depends on the event id and, with slots, on the slot. */
  decide(example: Example, eventId: string, allowed: Allowed, slot = -1, prices?: Float64Array): Decision {
    const shares = this.probabilities(example, allowed, slot, prices);
    const probabilities = new Array<number>(shares.length);
    for (let k = 0; k < shares.length; k++) probabilities[k] = shares[k]!;
    return { chosen: pick(shares, Random.of(eventId, slot + 1).next()), probabilities };
  }

  /** Learns one outcome. */
  learn(example: Example, outcome: Outcome): void {
    const { explorer, costType } = this.policy;
    if (this.automatic) {
      const { slot, chosen, probability, reward, part } = outcome;
      const { share, target } = part ?? { share: 1, target: reward };
      const isFirst = part?.isFirst !== false;
      const actions = countAllowed(outcome.allowed);
      this.automatic.learn(example, { slot, chosen, probability, actions, reward, target, share, isNew: isFirst && slot <= 0 });
      if (isFirst) this.count++;
      return;
    }
    clearTopics(example);
    if (explorer.kind === 'bag') {
      const random = Random.of(outcome.eventId, 0x6261);
      for (let v = 0; v < this.#voters; v++) this.#learnTable(this.tables[v]!, example, outcome, random.poisson());
    } else if (explorer.kind === 'cover') this.#learnCover(example, outcome, explorer.psi, explorer.epsilon);
    else if (explorer.kind === 'squarecb' || explorer.kind === 'regcb' || costType === 'dm') this.#learnDirect(example, outcome);
    else this.#learnTable(this.tables[0]!, example, outcome, 1);
    this.count++;
  }

  /** Learns to answer as the baseline did: 1 for its action, 0 for every other allowed one. */
  imitate(example: Example, baseline: number, allowed: Allowed, slot = -1): void {
    if (this.automatic && slot <= 0) this.automatic.note(example);
    this.#annotate(example);
    if (this.automatic)
      for (let k = 0; k < example.actionCount; k++) if (allowed[k]) this.automatic.imitate(example, slot, k, k === baseline);
    for (const table of this.tables) {
      for (let k = 0; k < example.actionCount; k++) if (allowed[k]) this.#regress(table, example, slot, k, k === baseline ? 1 : 0, 1);
    }
    this.count++;
  }

  /** Lists the products behind the score of one action, for explanations. */
  expand(example: Example, action: number, out: Products, slot = -1): void {
    this.#annotate(example);
    this.#terms.expand(example, slot, action, out);
  }

  /** The weight of a listed product in what answers. */
  weight(place: number): number {
    return this.automatic ? this.automatic.posterior.weight(place) : this.tables[this.live]!.weights[place]!;
  }

  /** The server's own exploration: by the odds that an action is better than the one that looks best. */
  #explore(example: Example, slot: number, allowed: Allowed, spread: number, prices: Float64Array | undefined, out: Float64Array): void {
    const automatic = this.automatic!;
    const scores = view(this.#scores, example.actionCount);
    const variances = view(this.#bounds, example.actionCount);
    this.#annotate(example);
    this.#terms.estimateAll(automatic.posterior, example, slot, scores, variances);
    if (prices) for (let k = 0; k < scores.length; k++) scores[k] = automatic.logOddsOf(automatic.rewardAt(scores[k]!) - prices[k]!);
    const events = this.count / Math.max(1, example.slotCount);
    const share = Math.max(MIN_SPREAD, Math.cbrt(SPREAD_EVENTS / (SPREAD_EVENTS + events)));
    uncertain(scores, variances, allowed, spread * share, out);
  }

  #annotate(example: Example): void {
    if (this.automatic) this.automatic.annotate(example);
    else clearTopics(example);
  }

  #gamma(scale: number, exponent: number): number {
    const { min, max } = this.tables[this.live]!;
    const error = this.errorWeight > 0 ? Math.sqrt(this.errors[this.live]! / this.errorWeight) : COIN_ERROR;
    const unit = Math.max(error, MIN_ERROR * (max - min), Number.MIN_VALUE) / COIN_ERROR;
    return (scale * (exponent === 0.5 ? Math.sqrt(this.count) : this.count ** exponent)) / unit;
  }

  #learnDirect(example: Example, outcome: Outcome): void {
    this.#terms.expand(example, outcome.slot, outcome.chosen, this.#products);
    const weight = Math.min(MAX_ERROR_WEIGHT, 1 / (Math.max(outcome.probability, MIN_PROBABILITY) * countAllowed(outcome.allowed)));
    const minError = this.policy.explorer.kind === 'regcb' && this.errorWeight > 0 ? this.errors[0]! / this.errorWeight : 0;
    this.errorWeight = this.errorWeight * ERROR_DISCOUNT + weight;
    for (let t = 0; t < this.tables.length; t++) {
      const error = outcome.reward - this.tables[t]!.learn(this.#products, outcome.reward, 1, minError);
      this.errors[t] = this.errors[t]! * ERROR_DISCOUNT + weight * error * error;
    }
    for (let t = 0; t < this.tables.length; t++) if (this.errors[t]! < this.errors[this.live]!) this.live = t;
  }

  #regress(table: Regressor, example: Example, slot: number, action: number, target: number, importance: number): void {
    this.#terms.expand(example, slot, action, this.#products);
    table.learn(this.#products, target, importance);
  }

  #learnTable(table: Regressor, example: Example, outcome: Outcome, times: number): void {
    if (times === 0) return;
    const { slot, chosen, reward, allowed } = outcome;
    const probability = Math.max(outcome.probability, MIN_PROBABILITY);
    switch (this.policy.costType) {
      case 'dm':
        this.#regress(table, example, slot, chosen, reward, times);
        return;
      case 'mtr':
        this.#regress(table, example, slot, chosen, reward, times / (probability * countAllowed(allowed)));
        return;
      case 'ips':
        for (let k = 0; k < example.actionCount; k++) {
          if (allowed[k]) this.#regress(table, example, slot, k, k === chosen ? reward / probability : 0, times);
        }
        return;
      case 'dr': {
        const estimates = this.#estimateRewards(example, outcome);
        for (let k = 0; k < example.actionCount; k++) if (allowed[k]) this.#regress(table, example, slot, k, estimates[k]!, times);
        return;
      }
      case 'sm':
        this.#climb(table, example, outcome, probability, times);
    }
  }

  /** Doubly robust rewards of all actions: the regressor's guess, corrected where the truth is known. */
  #estimateRewards(example: Example, outcome: Outcome): Float64Array {
    const last = this.tables.length - 1;
    const { slot, chosen, reward } = outcome;
    const estimates = view(this.#votes, example.actionCount);
    estimates.set(this.scores(example, slot, last));
    estimates[chosen]! += (reward - estimates[chosen]!) / Math.max(outcome.probability, MIN_PROBABILITY);
    this.#regress(this.tables[last]!, example, slot, chosen, reward, 1);
    return estimates;
  }

  /** One step of policy gradient on the softmax of the scores. */
  #climb(table: Regressor, example: Example, outcome: Outcome, probability: number, times: number): void {
    const { slot, chosen, reward, allowed } = outcome;
    const scores = view(this.#bounds, example.actionCount);
    const shares = view(this.#votes, example.actionCount);
    scores.set(this.scores(example, slot));
    softmax(scores, allowed, 1, shares);
    for (let k = 0; k < example.actionCount; k++) {
      const slope = ((reward / probability) * shares[chosen]! * ((k === chosen ? 1 : 0) - shares[k]!)) / 2;
      if (allowed[k] && slope !== 0) this.#regress(table, example, slot, k, Math.sign(slope), Math.abs(slope) * times);
    }
  }

  /** Online cover (Agarwal et al. 2014): each voter is paid extra for actions that earlier ones rarely choose. */
  #learnCover(example: Example, outcome: Outcome, psi: number, epsilon: number): void {
    const { slot, allowed } = outcome;
    const rewards = Float64Array.from(this.#estimateRewards(example, outcome));
    const shares = new Float64Array(example.actionCount);
    const minShare = Math.max(epsilon, 1e-3) / countAllowed(allowed);
    for (let v = 0; v < this.#voters; v++) {
      if (v > 0) this.#vote(example, slot, allowed, v, shares);
      for (let k = 0; k < example.actionCount; k++) {
        if (!allowed[k]) continue;
        const bonus = v === 0 ? 0 : (psi * minShare) / (minShare + (1 - minShare) * shares[k]!);
        this.#regress(this.tables[v]!, example, slot, k, rewards[k]! + bonus, 1);
      }
    }
  }

  /** Every voter gives its best action one equal share. */
  #vote(example: Example, slot: number, allowed: Allowed, voters: number, out: Float64Array): void {
    const choice = view(this.#bounds, example.actionCount);
    out.fill(0);
    for (let v = 0; v < voters; v++) {
      greedy(this.scores(example, slot, v), allowed, choice);
      for (let k = 0; k < out.length; k++) out[k]! += choice[k]! / voters;
    }
  }

  /** RegCB: all mass on the best upper bound, or equal shares of the actions that may still be best. */
  #confident(example: Example, slot: number, allowed: Allowed, mellowness: number, optimistic: boolean, out: Float64Array): void {
    const table = this.tables[0]!;
    const scores = this.scores(example, slot);
    const upper = view(this.#bounds, example.actionCount);
    const budget = mellowness * Math.log(this.count + 1);
    let lowest = -Infinity;
    for (let k = 0; k < example.actionCount; k++) {
      if (!allowed[k]) continue;
      this.#terms.expand(example, slot, k, this.#products);
      const sensitivity = table.sensitivity(this.#products);
      upper[k] = upperBound(scores[k]!, table.max, sensitivity, budget);
      lowest = Math.max(lowest, -upperBound(-scores[k]!, -table.min, sensitivity, budget));
    }
    if (optimistic) {
      greedy(upper, allowed, out);
      return;
    }
    const possible = Uint8Array.from(allowed, (may, k) => (may && upper[k]! >= lowest ? 1 : 0));
    uniform(possible, out);
  }
}

/** A scratch array of the length asked for, made once per length. */
function view(arrays: Float64Array[], length: number): Float64Array {
  return (arrays[length] ??= new Float64Array(length));
}

/** The cap that leaves the whole within its own after the floor is mixed in. */
function capBeforeFloor(explorer: { readonly cap: number; readonly epsilon: number }, actions: number): number {
  if (explorer.epsilon >= 1) return 0;
  return Math.max(0, (explorer.cap - (explorer.epsilon * (actions - 1)) / actions) / (1 - explorer.epsilon));
}

/** Order in which a ranking lists its actions: by probability, forbidden ones at their own index. Sorted by insertion: there are few. */
export function rankingOrder(decision: Decision, allowed: Allowed): number[] {
  const { probabilities } = decision;
  const order: number[] = [];
  for (let k = 0; k < probabilities.length; k++) {
    let at = order.push(k) - 1;
    if (!allowed[k]) continue;
    for (let before = at - 1; before >= 0; before--) {
      if (!allowed[before]) continue;
      if (probabilities[order[before]!]! >= probabilities[k]!) break;
      order[at] = order[before]!;
      at = before;
    }
    order[at] = k;
  }
  return order;
}

/** The mask of allowed actions. */
export function allowAllBut(actions: readonly { readonly id: string }[], excluded: readonly string[] | null = null): Allowed {
  const allowed = new Uint8Array(actions.length).fill(1);
  for (const id of excluded ?? []) {
    const k = actions.findIndex((action) => action.id === id);
    if (k >= 0) allowed[k] = 0;
  }
  return allowed;
}
