/**
 * The reward model behind estimates: predicts the reward of every action, and learns an event only after it was judged. It is the
 * server's own learner for all policies, whatever the loop's learning settings, so that the same events give the same estimates everywhere.
 */
import type { Example } from '../features/example.ts';
import { Model } from '../model.ts';
import type { Outcome } from '../model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy } from '../policy.ts';
import type { Evidence } from './value.ts';

export class RewardModel {
  readonly #model = new Model(parsePolicy(DEFAULT_ARGUMENTS));

  /** Predicted rewards of all actions, in a view that the next call overwrites. */
  predict(example: Example, slot: number): Float64Array {
    return this.#model.scores(example, slot);
  }

  learn(example: Example, outcome: Outcome): void {
    this.#model.learn(example, outcome);
  }
}

/** A decision with the probability of every action, and its reward. */
export interface Judged {
  readonly chosen: number;
  readonly probabilities: readonly number[];
  readonly reward: number;
}

/** Evidence about a policy that shows the actions with these probabilities. */
export function evidenceOf(shares: ArrayLike<number>, { chosen, probabilities, reward }: Judged, predictions: ArrayLike<number>): Evidence {
  let [expected, rarity, rarityQ, unseen] = [0, 0, 0, 0];
  for (let k = 0; k < probabilities.length; k++) {
    const share = shares[k]!;
    if (share === 0) continue;
    expected += share * predictions[k]!;
    const probability = probabilities[k]!;
    if (probability > 0) {
      rarity += (share * share) / probability;
      rarityQ += (share * share * predictions[k]!) / probability;
    } else unseen += share;
  }
  const shown = probabilities[chosen]!;
  const weight = shown > 0 ? shares[chosen]! / shown : 0;
  return { reward, prediction: predictions[chosen]!, weight, expected, rarity, rarityQ, unseen };
}

/** Evidence about always showing one action. */
export function evidenceOfAction(action: number, { chosen, probabilities, reward }: Judged, predictions: ArrayLike<number>): Evidence {
  const probability = probabilities[action] ?? 0;
  return {
    reward,
    prediction: predictions[chosen]!,
    weight: chosen === action && probability > 0 ? 1 / probability : 0,
    expected: predictions[action] ?? 0,
    rarity: probability > 0 ? 1 / probability : 0,
    unseen: probability > 0 ? 0 : 1,
  };
}
