/** Logistic regression on named features with AdaGrad; the order of examples is seeded. */
import type { SeededRandom } from './seeded-random.ts';

export interface Example {
  features: Readonly<Record<string, number>>;
  right: boolean;
}

export function fitLogisticRegression(
  examples: readonly Example[],
  random: SeededRandom,
  { passes = 12, rate = 0.3, shrink = 3e-4 } = {},
): Record<string, number> {
  const weights = new Map<string, number>();
  const squares = new Map<string, number>();
  const order = examples.map((_, i) => i);
  for (let pass = 0; pass < passes; pass++) {
    for (let i = order.length - 1; i > 0; i--) {
      const k = Math.floor(random.next() * (i + 1));
      [order[i], order[k]] = [order[k]!, order[i]!];
    }
    for (const i of order) {
      const { features, right } = examples[i]!;
      const entries = Object.entries(features);
      const score = entries.reduce((sum, [name, value]) => sum + (weights.get(name) ?? 0) * value, 0);
      const error = 1 / (1 + Math.exp(-score)) - Number(right);
      for (const [name, value] of entries) {
        const weight = weights.get(name) ?? 0;
        const gradient = error * value + shrink * weight;
        const square = (squares.get(name) ?? 1e-4) + gradient * gradient;
        squares.set(name, square);
        weights.set(name, weight - (rate * gradient) / Math.sqrt(square));
      }
    }
  }
  return Object.fromEntries(
    [...weights]
      .filter(([, weight]) => Math.abs(weight) >= 0.02)
      .map(([name, weight]) => [name, Math.round(weight * 1000) / 1000] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
