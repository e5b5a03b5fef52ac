/**
 * Counterfactual replay: what other policies would have earned on a log, all in one pass over it.
 *
 * Every candidate starts from a blank model and meets the events in order: it first states its
 * probabilities, is credited by importance weight (see estimate.ts), and only then learns the event.
 * So each event is judged by a model that has not seen it. An event is read and hashed once for all
 * candidates. Beside them run three that need no model: what was shown (online), the baseline action, and
 * equal chances. Cost: one decision and one learning step per event and candidate.
 */
import { Estimate } from './estimate.ts';
import type { Example } from '../features/example.ts';
import { hideFeature } from '../features/example.ts';
import type { Allowed } from '../decisions/explore.ts';
import { countAllowed } from '../decisions/explore.ts';
import { Model } from '../model.ts';
import type { Policy } from '../policy.ts';

/** A decision of the past with its reward. */
export type LoggedEvent = {
  readonly eventId: string;
  readonly atMs: number;
  readonly slot: number;
  readonly chosen: number;
  readonly probability: number;
  readonly reward: number;
  readonly baseline: number;
  readonly allowed: Allowed;
};

/** A policy to try; `without` leaves one feature (`namespace.name`) out of all it sees. */
export type Candidate = { readonly name: string; readonly policy: Policy; readonly without?: string };

/** A policy's estimates: over all, and over spans of equal length by their start. */
export class Track {
  readonly total = new Estimate();
  readonly windows = new Map<number, Estimate>();
  readonly #windowMs: number;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  add(atMs: number, weight: number, reward: number, correction: number): void {
    const start = Math.floor(atMs / this.#windowMs) * this.#windowMs;
    let window = this.windows.get(start);
    if (!window) this.windows.set(start, (window = new Estimate()));
    window.add(weight, reward, correction);
    this.total.add(weight, reward, correction);
  }
}

/** The interface reports spans of five minutes. */
const WINDOW_MS = 5 * 60 * 1000;

export class Replay {
  readonly online: Track;
  readonly baseline: Track;
  readonly random: Track;
  readonly candidates: readonly { readonly candidate: Candidate; readonly model: Model; readonly track: Track }[];

  constructor(candidates: readonly Candidate[], windowMs = WINDOW_MS) {
    this.online = new Track(windowMs);
    this.baseline = new Track(windowMs);
    this.random = new Track(windowMs);
    this.candidates = candidates.map((candidate) => ({ candidate, model: new Model(candidate.policy), track: new Track(windowMs) }));
  }

  /** Judges every candidate on one event, then lets it learn. Events must come in the order of the log. */
  add(example: Example, event: LoggedEvent): void {
    const { atMs, slot, chosen, reward, allowed } = event;
    const probability = event.probability > 0 ? event.probability : 1;
    this.online.add(atMs, 1, reward, 0);
    this.baseline.add(atMs, chosen === event.baseline ? 1 / probability : 0, reward, 0);
    this.random.add(atMs, 1 / (countAllowed(allowed) * probability), reward, 0);
    for (const { candidate, model, track } of this.candidates) {
      const restore = candidate.without === undefined ? undefined : hideFeature(example, candidate.without);
      const { weight, correction } = judge(model, example, chosen, probability, allowed, slot);
      track.add(atMs, weight, reward, correction);
      model.learn(example, event);
      restore?.();
    }
  }
}

/** Importance weight of the shown action and the doubly robust correction, under a model as it stands. */
function judge(
  model: Model,
  example: Example,
  chosen: number,
  probability: number,
  allowed: Allowed,
  slot: number,
): { weight: number; correction: number } {
  const shares = model.probabilities(example, allowed, slot);
  const weight = shares[chosen]! / probability;
  if (model.policy.costType === 'sm') return { weight, correction: 0 };
  const scores = model.scores(example, slot);
  let expected = 0;
  for (let k = 0; k < shares.length; k++) expected += shares[k]! * scores[k]!;
  return { weight, correction: expected - weight * scores[chosen]! };
}
