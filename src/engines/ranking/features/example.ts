/**
 * One decision to take or to learn from: the features of the context, of every action, and of every
 * slot when there are several. Rows lie in role order in three blocks; the features of action `k` are
 * rows `actionStarts[k]` to `actionStarts[k + 1]`, slots alike. An example may be cleared and filled
 * again, so that a server needs no new arrays for each call.
 *
 * A context or an action with several words is a document. Its last rows have the value 0 until a model that knows topics writes those of
 * the document there (learning/topics.ts).
 */
import { finishHash, hashText } from '../../shared/hash.ts';
import type { FeatureReader } from './features.ts';
import { FeatureRows, InvalidFeatures, MIN_WORDS } from './features.ts';

/** The parts of a request that carry features. */
export type ExampleInput = {
  readonly contextFeatures?: readonly unknown[] | null;
  readonly actions: readonly { readonly features: readonly unknown[] }[];
  readonly slots?: readonly { readonly id: string; readonly features?: readonly unknown[] | null }[];
};

/** The most actions, and slots, of one decision (interface: 50 each). */
const MAX_ACTIONS = 50;

/** Bounds on the work one request may ask for: rows of the context or of one action, and context × action pairs. */
const MAX_ROWS = 1000;
const MAX_PAIRS = 1_000_000;

/** Rows of a document for its topics, and for how well an action's match those of the context. */
export const TOPIC_ROWS = 2;
const MATCH_ROWS = 1;

export class Example {
  readonly context: FeatureRows;
  readonly actions: FeatureRows;
  readonly slots: FeatureRows;
  readonly actionStarts = new Int32Array(MAX_ACTIONS + 1);
  readonly slotStarts = new Int32Array(MAX_ACTIONS + 1);
  actionCount = 0;
  slotCount = 0;
  /** The action in each slot that is already filled. */
  shown: number[] = [];
  /** Where the words of each action start, and the first row of topics of the context and of each action; -1: no document. */
  readonly wordStarts = new Int32Array(MAX_ACTIONS + 1);
  readonly actionSizes = new Int32Array(MAX_ACTIONS);
  readonly topicRows = new Int32Array(MAX_ACTIONS);
  contextTopicRow = -1;
  documents = 0;
  /** The state of the topics whose rows are written. */
  topicsOf: unknown = null;

  constructor(withNames = false) {
    this.context = new FeatureRows(withNames);
    this.actions = new FeatureRows(withNames);
    this.slots = new FeatureRows(withNames);
  }

  clear(): void {
    this.context.clear();
    this.actions.clear();
    this.slots.clear();
    this.actionCount = 0;
    this.slotCount = 0;
    this.shown = [];
    this.documents = 0;
    this.topicsOf = null;
  }
}

/** Reads a request into an example; throws InvalidFeatures for what the interface does not allow. */
export function readExample(reader: FeatureReader, input: ExampleInput, example: Example = new Example()): Example {
  readLists(reader, input, example);
  if (hasWords(example) && sizeProblem(example)) {
    reader.hasWords = false;
    try {
      readLists(reader, input, example);
    } finally {
      reader.hasWords = true;
    }
  }
  const problem = sizeProblem(example);
  if (problem) throw problem;
  return example;
}

function readLists(reader: FeatureReader, input: ExampleInput, example: Example): void {
  const { actions, slots } = input;
  example.clear();
  if (actions.length === 0) throw new InvalidFeatures('actions', 'there must be at least one action');
  if (actions.length > MAX_ACTIONS) throw new InvalidFeatures('actions', `there may be at most ${MAX_ACTIONS} actions`);
  if (slots && slots.length > MAX_ACTIONS) throw new InvalidFeatures('slots', `there may be at most ${MAX_ACTIONS} slots`);
  if (input.contextFeatures) reader.read(input.contextFeatures, 'context', 0, example.context);
  example.contextTopicRow = reserveTopics(example, example.context, 0, TOPIC_ROWS);
  for (let k = 0; k < actions.length; k++) {
    const before = example.actions.count - example.actions.uncounted;
    reader.read(actions[k]!.features, 'action', k, example.actions);
    example.actionSizes[k] = example.actions.count - example.actions.uncounted - before;
    example.topicRows[k] = reserveTopics(example, example.actions, example.wordStarts[k]!, TOPIC_ROWS + MATCH_ROWS);
    example.wordStarts[k + 1] = example.actions.wordCount;
    example.actionStarts[k + 1] = example.actions.count;
  }
  example.actionCount = actions.length;
  if (slots) readSlots(reader, slots, example);
}

function reserveTopics(example: Example, rows: FeatureRows, firstWord: number, count: number): number {
  if (rows.wordCount - firstWord < MIN_WORDS) return -1;
  const first = rows.count;
  for (let i = 0; i < count; i++) {
    rows.push(0, 0, TOPIC_INITIAL);
    rows.names?.push(i < TOPIC_ROWS ? 'words.topic' : 'words.match');
  }
  rows.uncounted += count;
  example.documents++;
  return first;
}

function readSlots(reader: FeatureReader, slots: NonNullable<ExampleInput['slots']>, example: Example): void {
  for (let s = 0; s < slots.length; s++) {
    const slot = slots[s]!;
    if (slot.features) reader.read(slot.features, 'slot', s, example.slots);
    example.slots.push(finishHash(hashText(slot.id, 0x27d4eb2f)) & 0x7fffffff, 1, SLOT_ID_INITIAL);
    example.slots.names?.push('slot.id');
    example.slotStarts[s + 1] = example.slots.count;
  }
  example.slotCount = slots.length;
}

/** Sets the rows of topics back to 0, for a model that has none. */
export function clearTopics(example: Example): void {
  if (example.topicsOf === null) return;
  example.topicsOf = null;
  const { context, actions, contextTopicRow, topicRows } = example;
  if (contextTopicRow >= 0) context.values.fill(0, contextTopicRow, contextTopicRow + TOPIC_ROWS);
  for (let k = 0; k < example.actionCount; k++)
    if (topicRows[k]! >= 0) actions.values.fill(0, topicRows[k], topicRows[k]! + TOPIC_ROWS + MATCH_ROWS);
}

/** Sets a feature's values to 0 everywhere in an example read with names; the result puts them back. */
export function hideFeature(example: Example, name: string): () => void {
  const changed: [FeatureRows, number, number][] = [];
  for (const rows of [example.context, example.slots, example.actions]) {
    rows.names?.forEach((other, i) => {
      if (other !== name) return;
      changed.push([rows, i, rows.values[i]!]);
      rows.values[i] = 0;
    });
  }
  return () => {
    for (const [rows, i, value] of changed) rows.values[i] = value;
  };
}

function hasWords({ context, actions, slots }: Example): boolean {
  return context.wordCount + actions.wordCount + slots.wordCount > 0;
}

function sizeProblem(example: Example): InvalidFeatures | null {
  const shared = example.context.count + example.slots.count;
  if (shared > MAX_ROWS) return new InvalidFeatures('contextFeatures', `there may be at most ${MAX_ROWS} features of context and slots`);
  for (let k = 0; k < example.actionCount; k++) {
    if (example.actionStarts[k + 1]! - example.actionStarts[k]! > MAX_ROWS)
      return new InvalidFeatures(`actions[${k}].features`, `there may be at most ${MAX_ROWS} features`);
  }
  if (shared * example.actions.count > MAX_PAIRS)
    return new InvalidFeatures('actions', `there may be at most ${MAX_PAIRS} pairs of a context and an action feature`);
  return null;
}

const TOPIC_INITIAL = '_'.charCodeAt(0);
const SLOT_ID_INITIAL = 's'.charCodeAt(0);
