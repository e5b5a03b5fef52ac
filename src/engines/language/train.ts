/**
 * Training of a language project: intents first, then learned entities. What lists, expressions and prebuilts
 * find in the training texts is shown to both, as it will be shown to them later. Dates are reckoned from a
 * fixed day: training must not depend on when it is done.
 */
import { trainEntities } from '../entities/model.ts';
import type { ModelRow, Place } from '../entities/model.ts';
import { trainIntents } from '../intents/train.ts';
import type { TrainedIntents } from '../intents/train.ts';
import type { When } from '../recognizers/recognise.ts';
import type { Definition, LanguageRow } from './definition.ts';
import { Finders, hintsOf } from './finders.ts';
import { LanguageModel } from './model.ts';

export interface LanguageTraining {
  /** Sentence vectors of texts, where there is an encoder for their language. */
  readonly embed?: (texts: readonly string[]) => readonly Float32Array[];
  readonly keepInScope?: number;
  readonly onProgress?: (done: number) => void;
}

export interface TrainedLanguage {
  readonly model: LanguageModel;
  /** What a row would get from intents that were not trained on it. */
  readonly heldOut: TrainedIntents['heldOut'];
}

const WHEN: When = { referenceMs: Date.UTC(2020, 0, 1, 12) };
/**
 * Few texts, often variations of each other, say little about what lies outside of them: below this number None
 * is left to its own examples, above it takes what is far from all texts but those few.
 */
const SCOPE_ROWS = 200;
const KEEP_IN_SCOPE = 0.98;
/** Shares of the work: finding, intents, entities. */
const FOUND = 0.1;
const INTENTS = 0.6;

export function trainLanguage(definition: Definition, rows: readonly LanguageRow[], { embed, keepInScope, onProgress }: LanguageTraining = {}): TrainedLanguage {
  const { culture, intents, noneIntent, multiLabel, phraseLists } = definition;
  const finders = new Finders(definition);
  const found = rows.map((row, i) => {
    if (i % 100 === 0) onProgress?.(FOUND * i / rows.length);
    return finders.find(row.text, row.culture ?? culture, WHEN);
  });
  const trained = trainIntents(rows.map((row, i) => ({ text: row.text, intents: row.intents, culture: row.culture ?? culture, hints: hintsOf(found[i]!) })), {
    intents, noneIntent, multiLabel, phraseLists, embed, keepInScope: keepInScope ?? (rows.length < SCOPE_ROWS ? 1 : KEEP_IN_SCOPE), onProgress: (done) => onProgress?.(FOUND + (INTENTS - FOUND) * done),
  });
  const learned = new Set(definition.entities.filter((entity) => entity.learned).map(({ name }) => name));
  const places = definition.entities.flatMap(({ name, level, within }): Place[] => level === undefined ? [] : [{ entity: name, level, ...within !== undefined && { within } }]);
  const entities = trainEntities(rows.map((row, i): ModelRow => ({
    text: row.text, culture: row.culture ?? culture, intent: row.intents[0], hits: found[i]!.hits, labels: row.labels.filter(({ entity }) => learned.has(entity)),
  })), places, (done) => {
    onProgress?.(INTENTS + (1 - INTENTS) * done);
    return false;
  });
  return { model: new LanguageModel(definition, trained.model, entities), heldOut: trained.heldOut };
}
