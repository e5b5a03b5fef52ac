/** The evaluation of a text project of any kind. */
import { sameStretches, sectionOf, written } from '../../projects/evaluation.ts';
import type { Averages, Evaluation, Quality, Stretch, Tested } from '../../projects/evaluation.ts';
import type { Assets } from './assets.ts';

type Classes = Averages & { classes: Record<string, Quality> };
export interface Summary { customSingleLabelClassificationEvaluation?: Classes; customMultiLabelClassificationEvaluation?: Classes; customEntityRecognitionEvaluation?: Averages & { entities: Record<string, Quality> } }
export interface Result {
  location: string;
  customSingleLabelClassificationResult?: { expectedClass: string; predictedClass: string };
  customMultiLabelClassificationResult?: { expectedClasses: string[]; predictedClasses: string[] };
  customEntityRecognitionResult?: { entities: { expectedEntities: Stretch[]; predictedEntities: Stretch[] }[] };
}

/** Texts of entities come from the current project, if it still has them. */
export function readEvaluation(summary: Summary, results: readonly Result[], assets: object): Evaluation {
  const classes = summary.customSingleLabelClassificationEvaluation ?? summary.customMultiLabelClassificationEvaluation;
  const entities = summary.customEntityRecognitionEvaluation;
  const texts = new Map((assets as Assets).documents.map(({ location, text }) => [location, text]));
  return {
    sections: [...classes ? [sectionOf('Classes', 'Class', classes.classes, classes)] : [], ...entities ? [sectionOf('Entities', 'Entity', entities.entities, entities)] : []],
    outcomes: results.flatMap(({ customSingleLabelClassificationResult: one }) => one ? [{ expected: one.expectedClass, predicted: one.predictedClass }] : []),
    tested: results.map((result) => testedOf(result, texts.get(result.location))),
  };
}

function testedOf({ location: id, customSingleLabelClassificationResult: one, customMultiLabelClassificationResult: several, customEntityRecognitionResult: found }: Result, text: string | undefined): Tested {
  const regions = found?.entities ?? [];
  const [expectedStretches, predictedStretches] = [regions.flatMap(({ expectedEntities }) => expectedEntities), regions.flatMap(({ predictedEntities }) => predictedEntities)];
  const stretches = { expectedEntities: written(expectedStretches, text), foundEntities: written(predictedStretches, text) };
  if (found) return { id, ...stretches, isWrong: !sameStretches(expectedStretches, predictedStretches) };
  const list = (names: readonly string[] = []): string => [...names].sort().join(', ');
  const [expected, predicted] = one ? [one.expectedClass, one.predictedClass] : [list(several?.expectedClasses), list(several?.predictedClasses)];
  return { id, expected, predicted, ...stretches, isWrong: expected !== predicted };
}
