/**
 * A softmax over the candidates of a field in a document and "none", whose score is 0. The score of a candidate is the sum of
 * weights of its features: weights shared by all fields of the kind, plus what the field differs by, which is kept small so that
 * rare fields rely on what is true of all. In each pass some features are left out at random, so that no single one carries all
 * the weight. AdaGrad; the order of examples is seeded.
 */
import type { SeededRandom } from './seeded-random.ts';

export interface Choice {
  kind: string;
  field: string;
  candidates: readonly { features: readonly string[]; right: boolean }[];
  /** How much the choice counts. */
  weight: number;
}

type FeatureWeights = Record<string, number>;
export interface SoftmaxWeights {
  kinds: Record<string, FeatureWeights>;
  fields: Record<string, FeatureWeights>;
}

interface Slot {
  weight: number;
  squares: number;
}

export interface SoftmaxOptions {
  passes?: number;
  rate?: number;
  /** Penalty on shared weights and on differences of fields. */
  shrinkKinds?: number;
  shrinkFields?: number;
  /** Share of features that is left out. */
  dropout?: number;
}

export function fitSoftmax(
  choices: readonly Choice[],
  random: SeededRandom,
  { passes = 14, rate = 0.25, shrinkKinds = 2e-4, shrinkFields = 2e-3, dropout = 0.12 }: SoftmaxOptions = {},
): SoftmaxWeights {
  const kinds = new Map<string, Map<string, Slot>>();
  const fields = new Map<string, Map<string, Slot>>();
  const order = choices.map((_, i) => i);
  for (let pass = 0; pass < passes; pass++) {
    for (let i = order.length - 1; i > 0; i--) {
      const k = Math.floor(random.next() * (i + 1));
      [order[i], order[k]] = [order[k]!, order[i]!];
    }
    const passRate = rate / (1 + 0.15 * pass);
    for (const i of order) {
      const { kind, field, candidates, weight } = choices[i]!;
      const tables = [tableOf(kinds, kind), tableOf(fields, field)] as const;
      const dropped = new Map<string, boolean>();
      const isDropped = (name: string): boolean => {
        let drop = dropped.get(name);
        if (drop === undefined) {
          drop = name !== 'bias' && random.next() < dropout;
          dropped.set(name, drop);
        }
        return drop;
      };
      const seen = candidates.map(({ features }) => features.filter((name) => !isDropped(name)));
      const scores = seen.map((features) =>
        features.reduce((sum, name) => sum + (tables[0].get(name)?.weight ?? 0) + (tables[1].get(name)?.weight ?? 0), 0),
      );
      const gradients = gradientOf(scores, candidates);
      const byFeature = new Map<string, number>();
      seen.forEach((features, c) => {
        if (Math.abs(gradients[c]!) < 1e-5) return;
        for (const name of features) byFeature.set(name, (byFeature.get(name) ?? 0) + gradients[c]!);
      });
      for (const [name, gradient] of byFeature) {
        step(tables[0], name, weight * gradient, shrinkKinds, passRate);
        step(tables[1], name, weight * gradient, shrinkFields, passRate);
      }
    }
  }
  return { kinds: toRecords(kinds), fields: toRecords(fields) };
}

/** Derivative of the log-likelihood that one of the right candidates, or none, is chosen. */
function gradientOf(scores: readonly number[], candidates: readonly { right: boolean }[]): number[] {
  const greatest = Math.max(0, ...scores);
  const exps = scores.map((score) => Math.exp(score - greatest));
  const total = Math.exp(-greatest) + exps.reduce((sum, value) => sum + value, 0);
  const right = exps.reduce((sum, value, i) => sum + (candidates[i]!.right ? value : 0), 0);
  return exps.map((value, i) => value / total - (candidates[i]!.right && right > 0 ? value / right : 0));
}

function tableOf(tables: Map<string, Map<string, Slot>>, name: string): Map<string, Slot> {
  let table = tables.get(name);
  if (table === undefined) tables.set(name, (table = new Map()));
  return table;
}

function step(table: Map<string, Slot>, name: string, gradient: number, shrink: number, rate: number): void {
  let slot = table.get(name);
  if (slot === undefined) table.set(name, (slot = { weight: 0, squares: 0.05 }));
  const own = gradient + shrink * slot.weight;
  slot.squares += own * own;
  slot.weight -= (rate * own) / Math.sqrt(slot.squares);
}

function toRecords(tables: ReadonlyMap<string, ReadonlyMap<string, Slot>>): Record<string, FeatureWeights> {
  return Object.fromEntries(
    [...tables].map(([table, slots]) => [
      table,
      Object.fromEntries(
        [...slots]
          .filter(([, { weight }]) => Math.abs(weight) >= 0.03)
          .map(([name, { weight }]) => [name, Math.round(weight * 1000) / 1000] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    ]),
  );
}
