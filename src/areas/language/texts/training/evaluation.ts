/** Evaluation of a text project on its test documents, in the published shapes. */
import { evaluateEntities, evaluateLabels } from '../../projects/training/evaluation.ts';
import type { Trained } from '../../projects/family.ts';
import type { EvaluationOptions } from '../../projects/model.ts';
import type { DocumentPrediction } from '../prediction/predict.ts';
import { ENTITIES, SINGLE, classesOf } from '../model.ts';
import type { EntityLabel, Region, TextKind } from '../model.ts';
import { kindField } from './results.ts';
import type { StoredResult } from './results.ts';
import type { Row } from './row.ts';

interface TestedDocument {
  row: Row;
  prediction: DocumentPrediction;
}

export function evaluateDocuments(
  kind: TextKind,
  tested: readonly TestedDocument[],
  { kind: split, training, testing }: EvaluationOptions,
): Trained['evaluation'] {
  const evaluationOptions =
    split === 'manual' ? { kind: split } : { kind: split, trainingSplitPercentage: training, testingSplitPercentage: testing };
  return {
    summary: { projectKind: kind, evaluationOptions, [kindField(kind, 'Evaluation')]: summarizeDocuments(kind, tested) },
    results: tested.map((one) => documentResult(kind, one)),
  };
}

function summarizeDocuments(kind: TextKind, tested: readonly TestedDocument[]): object {
  if (kind !== ENTITIES) {
    return evaluateLabels(
      'classes',
      tested.map(({ row, prediction }) => ({
        expected: classesOf(row.document),
        predicted: prediction.classes.map(({ category }) => category),
      })),
      { matrix: kind === SINGLE },
    );
  }
  return evaluateEntities(
    tested.flatMap(({ row, prediction }) =>
      row.document.entities!.map((region) => ({
        labels: region.labels.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
        found: labelsInRegion(prediction, region).map(({ category, offset, length }) => ({
          entity: category,
          start: offset,
          end: offset + length,
        })),
      })),
    ),
  );
}

/** The entities found in a region; the rest of the document is not labeled. */
function labelsInRegion({ entities }: DocumentPrediction, { regionOffset, regionLength }: Region): EntityLabel[] {
  return entities
    .filter(({ start, end }) => regionOffset <= start && end <= regionOffset + regionLength)
    .map(({ category, start, end }) => ({
      category,
      offset: start,
      length: end - start,
    }));
}

function documentResult(kind: TextKind, { row: { document, text, culture }, prediction }: TestedDocument): StoredResult {
  const common = { location: document.location, language: culture, projectKind: kind };
  if (kind === ENTITIES) {
    const regions = document.entities!.map((region) => ({
      expectedEntities: region.labels,
      predictedEntities: labelsInRegion(prediction, region),
      regionOffset: region.regionOffset,
      regionLength: region.regionLength,
    }));
    return { ...common, text, [kindField(kind, 'Result')]: { entities: regions } };
  }
  const [expected, predicted] = [classesOf(document), prediction.classes.map(({ category }) => category)];
  return {
    ...common,
    [kindField(kind, 'Result')]:
      kind === SINGLE
        ? { expectedClass: expected[0]!, predictedClass: predicted[0] ?? '', confidenceScore: prediction.classes[0]?.score ?? 0 }
        : { expectedClasses: expected, predictedClasses: predicted },
  };
}
