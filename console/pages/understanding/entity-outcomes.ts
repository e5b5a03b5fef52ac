/** Errors of labelled entities in cross-validated utterances. */
import type { Label } from '../../language/labels.ts';

export interface EvaluatedSpan { entityName: string; startCharIndex: number; endCharIndex: number }

export interface EvaluatedUtterance { text: string; intentLabel: string; predictedIntent: string; score: number; /** If entities were evaluated. */ entityLabels?: EvaluatedSpan[]; entityPredictions?: EvaluatedSpan[] }

/** Whether two spans are the same entity at the same position. */
const isSameSpan = (a: EvaluatedSpan, b: EvaluatedSpan): boolean => a.entityName === b.entityName && a.startCharIndex === b.startCharIndex && a.endCharIndex === b.endCharIndex;
const overlap = (a: EvaluatedSpan, b: EvaluatedSpan): boolean => a.startCharIndex <= b.endCharIndex && b.startCharIndex <= a.endCharIndex;

/** Describes the errors in an utterance; only those of one entity if a name is given. */
export function describeErrors({ text, entityLabels = [], entityPredictions = [] }: EvaluatedUtterance, entity?: string): string[] {
  const said = ({ startCharIndex, endCharIndex }: EvaluatedSpan): string => `“${text.slice(startCharIndex, endCharIndex + 1)}”`;
  const isWanted = ({ entityName }: EvaluatedSpan): boolean => entity === undefined || entityName === entity;
  const missed = entityLabels.filter((label) => isWanted(label) && !entityPredictions.some((found) => isSameSpan(label, found)));
  const extra = entityPredictions.filter((found) => isWanted(found) && !entityLabels.some((label) => isSameSpan(label, found)));
  return [
    ...missed.map((label) => {
      const instead = entityPredictions.find((found) => overlap(label, found) && found.entityName === label.entityName) ?? entityPredictions.find((found) => overlap(label, found) && !entityLabels.some((other) => isSameSpan(other, found)));
      if (!instead) return `${label.entityName} ${said(label)} missed`;
      return instead.entityName === label.entityName ? `${label.entityName} ${said(label)} found as ${said(instead)}` : `${label.entityName} ${said(label)} predicted as ${instead.entityName}`;
    }),
    // A false positive in place of a labelled entity is described with that.
    ...extra.filter((found) => !missed.some((label) => overlap(label, found))).map((found) => `${said(found)} wrongly predicted as ${found.entityName}`),
  ];
}

/** Labels in the shape of the evaluation: flat, parts by their full names. */
export function toSpans(labels: readonly Label[], whole?: string): EvaluatedSpan[] {
  return labels.flatMap(({ entity, start, end, children = [] }) => {
    const entityName = whole === undefined ? entity : `${whole}::${entity}`;
    return [{ entityName, startCharIndex: start, endCharIndex: end - 1 }, ...toSpans(children, entityName)];
  });
}

/** Spans as labels to display: parts are shown with their parents. */
export function toLabels(stretches: readonly EvaluatedSpan[]): Label[] {
  return stretches.map(({ entityName, startCharIndex, endCharIndex }) => ({ entity: entityName, start: startCharIndex, end: endCharIndex + 1 }));
}

/** Whether an utterance still has the labels it was evaluated with. */
export function hasEvaluatedLabels(labels: readonly Label[], { entityLabels }: EvaluatedUtterance): boolean {
  const now = toSpans(labels);
  return entityLabels !== undefined && now.length === entityLabels.length && entityLabels.every((label) => now.some((one) => isSameSpan(one, label)));
}
