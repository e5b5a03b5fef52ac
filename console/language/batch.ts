/** Batch test files: utterances with expected results; and the comparison with predictions. */
import type { EntityChoice, Label, LabelledText } from './labels.ts';
import { accuracyOf, classMetrics, entityMetrics, buildMatrix } from './metrics.ts';
import type { ClassMetrics, Matrix, EntitySpan } from './metrics.ts';
import { parseInlineLabels } from './written.ts';

/** A text with its expected classes and entities. */
export interface BatchText {
  text: string;
  expected: readonly string[];
  labels: readonly Label[];
  /** Spans in which every entity is labelled; the whole text if omitted. */
  within?: readonly { start: number; end: number }[];
}
export interface BatchPrediction { classes: readonly string[]; entities: readonly EntitySpan[] }
export interface BatchResult extends BatchText { predicted: readonly string[]; found: readonly EntitySpan[] }

/** Maximum number of tests in a file. */
export const MAX_TESTS = 10_000;

/** Metrics of each class and entity, and the texts that failed. There is a matrix if each text has one class; `share` is that of the texts with the right classes. If no text has labels, entities are not evaluated. */
export function compareTests(tested: readonly BatchResult[], entities: readonly EntityChoice[]): { classes: ClassMetrics[]; learned: ClassMetrics[]; matrix: Matrix | undefined; isLabelled: boolean; rows: (BatchResult & { place: number; classesWrong: boolean; entitiesWrong: boolean })[]; share: number } {
  const isLabelled = tested.some(({ labels }) => labels.length > 0);
  const taught = new Set([...entities.map(({ name }) => name), ...tested.flatMap(({ labels }) => labels.map(({ entity }) => entity))]);
  const compared = tested.map(({ labels, found, within }) => ({ expected: labels, found: found.filter(({ entity, start, end }) => taught.has(entity) && (within?.some((region) => region.start <= start && end <= region.end) ?? true)) }));
  const outcomes = tested.every(({ expected, predicted }) => expected.length === 1 && predicted.length === 1) ? tested.map(({ expected, predicted }) => ({ expected: expected[0]!, predicted: predicted[0]! })) : undefined;
  const rows = tested.map((one, place) => ({ ...one, place, classesWrong: !sameNames(one.expected, one.predicted), entitiesWrong: isLabelled && !sameSpans(compared[place]!.expected, compared[place]!.found) }));
  // Classes are compared like entities, ignoring their position.
  const asStretches = (names: readonly string[]): EntitySpan[] => names.map((entity) => ({ entity, start: 0, end: 0 }));
  return {
    classes: outcomes ? classMetrics(outcomes) : entityMetrics(tested.map(({ expected, predicted }) => ({ expected: asStretches(expected), found: asStretches(predicted) }))),
    isLabelled, learned: isLabelled ? entityMetrics(compared) : [], matrix: outcomes && outcomes.length > 0 ? buildMatrix(outcomes) : undefined, rows,
    share: outcomes ? accuracyOf(outcomes) : rows.filter(({ classesWrong }) => !classesWrong).length / Math.max(1, rows.length),
  };
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

function sameSpans(a: readonly EntitySpan[], b: readonly EntitySpan[]): boolean {
  return a.length === b.length && a.every((one) => b.some((other) => one.entity === other.entity && one.start === other.start && one.end === other.end));
}

interface FileLabel { entity?: unknown; startPos?: unknown; endPos?: unknown }

/** From JSON: a list of `{ text, intent, entities: [{ entity, startPos, endPos }] }`, the same under `LabeledTestSetUtterances`, or the utterances of an exported app. From text: a line each, the intent, a tab, the utterance, in which labels may be written as `{City=rome}`. Throws what is wrong, and where. */
export function readTests(content: string): LabelledText[] {
  const tests = /^\s*[[{]\s*["{\]}]/.test(content) ? testsFromJson(JSON.parse(content)) : testsFromLines(content);
  if (tests.length === 0) throw new Error('The file has no utterances.');
  if (tests.length > MAX_TESTS) throw new Error(`The file has ${tests.length} utterances; at most ${MAX_TESTS} can be tested.`);
  return tests;
}

function testsFromJson(value: unknown): LabelledText[] {
  const { LabeledTestSetUtterances, utterances } = (value ?? {}) as { LabeledTestSetUtterances?: unknown; utterances?: unknown };
  const list = Array.isArray(value) ? value : LabeledTestSetUtterances ?? utterances;
  if (!Array.isArray(list)) throw new Error('A test file is a list of utterances, or an exported app.');
  return list.map((one: { text?: unknown; intent?: unknown; entities?: unknown } | null, i) => {
    if (typeof one?.text !== 'string' || typeof one.intent !== 'string') throw new Error(`Utterance ${i + 1} has no text or no intent.`);
    const labels = Array.isArray(one.entities) ? one.entities as FileLabel[] : [];
    return { text: one.text, intent: one.intent, labels: labels.map((label) => toLabel(label, i)) };
  });
}

function toLabel({ entity, startPos, endPos }: FileLabel, at: number): Label {
  if (typeof entity !== 'string' || typeof startPos !== 'number' || typeof endPos !== 'number') throw new Error(`An entity of utterance ${at + 1} has no name or no position.`);
  return { entity, start: startPos, end: endPos + 1 };
}

function testsFromLines(content: string): LabelledText[] {
  return content.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === '') return [];
    const tab = line.indexOf('\t');
    if (tab < 0) throw new Error(`Line ${i + 1} has no tab between intent and utterance.`);
    return [{ intent: line.slice(0, tab).trim(), ...parseInlineLabels(line.slice(tab + 1).trim()) }];
  });
}
