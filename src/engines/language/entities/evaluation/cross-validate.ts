/**
 * Predictions for rows by a model that did not see them: the rows are split into folds, and each fold is
 * predicted by a model trained on the others. Which fold a row falls into depends on its text alone, so rows
 *with equal texts stay together and the order of the rows does not matter.
 */
import { finishHash, hashText } from '../../../shared/hash.ts';
import type { OnProgress } from '../../../shared/chain/training.ts';
import type { FoundEntity, ModelRow, EntityLevel } from '../model.ts';
import { trainEntities } from '../model.ts';
import type { Setting } from '../tagging/tagger.ts';

/**
 * A row, and in which setting it is asked about where that is another than it teaches in: an intent that is known in training is only
 * predicted later.
 */
export type HeldOutRow = ModelRow & { readonly asked?: Setting };

/** What was found in each row, in the order of the rows. */
export function crossValidate(
  rows: readonly HeldOutRow[],
  places: readonly EntityLevel[] = [],
  folds = 5,
  watch?: OnProgress,
): FoundEntity[][] {
  const texts = [...new Set(rows.map(({ text }) => text))].map((text) => ({ text, key: finishHash(hashText(text, 0x1b873593)) }));
  texts.sort((a, b) => a.key - b.key || (a.text < b.text ? -1 : 1));
  const foldOf = new Map(texts.map(({ text }, i) => [text, i % folds]));
  const found: FoundEntity[][] = rows.map(() => []);
  for (let fold = 0; fold < folds; fold++) {
    const watchFold: OnProgress | undefined = watch && ((share) => watch((fold + share) / folds));
    const model = trainEntities(
      rows.filter(({ text }) => foldOf.get(text) !== fold),
      places,
      watchFold,
    );
    rows.forEach((row, r) => {
      if (foldOf.get(row.text) === fold) found[r] = model.find(row.text, row.asked ?? row);
    });
  }
  return found;
}
