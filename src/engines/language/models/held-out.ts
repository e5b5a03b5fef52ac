/**
 * The entities a project would find in each of its own texts if it had not been trained on it: learned entities by
 * cross-validation, combined with what needs no training. Costs about as many times the training of
 * entities as there are folds, which is why training itself does not do it.
 */
import { crossValidate } from '../entities/evaluation/cross-validate.ts';
import type { LanguageEntity } from './composed.ts';
import { composeEntities } from './composed.ts';
import type { Definition, LanguageRow } from './definition.ts';
import { entityRows, findInRows, entityLevels, withWords } from './teaching.ts';
import type { EncodeWords } from './teaching.ts';

const FOLDS = 5;
/** Share of the work: finding. */
const FOUND = 0.05;

export interface HeldOutOptions {
  /** The intent predicted for each row by a model that was not trained on it, as at query time. */
  readonly intents: readonly string[];
  readonly encodeWords?: EncodeWords;
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Entities of each row, in the order of the rows; labels of entities that are not learned teach nothing. */
export async function predictHeldOutEntities(
  definition: Definition,
  rows: readonly LanguageRow[],
  { intents, encodeWords, onProgress }: HeldOutOptions,
): Promise<LanguageEntity[][]> {
  const found = findInRows(definition, rows, (done) => onProgress?.(FOUND * done));
  const asked = (await withWords(entityRows(definition, rows, found), encodeWords)).map((row, i) => ({
    ...row,
    asked: { culture: row.culture, hits: row.hits, words: row.words, intent: intents[i] },
  }));
  const learned = crossValidate(asked, entityLevels(definition), FOLDS, (done) => {
    onProgress?.(FOUND + (1 - FOUND) * done);
    return false;
  });
  return rows.map((_, i) => composeEntities(definition, found[i]!, learned[i]!));
}
