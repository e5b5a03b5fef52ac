/**
 * Contextual bandits as Vowpal Wabbit 9 runs them (`--cb_explore_adf`, `--ccb_explore_adf`): our own re-implementation from its
 * published algorithms; the original package was not available where this was measured. Costs are negative rewards. `mtr` weights an event
 * by 1/(p·K); SquareCB and RegCB take the same path with p = 1, so that they weight it by 1/K.
 */
import type { PeerRound, Interactions } from './features.ts';
import { expand } from './features.ts';
import { Regression, newProducts } from './regression.ts';

type Exploration =
  | { readonly kind: 'epsilon'; readonly epsilon: number }
  | { readonly kind: 'first'; readonly count: number }
  | { readonly kind: 'bag'; readonly size: number; readonly epsilon: number }
  | { readonly kind: 'cover'; readonly size: number; readonly psi: number; readonly epsilon: number }
  | { readonly kind: 'squarecb'; readonly gamma: number }
  /** `regcbopt` shows the action with the least bound, `regcb` draws among those that may still be best. */
  | { readonly kind: 'regcbopt' | 'regcb'; readonly mellowness: number };

export type PeerSettings = {
  readonly name: string;
  readonly exploration: Exploration;
  readonly type: 'mtr' | 'ips' | 'dr';
  readonly interactions: Interactions;
  readonly rate?: number;
  readonly power?: number;
};

const BITS = 18;
const [MIN_COST, MAX_COST] = [-1, 0];

export class Peer {
  readonly #settings: PeerSettings;
  readonly #policies: Regression[];
  /** Predicts costs for doubly robust estimates. */
  readonly #costs: Regression;
  readonly #products = newProducts();
  #events = 0;
  #actions = 0;

  constructor(settings: PeerSettings) {
    const options = { rate: settings.rate ?? 0.5, power: settings.power ?? 0.5, bits: BITS };
    const { exploration } = settings;
    const size = exploration.kind === 'bag' || exploration.kind === 'cover' ? exploration.size : 1;
    this.#settings = settings;
    this.#policies = Array.from({ length: size }, () => new Regression(options));
    this.#costs = new Regression(options);
  }

  /** Probabilities of all actions; those in `used` have none. */
  probabilities(round: PeerRound, slot: number, used: Uint8Array): Float64Array {
    const { exploration } = this.#settings;
    const open = openActions(used);
    const out = new Float64Array(used.length);
    const share = (actions: readonly number[], mass: number): void => {
      for (const k of actions) out[k] = out[k]! + mass / actions.length;
    };
    switch (exploration.kind) {
      case 'epsilon':
        share(lowest(this.#predict(this.#policies[0]!, round, slot, open), open), 1 - exploration.epsilon);
        share(open, exploration.epsilon);
        break;
      case 'first':
        share(this.#events < exploration.count ? open : lowest(this.#predict(this.#policies[0]!, round, slot, open), open), 1);
        break;
      case 'bag':
      case 'cover':
        for (const policy of this.#policies) share(lowest(this.#predict(policy, round, slot, open), open), 1 / this.#policies.length);
        for (const k of open) out[k] = (1 - exploration.epsilon) * out[k]!;
        share(open, exploration.epsilon);
        break;
      case 'squarecb': {
        const costs = this.#predict(this.#policies[0]!, round, slot, open);
        const best = lowest(costs, open);
        const gamma = exploration.gamma * Math.sqrt(this.#events + 1);
        for (const k of open) if (!best.includes(k)) out[k] = 1 / (open.length + gamma * (costs[k]! - costs[best[0]!]!));
        share(best, 1 - out.reduce((a, b) => a + b, 0));
        break;
      }
      case 'regcbopt':
        share(lowest(this.#bounds(round, slot, open, exploration).least, open), 1);
        break;
      case 'regcb': {
        const { least, most } = this.#bounds(round, slot, open, exploration);
        const limit = Math.min(...open.map((k) => most[k]!));
        share(
          open.filter((k) => least[k]! <= limit),
          1,
        );
      }
    }
    return out;
  }

  learn(
    round: PeerRound,
    slot: number,
    used: Uint8Array,
    shown: { chosen: number; probability: number; reward: number; bags: number[] },
  ): void {
    const { exploration, type } = this.#settings;
    const open = openActions(used);
    const cost = -shown.reward;
    this.#events++;
    this.#actions += open.length;
    const perAction = this.#events / this.#actions;
    const weightless = ['squarecb', 'regcbopt', 'regcb'].includes(exploration.kind);
    const regress = (policy: Regression, k: number, target: number, weight: number): void => {
      expand(round, slot, k, this.#settings.interactions, BITS, this.#products);
      policy.learn(this.#products, target, weight);
    };
    const estimates = type === 'mtr' && exploration.kind !== 'cover' ? null : this.#estimateCosts(round, slot, open, shown);
    this.#policies.forEach((policy, p) => {
      if (exploration.kind === 'cover' && p > 0) return;
      const times = exploration.kind === 'bag' ? shown.bags[p]! : 1;
      for (let t = 0; t < times; t++) {
        if (type === 'mtr') regress(policy, shown.chosen, cost, (weightless ? 1 : 1 / shown.probability) * perAction);
        else for (const k of open) regress(policy, k, estimates![k]!, 1);
      }
    });
    if (exploration.kind !== 'cover') return;
    const votes = new Float64Array(used.length);
    const least = Math.min(1 / open.length, 1 / Math.sqrt(this.#events * open.length));
    for (let p = 0; p < this.#policies.length; p++) {
      if (p > 0) {
        const mass = open.reduce((sum, k) => sum + Math.max(votes[k]!, least), 0);
        for (const k of open) {
          const bonus = (exploration.psi * least) / (Math.max(votes[k]!, least) / mass);
          regress(this.#policies[p]!, k, estimates![k]! - bonus + 1, 1);
        }
      }
      const best = lowest(this.#predict(this.#policies[p]!, round, slot, open), open);
      for (const k of best) votes[k] = votes[k]! + 1 / (this.#policies.length * best.length);
    }
  }

  /** Costs of all actions: by importance weight, or doubly robust. */
  #estimateCosts(
    round: PeerRound,
    slot: number,
    open: readonly number[],
    shown: { chosen: number; probability: number; reward: number },
  ): Float64Array {
    const { chosen, probability, reward } = shown;
    if (this.#settings.type === 'ips') {
      const costs = new Float64Array(round.actions.length);
      costs[chosen] = -reward / probability;
      return costs;
    }
    const costs = this.#predict(this.#costs, round, slot, open).map((cost) => this.#costs.limited(cost));
    costs[chosen] = costs[chosen]! + (-reward - costs[chosen]!) / probability;
    expand(round, slot, chosen, this.#settings.interactions, BITS, this.#products);
    this.#costs.learn(this.#products, -reward, 1);
    return costs;
  }

  #predict(policy: Regression, round: PeerRound, slot: number, open: readonly number[]): Float64Array {
    const costs = new Float64Array(round.actions.length);
    for (const k of open) {
      expand(round, slot, k, this.#settings.interactions, BITS, this.#products);
      costs[k] = policy.predict(this.#products);
    }
    return costs;
  }

  /** RegCB (Foster et al. 2018): the least and, if asked for, the highest cost that an imagined example could claim within the budget. */
  #bounds(
    round: PeerRound,
    slot: number,
    open: readonly number[],
    { kind, mellowness }: { readonly kind: 'regcbopt' | 'regcb'; readonly mellowness: number },
  ): { least: Float64Array; most: Float64Array } {
    const policy = this.#policies[0]!;
    const least = new Float64Array(round.actions.length);
    const most = new Float64Array(round.actions.length);
    const budget = mellowness * Math.log(open.length * Math.max(1, this.#events)) * (MAX_COST - MIN_COST) ** 2;
    const within = (cost: number): number => Math.min(MAX_COST, Math.max(MIN_COST, cost));
    for (const k of open) {
      expand(round, slot, k, this.#settings.interactions, BITS, this.#products);
      const cost = policy.predict(this.#products);
      const down = policy.sensitivity(this.#products, MIN_COST - 1, cost);
      least[k] = cost < MIN_COST ? MIN_COST : within(cost - down * largestWeight(cost - MIN_COST + 1, budget, down));
      if (kind === 'regcbopt') continue;
      const up = policy.sensitivity(this.#products, MAX_COST + 1, cost);
      most[k] = cost > MAX_COST ? MAX_COST : within(cost + up * largestWeight(MAX_COST + 1 - cost, budget, up));
    }
    return { least, most };
  }
}

function largestWeight(distance: number, budget: number, sensitivity: number): number {
  const most = distance / sensitivity;
  if (most * distance * distance <= budget) return most;
  let [low, high] = [0, most];
  while (high - low > 1e-6 * Math.max(1, most)) {
    const weight = (low + high) / 2;
    if (weight * (distance ** 2 - (distance - sensitivity * weight) ** 2) > budget) high = weight;
    else low = weight;
  }
  return low;
}

function openActions(used: Uint8Array): number[] {
  const open: number[] = [];
  used.forEach((taken, k) => {
    if (!taken) open.push(k);
  });
  return open;
}

function lowest(costs: Float64Array, open: readonly number[]): number[] {
  let least = Infinity;
  for (const k of open) least = Math.min(least, costs[k]!);
  return open.filter((k) => costs[k] === least);
}
