/**
 * Training of a language project: intents first, then learned entities. What lists, expressions and prebuilts
 * find in the training texts is shown to both (teaching.ts).
 */
import { trainEntities } from '../entities/model.ts';
import { trainIntents } from '../intents/training/train.ts';
import type { TrainedIntents } from '../intents/training/train.ts';
import type { Definition, LanguageRow } from './definition.ts';
import { LanguageModel } from './model.ts';
import { entityRows, findInRows, entityLevels, withWords } from './teaching.ts';
import type { EncodeWords } from './teaching.ts';

export interface LanguageTraining {
  /** Sentence vectors of texts, where there is an encoder for their language. */
  readonly embed?: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  /** Vectors of the words of texts. */
  readonly encodeWords?: EncodeWords;
  /** Whether texts are asked in languages without rows. */
  readonly isMultilingual?: boolean;
  readonly keepInScope?: number;
  /** Texts without labels that intents may be learned from too. */
  readonly unlabeled?: readonly Pick<LanguageRow, 'text' | 'culture'>[];
  readonly onProgress?: (done: number) => void;
}

export interface TrainedLanguage {
  readonly model: LanguageModel;
  /** What a row would get from intents that were not trained on it. */
  readonly heldOut: TrainedIntents['heldOut'];
}

/** Below this number of texts None is left to its own examples: they say too little about what is outside of them. */
const SCOPE_ROWS = 20;
const IN_SCOPE_QUANTILE = 0.98;
/** Fewer texts than these know less of their own kind. */
const MANY_ROWS = 1000;
const IN_SCOPE_QUANTILE_SMALL = 0.985;
/** Shares of the work: finding, intents, entities. */
const FOUND = 0.1;
const INTENTS = 0.6;

export async function trainLanguage(
  given: Definition,
  rows: readonly LanguageRow[],
  { embed, encodeWords, isMultilingual, keepInScope, unlabeled = [], onProgress }: LanguageTraining = {},
): Promise<TrainedLanguage> {
  const definition = { ...given, showsDates: isMultilingual };
  const { culture, intents, noneIntent, multiLabel, phraseLists } = definition;
  const found = findInRows(definition, rows, (done) => onProgress?.(FOUND * done));
  const others = unlabeled.map(({ text, culture: own = culture }) => ({ text, culture: own, intents: [], labels: [] }));
  const foundInOthers = findInRows(definition, others);
  const trained = await trainIntents(
    rows.map((row, i) => ({ text: row.text, intents: row.intents, culture: row.culture ?? culture, spans: found[i]!.hits })),
    {
      unlabeled: others.map((one, i) => ({ text: one.text, culture: one.culture, spans: foundInOthers[i]!.hits })),
      intents,
      noneIntent,
      multiLabel,
      phraseLists,
      embed,
      isMultilingual,
      keepInScope: keepInScope ?? keptShare(rows.length),
      onProgress: (done) => onProgress?.(FOUND + (INTENTS - FOUND) * done),
    },
  );
  const taught = await withWords(entityRows(definition, rows, found), encodeWords, isMultilingual);
  const watch = (done: number): boolean => {
    onProgress?.(INTENTS + (1 - INTENTS) * done);
    return false;
  };
  const entities = trainEntities(taught, entityLevels(definition), watch, isMultilingual);
  return { model: new LanguageModel(definition, trained.model, entities), heldOut: trained.heldOut };
}

/** The share of the texts in scope that None must not take. */
function keptShare(rows: number): number {
  if (rows < SCOPE_ROWS) return 1;
  return rows < MANY_ROWS ? IN_SCOPE_QUANTILE_SMALL : IN_SCOPE_QUANTILE;
}
