/**
 * Several slots on one page: slots are filled in order, and an action is used at most once.
 *
 * Each slot is one decision whose context is the request's plus the slot's own features. An action that
 * would leave a later slot without any candidate is kept from earlier slots: one matching of the later
 * slots to the free actions is found by augmenting paths (Kuhn), and an action is safe if that matching
 * does without it or can be repaired. Invariant: if every slot can be filled at all, every slot is.
 *
 * Under the default settings a slot looks ahead: an action costs what the later slot that needs it most would lose with it, the distance
 * between its predicted reward there and the next best one's, less what the later slots gain if it is shown before them
 * (learning/before.ts). Without that, an early slot takes the action that a later one needs.
 * Cost: nothing beyond the decisions when each slot has as many candidates as there are slots; else at
 * most slots² · actions² steps.
 */
import type { Example } from '../features/example.ts';
import type { Allowed } from './explore.ts';
import { countAllowed } from './explore.ts';
import type { Decision, Model } from '../model.ts';

/** A slot's decision with the actions that were open to it, which learning needs again. */
export type SlotDecision = Decision & { readonly allowed: Allowed };

/** Fills every slot of the example; throws RangeError if the exclusions make that impossible. */
export function decideSlots(model: Model, example: Example, eventId: string, allowed: readonly Allowed[]): SlotDecision[] {
  const used = new Uint8Array(example.actionCount);
  example.shown = [];
  const looksAhead = model.automatic !== null && model.count > 0 && allowed.length > 1;
  const rewards = looksAhead ? allowed.map((_, slot) => Float64Array.from(model.scores(example, slot))) : [];
  return allowed.map((mask, slot) => {
    const open = openActions(mask, allowed.slice(slot + 1), used);
    if (countAllowed(open) === 0) throw new RangeError(`no action is left for slot ${slot}`);
    const prices = looksAhead ? laterPrices(rewards.slice(slot + 1), allowed.slice(slot + 1), used) : undefined;
    if (prices) subtractGains(model, example, { slot, later: allowed.slice(slot + 1), used }, prices);
    const decision = model.decide(example, eventId, open, slot, prices);
    used[decision.chosen] = 1;
    example.shown.push(decision.chosen);
    return { ...decision, allowed: open };
  });
}

/** What the later slots would lose without each action. */
function laterPrices(rewards: readonly Float64Array[], later: readonly Allowed[], used: Uint8Array): Float64Array {
  const prices = new Float64Array(used.length);
  rewards.forEach((predicted, slot) => {
    let [best, second] = [-1, -1];
    for (let k = 0; k < predicted.length; k++) {
      if (!later[slot]![k] || used[k]) continue;
      if (best < 0 || predicted[k]! > predicted[best]!) [best, second] = [k, best];
      else if (second < 0 || predicted[k]! > predicted[second]!) second = k;
    }
    if (second >= 0) prices[best] = Math.max(prices[best]!, predicted[best]! - predicted[second]!);
  });
  return prices;
}

/** After this many learned slots a predicted gain counts half; early ones are mostly chance. */
const HALF_TRUSTED = 15_000;
/** Bounds the work: products of features to predict the later slots after every action. */
const MAX_PRODUCTS = 50_000;

/** Lowers the price of an action by what the later slots gain if it is shown before them. */
function subtractGains(
  model: Model,
  example: Example,
  { slot, later, used }: { slot: number; later: readonly Allowed[]; used: Uint8Array },
  prices: Float64Array,
): void {
  if (later.length * prices.length * example.actions.count * (1 + example.context.count) > MAX_PRODUCTS) return;
  const trust = model.count / (model.count + HALF_TRUSTED);
  later.forEach((mask, i) => {
    const predict = (): Float64Array => model.scores(example, slot + 1 + i);
    const bestWithout = (action: number, predicted: Float64Array): number => {
      let best = -Infinity;
      for (let k = 0; k < predicted.length; k++) if (mask[k] && !used[k] && k !== action) best = Math.max(best, predicted[k]!);
      return best;
    };
    const predicted = Float64Array.from(predict());
    for (let k = 0; k < prices.length; k++) {
      if (used[k]) continue;
      example.shown.push(k);
      const gain = bestWithout(k, predict()) - bestWithout(k, predicted);
      example.shown.pop();
      if (Number.isFinite(gain)) prices[k]! -= trust * gain;
    }
  });
}

/** The actions a slot may show, given the masks of the slots after it and the actions used before it. */
export function openActions(mask: Allowed, later: readonly Allowed[], used: Uint8Array): Allowed {
  const open = mask.map((may, k) => (may && !used[k] ? 1 : 0));
  const free = later.map((other) => other.map((may, k) => (may && !used[k] ? 1 : 0)));
  if (free.every((other) => countAllowed(other) > later.length)) return open;
  const owner = new Int32Array(mask.length).fill(-1);
  for (let s = 0; s < free.length; s++) if (!assignAction(s, free, owner, new Uint8Array(mask.length))) return open.fill(0);
  for (let k = 0; k < open.length; k++) {
    if (!open[k] || owner[k] === -1) continue;
    const repaired = Int32Array.from(owner);
    const barred = new Uint8Array(mask.length);
    barred[k] = 1;
    repaired[k] = -1;
    if (!assignAction(owner[k]!, free, repaired, barred)) open[k] = 0;
  }
  return open;
}

/** Finds an action for a slot, moving other slots where that helps. */
function assignAction(slot: number, free: readonly Uint8Array[], owner: Int32Array, visited: Uint8Array): boolean {
  for (let k = 0; k < visited.length; k++) {
    if (!free[slot]![k] || visited[k]) continue;
    visited[k] = 1;
    if (owner[k] === -1 || assignAction(owner[k]!, free, owner, visited)) {
      owner[k] = slot;
      return true;
    }
  }
  return false;
}

/** The actions that were open to each slot of a decision taken earlier. */
export function openPerSlot(allowed: readonly Allowed[], chosen: readonly number[]): Allowed[] {
  const used = new Uint8Array(allowed[0]?.length ?? 0);
  return allowed.map((mask, slot) => {
    const open = openActions(mask, allowed.slice(slot + 1), used);
    used[chosen[slot]!] = 1;
    return open;
  });
}
