/** Metrics of each class from expected and predicted values, and the confusion matrix. */

/** Expected and predicted class of one text. */
export interface Outcome { expected: string; predicted: string }

export interface ClassMetrics { name: string; /** Number of expected ones. */ count: number; precision: number; recall: number; f1: number }

const ratio = (part: number, whole: number): number => whole === 0 ? 0 : part / whole;

/** Metrics from true positives, false positives and false negatives. */
export function computeMetrics(name: string, right: number, wrong: number, missed: number): ClassMetrics {
  return { name, count: right + missed, precision: ratio(right, right + wrong), recall: ratio(right, right + missed), f1: ratio(2 * right, 2 * right + wrong + missed) };
}

export function classMetrics(outcomes: readonly Outcome[]): ClassMetrics[] {
  const names = [...new Set(outcomes.flatMap(({ expected, predicted }) => [expected, predicted]))].sort();
  const counts = new Map(names.map((name) => [name, { right: 0, wrong: 0, missed: 0 }]));
  for (const { expected, predicted } of outcomes) {
    if (expected === predicted) counts.get(expected)!.right++;
    else {
      counts.get(expected)!.missed++;
      counts.get(predicted)!.wrong++;
    }
  }
  return [...counts].map(([name, { right, wrong, missed }]) => computeMetrics(name, right, wrong, missed));
}

export function accuracyOf(outcomes: readonly Outcome[]): number {
  return ratio(outcomes.filter(({ expected, predicted }) => expected === predicted).length, outcomes.length);
}

/** A span of a text with its expected or predicted entity. */
export interface EntitySpan { entity: string; start: number; end: number }

/** An entity counts only if its exact span is found. */
export function entityMetrics(texts: readonly { expected: readonly EntitySpan[]; found: readonly EntitySpan[] }[]): ClassMetrics[] {
  const counts = new Map<string, { right: number; wrong: number; missed: number }>();
  const of = (name: string): { right: number; wrong: number; missed: number } => {
    const known = counts.get(name) ?? { right: 0, wrong: 0, missed: 0 };
    counts.set(name, known);
    return known;
  };
  const same = (a: EntitySpan, b: EntitySpan): boolean => a.entity === b.entity && a.start === b.start && a.end === b.end;
  for (const { expected, found } of texts) {
    for (const one of expected) of(one.entity)[found.some((other) => same(one, other)) ? 'right' : 'missed']++;
    for (const one of found) if (!expected.some((other) => same(one, other))) of(one.entity).wrong++;
  }
  return [...counts].sort(([a], [b]) => a < b ? -1 : 1).map(([name, { right, wrong, missed }]) => computeMetrics(name, right, wrong, missed));
}

export interface Matrix { names: readonly string[]; /** By expected, then predicted class, in the order of the names. */ counts: readonly (readonly number[])[]; /** Classes left out because they have the fewest confusions. */ leftOut: number }

/** The most confused classes, at most `most`, in alphabetical order. */
export function buildMatrix(outcomes: readonly Outcome[], most = 30): Matrix {
  const wrong = new Map<string, number>();
  for (const { expected, predicted } of outcomes) for (const name of [expected, predicted]) wrong.set(name, (wrong.get(name) ?? 0) + (expected === predicted ? 0 : 1));
  const names = [...wrong].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, most).map(([name]) => name).sort();
  const places = new Map(names.map((name, i) => [name, i]));
  const counts = names.map(() => names.map(() => 0));
  for (const { expected, predicted } of outcomes) {
    const [row, column] = [places.get(expected), places.get(predicted)];
    if (row !== undefined && column !== undefined) counts[row]![column]!++;
  }
  return { names, counts, leftOut: wrong.size - names.length };
}
