/** The evaluation of a conversation project. */
import { sameStretches, sectionOf, written } from '../../projects/evaluation.ts';
import type { Averages, Evaluation, Quality, Stretch } from '../../projects/evaluation.ts';

export interface Summary { intentsEvaluation: Averages & { intents: Record<string, Quality> }; entitiesEvaluation: Averages & { entities: Record<string, Quality> } }
export interface Result { text: string; intentsResult: { expectedIntent: string; predictedIntent: string }; entitiesResult: { expectedEntities: Stretch[]; predictedEntities: Stretch[] } }

/** Counts learned entities only, as the summary does: lists and prebuilts have no labels to compare with. */
export function readEvaluation({ intentsEvaluation, entitiesEvaluation }: Summary, results: readonly Result[]): Evaluation {
  const taught = new Set(Object.keys(entitiesEvaluation.entities));
  const outcomes = results.map(({ intentsResult: { expectedIntent, predictedIntent } }) => ({ expected: expectedIntent, predicted: predictedIntent }));
  return {
    sections: [sectionOf('Intents', 'Intent', intentsEvaluation.intents, intentsEvaluation), ...taught.size > 0 ? [sectionOf('Entities', 'Entity', entitiesEvaluation.entities, entitiesEvaluation)] : []],
    outcomes,
    tested: results.map(({ text, entitiesResult: { expectedEntities, predictedEntities } }, i) => {
      const found = predictedEntities.filter(({ category }) => taught.has(category));
      const { expected, predicted } = outcomes[i]!;
      return { id: text, expected, predicted, expectedEntities: written(expectedEntities, text), foundEntities: written(found, text), isWrong: expected !== predicted || !sameStretches(expectedEntities, found) };
    }),
  };
}
