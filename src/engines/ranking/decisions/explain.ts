/**
 * Inference explanation: what each feature, alone or multiplied with another, added to an action's score.
 * A product's share is its weight times its value in the table that answers; shares of one name are
 * summed. The shares of an action and the constant add up to its score before clipping, which under the default settings is the logarithm
 * of the odds of the reward.
 */
import type { Example } from '../features/example.ts';
import type { Model } from '../model.ts';
import { Products } from '../learning/products.ts';

/** A feature as `namespace.name`, or several joined by `^`, and what it added. */
export type FeatureShare = { readonly name: string; readonly score: number };

/** Explains every action of an example that was read with names; largest shares first, at most `maxCount` each. */
export function explain(model: Model, example: Example, slot = -1, maxCount = 100): FeatureShare[][] {
  const products = new Products(true);
  return Array.from({ length: example.actionCount }, (_, action) => {
    model.expand(example, action, products, slot);
    const shares = new Map<string, number>();
    products.labels!.forEach((name, i) => {
      if (name !== '') shares.set(name, (shares.get(name) ?? 0) + model.weight(products.places[i]!) * products.values[i]!);
    });
    return [...shares]
      .map(([name, score]) => ({ name, score }))
      .sort((a, b) => Math.abs(b.score) - Math.abs(a.score) || (a.name < b.name ? -1 : 1))
      .slice(0, maxCount);
  });
}
