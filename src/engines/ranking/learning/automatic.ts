/**
 * Learning without settings: features normalized online (features/scales.ts), a posterior of the log-odds (posterior.ts), and the range of
 * rewards in which 0 and 1 of the logistic curve lie. The range starts at 0 to 1 and grows to the next of ±1, ±2, ±4…; weights are then
 * converted so that predictions near the mean reward stay.
 */
import type { Example } from '../features/example.ts';
import { Frequencies } from './frequencies.ts';
import { Scales } from '../features/scales.ts';
import { Products } from './products.ts';
import { CONSTANT_HASH, Terms } from './terms.ts';
import type { Policy } from '../policy.ts';
import { Posterior, sigmoid } from './posterior.ts';
import { Topics } from './topics.ts';

const MAX_ERROR_WEIGHT = 4;
const MIN_PROBABILITY = 1e-6;
/** Predictions are kept this far from the ends of the range where log-odds are taken. */
const MARGIN = 1e-3;

/** An event, or a share of one whose reward may still come (join.ts). */
export type Lesson = {
  readonly slot: number;
  readonly chosen: number;
  readonly probability: number;
  readonly actions: number;
  readonly reward: number;
  readonly target: number;
  readonly share: number;
  /** Whether the event was not learned from before, in another slot or in part. */
  readonly isNew: boolean;
};

export class Automatic {
  readonly posterior: Posterior;
  readonly scales = new Scales();
  readonly topics = new Topics();
  readonly frequencies = new Frequencies();
  readonly terms: Terms;
  min = 0;
  max = 1;
  meanReward = 0;
  lessons = 0;
  readonly #products = new Products();

  constructor(policy: Policy) {
    this.posterior = new Posterior(policy.bits);
    this.terms = new Terms(policy, this.scales);
  }

  get bytes(): number {
    return this.posterior.bytes + this.topics.bytes + this.frequencies.bytes;
  }

  /** The expected reward at given log-odds. */
  rewardAt(logOdds: number): number {
    return this.min + (this.max - this.min) * sigmoid(logOdds);
  }

  /** The log-odds of an expected reward, kept within the range. */
  logOddsOf(reward: number): number {
    const p = Math.min(1 - MARGIN, Math.max(MARGIN, (reward - this.min) / (this.max - this.min)));
    return Math.log(p / (1 - p));
  }

  learn(example: Example, { slot, chosen, probability, actions, reward, target, share, isNew }: Lesson): void {
    this.#widen(reward);
    if (isNew) this.note(example);
    this.meanReward += (reward - this.meanReward) / ++this.lessons;
    this.#noteScales(example, slot, chosen);
    const errorWeight = Math.min(MAX_ERROR_WEIGHT, 1 / (Math.max(probability, MIN_PROBABILITY) * actions));
    this.#regress(example, slot, chosen, (target - this.min) / (this.max - this.min), share, errorWeight);
  }

  /** Learns what occurs in an example, rewarded or not. */
  note(example: Example): void {
    this.topics.learn(example);
    this.frequencies.note(example);
  }

  /** Writes what is known of an example's features into its rows, for all actions or one. */
  annotate(example: Example, action?: number): void {
    this.topics.annotate(example);
    this.frequencies.share(example, action);
  }

  /** Learns that an action was, or was not, the one to imitate. */
  imitate(example: Example, slot: number, action: number, isBaseline: boolean): void {
    this.#noteScales(example, slot, action);
    this.#regress(example, slot, action, isBaseline ? 1 : 0, 1, 1);
  }

  #regress(example: Example, slot: number, action: number, target: number, share: number, errorWeight: number): void {
    this.annotate(example, action);
    this.terms.expand(example, slot, action, this.#products);
    this.posterior.learn(this.#products, target, share, errorWeight);
  }

  #noteScales({ context, slots, actions, slotStarts, actionStarts }: Example, slot: number, action: number): void {
    const { scales } = this;
    for (let i = 0; i < context.count; i++) scales.note(context.hashes[i]!, context.values[i]!);
    if (slot >= 0) for (let i = slotStarts[slot]!; i < slotStarts[slot + 1]!; i++) scales.note(slots.hashes[i]!, slots.values[i]!);
    for (let i = actionStarts[action]!; i < actionStarts[action + 1]!; i++) scales.note(actions.hashes[i]!, actions.values[i]!);
  }

  #widen(reward: number): void {
    if (reward >= this.min && reward <= this.max) return;
    const before = this.logOddsOf(this.meanReward);
    const slope = this.#slopeAt(before);
    while (reward < this.min) this.min = this.min === 0 ? -1 : 2 * this.min;
    while (reward > this.max) this.max *= 2;
    const after = this.logOddsOf(this.meanReward);
    const ratio = slope / this.#slopeAt(after);
    this.posterior.rescale(ratio, CONSTANT_HASH, after - ratio * before);
  }

  /** Reward per unit of log-odds. */
  #slopeAt(logOdds: number): number {
    const p = sigmoid(logOdds);
    return (this.max - this.min) * p * (1 - p);
  }
}
