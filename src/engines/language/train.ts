/**
 * Training of a language project: intents first, then learned entities. What lists, expressions and prebuilts
 * find in the training texts is shown to both (teaching.ts).
 */
import { trainEntities } from '../entities/model.ts';
import { trainIntents } from '../intents/training/train.ts';
import type { TrainedIntents } from '../intents/training/train.ts';
import type { Definition, LanguageRow } from './definition.ts';
import { hintsOf } from './finders.ts';
import { LanguageModel } from './model.ts';
import { entityRows, findInRows, entityLevels } from './teaching.ts';

export interface LanguageTraining {
  /** Sentence vectors of texts, where there is an encoder for their language. */
  readonly embed?: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  /** Whether texts are asked in languages without rows. */
  readonly isMultilingual?: boolean;
  readonly keepInScope?: number;
  readonly onProgress?: (done: number) => void;
}

export interface TrainedLanguage {
  readonly model: LanguageModel;
  /** What a row would get from intents that were not trained on it. */
  readonly heldOut: TrainedIntents['heldOut'];
}

/**
 * Few texts, often variations of each other, say little about what is outside of them: below this number None
 * is left to its own examples, above it takes what is far from all texts but those few.
 */
const SCOPE_ROWS = 200;
const KEEP_IN_SCOPE = 0.98;
/** Shares of the work: finding, intents, entities. */
const FOUND = 0.1;
const INTENTS = 0.6;

export async function trainLanguage(
  definition: Definition,
  rows: readonly LanguageRow[],
  { embed, isMultilingual, keepInScope, onProgress }: LanguageTraining = {},
): Promise<TrainedLanguage> {
  const { culture, intents, noneIntent, multiLabel, phraseLists } = definition;
  const found = findInRows(definition, rows, (done) => onProgress?.(FOUND * done));
  const trained = await trainIntents(
    rows.map((row, i) => ({ text: row.text, intents: row.intents, culture: row.culture ?? culture, hints: hintsOf(found[i]!) })),
    {
      intents,
      noneIntent,
      multiLabel,
      phraseLists,
      embed,
      isMultilingual,
      keepInScope: keepInScope ?? (rows.length < SCOPE_ROWS ? 1 : KEEP_IN_SCOPE),
      onProgress: (done) => onProgress?.(FOUND + (INTENTS - FOUND) * done),
    },
  );
  const entities = trainEntities(entityRows(definition, rows, found), entityLevels(definition), (done) => {
    onProgress?.(INTENTS + (1 - INTENTS) * done);
    return false;
  });
  return { model: new LanguageModel(definition, trained.model, entities), heldOut: trained.heldOut };
}
