/** How well a text project does on its test documents, in the published shapes. */
import { entitiesEvaluation, labelsEvaluation } from '../../projects/training/evaluation.ts';
import type { Trained } from '../../projects/family.ts';
import type { EvaluationOptions } from '../../projects/model.ts';
import type { Said } from '../analysis/classify.ts';
import { ENTITIES, SINGLE, classesOf } from '../model.ts';
import type { EntityLabel, Region, TextKind } from '../model.ts';
import { fieldOf } from './results.ts';
import type { StoredResult } from './results.ts';
import type { Row } from './train.ts';

interface Tested { row: Row; said: Said }

export function evaluationOf(kind: TextKind, tested: readonly Tested[], { kind: split, training, testing }: EvaluationOptions): Trained['evaluation'] {
  const evaluationOptions = split === 'manual' ? { kind: split } : { kind: split, trainingSplitPercentage: training, testingSplitPercentage: testing };
  return { summary: { projectKind: kind, evaluationOptions, [fieldOf(kind, 'Evaluation')]: summaryOf(kind, tested) }, results: tested.map((one) => resultOf(kind, one)) };
}

function summaryOf(kind: TextKind, tested: readonly Tested[]): object {
  if (kind !== ENTITIES) return labelsEvaluation('classes', tested.map(({ row, said }) => ({ expected: classesOf(row.document), predicted: said.classes.map(({ category }) => category) })), { matrix: kind === SINGLE });
  return entitiesEvaluation(tested.flatMap(({ row, said }) => row.document.entities!.map((region) => ({
    labels: region.labels.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
    found: within(said, region).map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
  }))));
}

/** What was found in a region; of the rest of the document nobody has said what is there. */
function within({ entities }: Said, { regionOffset, regionLength }: Region): EntityLabel[] {
  return entities.filter(({ start, end }) => regionOffset <= start && end <= regionOffset + regionLength).map(({ category, start, end }) => ({ category, offset: start, length: end - start }));
}

function resultOf(kind: TextKind, { row: { document, text, culture }, said }: Tested): StoredResult {
  const common = { location: document.location, language: culture, projectKind: kind };
  if (kind === ENTITIES) {
    const regions = document.entities!.map((region) => ({ expectedEntities: region.labels, predictedEntities: within(said, region), regionOffset: region.regionOffset, regionLength: region.regionLength }));
    return { ...common, text, [fieldOf(kind, 'Result')]: { entities: regions } };
  }
  const [expected, predicted] = [classesOf(document), said.classes.map(({ category }) => category)];
  return { ...common, [fieldOf(kind, 'Result')]: kind === SINGLE ? { expectedClass: expected[0]!, predictedClass: predicted[0] ?? '' } : { expectedClasses: expected, predictedClasses: predicted } };
}
