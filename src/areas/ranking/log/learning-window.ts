/** Learning metrics of five minutes, as the learner counts them. */
import { evidenceOfAction } from '../../../engines/ranking/evaluation/reward-model.ts';
import type { Judged } from '../../../engines/ranking/evaluation/reward-model.ts';
import { addEvidence, noValueSums } from '../../../engines/ranking/evaluation/value.ts';
import type { ValueSums } from '../../../engines/ranking/evaluation/value.ts';
import type { LearningWindow } from '../model.ts';

/** A window with all counts; windows of older versions lack some. */
export type OpenWindow = LearningWindow & { baselineSums: ValueSums };

/** A decision with its reward. */
export interface CountedDecision extends Judged {
  baseline: number;
  /** Rewards of all actions as the model predicted them before it learned this event. */
  predictions: ArrayLike<number>;
  /** Whether the model agrees with the baseline. */
  matched: boolean;
}

export function newWindow({ startMs, position, mode }: Pick<LearningWindow, 'startMs' | 'position' | 'mode'>): OpenWindow {
  return {
    startMs,
    position,
    mode,
    events: 0,
    reward: 0,
    rewardSquares: 0,
    explored: 0,
    matched: 0,
    matchedReward: 0,
    baselineSums: noValueSums(),
  };
}

export function countDecision(window: OpenWindow, decision: CountedDecision): void {
  const { chosen, probabilities, reward, baseline, predictions, matched } = decision;
  window.events++;
  window.reward += reward;
  window.rewardSquares += reward * reward;
  if (isExplored(chosen, probabilities)) window.explored++;
  if (matched) {
    window.matched++;
    window.matchedReward += reward;
  }
  addEvidence(window.baselineSums, evidenceOfAction(baseline, decision, predictions));
}

/** Whether another action than the most likely one was shown. */
export function isExplored(chosen: number, probabilities: readonly number[]): boolean {
  return probabilities[chosen]! < Math.max(...probabilities);
}
