/**
 * Fits the weights of src/engines/documents/fields/contract/ranking.ts by gradient descent with a penalty on large weights. Features that
 * few contracts have are left out, so that no name or number of one contract is learned.
 */
import type { Features, Weights } from '../../../../src/engines/documents/fields/contract/ranking.ts';

export interface RankedGroup {
  candidates: readonly Features[];
  /** Several may be right; none right means that no candidate should be chosen. */
  right: readonly boolean[];
}

const MIN_GROUPS = 4;

interface Encoded {
  names: string[];
  groups: { rows: { ids: Int32Array; values: Float64Array }[]; right: readonly boolean[] }[];
}

function encode(groups: readonly RankedGroup[], minGroups: number): Encoded {
  const counts = new Map<string, number>();
  for (const { candidates } of groups) {
    const own = new Set(candidates.flatMap((features) => Object.keys(features)));
    for (const name of own) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].filter(([, count]) => count >= minGroups).map(([name]) => name);
  const ids = new Map(names.map((name, i) => [name, i]));
  return {
    names,
    groups: groups.map(({ candidates, right }) => ({
      right,
      rows: candidates.map((features) => {
        const entries = Object.entries(features).filter(([name]) => ids.has(name));
        return { ids: Int32Array.from(entries, ([name]) => ids.get(name)!), values: Float64Array.from(entries, ([, value]) => value) };
      }),
    })),
  };
}

export interface FitOptions {
  penalty?: number;
  passes?: number;
  minGroups?: number;
  /** Whether none may be right. */
  hasNone?: boolean;
}

/** A softmax over the candidates of a group and none. */
export function fitSoftmax(
  groups: readonly RankedGroup[],
  { penalty = 0.02, passes = 60, minGroups = MIN_GROUPS, hasNone = true }: FitOptions = {},
): Weights {
  const encoded = encode(groups, minGroups);
  return descend(encoded, penalty, passes, (scores, right) => {
    const highest = Math.max(hasNone ? 0 : -Infinity, ...scores);
    const masses = scores.map((score) => Math.exp(score - highest));
    const none = hasNone ? Math.exp(-highest) : 0;
    const total = masses.reduce((sum, mass) => sum + mass, none);
    const rightMass = masses.reduce((sum, mass, i) => sum + (right[i]! ? mass : 0), right.includes(true) ? 0 : none);
    return masses.map((mass, i) => mass / total - (right[i]! ? mass / rightMass : 0));
  });
}

/** Each candidate on its own. */
export function fitIndependent(
  groups: readonly RankedGroup[],
  { penalty = 0.02, passes = 60, minGroups = MIN_GROUPS }: FitOptions = {},
): Weights {
  return descend(encode(groups, minGroups), penalty, passes, (scores, right) =>
    scores.map((score, i) => 1 / (1 + Math.exp(-score)) - Number(right[i]!)),
  );
}

function descend(
  { names, groups }: Encoded,
  penalty: number,
  passes: number,
  errorsOf: (scores: number[], right: readonly boolean[]) => number[],
): Weights {
  const weights = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(1e-3);
  const gradient = new Float64Array(names.length);
  for (let pass = 0; pass < passes; pass++) {
    const rate = 0.3 * (1 - pass / (passes + 1));
    for (const { rows, right } of groups) {
      const scores = rows.map(({ ids, values }) => ids.reduce((sum, id, k) => sum + weights[id]! * values[k]!, 0));
      const errors = errorsOf(scores, right);
      const touched = new Set<number>();
      rows.forEach(({ ids, values }, i) => {
        if (Math.abs(errors[i]!) < 1e-4) return;
        ids.forEach((id, k) => {
          gradient[id]! += errors[i]! * values[k]!;
          touched.add(id);
        });
      });
      for (const id of touched) {
        const slope = gradient[id]! + penalty * weights[id]!;
        gradient[id] = 0;
        squares[id]! += slope * slope;
        weights[id]! -= (rate * slope) / Math.sqrt(squares[id]!);
      }
    }
  }
  return Object.fromEntries(
    names
      .map((name, i) => [name, Math.round(weights[i]! * 1000) / 1000] as const)
      .filter(([, weight]) => Math.abs(weight) >= 0.02)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
