/** Errors of labelled entities in cross-validated utterances. */
import type { Label } from '../../language/labels.ts';

export interface Stretch { entityName: string; startCharIndex: number; endCharIndex: number }

export interface EvaluatedUtterance { text: string; intentLabel: string; predictedIntent: string; score: number; /** If entities were evaluated. */ entityLabels?: Stretch[]; entityPredictions?: Stretch[] }

/** Whether two spans are the same entity at the same position. */
const same = (a: Stretch, b: Stretch): boolean => a.entityName === b.entityName && a.startCharIndex === b.startCharIndex && a.endCharIndex === b.endCharIndex;
const meet = (a: Stretch, b: Stretch): boolean => a.startCharIndex <= b.endCharIndex && b.startCharIndex <= a.endCharIndex;

/** Describes the errors in an utterance; only those of one entity if a name is given. */
export function wrongIn({ text, entityLabels = [], entityPredictions = [] }: EvaluatedUtterance, entity?: string): string[] {
  const said = ({ startCharIndex, endCharIndex }: Stretch): string => `“${text.slice(startCharIndex, endCharIndex + 1)}”`;
  const isWanted = ({ entityName }: Stretch): boolean => entity === undefined || entityName === entity;
  const missed = entityLabels.filter((label) => isWanted(label) && !entityPredictions.some((found) => same(label, found)));
  const extra = entityPredictions.filter((found) => isWanted(found) && !entityLabels.some((label) => same(label, found)));
  return [
    ...missed.map((label) => {
      const instead = entityPredictions.find((found) => meet(label, found) && found.entityName === label.entityName) ?? entityPredictions.find((found) => meet(label, found) && !entityLabels.some((other) => same(other, found)));
      if (!instead) return `${label.entityName} ${said(label)} missed`;
      return instead.entityName === label.entityName ? `${label.entityName} ${said(label)} found as ${said(instead)}` : `${label.entityName} ${said(label)} predicted as ${instead.entityName}`;
    }),
    // A false positive in place of a labelled entity is described with that.
    ...extra.filter((found) => !missed.some((label) => meet(label, found))).map((found) => `${said(found)} wrongly predicted as ${found.entityName}`),
  ];
}

/** Labels in the shape of the evaluation: flat, parts by their full names. */
export function stretchesOf(labels: readonly Label[], whole?: string): Stretch[] {
  return labels.flatMap(({ entity, start, end, children = [] }) => {
    const entityName = whole === undefined ? entity : `${whole}::${entity}`;
    return [{ entityName, startCharIndex: start, endCharIndex: end - 1 }, ...stretchesOf(children, entityName)];
  });
}

/** Spans as labels to display: parts are shown with their parents. */
export function shownLabels(stretches: readonly Stretch[]): Label[] {
  return stretches.map(({ entityName, startCharIndex, endCharIndex }) => ({ entity: entityName, start: startCharIndex, end: endCharIndex + 1 }));
}

/** Whether an utterance still has the labels it was evaluated with. */
export function isAsEvaluated(labels: readonly Label[], { entityLabels }: EvaluatedUtterance): boolean {
  const now = stretchesOf(labels);
  return entityLabels !== undefined && now.length === entityLabels.length && entityLabels.every((label) => now.some((one) => same(one, label)));
}
