/**
 * Fits the weights of src/engines/documents/fields/confidence.ts: a logistic regression with a penalty on large weights, by Newton's
 * method, which needs no random order. Documents that are judged must not be among the samples.
 */
import type { ConfidenceEvidence, ConfidenceWeights } from '../../../src/engines/documents/fields/confidence.ts';

export interface ConfidenceSample {
  evidence: ConfidenceEvidence;
  right: boolean;
}

const PENALTY = 0.5;
/** Of single fields, which have few samples each. */
const FIELD_PENALTY = 3;
const STEPS = 30;

export function fitConfidence(samples: readonly ConfidenceSample[]): ConfidenceWeights {
  const names = ['bias', ...[...new Set(samples.flatMap(({ evidence }) => Object.keys(evidence)))].sort()];
  const rows = samples.map(({ evidence }) => names.map((name) => (name === 'bias' ? 1 : (evidence[name] ?? 0))));
  const weights = names.map(() => 0);
  const penalties = names.map((name) => (name === 'bias' ? 1e-3 : name.startsWith('field ') ? FIELD_PENALTY : PENALTY));
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, i) => penalties[i]! * weight);
    const curvature = names.map((_, i) => names.map((__, k) => (i === k ? penalties[i]! : 0)));
    rows.forEach((row, at) => {
      const p = 1 / (1 + Math.exp(-row.reduce((sum, value, i) => sum + value * weights[i]!, 0)));
      const error = p - Number(samples[at]!.right);
      row.forEach((value, i) => {
        gradient[i]! += error * value;
        row.forEach((other, k) => (curvature[i]![k]! += p * (1 - p) * value * other));
      });
    });
    const change = solve(curvature, gradient);
    change.forEach((value, i) => (weights[i]! -= Math.max(-2, Math.min(2, value))));
    if (Math.max(...change.map(Math.abs)) < 1e-6) break;
  }
  return Object.fromEntries(names.map((name, i) => [name, Math.round(weights[i]! * 1000) / 1000]));
}

/** Gaussian elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, values[i]!]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / rows[column]![column]!;
      for (let k = column; k <= size; k++) rows[row]![k]! -= factor * rows[column]![k]!;
    }
  }
  return rows.map((row, i) => row[size]! / row[i]!);
}
