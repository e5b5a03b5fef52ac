/**
 * Feature importance: how much value a trained policy loses when it cannot see a feature.
 *
 * One pass over a log. For every event and every feature name in it, the event is decided again with the
 * feature's values set to 0, and the doubly robust value of that decision is compared with the value of
 * the full one; both use the full model's reward predictions. Losses are averaged and scaled so that the
 * largest is 1; a feature that helps nothing has 0. The model learns each event after it was judged.
 * Cost: one decision per event and feature. For a true leave-one-out, replay with `without`.
 */
import type { Example } from '../features/example.ts';
import { hideFeature } from '../features/example.ts';
import { Model } from '../model.ts';
import type { Policy } from '../policy.ts';
import type { LoggedEvent } from './replay.ts';

/** A feature as `namespace.name`, and its share of the largest loss, 0 to 1. */
export type FeatureImportance = { readonly name: string; readonly score: number };

export class ImportanceMeter {
  readonly #model: Model;
  readonly #losses = new Map<string, number>();

  constructor(policy: Policy) {
    this.#model = new Model(policy);
  }

  /** Adds one event, read with names. Events must come in the order of the log. */
  add(example: Example, event: LoggedEvent): void {
    const rewards = Float64Array.from(this.#model.scores(example, event.slot));
    const whole = this.#value(example, event, rewards);
    for (const name of featureNames(example)) {
      const restore = hideFeature(example, name);
      this.#losses.set(name, (this.#losses.get(name) ?? 0) + whole - this.#value(example, event, rewards));
      restore();
    }
    this.#model.learn(example, event);
  }

  /** Features by importance, largest first. */
  result(): FeatureImportance[] {
    const largest = Math.max(1e-12, ...this.#losses.values());
    return [...this.#losses]
      .map(([name, loss]) => ({ name, score: Math.max(0, loss) / largest }))
      .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  }

  #value(example: Example, event: LoggedEvent, rewards: Float64Array): number {
    const shares = this.#model.probabilities(example, event.allowed, event.slot);
    let value = 0;
    for (let k = 0; k < shares.length; k++) value += shares[k]! * rewards[k]!;
    return value + (shares[event.chosen]! / Math.max(event.probability, 1e-6)) * (event.reward - rewards[event.chosen]!);
  }
}

function featureNames(example: Example): Set<string> {
  return new Set([...(example.context.names ?? []), ...(example.slots.names ?? []), ...(example.actions.names ?? [])]);
}
