/**
 * Rows: labeled texts as features, in an order of their own, and their sentence vectors, which are computed on first use.
 */
import { FeatureReader } from '../../../shared/classifier/features.ts';
import type { PhraseList } from '../../../shared/classifier/features.ts';
import type { Rows } from '../../../shared/classifier/fit.ts';
import { Columns } from '../../../shared/classifier/vectors.ts';
import type { IntentExample, TrainingOptions } from './options.ts';

/** The name of a class with fewer texts is an example, unless there are more classes: each example costs time. */
const NAMED_ROWS = 3;
const NAMED_CLASSES = 150;
/** With more texts a class in the mean a name moves the borders of the others, and nothing is gained. */
const NAMED_MEAN = 10;
const EMBED_BATCH_SIZE = 512;

/** Of a class with few texts, the words of its name say as much as one of them. */
export function namesAsExamples(examples: readonly IntentExample[], { embed, multiLabel, noneIntent }: TrainingOptions): IntentExample[] {
  const texts = Map.groupBy(examples, (one) => one.intents[0]!);
  if (!embed || multiLabel || texts.size < 2 || texts.size > NAMED_CLASSES || examples.length >= NAMED_MEAN * texts.size) return [];
  return [...texts.keys()]
    .filter((intent) => intent !== noneIntent && texts.get(intent)!.length < NAMED_ROWS && /\p{L}{3}|\p{Lo}{2}/u.test(intent))
    .map((intent) => ({
      text: intent
        .replace(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .trim()
        .toLowerCase(),
      intents: [intent],
      culture: examples[0]!.culture,
    }));
}

/** Indexes of the examples in an order that depends on their content only. */
export function canonicalOrder(examples: readonly IntentExample[]): number[] {
  const keys = examples.map(({ text, intents, culture, hints }) => JSON.stringify([text, [...intents].sort(), culture ?? '', hints ?? []]));
  return [...keys.keys()].sort((a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : a - b));
}

/** The rows as words; sentence vectors are added where they are wanted. */
export function readRows(
  examples: readonly IntentExample[],
  taught: readonly string[],
  phraseLists: readonly PhraseList[],
  dampsCounts: boolean,
  step: (done: number) => void,
): { rows: Rows; columns: Columns } {
  const reader = new FeatureReader(phraseLists);
  const places = new Map(taught.map((intent, c) => [intent, c]));
  step(0);
  const features = examples.map(({ text, culture, hints, spans }) => reader.read(text, culture, hints, spans));
  step(0.5);
  const columns = Columns.of(features, dampsCounts);
  const vectors = features.map((one) => columns.vector(one));
  const labels = examples.map(({ intents }) => [...new Set(intents)].map((intent) => places.get(intent)!).sort((a, b) => a - b));
  return { rows: { vectors, sentences: null, labels, classes: taught.length, columns: columns.count }, columns };
}

type EmbedRows = (rows: readonly number[], step: (done: number) => void) => Promise<readonly Float32Array[] | null>;

/** Sentence vectors of rows, each computed on first use: this takes most of the time. */
export function createRowEmbedder(texts: readonly string[], embed: NonNullable<TrainingOptions['embed']>): EmbedRows {
  const made = new Map<number, Float32Array>();
  return async (rows, step) => {
    const missing = rows.filter((row) => !made.has(row));
    for (let i = 0; i < missing.length; i += EMBED_BATCH_SIZE) {
      step(i / missing.length);
      const some = missing.slice(i, i + EMBED_BATCH_SIZE);
      (await embed(some.map((row) => texts[row]!))).forEach((vector, i) => made.set(some[i]!, vector));
    }
    return rows.length > 0 ? rows.map((row) => made.get(row)!) : null;
  };
}
