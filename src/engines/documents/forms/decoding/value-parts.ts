/**
 * Values that are written in several places: an address with a caption between its lines, a number in several boxes. How
 * far apart the parts of a field's values are is learned from the labels.
 */
import { clusterDistance, clusterTokens, widestGap } from '../form/token-clusters.ts';
import type { Form } from '../form/form.ts';
import type { LabeledForm, Tag } from '../labels/labeled-form.ts';

/** Tolerance of the distance, because the text of other forms is smaller. */
const DISTANCE_RATIO = 1.8;
const MAX_PARTS = 12;

/** By tag: the greatest distance of adjacent words or parts of a value, in line heights. Columns have rows instead of parts. */
export function learnPartDistances(forms: readonly LabeledForm[], tags: readonly Tag[]): number[] {
  const distances = tags.map(() => 0);
  for (const { form, labels } of forms) {
    for (const { tag, tokens } of labels) {
      const { isColumn, type } = tags[tag]!;
      if (isColumn || type === 'selectionMark' || type === 'signature' || tokens.length < 2) continue;
      const parts = clusterTokens(form, tokens);
      if (parts.length > MAX_PARTS) continue;
      const between = parts.map((part) => nearestDistance(form, part, parts)).filter(Number.isFinite);
      distances[tag] = Math.max(distances[tag]!, ...between, ...parts.map((part) => widestGap(form, part)));
    }
  }
  return distances;
}

const nearestDistance = (form: Form, part: readonly number[], all: readonly (readonly number[])[]): number =>
  Math.min(...all.filter((other) => other !== part).map((other) => clusterDistance(form, part, other)));

/** Of clusters in order of preference: the first, and others that may be parts of the same value. */
export function selectParts<T extends readonly number[]>(form: Form, clusters: readonly T[], distance: number): T[] {
  const selected = clusters.slice(0, 1);
  const left = clusters.slice(1, MAX_PARTS);
  for (let next: T | undefined; ;) {
    next = left.find((cluster) => nearestDistance(form, cluster, selected) <= DISTANCE_RATIO * distance);
    if (next === undefined) return selected;
    selected.push(next);
    left.splice(left.indexOf(next), 1);
  }
}
