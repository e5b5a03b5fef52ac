/**
 * Margins as probabilities, fitted on margins of rows that their fit did not see.
 *
 * One label: softmax of margins times one temperature (Guo et al. 2017), the many-class form of Platt's method;
 * one number cannot overfit a class of three examples. Many labels: a sigmoid a label (Platt 1999, Lin et al.
 * 2007), or of all labels together where a label has too few examples, and the threshold that served it best.
 */

/** p = 1 / (1 + exp(−(slope · margin + offset))). */
export interface Sigmoid {
  readonly slope: number;
  readonly offset: number;
}

const MIN_POSITIVES = 5;
const NEWTON_STEPS = 50;

/** Softmax of margins × temperature, in place. */
export function softmax(margins: Float64Array, temperature: number): void {
  let most = -Infinity;
  for (const margin of margins) if (margin > most) most = margin;
  let sum = 0;
  for (let i = 0; i < margins.length; i++) sum += margins[i] = Math.exp((margins[i]! - most) * temperature);
  for (let i = 0; i < margins.length; i++) margins[i]! /= sum;
}

/**
 * Negative log likelihood of the right class of each row at a temperature. As in Platt's method the targets are
 * drawn in by one example, or a small set without errors would claim certainty.
 */
function losses(margins: Float32Array, labels: readonly (readonly number[])[], classes: number, temperature: number): Float64Array {
  const doubt = 1 / (labels.length + 2);
  return Float64Array.from(labels, ([right], row) => {
    if (right === undefined) return 0;
    const at = row * classes;
    let most = -Infinity;
    for (let c = 0; c < classes; c++) most = Math.max(most, margins[at + c]!);
    let [sum, mean] = [0, 0];
    for (let c = 0; c < classes; c++) {
      const power = (margins[at + c]! - most) * temperature;
      sum += Math.exp(power);
      mean += power / classes;
    }
    return Math.log(sum) - (1 - doubt) * (margins[at + right]! - most) * temperature - doubt * mean;
  });
}

/** The temperature of least loss, by golden section over its logarithm, and the loss of each row there. */
export function fitTemperature(
  margins: Float32Array,
  labels: readonly (readonly number[])[],
  classes: number,
): { readonly temperature: number; readonly losses: Float64Array } {
  const shrink = (Math.sqrt(5) - 1) / 2;
  const at = (log: number): number => losses(margins, labels, classes, Math.exp(log)).reduce((sum, loss) => sum + loss, 0);
  let [low, high] = [Math.log(0.1), Math.log(30)];
  let [left, right] = [high - shrink * (high - low), low + shrink * (high - low)];
  let [atLeft, atRight] = [at(left), at(right)];
  while (high - low > 0.05) {
    if (atLeft <= atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - shrink * (high - low);
      atLeft = at(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + shrink * (high - low);
      atRight = at(right);
    }
  }
  const temperature = Math.exp((low + high) / 2);
  return { temperature, losses: losses(margins, labels, classes, temperature) };
}

export function probability({ slope, offset }: Sigmoid, margin: number): number {
  return 1 / (1 + Math.exp(-(slope * margin + offset)));
}

/** One sigmoid a label, and the negative log likelihood of each row's labels, meant over labels. */
export function fitSigmoids(
  margins: Float32Array,
  labels: readonly (readonly number[])[],
  classes: number,
): { readonly sigmoids: Sigmoid[]; readonly losses: Float64Array } {
  const has = labels.map((own) => new Set(own));
  const column = (c: number): Float64Array => Float64Array.from(labels, (_, row) => margins[row * classes + c]!);
  const truth = (c: number): boolean[] => has.map((own) => own.has(c));
  const every = Array.from({ length: classes }, (_, c) => c);
  const pooled = fitSigmoid(Float64Array.from(every.flatMap((c) => [...column(c)])), every.flatMap(truth));
  const losses = new Float64Array(labels.length);
  const sigmoids = every.map((c) => {
    const [own, right] = [column(c), truth(c)];
    const positives = right.filter(Boolean).length;
    const sigmoid = positives >= MIN_POSITIVES && right.length - positives >= MIN_POSITIVES ? fitSigmoid(own, right) : pooled;
    own.forEach((margin, row) => {
      const p = probability(sigmoid, margin);
      losses[row]! -= Math.log(Math.max(1e-12, right[row] ? p : 1 - p)) / classes;
    });
    return sigmoid;
  });
  return { sigmoids, losses };
}

/** Platt's fit: Newton's method with halving, on targets drawn in by one example a side. */
function fitSigmoid(margins: Float64Array, truth: readonly boolean[]): Sigmoid {
  const positives = truth.filter(Boolean).length;
  const negatives = truth.length - positives;
  const [high, low] = [(positives + 1) / (positives + 2), 1 / (negatives + 2)];
  const lossAt = (slope: number, offset: number): number => {
    let sum = 0;
    for (let i = 0; i < margins.length; i++) {
      const z = slope * margins[i]! + offset;
      sum += Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - (truth[i] ? high : low) * z;
    }
    return sum;
  };
  let [slope, offset] = [1, Math.log((positives + 1) / (negatives + 1))];
  let value = lossAt(slope, offset);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-9, 0, 1e-9];
    for (let i = 0; i < margins.length; i++) {
      const margin = margins[i]!;
      const p = probability({ slope, offset }, margin);
      const difference = p - (truth[i] ? high : low);
      const curve = p * (1 - p);
      g0 += difference * margin;
      g1 += difference;
      h00 += curve * margin * margin;
      h01 += curve * margin;
      h11 += curve;
    }
    const determinant = h00 * h11 - h01 * h01;
    if (Math.abs(g0) + Math.abs(g1) < 1e-6 || !(determinant > 0)) break;
    const [d0, d1] = [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant];
    let size = 1;
    let next = lossAt(slope - d0, offset - d1);
    for (; next > value && size > 1e-4; next = lossAt(slope - size * d0, offset - size * d1)) size /= 2;
    if (next >= value) break;
    [slope, offset, value] = [slope - size * d0, offset - size * d1, next];
  }
  // Rows left out of a small set lean to the classes that outnumber them: no sign that margins mean the contrary.
  return slope > 0 ? { slope, offset } : { slope: 1, offset: 0 };
}

/** For each label the probability from which on it is given: the one of best F1, or ½ where examples are few. */
export function fitThresholds(sigmoids: readonly Sigmoid[], margins: Float32Array, labels: readonly (readonly number[])[]): Float32Array {
  const classes = sigmoids.length;
  return Float32Array.from(sigmoids, (sigmoid, c) => {
    const rows = labels
      .map((own, row) => ({ p: probability(sigmoid, margins[row * classes + c]!), right: own.includes(c) }))
      .sort((a, b) => b.p - a.p);
    const positives = rows.filter(({ right }) => right).length;
    if (positives < MIN_POSITIVES) return 0.5;
    let [hits, best, threshold] = [0, 0, 0.5];
    rows.forEach(({ p, right }, i) => {
      if (right) hits++;
      const next = rows[i + 1]?.p ?? 0;
      const f1 = (2 * hits) / (i + 1 + positives);
      if (p > next && f1 > best) [best, threshold] = [f1, (p + next) / 2];
    });
    // Halfway to ½: the best place on few rows is partly luck.
    return (threshold + 0.5) / 2;
  });
}
