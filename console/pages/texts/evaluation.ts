/** The evaluation of a text project of any kind. */
import { t } from '../../i18n/messages.ts';
import { describeSpans, sameSpans, toSection } from '../../shared/projects/evaluation.ts';
import type { Averages, ClassSummary, Evaluation, TestResult, TextSpan } from '../../shared/projects/evaluation.ts';
import type { Assets } from './assets.ts';

type ClassResult = Averages & { classes: Record<string, ClassSummary> };
export interface Summary {
  customSingleLabelClassificationEvaluation?: ClassResult;
  customMultiLabelClassificationEvaluation?: ClassResult;
  customEntityRecognitionEvaluation?: Averages & { entities: Record<string, ClassSummary> };
}
export interface Result {
  location: string;
  customSingleLabelClassificationResult?: { expectedClass: string; predictedClass: string; confidenceScore?: number };
  customMultiLabelClassificationResult?: { expectedClasses: string[]; predictedClasses: string[] };
  customEntityRecognitionResult?: { entities: { expectedEntities: TextSpan[]; predictedEntities: TextSpan[] }[] };
}

/** Texts of entities come from the current project, if it still has them. */
export function readEvaluation(summary: Summary, results: readonly Result[], assets: object): Evaluation {
  const classes = summary.customSingleLabelClassificationEvaluation ?? summary.customMultiLabelClassificationEvaluation;
  const entities = summary.customEntityRecognitionEvaluation;
  const texts = new Map((assets as Assets).documents.map(({ location, text }) => [location, text]));
  return {
    sections: [
      ...(classes ? [toSection(t('Classes'), t('Class'), classes.classes, classes)] : []),
      ...(entities ? [toSection(t('Entities'), t('Entity'), entities.entities, entities)] : []),
    ],
    outcomes: results.flatMap(({ customSingleLabelClassificationResult: one }) =>
      one ? [{ expected: one.expectedClass, predicted: one.predictedClass }] : [],
    ),
    tested: results.map((result) => toTestResult(result, texts.get(result.location))),
  };
}

function toTestResult(
  {
    location: id,
    customSingleLabelClassificationResult: one,
    customMultiLabelClassificationResult: several,
    customEntityRecognitionResult: found,
  }: Result,
  text: string | undefined,
): TestResult {
  const regions = found?.entities ?? [];
  const [expectedSpans, predictedSpans] = [
    regions.flatMap(({ expectedEntities }) => expectedEntities),
    regions.flatMap(({ predictedEntities }) => predictedEntities),
  ];
  const entityTexts = { expectedEntities: describeSpans(expectedSpans, text), foundEntities: describeSpans(predictedSpans, text) };
  if (found) return { id, ...entityTexts, isWrong: !sameSpans(expectedSpans, predictedSpans) };
  const list = (names: readonly string[] = []): string => [...names].sort().join(', ');
  const [expected, predicted] = one
    ? [one.expectedClass, one.predictedClass]
    : [list(several?.expectedClasses), list(several?.predictedClasses)];
  return {
    id,
    expected,
    predicted,
    ...entityTexts,
    isWrong: expected !== predicted,
    ...(one?.confidenceScore !== undefined && { score: one.confidenceScore }),
  };
}
