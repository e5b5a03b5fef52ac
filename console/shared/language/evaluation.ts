/** Metrics of predictions, and batch tests: test files with expected results, compared with predictions. */
import { t } from '../../i18n/messages.ts';
import { parseInlineLabels, type EntityChoice, type Label, type LabeledText } from './entities.ts';

/** Expected and predicted class of one text. */
export interface Outcome {
  expected: string;
  predicted: string;
}

export interface ClassMetrics {
  name: string;
  /** Number of expected ones. */ count: number;
  precision: number;
  recall: number;
  f1: number;
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Metrics from true positives, false positives and false negatives. */
export function computeMetrics(name: string, right: number, wrong: number, missed: number): ClassMetrics {
  return {
    name,
    count: right + missed,
    precision: ratio(right, right + wrong),
    recall: ratio(right, right + missed),
    f1: ratio(2 * right, 2 * right + wrong + missed),
  };
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
export interface EntitySpan {
  entity: string;
  start: number;
  end: number;
}

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
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { right, wrong, missed }]) => computeMetrics(name, right, wrong, missed));
}

export interface Matrix {
  names: readonly string[];
  /** By expected, then predicted class, in the order of the names. */ counts: readonly (readonly number[])[];
  /** Classes left out because they have the fewest confusions. */ leftOut: number;
}

/** The most confused classes, at most `most`, in alphabetical order. */
export function buildMatrix(outcomes: readonly Outcome[], maxClasses = 30): Matrix {
  const wrong = new Map<string, number>();
  for (const { expected, predicted } of outcomes)
    for (const name of [expected, predicted]) wrong.set(name, (wrong.get(name) ?? 0) + (expected === predicted ? 0 : 1));
  const names = [...wrong]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, maxClasses)
    .map(([name]) => name)
    .sort();
  const places = new Map(names.map((name, i) => [name, i]));
  const counts = names.map(() => names.map(() => 0));
  for (const { expected, predicted } of outcomes) {
    const [row, column] = [places.get(expected), places.get(predicted)];
    if (row !== undefined && column !== undefined) counts[row]![column]!++;
  }
  return { names, counts, leftOut: wrong.size - names.length };
}

/** A text with its expected classes and entities. */
export interface BatchText {
  text: string;
  expected: readonly string[];
  labels: readonly Label[];
  /** Spans in which every entity is labeled; the whole text if omitted. */
  within?: readonly { start: number; end: number }[];
}
export interface BatchPrediction {
  classes: readonly string[];
  entities: readonly EntitySpan[];
}
export interface BatchResult extends BatchText {
  predicted: readonly string[];
  found: readonly EntitySpan[];
}

/** Maximum number of tests in a file. */
export const MAX_TESTS = 10_000;

/**
 * Metrics of each class and entity, and the texts that failed. There is a matrix if each text has one class; `share`
 * is that of the texts with the right classes. If no text has labels, entities are not evaluated.
 */
export function compareTests(
  tested: readonly BatchResult[],
  entities: readonly EntityChoice[],
): {
  classes: ClassMetrics[];
  learned: ClassMetrics[];
  matrix: Matrix | undefined;
  isLabeled: boolean;
  rows: (BatchResult & { place: number; classesWrong: boolean; entitiesWrong: boolean })[];
  share: number;
} {
  const isLabeled = tested.some(({ labels }) => labels.length > 0);
  const taught = new Set([...entities.map(({ name }) => name), ...tested.flatMap(({ labels }) => labels.map(({ entity }) => entity))]);
  const compared = tested.map(({ labels, found, within }) => ({
    expected: labels,
    found: found.filter(
      ({ entity, start, end }) => taught.has(entity) && (within?.some((region) => region.start <= start && end <= region.end) ?? true),
    ),
  }));
  const outcomes = tested.every(({ expected, predicted }) => expected.length === 1 && predicted.length === 1)
    ? tested.map(({ expected, predicted }) => ({ expected: expected[0]!, predicted: predicted[0]! }))
    : undefined;
  const rows = tested.map((one, place) => ({
    ...one,
    place,
    classesWrong: !sameNames(one.expected, one.predicted),
    entitiesWrong: isLabeled && !sameSpans(compared[place]!.expected, compared[place]!.found),
  }));
  // Classes are compared like entities, ignoring their position.
  const asStretches = (names: readonly string[]): EntitySpan[] => names.map((entity) => ({ entity, start: 0, end: 0 }));
  return {
    classes: outcomes
      ? classMetrics(outcomes)
      : entityMetrics(tested.map(({ expected, predicted }) => ({ expected: asStretches(expected), found: asStretches(predicted) }))),
    isLabeled,
    learned: isLabeled ? entityMetrics(compared) : [],
    matrix: outcomes && outcomes.length > 0 ? buildMatrix(outcomes) : undefined,
    rows,
    share: outcomes ? accuracyOf(outcomes) : rows.filter(({ classesWrong }) => !classesWrong).length / Math.max(1, rows.length),
  };
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

function sameSpans(a: readonly EntitySpan[], b: readonly EntitySpan[]): boolean {
  return (
    a.length === b.length &&
    a.every((one) => b.some((other) => one.entity === other.entity && one.start === other.start && one.end === other.end))
  );
}

interface FileLabel {
  entity?: unknown;
  startPos?: unknown;
  endPos?: unknown;
}

/**
 * From JSON: a list of `{ text, intent, entities: [{ entity, startPos, endPos }] }`, the same under
 * `LabeledTestSetUtterances`, or the utterances of an exported app. From text: a line each, the intent, a tab, the
 * utterance, in which labels may be written as `{City=rome}`. Throws what is wrong, and where.
 */
export function readTests(content: string): LabeledText[] {
  const tests = /^\s*[[{]\s*["{\]}]/.test(content) ? testsFromJson(JSON.parse(content)) : testsFromLines(content);
  if (tests.length === 0) throw new Error(t('The file has no utterances.'));
  if (tests.length > MAX_TESTS)
    throw new Error(t('The file has {count} utterances; at most {MAX_TESTS} can be tested.', { count: tests.length, MAX_TESTS }));
  return tests;
}

function testsFromJson(value: unknown): LabeledText[] {
  const { LabeledTestSetUtterances, utterances } = (value ?? {}) as { LabeledTestSetUtterances?: unknown; utterances?: unknown };
  const list = Array.isArray(value) ? value : (LabeledTestSetUtterances ?? utterances);
  if (!Array.isArray(list)) throw new Error(t('A test file is a list of utterances, or an exported app.'));
  return list.map((one: { text?: unknown; intent?: unknown; entities?: unknown } | null, i) => {
    if (typeof one?.text !== 'string' || typeof one.intent !== 'string')
      throw new Error(t('Utterance {value} has no text or no intent.', { value: i + 1 }));
    const labels = Array.isArray(one.entities) ? (one.entities as FileLabel[]) : [];
    return { text: one.text, intent: one.intent, labels: labels.map((label) => toLabel(label, i)) };
  });
}

function toLabel({ entity, startPos, endPos }: FileLabel, at: number): Label {
  if (typeof entity !== 'string' || typeof startPos !== 'number' || typeof endPos !== 'number')
    throw new Error(t('An entity of utterance {value} has no name or no position.', { value: at + 1 }));
  return { entity, start: startPos, end: endPos + 1 };
}

function testsFromLines(content: string): LabeledText[] {
  return content.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === '') return [];
    const tab = line.indexOf('\t');
    if (tab < 0) throw new Error(t('Line {value} has no tab between intent and utterance.', { value: i + 1 }));
    return [{ intent: line.slice(0, tab).trim(), ...parseInlineLabels(line.slice(tab + 1).trim()) }];
  });
}
