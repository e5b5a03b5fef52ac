/**
 * Counterfactual replay: what other policies would have earned on a log, all in one pass over it.
 *
 * Every candidate starts from a blank model and meets the events in order: it first states its probabilities, is credited by importance
 * weight (value.ts, service-estimate.ts), and only then learns the event. So each event is judged by a model that has not seen it; the same
 * holds for the reward model behind the estimates. An event is read and hashed once for all candidates. Beside them run three that need no
 * model: what was shown (online), the baseline action, and equal chances. Cost: one decision and one learning step per event and candidate.
 */
import type { Example } from '../features/example.ts';
import { hideFeature } from '../features/example.ts';
import type { Allowed } from '../decisions/explore.ts';
import { uniform } from '../decisions/explore.ts';
import { Model } from '../model.ts';
import type { Policy } from '../policy.ts';
import { RewardModel, evidenceOf, evidenceOfAction } from './reward-model.ts';
import { ServiceEstimate } from './service-estimate.ts';
import { addEvidence, noValueSums } from './value.ts';
import type { Evidence, ValueSums } from './value.ts';

/** A decision of the past with its reward. */
export type LoggedEvent = {
  readonly eventId: string;
  readonly atMs: number;
  readonly slot: number;
  readonly chosen: number;
  readonly probability: number;
  /** Of every action. */
  readonly probabilities: readonly number[];
  readonly reward: number;
  readonly baseline: number;
  readonly allowed: Allowed;
};

/** A policy to try; `without` leaves one feature (`namespace.name`) out of all it sees. */
export type Candidate = { readonly name: string; readonly policy: Policy; readonly without?: string };

/** A policy's estimates: over all, and over spans of equal length by their start. */
export class Track {
  readonly service = new ServiceEstimate();
  readonly value = noValueSums();
  readonly windows = new Map<number, { readonly service: ServiceEstimate; readonly value: ValueSums }>();
  readonly #windowMs: number;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  add(atMs: number, evidence: Evidence): void {
    const start = Math.floor(atMs / this.#windowMs) * this.#windowMs;
    let window = this.windows.get(start);
    if (!window) this.windows.set(start, (window = { service: new ServiceEstimate(), value: noValueSums() }));
    for (const { service, value } of [this, window]) {
      service.add(evidence.weight, evidence.reward);
      addEvidence(value, evidence);
    }
  }
}

/** The interface reports spans of five minutes. */
const WINDOW_MS = 5 * 60 * 1000;

export class Replay {
  readonly online: Track;
  readonly baseline: Track;
  readonly random: Track;
  readonly candidates: readonly { readonly candidate: Candidate; readonly model: Model; readonly track: Track }[];
  readonly #rewards = new RewardModel();

  constructor(candidates: readonly Candidate[], windowMs = WINDOW_MS) {
    this.online = new Track(windowMs);
    this.baseline = new Track(windowMs);
    this.random = new Track(windowMs);
    this.candidates = candidates.map((candidate) => ({ candidate, model: new Model(candidate.policy), track: new Track(windowMs) }));
  }

  /** Judges every candidate on one event, then lets it learn. Events must come in the order of the log. */
  add(example: Example, event: LoggedEvent): void {
    const { atMs, slot, allowed, chosen } = event;
    const predictions = this.#rewards.predict(example, slot);
    const prediction = predictions[chosen]!;
    this.online.add(atMs, { reward: event.reward, prediction, weight: 1, expected: prediction, rarity: 1, unseen: 0 });
    this.baseline.add(atMs, evidenceOfAction(event.baseline, event, predictions));
    const equal = new Float64Array(example.actionCount);
    uniform(allowed, equal);
    this.random.add(atMs, evidenceOf(equal, event, predictions));
    for (const { candidate, model, track } of this.candidates) {
      const restore = candidate.without === undefined ? undefined : hideFeature(example, candidate.without);
      track.add(atMs, evidenceOf(model.probabilities(example, allowed, slot), event, predictions));
      model.learn(example, event);
      restore?.();
    }
    this.#rewards.learn(example, event);
  }
}
