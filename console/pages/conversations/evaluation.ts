/** The evaluation of a conversation project. */
import { sameSpans, toSection, describeSpans } from '../../projects/evaluation.ts';
import type { Averages, Evaluation, ClassSummary, TextSpan } from '../../projects/evaluation.ts';

export interface Summary { intentsEvaluation: Averages & { intents: Record<string, ClassSummary> }; entitiesEvaluation: Averages & { entities: Record<string, ClassSummary> } }
export interface Result { text: string; intentsResult: { expectedIntent: string; predictedIntent: string }; entitiesResult: { expectedEntities: TextSpan[]; predictedEntities: TextSpan[] } }

/** Counts learned entities only, as the summary does: lists and prebuilts have no labels to compare with. */
export function readEvaluation({ intentsEvaluation, entitiesEvaluation }: Summary, results: readonly Result[]): Evaluation {
  const taught = new Set(Object.keys(entitiesEvaluation.entities));
  const outcomes = results.map(({ intentsResult: { expectedIntent, predictedIntent } }) => ({ expected: expectedIntent, predicted: predictedIntent }));
  return {
    sections: [toSection('Intents', 'Intent', intentsEvaluation.intents, intentsEvaluation), ...taught.size > 0 ? [toSection('Entities', 'Entity', entitiesEvaluation.entities, entitiesEvaluation)] : []],
    outcomes,
    tested: results.map(({ text, entitiesResult: { expectedEntities, predictedEntities } }, i) => {
      const found = predictedEntities.filter(({ category }) => taught.has(category));
      const { expected, predicted } = outcomes[i]!;
      return { id: text, expected, predicted, expectedEntities: describeSpans(expectedEntities, text), foundEntities: describeSpans(found, text), isWrong: expected !== predicted || !sameSpans(expectedEntities, found) };
    }),
  };
}
